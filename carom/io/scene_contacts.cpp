#include <carom/io/scene_contacts.hpp>
#include <carom/io/scene_free_body.hpp>
#include <carom/io/scene_loops.hpp>
#include <carom/io/scene_quantity.hpp>
#include <carom/multibody/kinematics.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace carom {
namespace {

constexpr double pi = std::numbers::pi;

/// One side of a contact as the file names it.
struct Side {
  ContactSide side{};
  const PartName& name;
  bool feature = true;                         ///< false: a body as a whole
  std::optional<Eigen::Vector2d> semi_axes{};  ///< an ellipse as a whole
  std::string material{};
  PrescribedMotion motion{};
  const StatedBody* body = nullptr;  ///< whose part it is; null for surfaces and the world
};

bool is_point(const Side& s) {
  return s.feature && std::holds_alternative<PointFeature>(s.side.feature);
}
bool is_edge(const Side& s) {
  return s.feature && std::holds_alternative<EdgeFeature>(s.side.feature);
}

/// The scene, and where everything is.
struct Setting {
  const SceneStatement& scene;
  const SceneTree& tree;
  const PlacedScene& placed;
  Kinematics k{};

  double angle_of(int body) const {
    return body == world ? 0 : k.pose[static_cast<std::size_t>(body)].angle;
  }
  /// A point of the world, in the frame of a body.
  Eigen::Vector2d in_frame(int body, const Eigen::Vector2d& x) const {
    if (body == world) return x;
    const Pose& pose = k.pose[static_cast<std::size_t>(body)];
    const Eigen::Vector2d d = direction(-pose.angle);
    const Eigen::Vector2d r = x - pose.position;
    return d.x() * r + d.y() * perp(r);
  }
};

/// The body of that name, if its motion is prescribed; else a null pointer.
const StatedBody* prescribed_named(const SceneStatement& scene, const std::string& name) {
  for (const StatedBody& body : scene.prescribed)
    if (body.body.name == name) return &body;
  return nullptr;
}

/// Where a named point is in the world.
Eigen::Vector2d position_of(const Setting& s, const PartName& name) {
  if (const StatedBody* body = prescribed_named(s.scene, name.owner)) {
    const Pose pose = free_pose(*body);
    const std::string& part = name.part.empty() ? "centre" : name.part;
    return pose.position + turned(pose.angle, point_of(*body, part, name.where));
  }
  const int body = name.owner == "world" ? world : body_named(s.scene, name);
  const std::string part = name.part.empty() && body == world ? "origin" : name.part;
  if (part.empty())
    refuse(name.where, fmt::format("which point of {0}? Write {0}.centre or another", name.owner));
  return point_position(s.k, body, point_named(s.scene, body, part, name.where));
}

// --- sides --------------------------------------------------------------------------------------

Side surface_side(const Setting& s, const StatedSurface& surface, const PartName& name) {
  if (!name.part.empty())
    refuse(name.where, fmt::format("the surface {} has no parts", surface.name));
  Side side{.name = name, .material = surface.material};
  if (surface.on) {
    if (!surface.on->part.empty()) refuse(surface.on->where, "give a body, not a part of it");
    side.side.body = surface.on->owner == "world" ? world : body_named(s.scene, *surface.on);
  }
  EdgeFeature edge{.angle = surface.angle};
  if (const auto* part = std::get_if<PartName>(&surface.through))
    edge.point = s.in_frame(side.side.body, position_of(s, *part));
  else
    edge.point = std::get<Eigen::Vector2d>(surface.through);
  side.side.feature = edge;
  side.motion = {{surface.velocity, surface.rate}, edge.point};
  return side;
}

/// Everything of a body that can touch: "upper.start, upper.end, upper.left, ...".
std::vector<std::string> touching_parts(const StatedBody& body) {
  std::vector<std::string> names;
  names.reserve(body.points.size() + body.discs.size() + body.edges.size());
  for (const NamedPoint& point : body.points) names.push_back(point.name);
  for (const NamedDisc& disc : body.discs) names.push_back(disc.name);
  for (const NamedEdge& edge : body.edges) names.push_back(edge.name);
  return names;
}

/// The feature of that name.
std::variant<PointFeature, DiscFeature, EdgeFeature> feature_named(const StatedBody& body,
                                                                   const PartName& name) {
  for (const NamedPoint& point : body.points)
    if (point.name == name.part) return PointFeature{point.point};
  for (const NamedDisc& disc : body.discs)
    if (disc.name == name.part) return DiscFeature{disc.centre, disc.radius};
  for (const NamedEdge& edge : body.edges)
    if (edge.name == name.part) return EdgeFeature{edge.point, edge.angle};
  refuse_name(name.where, "part of " + body.body.name, name.part, touching_parts(body));
}

Side side_on(const StatedBody& body, const PartName& name) {
  Side side{.name = name, .material = body.words.material, .body = &body};
  if (!name.part.empty()) {
    side.side.feature = feature_named(body, name);
  } else if (body.rim) {
    side.side.feature = DiscFeature{Eigen::Vector2d::Zero(), *body.rim};
  } else {
    side.feature = false;
    side.semi_axes = body.semi_axes;
  }
  return side;
}

Side body_side(const Setting& s, const PartName& name) {
  const int index = body_named(s.scene, name);
  Side side = side_on(s.scene.bodies[static_cast<std::size_t>(index)], name);
  side.side.body = index;
  return side;
}

/// A feature of a body, in the frame that the body's pose is given in.
struct Placement {
  Pose pose{};

