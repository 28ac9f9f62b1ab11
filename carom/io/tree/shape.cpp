#include <carom/io/tree/shape.hpp>
#include <carom/multibody/planar/kinematics.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace carom {
namespace {

using std::numbers::pi;
/// The second rim by which a picture tells a ring from a disc, in radii.
constexpr double inner_rim = 0.88;
/// Corners that stand for a curve in pictures.
constexpr int corners_of_a_curve = 48;

std::vector<Eigen::Vector2d> ellipse_outline(double a, double b) {
  std::vector<Eigen::Vector2d> outline;
  for (int i = 0; i < corners_of_a_curve; ++i) {
    const Eigen::Vector2d d = direction(2 * pi * i / corners_of_a_curve);
    outline.emplace_back(a * d.x(), b * d.y());
  }
  return outline;
}

Shape round_shape(double radius, double gyration) {
  Shape shape;
  shape.gyration = gyration;
  shape.rim = radius;
  shape.outline = ellipse_outline(radius, radius);
  shape.strokes = {{{0, 0}, {radius, 0}}};
  return shape;
}

/// The side from a to b of an outline that runs counter-clockwise: outside is to the right, so the
/// edge runs back.
NamedEdge side(std::string name, const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  return {std::move(name), a, std::atan2(a.y() - b.y(), a.x() - b.x()), (a - b).norm(), 0};
}

/// True if the segments ab and cd have a point in common.
bool cross_each_other(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c,
                      const Eigen::Vector2d& d) {
  const auto turn = [](const Eigen::Vector2d& p, const Eigen::Vector2d& q,
                       const Eigen::Vector2d& r) { return cross(q - p, r - p); };
  const double c_of_ab = turn(a, b, c);
  const double d_of_ab = turn(a, b, d);
  const double a_of_cd = turn(c, d, a);
  const double b_of_cd = turn(c, d, b);
  if (c_of_ab == 0 && d_of_ab == 0) {  // on one line: do their boxes meet?
    const auto apart = [](double p, double q, double r, double s) {
      return std::max(p, q) < std::min(r, s) || std::max(r, s) < std::min(p, q);
    };
    return !apart(a.x(), b.x(), c.x(), d.x()) && !apart(a.y(), b.y(), c.y(), d.y());
  }
  return c_of_ab * d_of_ab <= 0 && a_of_cd * b_of_cd <= 0;
}

void require_simple(const std::vector<Eigen::Vector2d>& corners) {
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (corners[i] == corners[(i + 1) % n])
      throw std::invalid_argument(
          fmt::format("corners {} and {} are the same point", i + 1, (i + 1) % n + 1));
    for (std::size_t j = i + 2; j < n; ++j) {
      if (i == 0 && j == n - 1) continue;
      if (cross_each_other(corners[i], corners[i + 1], corners[j], corners[(j + 1) % n]))
        throw std::invalid_argument(
            fmt::format("side {} crosses side {}; want the corners in order", i + 1, j + 1));
    }
  }
}

/// Twice the area, 6 × area × centroid, 12 × polar moment of area about `about`.
struct Moments {
  double area2 = 0;
  Eigen::Vector2d first6 = Eigen::Vector2d::Zero();
  double polar12 = 0;
};

Moments moments(const std::vector<Eigen::Vector2d>& corners, const Eigen::Vector2d& about) {
  Moments m;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Eigen::Vector2d a = corners[i] - about;
    const Eigen::Vector2d b = corners[(i + 1) % corners.size()] - about;
    const double w = cross(a, b);
    m.area2 += w;
    m.first6 += w * (a + b);
    m.polar12 += w * (a.dot(a) + a.dot(b) + b.dot(b));
  }
  return m;
}

}  // namespace

Shape rod_shape(double length, const Eigen::Vector2d& pointing) {
  const Eigen::Vector2d half = length / 2 * pointing;
  const double angle = std::atan2(pointing.y(), pointing.x());
  Shape shape;
  shape.size = length;
  shape.size_power = 1;
  shape.gyration = length * length / 12;
  shape.outline = {-half, half};
  shape.points = {{"start", -half}, {"end", half}};
  shape.corners = shape.points;
  shape.edges = {{"left", -half, angle, 0, length}, {"right", -half, angle + pi, length, 0}};
  return shape;
}

