#include <carom/report/picture/three_views.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace carom {
namespace {

using Eigen::Vector3d;
using spatial::Pose;
using spatial::Shape;
using spatial::ShapeKind;

/// Corners of a drawn circle.
constexpr int circle_corners = 36;
/// Arrows are this share of the picture long at most.
constexpr double arrow_share = 0.25;

/// An ellipse about a centre with two half axes.
Polyline3 ring(const Vector3d& centre, const Vector3d& a, const Vector3d& b) {
  Polyline3 line;
  for (int i = 0; i <= circle_corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / circle_corners;
    line.push_back(centre + std::cos(angle) * a + std::sin(angle) * b);
  }
  return line;
}

std::vector<Polyline3> lines_of_box(const Vector3d& h) {
  std::vector<Polyline3> lines;
  for (const double z : {-1.0, 1.0}) {
    Polyline3 face;
    for (const auto& [x, y] : {std::pair(-1., -1.), {1., -1.}, {1., 1.}, {-1., 1.}, {-1., -1.}})
      face.push_back(h.cwiseProduct(Vector3d(x, y, z)));
    lines.push_back(face);
  }
  for (std::size_t i = 0; i < 4; ++i) lines.push_back({lines[0][i], lines[1][i]});
  return lines;
}

/// Rings at both ends and lines between; half rings close a capsule.
std::vector<Polyline3> lines_of_tube(const Shape& s) {
  const double r = s.size.x();
  const Vector3d up(0, 0, s.size.y());
  const Vector3d x = r * Vector3d::UnitX();
  const Vector3d y = r * Vector3d::UnitY();
  std::vector<Polyline3> lines{ring(-up, x, y), ring(up, x, y)};
  for (const Vector3d& side : {x, y})
    for (const double sign : {-1.0, 1.0})
      lines.push_back({Vector3d(-up + sign * side), Vector3d(up + sign * side)});
  if (s.kind != ShapeKind::capsule) return lines;
  const Vector3d z = r * Vector3d::UnitZ();
  for (const Vector3d& side : {x, y}) {
    lines.push_back(ring(-up, side, z));
    lines.push_back(ring(up, side, z));
  }
  return lines;
}

/// The lines of a shape in its own frame.
std::vector<Polyline3> lines_of(const Shape& s) {
  const Vector3d x = Vector3d::UnitX();
  const Vector3d y = Vector3d::UnitY();
  const Vector3d z = Vector3d::UnitZ();
  const Vector3d h = s.kind == ShapeKind::sphere ? Vector3d::Constant(s.size.x()) : s.size;
  switch (s.kind) {
    case ShapeKind::sphere:
    case ShapeKind::ellipsoid:
      return {ring(Vector3d::Zero(), h.x() * x, h.y() * y),
              ring(Vector3d::Zero(), h.y() * y, h.z() * z),
              ring(Vector3d::Zero(), h.z() * z, h.x() * x)};
    case ShapeKind::box: return lines_of_box(s.size);
    case ShapeKind::cylinder:
    case ShapeKind::capsule: return lines_of_tube(s);
    case ShapeKind::convex: {
      std::vector<Polyline3> lines;
      for (std::size_t i = 0; i < s.points.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) lines.push_back({s.points[i], s.points[j]});
      return lines;
    }
    case ShapeKind::point:
    case ShapeKind::plane:
    case ShapeKind::other: return {};
  }
  return {};
}

void add_shapes(const spatial::Scene& scene, const spatial::Kinematics& k, ThreeViews& views) {
  for (const Shape& shape : scene.shapes) {
    if (shape.body == spatial::world) continue;
    const Pose pose = pose_of(k, shape.body) * shape.in_body;
    for (Polyline3 line : lines_of(shape)) {
      for (Vector3d& x : line) x = pose * x;
      views.bodies[static_cast<std::size_t>(shape.body)].lines.push_back(std::move(line));
    }
  }
}

/// From each body's frame to its centre of mass and to its parent's frame: a skeleton.
void add_bodies(const spatial::Scene& scene, const spatial::Kinematics& k, ThreeViews& views) {
  for (int b = 0; b < static_cast<int>(scene.model.bodies().size()); ++b) {
    const spatial::Body& body = scene.model.body(b);
    const Vector3d origin = pose_of(k, b).position;
    BodyLines lines{body.name, {}, point_position(k, b, body.centre_of_mass)};
    lines.lines.push_back({origin, lines.centre});
    if (body.parent != spatial::world)
      lines.lines.push_back({pose_of(k, body.parent).position, origin});
    for (const spatial::Joint& joint : body.joints)
      if (joint.kind != spatial::JointKind::free)
        views.joints.push_back(point_position(k, b, joint.position));
    views.bodies.push_back(std::move(lines));
  }
}

void add_ends(const spatial::Scene& scene, const spatial::Kinematics& k, ThreeViews& views) {
  for (const spatial::SceneContact& contact : scene.contacts) {
    if (contact.stop) continue;
    const spatial::ContactFrame& f = contact.frame;
    for (const int body : {f.first, f.second})
      if (body != spatial::world)
        views.bodies[static_cast<std::size_t>(body)].lines.push_back(
            {pose_of(k, body).position, f.position});
  }
}

void find_range(const spatial::Scene& scene, ThreeViews& views) {
  views.low.setConstant(std::numeric_limits<double>::infinity());
  views.high = -views.low;
  const auto take = [&](const Vector3d& x) {
    views.low = views.low.cwiseMin(x);
    views.high = views.high.cwiseMax(x);
  };
  for (const BodyLines& body : views.bodies) {
    take(body.centre);
    for (const Polyline3& line : body.lines) std::for_each(line.begin(), line.end(), take);
  }
  for (const spatial::SceneContact& contact : scene.contacts)
    if (!contact.stop) take(contact.frame.position);
  const double size = (views.high - views.low).maxCoeff();
  const Vector3d margin = Vector3d::Constant(0.15 * (size > 0 ? size : 1));
  views.low -= margin;
  views.high += margin;
}

void add_arrows(const spatial::Scene& scene, const spatial::Kinematics& k, ThreeViews& views) {
  const double length = arrow_share * (views.high - views.low).maxCoeff();
  for (const spatial::SceneContact& contact : scene.contacts)
    if (!contact.stop)
      views.normals.push_back({contact.frame.position, length * contact.frame.axes.col(2)});
  double fastest = 0;
  for (std::size_t b = 0; b < views.bodies.size(); ++b)
    fastest = std::max(fastest, velocity_at(k, static_cast<int>(b), views.bodies[b].centre).norm());
  if (!(fastest > 0)) return;
  for (std::size_t b = 0; b < views.bodies.size(); ++b) {
    const Vector3d v = velocity_at(k, static_cast<int>(b), views.bodies[b].centre);
    views.velocities.push_back({views.bodies[b].centre, length / fastest * v});
  }
}

}  // namespace

ThreeViews three_views(const spatial::Scene& scene) {
  const spatial::Kinematics k = kinematics(scene.model, scene.state);
  ThreeViews views{.title = scene.name.empty() ? scene.robot : scene.name};
  add_bodies(scene, k, views);
  add_shapes(scene, k, views);
  add_ends(scene, k, views);
  find_range(scene, views);
  add_arrows(scene, k, views);
  return views;
}

}  // namespace carom