  Eigen::Vector2d operator()(const Eigen::Vector2d& x) const {
    return pose.position + turned(pose.angle, x);
  }
  std::variant<PointFeature, DiscFeature, EdgeFeature> operator()(const PointFeature& f) const {
    return PointFeature{(*this)(f.point)};
  }
  std::variant<PointFeature, DiscFeature, EdgeFeature> operator()(const DiscFeature& f) const {
    return DiscFeature{(*this)(f.centre), f.radius};
  }
  std::variant<PointFeature, DiscFeature, EdgeFeature> operator()(const EdgeFeature& f) const {
    return EdgeFeature{(*this)(f.point), f.angle + pose.angle};
  }
};

/// A part of a prescribed body: a feature of the world that moves.
Side prescribed_side(const StatedBody& body, const PartName& name) {
  Side side = side_on(body, name);
  const Pose pose = free_pose(body);
  side.side.feature = std::visit(Placement{pose}, side.side.feature);
  side.semi_axes.reset();  // an ellipse that is prescribed touches where `at` says
  side.motion = {free_twist(body), pose.position};
  return side;
}

Side side_of(const Setting& s, const PartName& name) {
  for (const StatedSurface& surface : s.scene.surfaces)
    if (surface.name == name.owner) return surface_side(s, surface, name);
  if (name.owner == "world") {
    if (name.part.empty())
      refuse(name.where, "the world as a whole cannot touch; give a surface or world.POINT");
    Side side{.name = name};
    side.side.feature = PointFeature{point_named(s.scene, world, name.part, name.where)};
    return side;
  }
  if (s.scene.body_of_name.count(name.owner) > 0) return body_side(s, name);
  if (const StatedBody* body = prescribed_named(s.scene, name.owner))
    return prescribed_side(*body, name);
  std::vector<std::string> known;
  known.reserve(s.scene.bodies.size() + s.scene.surfaces.size());
  for (const StatedBody& body : s.scene.bodies) known.push_back(body.body.name);
  for (const StatedSurface& surface : s.scene.surfaces) known.push_back(surface.name);
  refuse_name(name.where, "body or surface", name.owner, known);
}

// --- geometry -----------------------------------------------------------------------------------

/// An ellipse meets an edge with the point that lies lowest above it.
void place_ellipse(const Setting& s, Side& ellipse, const Side& other) {
  const int body = other.side.body;
  const double normal = s.angle_of(body) + std::get<EdgeFeature>(other.side.feature).angle + pi / 2;
  const Eigen::Vector2d n = direction(normal - s.angle_of(ellipse.side.body));
  ellipse.side.feature = PointFeature{lowest_point(*ellipse.semi_axes, n)};
  ellipse.feature = true;
}

void require_feature(const Side& side) {
  if (side.feature) return;
  refuse(side.name.where,
         fmt::format("which part of {} touches? It has {}; or give the contact's at and normal_deg",
                     side.body->body.name, fmt::join(touching_parts(*side.body), ", ")));
}

/// Two corners that meet: their point, if the user gives the normal.
Eigen::Vector2d common_point(const Setting& s, const StatedContact& contact, const Side& a,
                             const Side& b) {
  if (!contact.normal) refuse(contact.where, "two points have no common normal; give normal_deg");
  const auto position = [&](const Side& side) {
    return point_position(s.k, side.side.body, std::get<PointFeature>(side.side.feature).point);
  };
  const Eigen::Vector2d x = position(a);
  const Eigen::Vector2d y = position(b);
  const double apart = (x - y).norm();
  if (apart > loop_tolerance * (1 + x.norm()))
    refuse(contact.where,
           fmt::format("the two points are {:.6g} m apart; want them to touch", apart));
  return x;
}

ContactPair pair_of_features(const Setting& s, const StatedContact& contact, Side a, Side b) {
  ContactPair pair{.name = contact.material.name};
  if (contact.at) {
    const auto* part = std::get_if<PartName>(&*contact.at);
    pair.position = part ? position_of(s, *part) : std::get<Eigen::Vector2d>(*contact.at);
  }
  if (contact.normal) pair.tangent_angle = *contact.normal - pi / 2;
  if (!pair.position || !pair.tangent_angle) {
    if (a.semi_axes && is_edge(b)) place_ellipse(s, a, b);
    if (b.semi_axes && is_edge(a)) place_ellipse(s, b, a);
    // A body as a whole will do where the point is given and the other side has the normal.
    if (!pair.position || !is_edge(b)) require_feature(a);
    if (!pair.position || !is_edge(a)) require_feature(b);
    if (is_edge(a) && is_edge(b))
      refuse(contact.where, "two sides touch along a line; give a corner of one of them");
    if (is_point(a) && is_point(b)) pair.position = common_point(s, contact, a, b);
  }
  if (pair.position && pair.tangent_angle) {  // the user's frame wins: no geometry is asked
    a.side.feature = PointFeature{};
    b.side.feature = EdgeFeature{};
  }
  pair.first = a.side;
  pair.second = b.side;
  return pair;
}

/// How the second side moves against the first, beyond what the bodies do.
PrescribedMotion relative_motion(const Side& a, const Side& b) {
  const Eigen::Vector2d about = b.motion.about;
  return {{b.motion.twist.velocity - a.motion.at(about), b.motion.twist.rate - a.motion.twist.rate},
          about};
}

// --- contacts -----------------------------------------------------------------------------------

SceneContact contact_of_features(const Setting& s, const StatedContact& contact) {
  const Side a = side_of(s, contact.first);
  const Side b = side_of(s, contact.second);
  if (a.side.body == b.side.body)
    refuse(contact.where,
           a.side.body == world
               ? "nothing that could be moved takes part; want a body that is not prescribed"
               : fmt::format("both sides belong to {}; want two bodies, or one and a surface",
                             contact.first.owner));
  SceneContact result;
  const ContactPair pair = pair_of_features(s, contact, a, b);
  result.surface_motion = relative_motion(a, b);
  result.geometry = pair;
  result.material = with_pair(s.scene, contact, a.material, b.material);
  result.words = contact_words(contact, a.material, b.material, result.material);
  result.words.place_from = contact.at ? "the contact" : "geometry";
  result.words.normal_from = contact.normal ? "the contact" : "geometry";
  return result;
}

SceneContact contact_of_stop(const Setting& s, const StatedContact& contact) {
  const auto carries = [&](const Carrier& carrier) {
    return carrier.joint >= 0 &&
           s.scene.joints[static_cast<std::size_t>(carrier.joint)].name == contact.stop->owner;
  };
  const auto& carriers = s.tree.carriers;
  const auto carrier = std::find_if(carriers.begin(), carriers.end(), carries);
  if (carrier == carriers.end())
    refuse(contact.stop->where, "the joint closes a loop; list another joint of the loop last");
  JointStop stop{.body = static_cast<int>(carrier - carriers.begin())};
  const Joint& joint = s.placed.model.joint(stop.body);
  if (joint.kind == JointKind::weld) refuse(contact.stop->where, "a weld does not move");
  const double sign = carrier->reversed ? -1 : 1;
  stop.limit = sign * (contact.upper ? contact.upper->value : contact.lower->value);
  stop.upper = contact.upper.has_value() != carrier->reversed;
  if (joint.kind == JointKind::revolute) {  // the limit of the same turn
    const double q = s.placed.state.q[s.placed.model.first_coordinate(stop.body)];
    stop.limit += 2 * pi * std::round((q - stop.limit) / (2 * pi));
  }
  ContactWords words{.first = contact.stop->owner, .restitution_from = "the contact"};
  if (contact.lower) words.lower = contact.lower->value;
  if (contact.upper) words.upper = contact.upper->value;
  return {stop, contact.material, {}, words};
}

}  // namespace

