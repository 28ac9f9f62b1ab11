#include <carom/multibody/spatial/constraint.hpp>

#include <Eigen/Geometry>
#include <cmath>

namespace carom::spatial {
namespace {

/// The frames of a loop on both bodies, in the world.
struct LoopPoses {
  Pose first;
  Pose second;
};

LoopPoses loop_poses(const Kinematics& k, const Loop& loop) {
  return {pose_of(k, loop.first) * loop.in_first, pose_of(k, loop.second) * loop.in_second};
}

/// q − reference of a joint; 0 where there is none.
double coupled_coordinate(const Model& model, const JointPlace& at, const Eigen::VectorXd& q) {
  if (at.body == world) return 0;
  const Joint& joint = model.body(at.body).joints[static_cast<std::size_t>(at.joint)];
  return q[model.first_position(at.body, at.joint)] - joint.reference;
}

/// The follower's coordinate, less the value of the polynomial.
double coupling_error(const Model& model, const Loop& loop, const Eigen::VectorXd& q) {
  const double x = coupled_coordinate(model, loop.leader, q);
  double y = 0;
  for (auto c = loop.coefficients.rbegin(); c != loop.coefficients.rend(); ++c) y = y * x + *c;
  return coupled_coordinate(model, loop.follower, q) - y;
}

/// The turning from the second frame to the first, along the world's axes, |θ| ≤ π.
Eigen::Vector3d turning_between(const LoopPoses& poses) {
  const Eigen::AngleAxisd turn(poses.first.rotation * poses.second.rotation.transpose());
  return turn.angle() * turn.axis();
}

}  // namespace

LoopFrame loop_frame(const Kinematics& k, const Loop& loop) {
  LoopFrame frame;
  if (loop.kind == LoopKind::coupling) return frame;
  const LoopPoses poses = loop_poses(k, loop);
  frame.on_first = poses.first.position;
  frame.on_second = loop.kind == LoopKind::slide ? poses.first.position : poses.second.position;
  const bool along_axes = loop.kind == LoopKind::slide;
  for (int i = 0; i < (along_axes ? 2 : 3); ++i)
    frame.rows.push_back({along_axes ? Eigen::Vector3d(poses.second.rotation.col(i))
                                     : Eigen::Vector3d(Eigen::Vector3d::Unit(i)),
                          false});
  if (loop.kind == LoopKind::connect) return frame;
  const bool hinge = loop.kind == LoopKind::hinge;
  for (int i = 0; i < (hinge ? 2 : 3); ++i)
    frame.rows.push_back({hinge ? Eigen::Vector3d(poses.second.rotation.col(i))
                                : Eigen::Vector3d(Eigen::Vector3d::Unit(i)),
                          true});
  return frame;
}

double coupling_slope(const Model& model, const Loop& loop, const Eigen::VectorXd& q) {
  const double x = coupled_coordinate(model, loop.leader, q);
  double slope = 0;
  for (std::size_t i = loop.coefficients.size(); i-- > 1;)
    slope = slope * x + static_cast<double>(i) * loop.coefficients[i];
  return slope;
}

Eigen::VectorXd constraint_error(const Model& model, const State& state, const Kinematics& k) {
  Eigen::VectorXd error(model.constraint_rows());
  Eigen::Index row = 0;
  for (const Loop& loop : model.loops()) {
    if (loop.kind == LoopKind::coupling) {
      error[row++] = coupling_error(model, loop, state.q);
      continue;
    }
    const LoopPoses poses = loop_poses(k, loop);
    const Eigen::Vector3d apart = poses.first.position - poses.second.position;
    const Eigen::Vector3d turning = turning_between(poses);
    const Eigen::Vector3d bend = poses.second.rotation.col(2).cross(poses.first.rotation.col(2));
    for (const LoopRow& r : loop_frame(k, loop).rows)
      error[row++] =
          r.direction.dot(!r.turns ? apart : (loop.kind == LoopKind::hinge ? bend : turning));
  }
  return error;
}

Eigen::MatrixXd constraint_jacobian(const Model& model, const State& state, const Kinematics& k) {
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(model.constraint_rows(), model.nv());
  Eigen::Index row = 0;
  for (const Loop& loop : model.loops()) {
    if (loop.kind == LoopKind::coupling) {
      G(row, model.first_freedom(loop.follower.body, loop.follower.joint)) = 1;
      if (loop.leader.body != world)
        G(row, model.first_freedom(loop.leader.body, loop.leader.joint)) -=
            coupling_slope(model, loop, state.q);
      ++row;
      continue;
    }
    const LoopFrame frame = loop_frame(k, loop);
    const Eigen::MatrixXd apart = point_jacobian(model, k, loop.first, frame.on_first) -
                                  point_jacobian(model, k, loop.second, frame.on_second);
    const Eigen::MatrixXd turning =
        turning_jacobian(model, k, loop.first) - turning_jacobian(model, k, loop.second);
    for (const LoopRow& r : frame.rows)
      G.row(row++) = r.direction.transpose() * (r.turns ? turning : apart);
  }
  return G;
}

}  // namespace carom::spatial
