#include <algorithm>
#include <carom/report/picture/ground.hpp>
#include <carom/report/picture/mechanism.hpp>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <numbers>
#include <variant>

namespace carom {
namespace {

constexpr double pi = std::numbers::pi;
/// Lengths as shares of the mechanism's size.
constexpr double longest_arrow = 0.24;
constexpr double contact_axis = 0.13;
constexpr double half_surface = 0.38;
constexpr double half_plane = 0.2;
constexpr double turning_radius = 0.045;
/// Of the panel, left free around what is drawn.
constexpr double free_share = 0.07;
/// Below this share of the fastest a body is drawn at rest.
constexpr double slowest = 1e-9;

void include(const PictureArrow& arrow, PicturePanel& box) {
  box.include(arrow.from);
  box.include(Eigen::Vector2d(arrow.from + arrow.along));
}

/// The larger side, as a panel of the picture's shape has it; 1 m for a point.
double size_of(const PicturePanel& box) {
  const Eigen::Vector2d sides = box.high - box.low;
  const double size = std::max(sides.x(), panel_shape * sides.y());
  return size > 0 ? size : 1;
}

std::vector<PictureJoint> joints_of(const Scene& scene, const Kinematics& k) {
  std::vector<PictureJoint> joints;
  for (std::size_t b = 0; b < scene.model.bodies().size(); ++b) {
    const Joint& joint = scene.model.joint(static_cast<int>(b));
    if (joint.kind == JointKind::free) continue;
    const bool stopped = has_stop(scene, static_cast<int>(b));
    const Eigen::Vector2d centre =
        point_position(k, static_cast<int>(b), scene.model.bodies()[b].centre_of_mass);
    joints.push_back({.kind = joint.kind,
                      .position = k.joint_origin[b],
                      .axis = k.joint_axis[b],
                      .on_world = joint.parent == world,
                      .support_above = centre.y() <= k.joint_origin[b].y(),
                      .stopped = stopped,
                      .body = static_cast<int>(b)});
  }
  for (const Joint& loop : scene.model.loops()) {
    const double angle =
        loop.parent == world ? 0 : k.pose[static_cast<std::size_t>(loop.parent)].angle;
    joints.push_back({.kind = loop.kind,
                      .position = point_position(k, loop.child, loop.in_child.position),
                      .axis = direction(angle + loop.in_parent.angle),
                      .on_world = loop.parent == world || loop.child == world,
                      .body = loop.child});
  }
  return joints;
}

/// Bodies without shape get arms to their joints: without them nothing would hold them together.
void add_arms(const Scene& scene, const Kinematics& k, std::vector<PictureBody>& bodies) {
  const auto arm = [&](int body, const Eigen::Vector2d& to) {
    if (body == world) return;
    PictureBody& b = bodies[static_cast<std::size_t>(body)];
    if (b.outline.empty()) b.strokes.push_back({b.centre, to});
  };
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const Joint& joint = scene.model.joint(static_cast<int>(b));
    if (joint.kind == JointKind::free) continue;
    arm(joint.child, k.joint_origin[b]);
    arm(joint.parent, point_position(k, joint.parent, joint.in_parent.position));
  }
  for (const Joint& loop : scene.model.loops()) {
    arm(loop.child, point_position(k, loop.child, loop.in_child.position));
    arm(loop.parent, point_position(k, loop.parent, loop.in_parent.position));
  }
}

std::vector<PictureBody> bodies_of(const Scene& scene, const Kinematics& k) {
  std::vector<PictureBody> bodies;
  for (std::size_t b = 0; b < scene.model.bodies().size(); ++b) {
    const Body& body = scene.model.bodies()[b];
    const int index = static_cast<int>(b);
    PictureBody drawn{.name = body.name, .outline = in_world(k, index, body.outline)};
    drawn.centre = point_position(k, index, body.centre_of_mass);
    for (const Polyline& stroke : body.strokes) drawn.strokes.push_back(in_world(k, index, stroke));
    bodies.push_back(std::move(drawn));
  }
  add_arms(scene, k, bodies);
  return bodies;
}

std::vector<PictureBody> prescribed_of(const Scene& scene) {
  std::vector<PictureBody> bodies;
  for (const PrescribedBody& p : scene.words.prescribed) {
    const Eigen::Vector2d d = direction(p.pose.angle);
    const auto placed = [&](Polyline line) {
      for (Eigen::Vector2d& x : line) x = (p.pose.position + d.x() * x + d.y() * perp(x)).eval();
      return line;
    };
    PictureBody drawn{.name = p.body.name, .outline = placed(p.body.outline), .centre = p.centre};
    for (const Polyline& stroke : p.body.strokes) drawn.strokes.push_back(placed(stroke));
    bodies.push_back(std::move(drawn));
  }
  return bodies;
}

void add_contact(MechanismPicture& picture, const ContactFrame& f, double size) {
  const bool ground = f.first == world || f.second == world;
  const double half = (ground ? half_surface : half_plane) * size;
  PictureSurface surface{f.position - half * f.tangent, f.position + half * f.tangent, {}};
  if (ground) surface.solid = f.second == world ? -f.normal() : f.normal();
  picture.surfaces.push_back(surface);
  picture.tangents.push_back({f.position, contact_axis * size * f.tangent});
  picture.normals.push_back({f.position, contact_axis * size * f.normal()});
}

/// An arc of three quarters of a turn; its end points where the body turns to.
Polyline arc(const Eigen::Vector2d& centre, double radius, bool counter_clockwise) {
  constexpr int pieces = 24;
  Polyline line;
  for (int i = 0; i <= pieces; ++i) {
    const double turn = 1.5 * pi * i / pieces;
    line.push_back(centre +
                   radius * direction(counter_clockwise ? turn - pi / 4 : 5 * pi / 4 - turn));
  }
  return line;
}

/// Velocities of centres of mass and contacts on one scale, and which way bodies turn.
void add_motion(MechanismPicture& picture, const Scene& scene, const SceneInspection& seen,
                double size) {
  const Kinematics& k = seen.kinematics;
  std::vector<std::pair<Eigen::Vector2d, Twist>> centres;  // where they are, how they move
  std::vector<Eigen::Vector2d> contacts;
  centres.reserve(picture.bodies.size() + scene.words.prescribed.size());
  for (std::size_t b = 0; b < picture.bodies.size(); ++b)
    centres.push_back(
        {picture.bodies[b].centre,
         {point_velocity(k, static_cast<int>(b), scene.model.bodies()[b].centre_of_mass),
          k.twist[b].rate}});
  for (const PrescribedBody& p : scene.words.prescribed) centres.emplace_back(p.centre, p.twist);
  double fastest = 0;
  double most_turning = 0;
  for (const auto& [centre, twist] : centres) {
    fastest = std::max(fastest, twist.velocity.norm());
    most_turning = std::max(most_turning, std::abs(twist.rate));
  }
  for (std::size_t i = 0; i < seen.frames.size(); ++i) {
    contacts.push_back(Eigen::Vector2d::Zero());
    if (!seen.frames[i]) continue;
    const ContactFrame& f = *seen.frames[i];
    const Vec2<double> u = pair_at(seen.contact.u, seen.contact.rows[i]);
    contacts.back() = u.t * f.tangent + u.n * f.normal();
    fastest = std::max(fastest, contacts.back().norm());
  }
  picture.speed_scale = fastest > 0 ? longest_arrow * size / fastest : 0;
  const auto moves = [&](const Eigen::Vector2d& v) { return v.norm() > slowest * fastest; };
  for (const auto& [centre, twist] : centres) {
    if (moves(twist.velocity))
      picture.velocities.push_back({centre, picture.speed_scale * twist.velocity});
    if (std::abs(twist.rate) > slowest * most_turning)
      picture.turnings.push_back(arc(centre, turning_radius * size, twist.rate > 0));
  }
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Eigen::Vector2d along = picture.speed_scale * contacts[i];
    if (moves(contacts[i])) picture.approaches.push_back({seen.frames[i]->position - along, along});
  }
}