std::vector<SceneContact> scene_contacts(const SceneStatement& scene, const SceneTree& tree,
                                         const PlacedScene& placed) {
  const Setting s{scene, tree, placed, kinematics(placed.model, placed.state)};
  std::vector<SceneContact> contacts;
  contacts.reserve(scene.contacts.size());
  for (const StatedContact& contact : scene.contacts)
    contacts.push_back(contact.stop ? contact_of_stop(s, contact)
                                    : contact_of_features(s, contact));
  return contacts;
}

std::vector<SurfaceWords> scene_surfaces(const SceneStatement& scene, const SceneTree& tree,
                                         const PlacedScene& placed) {
  const Setting s{scene, tree, placed, kinematics(placed.model, placed.state)};
  std::vector<SurfaceWords> surfaces;
  surfaces.reserve(scene.surfaces.size());
  for (const StatedSurface& stated : scene.surfaces) {
    const PartName name{stated.name, "", stated.where};
    const Side side = surface_side(s, stated, name);
    const int body = side.side.body;
    const EdgeFeature& edge = std::get<EdgeFeature>(side.side.feature);
    SurfaceWords surface{.name = stated.name,
                         .point = point_position(s.k, body, edge.point),
                         .angle = s.angle_of(body) + edge.angle,
                         .motion = side.motion.twist,
                         .material = stated.material};
    if (body != world) {
      surface.on = stated.on->owner;
      surface.motion = {point_velocity(s.k, body, edge.point),
                        s.k.twist[static_cast<std::size_t>(body)].rate};
    }
    surfaces.push_back(std::move(surface));
  }
  return surfaces;
}

}  // namespace carom
