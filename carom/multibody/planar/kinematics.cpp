#include <carom/multibody/planar/kinematics.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

/// A vector of a frame whose x axis is `heading`, seen from outside.
Eigen::Vector2d turned(const Eigen::Vector2d& heading, const Eigen::Vector2d& x) {
  return {heading.x() * x.x() - heading.y() * x.y(), heading.y() * x.x() + heading.x() * x.y()};
}

Pose pose_of(const Kinematics& k, int body) {
  return body == world ? Pose{} : k.pose[static_cast<std::size_t>(body)];
}

Twist twist_of(const Kinematics& k, int body) {
  return body == world ? Twist{} : k.twist[static_cast<std::size_t>(body)];
}

Eigen::Vector2d heading_of(const Kinematics& k, int body) {
  return body == world ? Eigen::Vector2d(1, 0) : k.heading[static_cast<std::size_t>(body)];
}

/// A frame on a body, seen from the world.
Pose pose_on(const Kinematics& k, int body, const Pose& in_body) {
  const Pose pose = pose_of(k, body);
  return {pose.position + turned(heading_of(k, body), in_body.position),
          pose.angle + in_body.angle};
}

/// The joint's own displacement, as the child's frame in the parent's.
Pose displacement(const Joint& joint, const Eigen::VectorXd& q, int first) {
  switch (joint.kind) {
    case JointKind::free: return {{q[first], q[first + 1]}, q[first + 2]};
    case JointKind::revolute: return {{0, 0}, q[first]};
    case JointKind::prismatic: return {{q[first], 0}, 0};
    case JointKind::weld: return {};
  }
  return {};
}

void check_size(const Eigen::VectorXd& x, int want, const char* what) {
  if (x.size() != want)
    throw std::invalid_argument(
        fmt::format("kinematics: {} has {} entries; want {}", what, x.size(), want));
}

}  // namespace

Eigen::Vector2d direction(double angle) { return {std::cos(angle), std::sin(angle)}; }

UnitMotions unit_motions(const Model& model, const Kinematics& k, int body) {
  const auto b = static_cast<std::size_t>(body);
  UnitMotion turning;
  turning.turns = true;
  turning.anchor = k.joint_origin[b];
  UnitMotion along;
  along.direction = k.joint_axis[b];
  UnitMotion across;
  across.direction = perp(k.joint_axis[b]);
  switch (model.joint(body).kind) {
    case JointKind::free: return {{along, across, turning}, 3};
    case JointKind::revolute: return {{turning}, 1};
    case JointKind::prismatic: return {{along}, 1};
    case JointKind::weld: return {};
  }
  return {};
}

namespace {

/// Pose and twist of a body whose parent is placed.
void place(const Model& model, const State& state, int body, Kinematics& k) {
  const auto b = static_cast<std::size_t>(body);
  const Joint& joint = model.joint(body);
  const int first = model.first_coordinate(body);
  const Pose on_parent = pose_on(k, joint.parent, joint.in_parent);
  const Pose moved = displacement(joint, state.q, first);
  k.joint_axis[b] =
      joint.in_parent.angle == 0 ? heading_of(k, joint.parent) : direction(on_parent.angle);
  k.joint_origin[b] = on_parent.position + turned(k.joint_axis[b], moved.position);
  k.pose[b].angle = on_parent.angle + moved.angle - joint.in_child.angle;
  k.heading[b] = direction(k.pose[b].angle);
  k.pose[b].position = k.joint_origin[b] - turned(k.heading[b], joint.in_child.position);

  k.twist[b].rate = twist_of(k, joint.parent).rate;
  k.twist[b].velocity =
      joint.parent == world
          ? Eigen::Vector2d(0, 0)
          : Eigen::Vector2d(twist_of(k, joint.parent).velocity +
                            k.twist[b].rate *
                                perp(k.pose[b].position - pose_of(k, joint.parent).position));
  int i = first;
  for (const UnitMotion& motion : unit_motions(model, k, body)) {
    k.twist[b].velocity += state.v[i] * motion.at(k.pose[b].position);
    k.twist[b].rate += motion.turns ? state.v[i] : 0.0;
    ++i;
  }
}

}  // namespace

Kinematics kinematics(const Model& model, const State& state) {
  Kinematics k;
  kinematics(model, state, k);
  return k;
}

void kinematics(const Model& model, const State& state, Kinematics& k) {
  kinematics(model, state, model.order(), k);
}