Shape disc_shape(double radius) {
  Shape shape = round_shape(radius, radius * radius / 2);
  shape.size = pi * radius * radius;
  return shape;
}

Shape ring_shape(double radius) {
  Shape shape = round_shape(radius, radius * radius);
  shape.strokes = {circle({0, 0}, inner_rim * radius), {{inner_rim * radius, 0}, {radius, 0}}};
  shape.size = 2 * pi * radius;
  shape.size_power = 1;
  return shape;
}

Shape sphere_shape(double radius) {
  Shape shape = round_shape(radius, 2 * radius * radius / 5);
  shape.size = 4 * pi / 3 * radius * radius * radius;
  shape.size_power = 3;
  return shape;
}

Shape box_shape(double width, double height) {
  const double x = width / 2;
  const double y = height / 2;
  Shape shape;
  shape.size = width * height;
  shape.gyration = (width * width + height * height) / 12;
  shape.outline = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
  shape.points = {{"bottom_left", shape.outline[0]},
                  {"bottom_right", shape.outline[1]},
                  {"top_right", shape.outline[2]},
                  {"top_left", shape.outline[3]}};
  shape.corners = shape.points;
  shape.edges = {{"bottom", shape.outline[0], pi, width, 0},
                 {"right", shape.outline[1], -pi / 2, height, 0},
                 {"top", shape.outline[2], 0, width, 0},
                 {"left", shape.outline[3], pi / 2, height, 0}};
  return shape;
}

Shape ellipse_shape(double width, double height) {
  Shape shape;
  shape.semi_axes = Eigen::Vector2d(width / 2, height / 2);
  shape.size = pi * width * height / 4;
  shape.gyration = (width * width + height * height) / 16;
  shape.outline = ellipse_outline(width / 2, height / 2);
  return shape;
}

Shape polygon_shape(std::vector<Eigen::Vector2d> corners) {
  const std::size_t n = corners.size();
  if (n < 3) throw std::invalid_argument(fmt::format("has {} corners; want at least 3", n));
  require_simple(corners);
  const Eigen::Vector2d first = corners[0];  // moments about a corner: no digits lost far away
  const Moments about_first = moments(corners, first);

  Shape shape;
  shape.size = std::abs(about_first.area2) / 2;
  shape.centroid = first + about_first.first6 / (3 * about_first.area2);
  const Moments central = moments(corners, shape.centroid);
  shape.gyration = central.polar12 / (6 * central.area2);
  if (!std::isfinite(shape.gyration) || !(shape.gyration > 0) || !shape.centroid.allFinite())
    throw std::invalid_argument("has no area; want three corners that do not lie in line");
  const bool clockwise = about_first.area2 < 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Eigen::Vector2d& next = corners[(i + 1) % n];
    shape.points.push_back({fmt::format("corner_{}", i + 1), corners[i]});
    shape.edges.push_back(clockwise ? side(fmt::format("side_{}", i + 1), next, corners[i])
                                    : side(fmt::format("side_{}", i + 1), corners[i], next));
    const double turn = cross(corners[i] - corners[(i + n - 1) % n], next - corners[i]);
    if (clockwise ? turn < 0 : turn > 0) shape.corners.push_back(shape.points.back());
  }
  shape.outline = std::move(corners);
  return shape;
}

std::vector<Eigen::Vector2d> circle(const Eigen::Vector2d& centre, double radius) {
  std::vector<Eigen::Vector2d> corners = ellipse_outline(radius, radius);
  for (Eigen::Vector2d& corner : corners) corner += centre;
  corners.push_back(corners.front());
  return corners;
}

Eigen::Vector2d lowest_point(const Eigen::Vector2d& semi_axes, const Eigen::Vector2d& n) {
  const Eigen::Vector2d stretched = semi_axes.cwiseProduct(n);
  return -semi_axes.cwiseProduct(stretched) / stretched.norm();
}

}  // namespace carom
