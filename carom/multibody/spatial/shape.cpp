#include <carom/multibody/spatial/kinematics.hpp>
#include <carom/multibody/spatial/shape.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace carom::spatial {
namespace {

using Eigen::Vector3d;

/// Points whose depths differ by less of the shape's size lie on one edge or face across the direction.
constexpr double level_tolerance = 1e-9;

Vector3d squares_of_box(const Vector3d& h) {
  return Vector3d(h.y() * h.y() + h.z() * h.z(), h.x() * h.x() + h.z() * h.z(),
                  h.x() * h.x() + h.y() * h.y());
}

MassProperties of_diagonal(double volume, const Vector3d& inertia_per_mass) {
  return {volume, Vector3d::Zero(), inertia_per_mass.asDiagonal()};
}

/// A cylinder between two half balls.
MassProperties of_capsule(double r, double h) {
  const double tube = 2 * std::numbers::pi * r * r * h;
  const double ball = 4 * std::numbers::pi * r * r * r / 3;
  const double m = tube + ball;
  // Half balls have their centres 3r/8 outside the ends: about a cross axis through the middle
  //   (2/5) r² + h² + (3/4) h r.
  const double across =
      (tube * (r * r / 4 + h * h / 3) + ball * (0.4 * r * r + h * h + 0.75 * h * r)) / m;
  const double along = (tube * r * r / 2 + ball * 0.4 * r * r) / m;
  return of_diagonal(m, {across, across, along});
}

/// The corners, end centres or points of a shape, in its frame, and the radius of the ball around them.
std::vector<Vector3d> skeleton(const Shape& s) {
  const Vector3d h = s.size;
  switch (s.kind) {
    case ShapeKind::box: {
      std::vector<Vector3d> corners;
      for (const double z : {-1.0, 1.0})
        for (const double y : {-1.0, 1.0})
          for (const double x : {-1.0, 1.0}) corners.push_back(h.cwiseProduct(Vector3d(x, y, z)));
      return corners;
    }
    case ShapeKind::capsule: return {{0, 0, -h.y()}, {0, 0, h.y()}};
    case ShapeKind::convex: return s.points;
    case ShapeKind::point:
    case ShapeKind::sphere:
    case ShapeKind::cylinder:
    case ShapeKind::ellipsoid:
    case ShapeKind::plane:
    case ShapeKind::other: return {Vector3d::Zero()};
  }
  return {};
}

double radius_of(const Shape& s) {
  return s.kind == ShapeKind::sphere || s.kind == ShapeKind::capsule ? s.size.x() : 0;
}

/// The deepest points along −n, all in the shape's frame.
std::vector<Vector3d> deepest_inside(const Shape& s, const Vector3d& n) {
  if (s.kind == ShapeKind::ellipsoid) {
    const Vector3d scaled = s.size.cwiseProduct(n);
    return {-s.size.cwiseProduct(scaled) / scaled.norm()};
  }
  if (s.kind == ShapeKind::cylinder) {
    const Vector3d across(n.x(), n.y(), 0);
    std::vector<double> ends{n.z() > 0 ? -s.size.y() : s.size.y()};
    if (std::abs(n.z()) < level_tolerance) ends = {-s.size.y(), s.size.y()};
    std::vector<Vector3d> points;
    for (const double z : ends) {
      if (across.norm() >= level_tolerance) {
        points.push_back(Vector3d(0, 0, z) - s.size.x() * across.normalized());
        continue;
      }
      for (const Vector3d& d : {Vector3d(1, 0, 0), Vector3d(0, 1, 0)})  // a whole rim
        for (const double side : {-1.0, 1.0})
          points.push_back(Vector3d(0, 0, z) + side * s.size.x() * d);
    }
    return points;
  }
  const std::vector<Vector3d> bones = skeleton(s);
  double least = bones[0].dot(n);
  double size = 0;
  for (const Vector3d& x : bones) {
    least = std::min(least, x.dot(n));
    size = std::max(size, x.norm());
  }
  std::vector<Vector3d> points;
  for (const Vector3d& x : bones)
    if (x.dot(n) <= least + level_tolerance * size) points.push_back(x - radius_of(s) * n);
  return points;
}

// --- pairs ----------------------------------------------------------------------------------------

Vector3d nearest_on_segment(const Vector3d& x, const Vector3d& a, const Vector3d& b) {
  const Vector3d d = b - a;
  const double length = d.squaredNorm();
  const double s = length > 0 ? std::clamp((x - a).dot(d) / length, 0.0, 1.0) : 0.0;
  return a + s * d;
}

/// The ends of a capsule's axis in the world.
std::pair<Vector3d, Vector3d> axis_of(const Shape& s, const Pose& pose) {
  return {pose * Vector3d(0, 0, -s.size.y()), pose * Vector3d(0, 0, s.size.y())};
}

/// The nearest points of two segments.
std::pair<Vector3d, Vector3d> nearest_of_segments(const Vector3d& a, const Vector3d& b,
                                                  const Vector3d& c, const Vector3d& d) {
  const Vector3d u = b - a;
  const Vector3d v = d - c;
  const Vector3d w = a - c;
  const double uu = u.squaredNorm();
  const double vv = v.squaredNorm();
  const double uv = u.dot(v);
  const double det = uu * vv - uv * uv;
  const double s = det > level_tolerance * uu * vv
                       ? std::clamp((uv * v.dot(w) - vv * u.dot(w)) / det, 0., 1.)
                       : 0.5;
  const Vector3d on_second = nearest_on_segment(a + s * u, c, d);
  const Vector3d on_first = nearest_on_segment(on_second, a, b);
  return {on_first, nearest_on_segment(on_first, c, d)};
}

/// Two balls, of which x and y are the centres.
Meeting of_balls(const Vector3d& x, double rx, const Vector3d& y, double ry) {
  const Vector3d d = x - y;
  const double distance = d.norm();
  if (!(distance > 0)) throw std::invalid_argument("their centres coincide; give at and normal");
  const Vector3d n = d / distance;
  const Vector3d on_first = x - rx * n;
  const Vector3d on_second = y + ry * n;
  return {(on_first + on_second) / 2, n, distance - rx - ry};
}

/// A ball and a box.
Meeting of_ball_and_box(const Vector3d& x, double r, const Shape& box, const Pose& pose) {
  const Vector3d inside = pose.rotation.transpose() * (x - pose.position);
  const Vector3d nearest = inside.cwiseMax(-box.size).cwiseMin(box.size);
  if (nearest == inside)
    throw std::invalid_argument("the centre of one is inside the other; give at and normal");
  return of_balls(x, r, pose * nearest, 0);
}

bool is_ball(const Shape& s) { return s.kind == ShapeKind::sphere || s.kind == ShapeKind::point; }

std::vector<Meeting> with_plane(const Shape& s, const Pose& pose, const Pose& plane) {
  const Vector3d n = plane.rotation.col(2);
  std::vector<Meeting> found;
  for (const Vector3d& x : deepest_points(s, pose, n)) {
    const double gap = n.dot(x - plane.position);
    found.push_back({x - gap / 2 * n, n, gap});
  }
  return found;
}

std::vector<Meeting> turned_round(std::vector<Meeting> found) {
  for (Meeting& m : found) m.normal = -m.normal;
  return found;
}

}  // namespace

