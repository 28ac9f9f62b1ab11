#include <carom/io/spatial/keys.hpp>
#include <carom/io/spatial/values.hpp>
#include <carom/multibody/spatial/state.hpp>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace carom {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Directions closer to each other than this say nothing about the turn between them.
constexpr double parallel_tolerance = 1e-9;

Matrix3d of_quaternion(const Place& place) {
  const Eigen::VectorXd q = vector_at(place);
  if (q.size() != 4)
    refuse(place, fmt::format("expected a quaternion [w, x, y, z], got {} numbers", q.size()));
  if (!(q.stableNorm() > 0)) refuse(place, "a quaternion of zeros turns nothing");
  return spatial::rotation_of(Eigen::Vector4d(q).stableNormalized());
}

Matrix3d of_euler(const Place& map, const Place& angles, bool degrees) {
  const Place order = required_field(map, "order", "name the axes in turn, such as order: xyz");
  const std::string& letters = string_at(order);
  Vector3d a = triple_at(angles, degrees ? dimensions::number : dimensions::angle);
  if (degrees) a *= std::numbers::pi / 180;
  if (letters.size() != 3) refuse(order, "expected three letters, such as xyz or ZYX");
  const bool fixed = letters[0] >= 'X' && letters[0] <= 'Z';
  Matrix3d R = Matrix3d::Identity();
  for (std::size_t i = 0; i < 3; ++i) {
    const int axis = letters[i] - (fixed ? 'X' : 'x');
    if (axis < 0 || axis > 2)
      refuse(order, "expected three of x, y, z (axes that turn along) or of X, Y, Z (fixed axes)");
    const Matrix3d turn =
        Eigen::AngleAxisd(a[static_cast<Eigen::Index>(i)], Vector3d::Unit(axis)).matrix();
    R = fixed ? Matrix3d(turn * R) : Matrix3d(R * turn);
  }
  return R;
}

/// The shortest turn; of opposite directions, about any axis across.
Matrix3d from_to(const Place& from, const Place& to) {
  return Eigen::Quaterniond::FromTwoVectors(direction_at(from), direction_at(to))
      .toRotationMatrix();
}

/// Where two of the body's axes point.
Matrix3d of_axes(const Place& map) {
  std::optional<int> first;
  std::optional<int> second;
  Matrix3d R = Matrix3d::Zero();
  for (int i = 0; i < 3; ++i) {
    constexpr std::array<std::string_view, 3> names{"x", "y", "z"};
    const auto place = field(map, names[static_cast<std::size_t>(i)]);
    if (!place) continue;
    if (second) refuse(*place, "two axes say it all; leave the third out");
    (first ? second : first) = i;
    R.col(i) = direction_at(*place);
  }
  if (!first || !second)
    refuse(map,
           "expected axis and angle, euler and order, quaternion, from and to, or two of x, y, z");
  const Vector3d rest = R.col(*second) - R.col(*first).dot(R.col(*second)) * R.col(*first);
  if (rest.norm() < parallel_tolerance) refuse(map, "the two directions are parallel");
  R.col(*second) = rest.normalized();
  const int third = 3 - *first - *second;
  R.col(third) = R.col((third + 1) % 3).cross(R.col((third + 2) % 3));
  return R;
}

}  // namespace

Vector3d triple_at(const Place& place, const Dimension& wanted) {
  const std::size_t size = size_at(place, "three values [x, y, z]");
  if (size == 2)
    refuse(place,
           "expected three values [x, y, z], got 2: this scene is in space, where nothing has two");
  if (size != 3) refuse(place, fmt::format("expected three values [x, y, z], got {}", size));
  return {quantity_at(item(place, 0), wanted), quantity_at(item(place, 1), wanted),
          quantity_at(item(place, 2), wanted)};
}

Vector3d direction_at(const Place& place) {
  const Vector3d x = triple_at(place, dimensions::number);
  if (!(x.stableNorm() > 0)) refuse(place, "a direction of zeros points nowhere");
  return x.stableNormalized();
}

std::optional<Vector3d> given_triple(const Place& map, std::string_view key,
                                     const Dimension& wanted) {
  const auto place = field(map, key);
  return place ? std::optional(triple_at(*place, wanted)) : std::nullopt;
}

std::optional<Vector3d> given_turning(const Place& map) {
  const auto plain = given_triple(map, "rate", dimensions::rate);
  const auto degrees = field(map, "rate_deg");
  if (!degrees) return plain;
  if (plain) refuse(*degrees, "given together with rate; give one of them");
  return Vector3d(triple_at(*degrees, dimensions::number) * (std::numbers::pi / 180));
}

Matrix3d rotation_at(const Place& place) {
  if (place.node->kind == NodeKind::sequence) return of_quaternion(place);
  require_keys(place, {.accepted = spatial_keys::whole_rotation});
  if (const auto q = field(place, "quaternion")) return of_quaternion(*q);
  if (const auto euler = field(place, "euler")) return of_euler(place, *euler, false);
  if (const auto euler = field(place, "euler_deg")) return of_euler(place, *euler, true);
  if (const auto axis = field(place, "axis")) {
    const auto angle = given_angle(place, "angle");
    if (!angle) refuse(place, "give the angle about the axis: angle or angle_deg");
    return Eigen::AngleAxisd(angle->value, direction_at(*axis)).toRotationMatrix();
  }
  if (const auto from = field(place, "from"))
    return from_to(*from, required_field(place, "to", "give the direction it turns to"));
  return of_axes(place);
}

Matrix3d rotation_of(const Place& map) {
  const auto place = field(map, "rotation");
  return place ? rotation_at(*place) : Matrix3d::Identity();
}

}  // namespace carom
