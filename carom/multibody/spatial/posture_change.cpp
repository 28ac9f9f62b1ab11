#include <carom/multibody/spatial/carried.hpp>
#include <carom/multibody/spatial/dynamics.hpp>
#include <carom/multibody/spatial/posture_change.hpp>

namespace carom::spatial {
namespace {

using Eigen::Vector3d;

/// A ball's axes and a free body's turn with the body; other axes are carried by what was before.
bool turns_along(const Joint& joint, int entry) {
  return joint.kind == JointKind::ball || (joint.kind == JointKind::free && entry >= 3);
}

}  // namespace

PostureChange::PostureChange(const Model& model, const State& state, const Kinematics& k,
                             const Eigen::VectorXd& delta)
    : model_(&model), state_(&state), k_(&k), delta_(delta) {
  State along = state;
  along.v = delta;
  moving_ = kinematics(model, along);
  rates_.assign(static_cast<std::size_t>(model.nv()), Vector6::Zero());
  for (const int b : model.order()) {
    const Vector3d& r = k.reference[static_cast<std::size_t>(b)];
    const int parent = model.body(b).parent;
    Vector6 V = Vector6::Zero();
    if (parent != world) V << turning_of(moving_, parent), velocity_at(moving_, parent, r);
    int i = model.first_freedom(b);
    for (const Joint& joint : model.body(b).joints) {
      const int last = i + freedoms(joint.kind);
      Vector6 whole = V;
      for (int j = i; j < last; ++j) whole += delta[j] * k.motion[static_cast<std::size_t>(j)];
      for (int j = i; j < last; ++j) {
        const auto entry = static_cast<std::size_t>(j);
        rates_[entry] = crossed(turns_along(joint, j - i) ? whole : V, k.motion[entry]);
        V += delta[j] * k.motion[entry];
      }
      i = last;
    }
  }
}

Eigen::MatrixXd PostureChange::mass_times(const Eigen::MatrixXd& A) const {
  const Model& model = *model_;
  const std::size_t n = model.bodies().size();
  Eigen::MatrixXd f = Eigen::MatrixXd::Zero(A.rows(), A.cols());
  std::vector<Vector6> V(n), dV(n), h(n), dh(n);
  for (Eigen::Index column = 0; column < A.cols(); ++column) {
    for (const int body : model.order()) {
      const auto b = static_cast<std::size_t>(body);
      V[b].setZero();
      dV[b].setZero();
      if (const int parent = model.body(body).parent; parent != world) {
        const auto p = static_cast<std::size_t>(parent);
        V[b] = motion_at(V[p], k_->reference[p], k_->reference[b]);
        dV[b] = motion_at(dV[p], k_->reference[p], k_->reference[b]);
      }
      const int first = model.first_freedom(body);
      for (int i = first; i < first + model.freedoms_of(body); ++i) {
        V[b] += A(i, column) * k_->motion[static_cast<std::size_t>(i)];
        dV[b] += A(i, column) * rates_[static_cast<std::size_t>(i)];
      }
      const BranchInertia I = body_inertia(model, *k_, body);
      Vector6 T;
      T << turning_of(moving_, body), velocity_at(moving_, body, k_->reference[b]);
      h[b] = I * V[b];
      dh[b] = crossed_dual(T, h[b]) + I * Vector6(dV[b] - crossed(T, V[b]));
    }
    for (auto it = model.order().rbegin(); it != model.order().rend(); ++it) {
      const auto b = static_cast<std::size_t>(*it);
      const int first = model.first_freedom(*it);
      for (int i = first; i < first + model.freedoms_of(*it); ++i) {
        const auto entry = static_cast<std::size_t>(i);
        f(i, column) = rates_[entry].dot(h[b]) + k_->motion[entry].dot(dh[b]);
      }
      const int parent = model.body(*it).parent;
      if (parent == world) continue;
      const auto p = static_cast<std::size_t>(parent);
      h[p] += impulse_about(h[b], k_->reference[b], k_->reference[p]);
      dh[p] += impulse_about(dh[b], k_->reference[b], k_->reference[p]);
    }
  }
  return f;
}

void PostureChange::add_side(int body, double sign, const Row& row, const Vector3d& x,
                             const Vector3d& x_change, Eigen::RowVectorXd& change) const {
  for (int b = body; b != world; b = model_->body(b).parent) {
    const Vector3d& r = k_->reference[static_cast<std::size_t>(b)];
    const int first = model_->first_freedom(b);
    for (int i = first; i < first + model_->freedoms_of(b); ++i) {
      const auto entry = static_cast<std::size_t>(i);
      const Vector6 S = motion_at(k_->motion[entry], r, x);
      const Vector6 dS = motion_at(rates_[entry], r, x);
      if (row.turns)
        change[i] +=
            sign * (row.direction_change.dot(S.head<3>()) + row.direction.dot(dS.head<3>()));
      else
        change[i] += sign * (row.direction_change.dot(S.tail<3>()) +
                             row.direction.dot(dS.tail<3>() + S.head<3>().cross(x_change)));
    }
  }
}

Eigen::RowVectorXd PostureChange::row_change(int first, int second, const Row& row) const {
  Eigen::RowVectorXd change = Eigen::RowVectorXd::Zero(model_->nv());
  add_side(first, 1, row, row.on_first, row.on_first_change, change);
  add_side(second, -1, row, row.on_second, row.on_second_change, change);
  return change;
}

Eigen::MatrixXd PostureChange::jacobian(const SceneContact& contact) const {
  if (contact.stop) return Eigen::MatrixXd::Zero(1, model_->nv());
  const ContactFrame& f = contact.frame;
  const FrameMotion& m = contact.motion;
  Vector3d moves = Vector3d::Zero();
  Vector3d turns = Vector3d::Zero();
  if (m.kind == FrameMotion::Kind::point) {
    turns = turning_of(moving_, m.axes_body);
    moves = velocity_at(moving_, m.body, m.core) + turns.cross(f.position - m.core);
  } else if (m.kind == FrameMotion::Kind::centres) {
    const Vector3d n = f.axes.col(2);
    const Vector3d second = velocity_at(moving_, f.second, m.core_second);
    const Vector3d apart = velocity_at(moving_, f.first, m.core) - second;
    const Vector3d dn = (apart - n * n.dot(apart)) / (m.core - m.core_second).norm();
    turns = n.cross(dn);
    moves = second + turns.cross(f.position - m.core_second);
  }
  Eigen::MatrixXd change(3, model_->nv());
  for (int i = 0; i < 3; ++i) {
    const Vector3d d = f.axes.col(i);
    const Row row{d, turns.cross(d), f.position, moves, f.position, moves};
    change.row(i) = row_change(f.first, f.second, row);
  }
  return change;
}

Eigen::RowVectorXd PostureChange::coupling_change(const Loop& loop) const {
  Eigen::RowVectorXd change = Eigen::RowVectorXd::Zero(model_->nv());
  if (loop.leader.body == world) return change;
  const Joint& joint =
      model_->body(loop.leader.body).joints[static_cast<std::size_t>(loop.leader.joint)];
  const double x =
      state_->q[model_->first_position(loop.leader.body, loop.leader.joint)] - joint.reference;
  double curvature = 0;  // of the polynomial
  for (std::size_t i = loop.coefficients.size(); i-- > 2;)
    curvature = curvature * x + static_cast<double>(i * (i - 1)) * loop.coefficients[i];
  const int leader = model_->first_freedom(loop.leader.body, loop.leader.joint);
  change[leader] = -curvature * delta_[leader];
  return change;
}

Eigen::MatrixXd PostureChange::constraint_jacobian() const {
  Eigen::MatrixXd change = Eigen::MatrixXd::Zero(model_->constraint_rows(), model_->nv());
  Eigen::Index at = 0;
  for (const Loop& loop : model_->loops()) {
    if (loop.kind == LoopKind::coupling) {
      change.row(at++) = coupling_change(loop);
      continue;
    }
    const LoopFrame frame = loop_frame(*k_, loop);
    const bool turning_axes = loop.kind == LoopKind::hinge || loop.kind == LoopKind::slide;
    const Vector3d first = velocity_at(moving_, loop.first, frame.on_first);
    const Vector3d second =
        loop.kind == LoopKind::slide ? first : velocity_at(moving_, loop.second, frame.on_second);
    for (const LoopRow& r : frame.rows) {
      const bool carried = turning_axes && (r.turns == (loop.kind == LoopKind::hinge));
      const Vector3d turned =
          carried ? turning_of(moving_, loop.second).cross(r.direction).eval() : Vector3d::Zero();
      change.row(at++) = row_change(
          loop.first, loop.second,
          {r.direction, turned, frame.on_first, first, frame.on_second, second, r.turns});
    }
  }
  return change;
}

}  // namespace carom::spatial
