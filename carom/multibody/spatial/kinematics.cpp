#include <carom/impact/objection.hpp>
#include <carom/multibody/spatial/carried.hpp>
#include <carom/multibody/spatial/kinematics.hpp>

#include <Eigen/Geometry>
#include <cmath>
#include <stdexcept>

namespace carom::spatial {
namespace {

/// The rotation by an angle about a unit axis.
Eigen::Matrix3d turned(const Eigen::Vector3d& axis, double angle) {
  const double s = std::sin(angle);
  const double half = std::sin(angle / 2);
  const double versine = 2 * half * half;  // 1 − cos without cancellation
  const Eigen::Vector3d a = versine * axis;
  const Eigen::Vector3d b = s * axis;
  const double c = 1 - versine;
  Eigen::Matrix3d R;
  R << c + a.x() * axis.x(), a.x() * axis.y() - b.z(), a.x() * axis.z() + b.y(),  //
      a.y() * axis.x() + b.z(), c + a.y() * axis.y(), a.y() * axis.z() - b.x(),   //
      a.z() * axis.x() - b.y(), a.z() * axis.y() + b.x(), c + a.z() * axis.z();
  return R;
}

/// One body's joints while they act, one after the other.
struct Carrying {
  Kinematics& k;
  Pose pose;
  int v;                                 ///< next entry of v
  const Eigen::Vector3d* turns_about{};  ///< the last anchor

  void slide(const Eigen::Vector3d& direction) {
    const auto i = static_cast<std::size_t>(v++);
    k.motion[i] << Eigen::Vector3d::Zero(), direction;
    k.anchor[i] = pose.position;
  }
  void turn(const Eigen::Vector3d& axis, const Eigen::Vector3d& anchor) {
    const auto i = static_cast<std::size_t>(v++);
    k.motion[i] << axis, Eigen::Vector3d::Zero();
    k.anchor[i] = anchor;
    turns_about = &k.anchor[i];
  }
  /// Turns the body by R (in its own axes) about its point x, which is at `anchor`.
  void rotate(const Eigen::Matrix3d& R, const Eigen::Vector3d& x, const Eigen::Vector3d& anchor) {
    pose.rotation = pose.rotation * R;
    pose.position = anchor - pose.rotation * x;
  }
  void turn_freely(const Eigen::Vector3d& anchor) {
    for (int i = 0; i < 3; ++i) turn(pose.rotation.col(i), anchor);
  }
};

Eigen::Matrix3d rotation_at(const Eigen::VectorXd& q, int i) {
  Eigen::Vector4d x = q.segment<4>(i);
  const double length = x.stableNorm();
  if (!(length > 0)) throw Objection({"state"}, "a quaternion is zero");
  return rotation_of(x / length);
}

/// Moves the frame by one joint and notes the joint's unit motions.
void act(const Joint& joint, const Eigen::VectorXd& q, int i, Carrying& c) {
  const Eigen::Matrix3d before = c.pose.rotation;
  switch (joint.kind) {
    case JointKind::free:
      for (int axis = 0; axis < 3; ++axis) c.slide(Eigen::Vector3d::Unit(axis));
      c.pose = {q.segment<3>(i), rotation_at(q, i + 3)};
      c.turn_freely(c.pose.position);
      c.turns_about = nullptr;
      return;
    case JointKind::ball: {
      const Eigen::Vector3d anchor = c.pose * joint.position;
      c.rotate(rotation_at(q, i), joint.position, anchor);
      c.turn_freely(anchor);
      return;
    }
    case JointKind::hinge: {
      const Eigen::Vector3d anchor = c.pose * joint.position;
      c.turn(before * joint.axis, anchor);
      c.rotate(turned(joint.axis, q[i] - joint.reference), joint.position, anchor);
      return;
    }
    case JointKind::slide: {
      const Eigen::Vector3d axis = before * joint.axis;
      c.pose.position += (q[i] - joint.reference) * axis;
      c.slide(axis);
      return;
    }
    case JointKind::planar: {
      const Eigen::Vector3d x = before * joint.along;
      const Eigen::Vector3d y = before * joint.axis.cross(joint.along);
      c.slide(x);
      c.slide(y);
      c.pose.position += q[i] * x + q[i + 1] * y;
      const Eigen::Vector3d anchor = c.pose * joint.position;
      c.turn(before * joint.axis, anchor);
      c.rotate(turned(joint.axis, q[i + 2]), joint.position, anchor);
      return;
    }
  }
}

/// Unit motions about the body's reference, its twist there, and Σ Ṡ v; a joint's axes move with what
/// was before the joint, those of a ball as one.
void move(const Model& model, int b, const Eigen::VectorXd& v, Kinematics& k) {
  const auto body = static_cast<std::size_t>(b);
  const Eigen::Vector3d& r = k.reference[body];
  const int parent = model.body(b).parent;
  Vector6 V = Vector6::Zero();
  if (parent != world) V << turning_of(k, parent), velocity_at(k, parent, r);
  Vector6& drift = k.drift[body];
  drift.setZero();
  int i = model.first_freedom(b);
  for (const Joint& joint : model.body(b).joints) {
    const bool straight = joint.kind == JointKind::free || joint.kind == JointKind::planar;
    const int count = freedoms(joint.kind);
    Vector6 turning = Vector6::Zero();
    for (int j = 0; j < count; ++j, ++i) {
      const auto entry = static_cast<std::size_t>(i);
      Vector6& s = k.motion[entry];
      if (!s.head<3>().isZero(0)) s.tail<3>() = s.head<3>().cross(r - k.anchor[entry]);
      const Vector6 moves = v[i] * s;
      if (straight && (j < 2 || (j == 2 && joint.kind == JointKind::free))) {
        drift += crossed(V, moves);
        V += moves;
      } else {
        turning += moves;
      }
    }
    drift += crossed(V, turning);
    V += turning;
  }
  const Eigen::Vector3d omega = V.head<3>();
  k.twist[body] = {V.tail<3>() + omega.cross(k.pose[body].position - r), omega};
}

}  // namespace

Kinematics kinematics(const Model& model, const State& state) {
  Kinematics k;
  kinematics(model, state, k);
  return k;
}

void kinematics(const Model& model, const State& state, Kinematics& k) {
  if (state.q.size() != model.nq() || state.v.size() != model.nv()) check_state(model, state);
  const std::size_t n = model.bodies().size();
  k.pose.resize(n);
  k.twist.resize(n);
  k.reference.resize(n);
  k.drift.resize(n);
  k.motion.resize(static_cast<std::size_t>(model.nv()));
  k.anchor.resize(static_cast<std::size_t>(model.nv()));
  for (const int b : model.order()) {
    const Body& body = model.body(b);
    const auto index = static_cast<std::size_t>(b);
    Carrying carrying{k, body.in_parent, model.first_freedom(b)};
    if (body.parent != world)
      carrying.pose = k.pose[static_cast<std::size_t>(body.parent)] * body.in_parent;
    int i = model.first_position(b);
    for (const Joint& joint : body.joints) {
      act(joint, state.q, i, carrying);
      i += positions(joint.kind);
    }
    k.pose[index] = carrying.pose;
    k.reference[index] =
        carrying.turns_about ? *carrying.turns_about : carrying.pose * body.centre_of_mass;
    move(model, b, state.v, k);
  }
}

Pose pose_of(const Kinematics& k, int body) {
  return body == world ? Pose{} : k.pose[static_cast<std::size_t>(body)];
}

Eigen::Vector3d point_position(const Kinematics& k, int body, const Eigen::Vector3d& point) {
  return body == world ? point : k.pose[static_cast<std::size_t>(body)] * point;
}

Eigen::Vector3d velocity_at(const Kinematics& k, int body, const Eigen::Vector3d& x) {
  if (body == world) return Eigen::Vector3d::Zero();
  const auto b = static_cast<std::size_t>(body);
  return k.twist[b].velocity + k.twist[b].turning.cross(x - k.pose[b].position);
}

Eigen::Vector3d turning_of(const Kinematics& k, int body) {
  return body == world ? Eigen::Vector3d(0, 0, 0) : k.twist[static_cast<std::size_t>(body)].turning;
}

Eigen::MatrixXd point_jacobian(const Model& model, const Kinematics& k, int body,
                               const Eigen::Vector3d& x) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3, model.nv());
  for (int b = body; b != world; b = model.body(b).parent)
    for (int i = model.first_freedom(b); i < model.first_freedom(b) + model.freedoms_of(b); ++i)
      J.col(i) = motion_at(k.motion[static_cast<std::size_t>(i)],
                           k.reference[static_cast<std::size_t>(b)], x)
                     .tail<3>();
  return J;
}

