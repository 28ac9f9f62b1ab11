#include <carom/multibody/spatial/state.hpp>
#include <carom/robots/mujoco/mjcf_frame.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <array>
#include <cctype>
#include <numbers>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace carom::robots {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using tinyxml2::XMLElement;

constexpr std::array<const char*, 5> orientations{"quat", "axisangle", "euler", "xyaxes", "zaxis"};

/// The numbers of an attribute, which must be as many.
Eigen::VectorXd numbers(const XMLElement& element, const char* key, Eigen::Index count) {
  std::istringstream in(element.Attribute(key));
  std::vector<double> values;
  for (double x = 0; in >> x;) values.push_back(x);
  if (static_cast<Eigen::Index>(values.size()) != count)
    throw std::invalid_argument(
        fmt::format("<{}> {}: want {} numbers, got {}", element.Name(), key, count, values.size()));
  return Eigen::Map<Eigen::VectorXd>(values.data(), count);
}

Vector3d direction(const XMLElement& element, const Vector3d& x) {
  if (!(x.norm() > 0))
    throw std::invalid_argument(fmt::format("<{}>: a direction is zero", element.Name()));
  return x.normalized();
}

Matrix3d euler_rotation(const Vector3d& angle, const std::string& order) {
  Matrix3d R = Matrix3d::Identity();
  for (std::size_t i = 0; i < 3; ++i) {
    const char axis = static_cast<char>(std::tolower(static_cast<unsigned char>(order.at(i))));
    const Matrix3d turn =
        Eigen::AngleAxisd(angle[static_cast<Eigen::Index>(i)], Vector3d(Vector3d::Unit(axis - 'x')))
            .toRotationMatrix();
    R = axis == order[i] ? Matrix3d(R * turn) : Matrix3d(turn * R);
  }
  return R;
}

Matrix3d orientation(const XMLElement& e, const MjcfAngles& angles) {
  const double unit = angles.degrees ? std::numbers::pi / 180 : 1;
  if (e.Attribute("quat")) {
    const Eigen::Vector4d q = numbers(e, "quat", 4);
    if (!(q.norm() > 0)) throw std::invalid_argument("quat: is zero");
    return spatial::rotation_of(q.normalized());
  }
  if (e.Attribute("axisangle")) {
    const Eigen::VectorXd x = numbers(e, "axisangle", 4);
    return Eigen::AngleAxisd(unit * x[3], direction(e, x.head<3>())).toRotationMatrix();
  }
  if (e.Attribute("euler")) return euler_rotation(unit * numbers(e, "euler", 3), angles.euler);
  if (e.Attribute("xyaxes")) {
    const Eigen::VectorXd x = numbers(e, "xyaxes", 6);
    Matrix3d R;
    R.col(0) = direction(e, x.head<3>());
    const Vector3d y = x.tail<3>();
    R.col(1) = direction(e, y - R.col(0).dot(y) * R.col(0));
    R.col(2) = R.col(0).cross(R.col(1));
    return R;
  }
  if (e.Attribute("zaxis"))
    return Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(),
                                              direction(e, numbers(e, "zaxis", 3)))
        .toRotationMatrix();
  return Matrix3d::Identity();
}

void set_numbers(XMLElement& element, const char* key, const Eigen::VectorXd& x) {
  std::string text;
  for (const double value : x) text += fmt::format("{}{}", text.empty() ? "" : " ", value);
  element.SetAttribute(key, text.c_str());
}

/// Six numbers (xx, yy, zz, xy, xz, yz) go without an orientation.
void turn_full_inertia(const Matrix3d& R, XMLElement& element) {
  const Eigen::VectorXd I = numbers(element, "fullinertia", 6);
  Matrix3d full;
  full << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
  full = R * full * R.transpose();
  Eigen::VectorXd six(6);
  six << full(0, 0), full(1, 1), full(2, 2), full(0, 1), full(0, 2), full(1, 2);
  set_numbers(element, "fullinertia", six);
}

}  // namespace

spatial::Pose pose_in_text(const XMLElement& element, const MjcfAngles& angles) {
  spatial::Pose pose;
  if (element.Attribute("pos")) pose.position = numbers(element, "pos", 3);
  pose.rotation = orientation(element, angles);
  return pose;
}

void move_by(const spatial::Pose& frame, XMLElement& element, const MjcfAngles& angles) {
  const std::string name = element.Name();
  if (name == "freejoint") return;
  if (name == "joint") {
    const spatial::Pose own = pose_in_text(element, angles);
    set_numbers(element, "pos", frame * own.position);
    const Vector3d axis =
        element.Attribute("axis") ? Vector3d(numbers(element, "axis", 3)) : Vector3d::UnitZ();
    set_numbers(element, "axis", frame.rotation * axis);
    return;
  }
  if (element.Attribute("fromto")) {
    Eigen::VectorXd ends = numbers(element, "fromto", 6);
    ends.head<3>() = frame * Vector3d(ends.head<3>());
    ends.tail<3>() = frame * Vector3d(ends.tail<3>());
    set_numbers(element, "fromto", ends);
    return;
  }
  const spatial::Pose pose = frame * pose_in_text(element, angles);
  if (element.Attribute("fullinertia")) {
    turn_full_inertia(frame.rotation, element);
    set_numbers(element, "pos", pose.position);
    return;
  }
  for (const char* key : orientations) element.DeleteAttribute(key);
  set_numbers(element, "pos", pose.position);
  set_numbers(element, "quat", spatial::quaternion_of(pose.rotation));
}

}  // namespace carom::robots
