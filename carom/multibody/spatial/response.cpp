#include <carom/impact/objection.hpp>
#include <carom/multibody/planar/least_solution.hpp>
#include <carom/multibody/spatial/constraint.hpp>
#include <carom/multibody/spatial/response.hpp>

#include <Eigen/Geometry>
#include <cmath>
#include <stdexcept>

namespace carom::spatial {
namespace {

/// A direction in which a contact cannot move still does by rounding: up to this share of what an impulse
/// along its easiest direction gives.
constexpr double rounding_of_root = 1e-13;

/// The x axis serves as tangent unless the normal is this near to it.
constexpr double nearly_along_x = 1e-6;

/// How far towards n a tangent may lie: what is left across n must be this share of it.
constexpr double least_tangent = 1e-9;

Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& d) {
  Eigen::Matrix3d D;
  D << 0, -d.z(), d.y(), d.z(), 0, -d.x(), -d.y(), d.x(), 0;
  return D;
}

/// A body's own inertia about its reference, as a matrix from motion to momentum.
Matrix6 inertia_matrix(const Model& model, const Kinematics& k, int body) {
  const auto b = static_cast<std::size_t>(body);
  const Body& rigid = model.body(body);
  const Eigen::Matrix3d& R = k.pose[b].rotation;
  const Eigen::Vector3d c = k.pose[b] * rigid.centre_of_mass - k.reference[b];
  const Eigen::Matrix3d C = cross_matrix(c);
  Matrix6 I;
  I.topLeftCorner<3, 3>() = R * rigid.inertia * R.transpose() - rigid.mass * C * C;
  I.topRightCorner<3, 3>() = rigid.mass * C;
  I.bottomLeftCorner<3, 3>() = -rigid.mass * C;
  I.bottomRightCorner<3, 3>() = rigid.mass * Eigen::Matrix3d::Identity();
  return I;
}

/// Adds an inertia about r + d to one about r.
void add_inertia(const Matrix6& I, const Eigen::Vector3d& d, Matrix6& sum) {
  const Eigen::Matrix3d D = cross_matrix(d);
  const Eigen::Matrix3d B = I.topRightCorner<3, 3>();
  const Eigen::Matrix3d moved = B + D * I.bottomRightCorner<3, 3>();
  sum.topLeftCorner<3, 3>() += I.topLeftCorner<3, 3>() - B * D + D * moved.transpose();
  sum.topRightCorner<3, 3>() += moved;
  sum.bottomLeftCorner<3, 3>() += moved.transpose();
  sum.bottomRightCorner<3, 3>() += I.bottomRightCorner<3, 3>();
}

[[noreturn]] void refuse_freedom(const Model& model, int body) {
  throw Objection(path_to_body(model.body(body).name),
                  "a joint of it moves no inertia; give it mass or inertia");
}

/// Components that only rounding has left become zero, port by port.
void settle(const std::vector<ImpulsePort>& ports, Eigen::MatrixXd& Y) {
  Eigen::Index column = 0;
  for (const ImpulsePort& port : ports) {
    const Eigen::Index count = rows(port);
    const double largest = Y.middleCols(column, count).colwise().norm().maxCoeff();
    for (Eigen::Index i = column; i < column + count; ++i)
      if (Y.col(i).norm() <= rounding_of_root * largest) Y.col(i).setZero();
    column += count;
  }
}

/// Takes from Y its part in the range of the constraints.
void hold_loops(const Eigen::MatrixXd& loops, ImpulseResponse& r) {
  const auto [held, rank] = least_solutions(loops, r.root);
  r.constraint = -held;
  r.redundant_constraints = static_cast<int>(loops.cols() - rank);
  const Eigen::VectorXd free = r.root.colwise().norm();
  r.root += loops * r.constraint;
  for (Eigen::Index i = 0; i < r.root.cols(); ++i)
    if (r.root.col(i).norm() <= rounding_of_root * free[i]) r.root.col(i).setZero();
}

}  // namespace