void kinematics(const Model& model, const State& state, const std::vector<int>& bodies,
                Kinematics& k) {
  check_size(state.q, model.size(), "q");
  check_size(state.v, model.size(), "v");
  const std::size_t n = model.bodies().size();
  k.pose.resize(n);
  k.twist.resize(n);
  k.heading.resize(n);
  k.joint_origin.resize(n);
  k.joint_axis.resize(n);
  for (const int body : bodies) place(model, state, body, k);
}

void frame_accelerations(const Model& model, const State& state, const Kinematics& k,
                         const Eigen::VectorXd& a, std::vector<FrameAcceleration>& out) {
  out.resize(model.bodies().size());
  for (const int body : model.order()) {
    const auto b = static_cast<std::size_t>(body);
    const Joint& joint = model.joint(body);
    const Eigen::Vector2d& origin = k.joint_origin[b];
    Eigen::Vector2d at_joint = Eigen::Vector2d::Zero();
    double turning = 0;
    double angular = 0;
    if (joint.parent != world) {
      const auto p = static_cast<std::size_t>(joint.parent);
      const Eigen::Vector2d arm = origin - k.pose[p].position;
      turning = k.twist[p].rate;
      angular = out[p].angular;
      at_joint = out[p].linear + angular * perp(arm) - turning * turning * arm;
    }
    int i = model.first_coordinate(body);
    for (const UnitMotion& motion : unit_motions(model, k, body)) {
      if (motion.turns)
        angular += a[i];
      else
        at_joint += 2 * turning * state.v[i] * perp(motion.direction) + a[i] * motion.direction;
      ++i;
    }
    const double rate = k.twist[b].rate;
    const Eigen::Vector2d arm = k.pose[b].position - origin;
    out[b].linear = at_joint + angular * perp(arm) - rate * rate * arm;
    out[b].angular = angular;
  }
}

Eigen::Vector2d point_position(const Kinematics& k, int body, const Eigen::Vector2d& point) {
  return pose_of(k, body).position + turned(heading_of(k, body), point);
}

Eigen::Vector2d point_velocity(const Kinematics& k, int body, const Eigen::Vector2d& point) {
  const Twist twist = twist_of(k, body);
  return twist.velocity + twist.rate * perp(turned(heading_of(k, body), point));
}

Eigen::MatrixXd point_jacobian(const Model& model, const Kinematics& k, int body,
                               const Eigen::Vector2d& position) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(2, model.size());
  for (int b = body; b != world; b = model.joint(b).parent) {
    int i = model.first_coordinate(b);
    for (const UnitMotion& motion : unit_motions(model, k, b)) J.col(i++) = motion.at(position);
  }
  return J;
}

Eigen::VectorXd rotation_jacobian(const Model& model, int body) {
  Eigen::VectorXd j = Eigen::VectorXd::Zero(model.size());
  for (int b = body; b != world; b = model.joint(b).parent) {
    const JointKind kind = model.joint(b).kind;
    if (kind == JointKind::revolute) j[model.first_coordinate(b)] = 1;
    if (kind == JointKind::free) j[model.first_coordinate(b) + 2] = 1;
  }
  return j;
}

namespace {

/// The two frames that a loop joint ties together.
struct LoopFrames {
  Pose a, b;
};

LoopFrames frames_of(const Kinematics& k, const Joint& joint) {
  return {pose_on(k, joint.parent, joint.in_parent), pose_on(k, joint.child, joint.in_child)};
}

/// Positions are known to this share of the mechanism's reach; a shorter lever counts as zero.
constexpr double rounding_of_positions = 1e-14;

/// Sets the levers to zero that only rounding has left, such as that of a joint about itself: a
/// constraint that holds by itself must not tie the mechanism to the direction of its rounding.
void drop_rounding(const Model& model, const Kinematics& k, Eigen::MatrixXd& G) {
  double reach = 0;
  for (std::size_t b = 0; b < k.pose.size(); ++b)
    reach = std::max(
        {reach, k.pose[b].position.cwiseAbs().maxCoeff(), k.joint_origin[b].cwiseAbs().maxCoeff()});
  for (const int body : model.order()) {
    int column = model.first_coordinate(body);
    for (const UnitMotion& motion : unit_motions(model, k, body)) {
      for (Eigen::Index row = 0; motion.turns && row < G.rows(); ++row)
        if (std::abs(G(row, column)) <= rounding_of_positions * reach) G(row, column) = 0;
      ++column;
    }
  }
}

/// An angle brought into (−π, π].
double wrapped(double angle) { return std::remainder(angle, 2 * std::acos(-1.0)); }

}  // namespace