/// The panel around everything, of the picture's shape.
void set_panel(MechanismPicture& picture, PicturePanel box) {
  for (const auto* arrows :
       {&picture.tangents, &picture.normals, &picture.velocities, &picture.approaches})
    for (const PictureArrow& arrow : *arrows) include(arrow, box);
  for (const Polyline& line : picture.turnings) box.include(line);
  const Eigen::Vector2d middle = (box.low + box.high) / 2;
  const double width = size_of(box) * (1 + 2 * free_share);
  const Eigen::Vector2d half(width / 2, width / panel_shape / 2);
  picture.low = middle - half;
  picture.high = middle + half;
}

/// Bodies and joints, in the state in which they are.
PicturePanel add_bodies(MechanismPicture& picture, const Scene& scene, const Kinematics& k) {
  picture.bodies = bodies_of(scene, k);
  picture.prescribed = prescribed_of(scene);
  picture.joints = joints_of(scene, k);
  PicturePanel box;
  for (const auto* bodies : {&picture.bodies, &picture.prescribed})
    for (const PictureBody& body : *bodies) {
      box.include(body.centre);
      box.include(body.outline);
      for (const Polyline& stroke : body.strokes) box.include(stroke);
    }
  for (const PictureJoint& joint : picture.joints) box.include(joint.position);
  return box;
}