Eigen::Matrix3d contact_axes(const Eigen::Vector3d& normal, const Eigen::Vector3d& tangent) {
  const double length = normal.stableNorm();
  if (!(length > 0) || !std::isfinite(length) || !tangent.allFinite())
    throw std::invalid_argument("contact: its normal has no direction");
  const Eigen::Vector3d n = normal / length;
  Eigen::Vector3d t = tangent;
  if (tangent.isZero(0)) {
    const bool along_x = std::hypot(n.y(), n.z()) < nearly_along_x;
    t = along_x ? Eigen::Vector3d::UnitY() : Eigen::Vector3d::UnitX();
  }
  t.stableNormalize();
  t -= t.dot(n) * n;
  if (t.norm() < least_tangent)
    throw std::invalid_argument("contact: its tangent lies along its normal");
  t.normalize();
  Eigen::Matrix3d axes;
  axes << t, n.cross(t), n;
  return axes;
}

int rows(const ImpulsePort& port) { return port.frame ? 3 : 1; }

int rows(const std::vector<ImpulsePort>& ports) {
  int sum = 0;
  for (const ImpulsePort& port : ports) sum += rows(port);
  return sum;
}

ArticulatedInertia::ArticulatedInertia(const Model& model, const Kinematics& k)
    : model_(&model),
      k_(&k),
      freedoms_(static_cast<std::size_t>(model.nv())),
      to_parent_(model.bodies().size()) {
  std::vector<Matrix6> inertia(model.bodies().size());
  for (const int b : model.order())
    inertia[static_cast<std::size_t>(b)] = inertia_matrix(model, k, b);
  for (auto it = model.order().rbegin(); it != model.order().rend(); ++it) {
    const auto b = static_cast<std::size_t>(*it);
    Matrix6& I = inertia[b];
    for (int i = model.first_freedom(*it) + model.freedoms_of(*it);
         i-- > model.first_freedom(*it);) {
      Freedom& freedom = freedoms_[static_cast<std::size_t>(i)];
      freedom.s = k.motion[static_cast<std::size_t>(i)];
      const Vector6 U = I * freedom.s;
      const double D = freedom.s.dot(U) + model.armature()[i];
      freedom.c = std::sqrt(D);
      freedom.x = U / freedom.c;
      if (!(D > 0) || !freedom.x.allFinite()) refuse_freedom(model, *it);
      I -= freedom.x * freedom.x.transpose();
    }
    const int parent = model.body(*it).parent;
    if (parent == world) continue;
    to_parent_[b] = k.reference[b] - k.reference[static_cast<std::size_t>(parent)];
    add_inertia(I, to_parent_[b], inertia[static_cast<std::size_t>(parent)]);
  }
}

template <int n>
void ArticulatedInertia::pass(int body, Eigen::Matrix<double, 6, n>& f,
                              Eigen::Ref<Eigen::MatrixXd> Y) const {
  const int first = model_->first_freedom(body);
  for (int i = first + model_->freedoms_of(body); i-- > first;) {
    const Freedom& freedom = freedoms_[static_cast<std::size_t>(i)];
    for (int column = 0; column < n; ++column) {
      const double y = freedom.s.dot(f.col(column)) / freedom.c;
      Y(i, column) = y;
      f.col(column) -= y * freedom.x;
    }
  }
  if (model_->body(body).parent == world) return;
  const Eigen::Vector3d& d = to_parent_[static_cast<std::size_t>(body)];
  for (int column = 0; column < n; ++column)
    f.col(column).template head<3>() += d.cross(Eigen::Vector3d(f.col(column).template tail<3>()));
}

template <int n>
void ArticulatedInertia::react(int first, Eigen::Matrix<double, 6, n> on_first, int second,
                               Eigen::Matrix<double, 6, n> on_second,
                               Eigen::Ref<Eigen::MatrixXd> Y) const {
  while (first != second) {
    const bool deeper =
        second == world || (first != world && model_->place(first) > model_->place(second));
    int& body = deeper ? first : second;
    pass<n>(body, deeper ? on_first : on_second, Y);
    body = model_->body(body).parent;
  }
  on_first += on_second;
  for (; first != world; first = model_->body(first).parent) pass<n>(first, on_first, Y);
}