Eigen::VectorXd constraint_error(const Model& model, const Kinematics& k) {
  Eigen::VectorXd error(model.constraint_rows());
  Eigen::Index row = 0;
  for (const Joint& joint : model.loops()) {
    const LoopFrames f = frames_of(k, joint);
    const Eigen::Vector2d apart = f.b.position - f.a.position;
    if (joint.kind == JointKind::prismatic) {
      error[row++] = perp(direction(f.a.angle)).dot(apart);
    } else {
      error[row++] = apart.x();
      error[row++] = apart.y();
    }
    if (joint.kind != JointKind::revolute) error[row++] = wrapped(f.b.angle - f.a.angle);
  }
  return error;
}

namespace {

/// A point of a body and how it moves.
struct PointMotion {
  Eigen::Vector2d velocity = Eigen::Vector2d::Zero();
  Eigen::Vector2d acceleration = Eigen::Vector2d::Zero();
};

PointMotion motion_of(const Kinematics& k, const std::vector<FrameAcceleration>& frames, int body,
                      const Eigen::Vector2d& point) {
  if (body == world) return {};
  const auto b = static_cast<std::size_t>(body);
  const Eigen::Vector2d arm = turned(k.heading[b], point);
  const double rate = k.twist[b].rate;
  return {k.twist[b].velocity + rate * perp(arm),
          frames[b].linear + frames[b].angular * perp(arm) - rate * rate * arm};
}

double angular_of(const std::vector<FrameAcceleration>& frames, int body) {
  return body == world ? 0.0 : frames[static_cast<std::size_t>(body)].angular;
}

}  // namespace

Eigen::VectorXd constraint_acceleration(const Model& model, const Kinematics& k,
                                        const std::vector<FrameAcceleration>& frames) {
  Eigen::VectorXd change(model.constraint_rows());
  Eigen::Index row = 0;
  for (const Joint& joint : model.loops()) {
    const LoopFrames f = frames_of(k, joint);
    const PointMotion a = motion_of(k, frames, joint.parent, joint.in_parent.position);
    const PointMotion b = motion_of(k, frames, joint.child, joint.in_child.position);
    const Eigen::Vector2d acceleration = b.acceleration - a.acceleration;
    if (joint.kind == JointKind::prismatic) {
      const Eigen::Vector2d n = perp(direction(f.a.angle));
      const Eigen::Vector2d apart = f.b.position - f.a.position;
      const double rate = twist_of(k, joint.parent).rate;
      change[row++] = n.dot(acceleration) + 2 * rate * perp(n).dot(b.velocity - a.velocity) +
                      angular_of(frames, joint.parent) * perp(n).dot(apart) -
                      rate * rate * n.dot(apart);
    } else {
      change.segment<2>(row) = acceleration;
      row += 2;
    }
    if (joint.kind != JointKind::revolute)
      change[row++] = angular_of(frames, joint.child) - angular_of(frames, joint.parent);
  }
  return change;
}

Eigen::MatrixXd constraint_jacobian(const Model& model, const Kinematics& k) {
  Eigen::MatrixXd G(model.constraint_rows(), model.size());
  Eigen::Index row = 0;
  for (const Joint& joint : model.loops()) {
    const LoopFrames f = frames_of(k, joint);
    const Eigen::Vector2d apart = f.b.position - f.a.position;
    const Eigen::MatrixXd relative = point_jacobian(model, k, joint.child, f.b.position) -
                                     point_jacobian(model, k, joint.parent, f.a.position);
    const Eigen::VectorXd turning_a = rotation_jacobian(model, joint.parent);
    if (joint.kind == JointKind::prismatic) {
      const Eigen::Vector2d n = perp(direction(f.a.angle));
      G.row(row++) = n.transpose() * relative + perp(n).dot(apart) * turning_a.transpose();
    } else {
      G.middleRows(row, 2) = relative;
      row += 2;
    }
    if (joint.kind != JointKind::revolute)
      G.row(row++) = (rotation_jacobian(model, joint.child) - turning_a).transpose();
  }
  drop_rounding(model, k, G);
  return G;
}

}  // namespace carom