/// The edge that contacts have for a surface of the world, with its ends; without contacts it has none.
EdgeFeature edge_of(const Scene& scene, const SurfaceWords& surface) {
  for (const SceneContact& contact : scene.contacts) {
    const auto* pair = std::get_if<ContactPair>(&contact.geometry);
    if (pair == nullptr) continue;
    const bool first = contact.words.first == surface.name;
    if (!first && contact.words.second != surface.name) continue;
    const ContactSide& side = first ? pair->first : pair->second;
    const auto* edge = std::get_if<EdgeFeature>(&side.feature);
    if (edge != nullptr && side.body == world) return *edge;
  }
  return {surface.point, surface.angle};
}

}  // namespace

MechanismPicture motion_picture(const Scene& scene) {
  MechanismPicture picture{.title = scene.name};
  PicturePanel box = add_bodies(picture, scene, kinematics(scene.model, scene.state));
  const double size = size_of(box);
  for (const SurfaceWords& surface : scene.words.surfaces) {
    if (!surface.on.empty()) continue;
    const EdgeFeature edge = edge_of(scene, surface);
    const Eigen::Vector2d t = direction(edge.angle);
    // The stretch that is nearest to the bodies, or as far as the surface goes.
    const double near = t.dot((box.low + box.high) / 2 - edge.point);
    const double from = std::isfinite(edge.back) ? -edge.back : near - size;
    const double to = std::isfinite(edge.ahead) ? edge.ahead : near + size;
    picture.surfaces.push_back({.from = edge.point + from * t,
                                .to = edge.point + to * t,
                                .solid = Eigen::Vector2d(-perp(t)),
                                .endless = !std::isfinite(edge.ahead),
                                .name = surface.name});
    if (std::isfinite(edge.back)) box.include(picture.surfaces.back().from);
    if (std::isfinite(edge.ahead)) box.include(picture.surfaces.back().to);
  }
  for (const PictureSurface& surface : picture.surfaces)
    box.include(Eigen::Vector2d((surface.from + surface.to) / 2));
  set_panel(picture, box);
  return picture;
}

MechanismPicture mechanism_picture(const Scene& scene) {
  const SceneInspection seen = inspect(scene);
  MechanismPicture picture{.title = scene.name};
  PicturePanel box = add_bodies(picture, scene, seen.kinematics);
  const int freedoms =
      scene.model.size() - scene.model.constraint_rows() + seen.redundant_constraints;
  picture.subtitle =
      fmt::format("{} bod{}, {} degree{} of freedom", picture.bodies.size(),
                  picture.bodies.size() == 1 ? "y" : "ies", freedoms, freedoms == 1 ? "" : "s");
  for (const auto& frame : seen.frames)
    if (frame) box.include(frame->position);
  const double size = size_of(box);
  for (const auto& frame : seen.frames)
    if (frame) add_contact(picture, *frame, size);
  add_motion(picture, scene, seen, size);
  set_panel(picture, box);
  return picture;
}

}  // namespace carom