template <int n>
void ArticulatedInertia::push(int first, const Eigen::Vector3d& a, int second,
                              const Eigen::Vector3d& b,
                              const Eigen::Matrix<double, 3, n>& direction, bool turns,
                              Eigen::Ref<Eigen::MatrixXd> Y) const {
  const auto impulse = [&](int body, const Eigen::Vector3d& at, double sign) {
    Eigen::Matrix<double, 6, n> f = Eigen::Matrix<double, 6, n>::Zero();
    if (body == world) return f;
    if (turns) {
      f.template topRows<3>() = sign * direction;
      return f;
    }
    const Eigen::Vector3d arm = at - k_->reference[static_cast<std::size_t>(body)];
    f.template topRows<3>() = sign * cross_matrix(arm) * direction;
    f.template bottomRows<3>() = sign * direction;
    return f;
  };
  react<n>(first, impulse(first, a, 1), second, impulse(second, b, -1), Y);
  if (first == world || second == world) return;

  // Two bodies that cannot move against each other still do by rounding, compared with one alone.
  Eigen::MatrixXd alone = Eigen::MatrixXd::Zero(Y.rows(), n);
  react<n>(first, impulse(first, a, 1), world, impulse(world, a, 1), alone);
  for (int i = 0; i < n; ++i)
    if (Y.col(i).norm() <= rounding_of_root * alone.col(i).norm()) Y.col(i).setZero();
}

Eigen::VectorXd ArticulatedInertia::reduced(const Eigen::VectorXd& f) const {
  Eigen::VectorXd y(model_->nv());
  std::vector<Vector6> passed(model_->bodies().size(), Vector6::Zero());
  for (auto it = model_->order().rbegin(); it != model_->order().rend(); ++it) {
    const auto b = static_cast<std::size_t>(*it);
    const int first = model_->first_freedom(*it);
    for (int i = first + model_->freedoms_of(*it); i-- > first;) {
      const Freedom& freedom = freedoms_[static_cast<std::size_t>(i)];
      y[i] = (freedom.s.dot(passed[b]) + f[i]) / freedom.c;
      passed[b] -= y[i] * freedom.x;
    }
    const int parent = model_->body(*it).parent;
    if (parent == world) continue;
    Vector6& sum = passed[static_cast<std::size_t>(parent)];
    sum += passed[b];
    sum.head<3>() += to_parent_[b].cross(passed[b].tail<3>());
  }
  return y;
}

Eigen::MatrixXd ArticulatedInertia::reduced(const std::vector<ImpulsePort>& ports) const {
  Eigen::MatrixXd Y = Eigen::MatrixXd::Zero(model_->nv(), rows(ports));
  Eigen::Index column = 0;
  for (const ImpulsePort& port : ports) {
    auto own = Y.middleCols(column, rows(port));
    if (const auto& f = port.frame) {
      push<3>(f->first, f->position, f->second, f->position, f->axes, false, own);
    } else if (const auto& turning = port.turning) {
      const Eigen::Vector3d nowhere = Eigen::Vector3d::Zero();
      push<1>(turning->first, nowhere, turning->second, nowhere, turning->axis, true, own);
    } else if (port.stop) {
      own = reduced(port.stop->sign * Eigen::VectorXd::Unit(model_->nv(), port.stop->freedom));
    }
    column += rows(port);
  }
  return Y;
}

Eigen::MatrixXd ArticulatedInertia::reduced_loops(const State& state) const {
  Eigen::MatrixXd Y = Eigen::MatrixXd::Zero(model_->nv(), model_->constraint_rows());
  Eigen::Index column = 0;
  for (const Loop& loop : model_->loops()) {
    if (loop.kind == LoopKind::coupling) {
      Eigen::VectorXd f = Eigen::VectorXd::Zero(model_->nv());
      f[model_->first_freedom(loop.follower.body, loop.follower.joint)] = 1;
      if (loop.leader.body != world)
        f[model_->first_freedom(loop.leader.body, loop.leader.joint)] -=
            coupling_slope(*model_, loop, state.q);
      Y.col(column++) = reduced(f);
      continue;
    }
    const LoopFrame frame = loop_frame(*k_, loop);
    for (const LoopRow& row : frame.rows)
      push<1>(loop.first, frame.on_first, loop.second, frame.on_second, row.direction, row.turns,
              Y.col(column++));
  }
  return Y;
}