const char* to_string(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::point: return "point";
    case ShapeKind::sphere: return "sphere";
    case ShapeKind::box: return "box";
    case ShapeKind::cylinder: return "cylinder";
    case ShapeKind::capsule: return "capsule";
    case ShapeKind::ellipsoid: return "ellipsoid";
    case ShapeKind::convex: return "convex";
    case ShapeKind::plane: return "plane";
    case ShapeKind::other: return "shape";
  }
  return "";
}

MassProperties mass_properties(const Shape& s) {
  const double pi = std::numbers::pi;
  const Vector3d h = s.size;
  const double r = h.x();
  switch (s.kind) {
    case ShapeKind::sphere:
      return of_diagonal(4 * pi * r * r * r / 3, Vector3d::Constant(0.4 * r * r));
    case ShapeKind::box: return of_diagonal(8 * h.prod(), squares_of_box(h) / 3);
    case ShapeKind::cylinder: {
      const double across = r * r / 4 + h.y() * h.y() / 3;
      return of_diagonal(2 * pi * r * r * h.y(), {across, across, r * r / 2});
    }
    case ShapeKind::capsule: return of_capsule(r, h.y());
    case ShapeKind::ellipsoid: return of_diagonal(4 * pi * h.prod() / 3, squares_of_box(h) / 5);
    case ShapeKind::point:
    case ShapeKind::convex:
    case ShapeKind::plane:
    case ShapeKind::other: return {};
  }
  return {};
}

std::vector<Vector3d> deepest_points(const Shape& shape, const Pose& pose, const Vector3d& n) {
  std::vector<Vector3d> points = deepest_inside(shape, pose.rotation.transpose() * n);
  for (Vector3d& x : points) x = pose * x;
  return points;
}

std::vector<Meeting> meetings(const Shape& first, const Pose& a, const Shape& second,
                              const Pose& b) {
  const auto is = [](const Shape& s, ShapeKind kind) { return s.kind == kind; };
  const bool known = !is(first, ShapeKind::other) && !is(second, ShapeKind::other);
  if (known && is(second, ShapeKind::plane) && !is(first, ShapeKind::plane))
    return with_plane(first, a, b);
  if (known && is(first, ShapeKind::plane) && !is(second, ShapeKind::plane))
    return turned_round(with_plane(second, b, a));
  if (is_ball(first) && is_ball(second))
    return {of_balls(a.position, radius_of(first), b.position, radius_of(second))};
  if (is_ball(first) && is(second, ShapeKind::capsule)) {
    const auto [c, d] = axis_of(second, b);
    return {of_balls(a.position, radius_of(first), nearest_on_segment(a.position, c, d),
                     second.size.x())};
  }
  if (is_ball(first) && is(second, ShapeKind::box))
    return {of_ball_and_box(a.position, radius_of(first), second, b)};
  if (is(first, ShapeKind::capsule) && is(second, ShapeKind::capsule)) {
    const auto [c, d] = axis_of(first, a);
    const auto [e, f] = axis_of(second, b);
    const auto [x, y] = nearest_of_segments(c, d, e, f);
    return {of_balls(x, first.size.x(), y, second.size.x())};
  }
  if (is_ball(second) && !is_ball(first)) return turned_round(meetings(second, b, first, a));
  throw std::invalid_argument(std::string("there is no closed form for a ") +
                              to_string(first.kind) + " against a " + to_string(second.kind) +
                              "; give at and normal");
}

}  // namespace carom::spatial