Eigen::MatrixXd turning_jacobian(const Model& model, const Kinematics& k, int body) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3, model.nv());
  for (int b = body; b != world; b = model.body(b).parent)
    for (int i = model.first_freedom(b); i < model.first_freedom(b) + model.freedoms_of(b); ++i)
      J.col(i) = k.motion[static_cast<std::size_t>(i)].head<3>();
  return J;
}

std::vector<Vector6> accelerations(const Model& model, const Kinematics& k,
                                   const Eigen::VectorXd& a) {
  std::vector<Vector6> A(model.bodies().size());
  for (const int b : model.order()) {
    const auto body = static_cast<std::size_t>(b);
    A[body] = k.drift[body];
    if (const int parent = model.body(b).parent; parent != world) {
      const auto p = static_cast<std::size_t>(parent);
      A[body] += motion_at(A[p], k.reference[p], k.reference[body]);
    }
    for (int i = model.first_freedom(b); i < model.first_freedom(b) + model.freedoms_of(b); ++i)
      A[body] += a[i] * k.motion[static_cast<std::size_t>(i)];
  }
  return A;
}

Eigen::Vector3d acceleration_at(const Kinematics& k, const std::vector<Vector6>& accelerations,
                                int body, const Eigen::Vector3d& x) {
  if (body == world) return Eigen::Vector3d::Zero();
  const auto b = static_cast<std::size_t>(body);
  return motion_at(accelerations[b], k.reference[b], x).tail<3>() +
         k.twist[b].turning.cross(velocity_at(k, body, x));
}

}  // namespace carom::spatial