Eigen::VectorXd ArticulatedInertia::reduced_velocity(const Eigen::VectorXd& v) const {
  Eigen::VectorXd y(model_->nv());
  for (const int b : model_->order()) {
    const int parent = model_->body(b).parent;
    Vector6 V = Vector6::Zero();
    if (parent != world)
      V << turning_of(*k_, parent),
          velocity_at(*k_, parent, k_->reference[static_cast<std::size_t>(b)]);
    const int first = model_->first_freedom(b);
    for (int i = first; i < first + model_->freedoms_of(b); ++i) {
      const Freedom& freedom = freedoms_[static_cast<std::size_t>(i)];
      y[i] = freedom.c * v[i] + freedom.x.dot(V);
      V += v[i] * freedom.s;
    }
  }
  return y;
}

void ArticulatedInertia::expand(Eigen::Ref<Eigen::MatrixXd> y) const {
  std::vector<Vector6> motion(model_->bodies().size());
  for (Eigen::Index column = 0; column < y.cols(); ++column)
    for (const int b : model_->order()) {
      Vector6& V = motion[static_cast<std::size_t>(b)];
      V.setZero();
      if (const int parent = model_->body(b).parent; parent != world) {
        V = motion[static_cast<std::size_t>(parent)];
        V.tail<3>() += V.head<3>().cross(to_parent_[static_cast<std::size_t>(b)]);
      }
      const int first = model_->first_freedom(b);
      for (int i = first; i < first + model_->freedoms_of(b); ++i) {
        const Freedom& freedom = freedoms_[static_cast<std::size_t>(i)];
        y(i, column) = (y(i, column) - freedom.x.dot(V)) / freedom.c;
        V += y(i, column) * freedom.s;
      }
    }
}

ImpulseResponse impulse_response(const Model& model, const State& state, const Kinematics& k,
                                 const std::vector<ImpulsePort>& ports) {
  const ArticulatedInertia inertia(model, k);
  ImpulseResponse r;
  r.root = inertia.reduced(ports);
  r.motion = inertia.reduced_velocity(state.v);
  r.constraint = Eigen::MatrixXd::Zero(model.constraint_rows(), r.root.cols());
  if (model.constraint_rows() > 0) hold_loops(inertia.reduced_loops(state), r);
  settle(ports, r.root);
  r.W = r.root.transpose() * r.root;
  r.velocity = r.root;
  inertia.expand(r.velocity);
  return r;
}

Eigen::VectorXd port_velocity(const State& state, const Kinematics& k,
                              const std::vector<ImpulsePort>& ports) {
  Eigen::VectorXd u(rows(ports));
  Eigen::Index row = 0;
  for (const ImpulsePort& port : ports) {
    if (const auto& f = port.frame)
      u.segment<3>(row) = f->axes.transpose() * (velocity_at(k, f->first, f->position) -
                                                 velocity_at(k, f->second, f->position));
    else if (const auto& turning = port.turning)
      u[row] = turning->axis.dot(turning_of(k, turning->first) - turning_of(k, turning->second));
    else if (port.stop)
      u[row] = port.stop->sign * state.v[port.stop->freedom];
    row += rows(port);
  }
  return u;
}

Eigen::MatrixXd port_jacobian(const Model& model, const Kinematics& k,
                              const std::vector<ImpulsePort>& ports) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(rows(ports), model.nv());
  Eigen::Index row = 0;
  for (const ImpulsePort& port : ports) {
    if (const auto& f = port.frame)
      J.middleRows<3>(row) =
          f->axes.transpose() * (point_jacobian(model, k, f->first, f->position) -
                                 point_jacobian(model, k, f->second, f->position));
    else if (const auto& turning = port.turning)
      J.row(row) = turning->axis.transpose() * (turning_jacobian(model, k, turning->first) -
                                                turning_jacobian(model, k, turning->second));
    else if (port.stop)
      J(row, port.stop->freedom) = port.stop->sign;
    row += rows(port);
  }
  return J;
}

}  // namespace carom::spatial
