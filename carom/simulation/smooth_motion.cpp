#include <carom/multibody/planar/least_solution.hpp>
#include <carom/simulation/smooth_motion.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace carom {
namespace {

/// Newton's corrections of positions: each squares what is left, so few are needed.
constexpr int position_corrections = 3;
/// A correction below this share of the coordinates is rounding.
constexpr double rounding_of_positions = 4 * std::numeric_limits<double>::epsilon();

/// L of M = L Lᵀ in the lower triangle of M. What a row of M has before its first entry stays zero in L, so
/// that bodies that do not hang together cost no more than each alone.
void factorise(SmoothMotion& motion) {
  Eigen::MatrixXd& M = motion.M;
  const Eigen::Index n = M.rows();
  std::vector<Eigen::Index>& first = motion.first;
  first.resize(static_cast<std::size_t>(n));
  for (Eigen::Index i = 0; i < n; ++i) {
    Eigen::Index start = 0;
    while (start < i && M(i, start) == 0) ++start;
    first[static_cast<std::size_t>(i)] = start;
    for (Eigen::Index j = start; j <= i; ++j) {
      double sum = M(i, j);
      const Eigen::Index from = std::max(start, first[static_cast<std::size_t>(j)]);
      for (Eigen::Index k = from; k < j; ++k) sum -= M(i, k) * M(j, k);
      if (j < i) {
        M(i, j) = sum / M(j, j);
        continue;
      }
      if (!(sum > 0))
        throw std::invalid_argument(
            "mass matrix: not positive definite; some motion moves no inertia");
      M(i, i) = std::sqrt(sum);
    }
  }
}

/// x ← M⁻¹ x with L in the lower triangle.
void solve_mass(const SmoothMotion& motion, double* x) {
  const Eigen::MatrixXd& L = motion.M;
  const Eigen::Index n = L.rows();
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index k = motion.first[static_cast<std::size_t>(i)]; k < i; ++k)
      x[i] -= L(i, k) * x[k];
    x[i] /= L(i, i);
  }
  for (Eigen::Index i = n; i-- > 0;) {
    x[i] /= L(i, i);
    for (Eigen::Index k = motion.first[static_cast<std::size_t>(i)]; k < i; ++k)
      x[k] -= L(i, k) * x[i];
  }
}

const SceneContact& contact_of(const SmoothMotion& motion, std::size_t i) {
  return motion.scene->contacts[static_cast<std::size_t>(motion.closed[i].contact)];
}

/// fₜ/fₙ where the contact does not stick.
double slip_ratio(const SceneContact& contact, ContactMode mode) {
  const double mu = contact.material.friction.value_or(0);
  if (mode == ContactMode::slip_positive) return -mu;
  return mode == ContactMode::slip_negative ? mu : 0.0;
}

Eigen::Index constraint_count(const SmoothMotion& motion) {
  Eigen::Index count = motion.scene->model.constraint_rows();
  for (const ClosedContact& c : motion.closed) count += c.mode == ContactMode::stick ? 2 : 1;
  return count;
}

/// Kinematics and the closed contacts' places at x.
void look(const State& x, SmoothMotion& motion) {
  const Scene& scene = *motion.scene;
  motion.now.x.q = x.q;
  motion.now.x.v = x.v;
  motion.now.x.t = x.t;
  motion.now.elapsed = x.t - scene.state.t;
  kinematics(scene.model, motion.now.x, motion.now.k);
  motion.contacts.resize(motion.closed.size());
}

/// Rows of the constrained rates, and the directions of their forces, M⁻¹ applied.
void state_constraints(SmoothMotion& motion) {
  const Model& model = motion.scene->model;
  const Eigen::Index loops = model.constraint_rows();
  const Eigen::Index count = constraint_count(motion);
  motion.rows.resize(count, model.size());
  motion.pulls.resize(model.size(), count);
  motion.J.resize(static_cast<Eigen::Index>(2 * motion.closed.size()), model.size());
  if (loops > 0) {
    motion.rows.topRows(loops) = constraint_jacobian(model, motion.now.k);
    motion.pulls.leftCols(loops) = motion.rows.topRows(loops).transpose();
  }
  Eigen::Index row = loops;
  for (std::size_t i = 0; i < motion.closed.size(); ++i) {
    const auto t = static_cast<Eigen::Index>(2 * i);
    const ContactMotion& c = motion.contacts[i];
    if (c.stop) {
      motion.J.middleRows(t, 2).setZero();
      motion.J(t + 1, c.coordinate) = c.sign;
    } else {
      contact_jacobian(model, motion.now.k, c.frame, motion.J.middleRows(t, 2));
    }
    motion.rows.row(row) = motion.J.row(t + 1);
    motion.pulls.col(row) = motion.J.row(t + 1).transpose();
    const ContactMode mode = motion.closed[i].mode;
    const double ratio = slip_ratio(contact_of(motion, i), mode);
    if (ratio != 0 && !c.stop) motion.pulls.col(row) += ratio * motion.J.row(t).transpose();
    ++row;
    if (mode != ContactMode::stick) continue;
    motion.rows.row(row) = motion.J.row(t);
    motion.pulls.col(row++) = motion.J.row(t).transpose();
  }
  for (Eigen::Index c = 0; c < count; ++c) solve_mass(motion, motion.pulls.col(c).data());
}

/// Strengths x of the pulls that add `wanted` to the constrained rates; the least ones where they are
/// redundant.
Eigen::VectorXd strengths(const SmoothMotion& motion, const Eigen::VectorXd& wanted) {
  const Eigen::MatrixXd A = motion.rows * motion.pulls;
  if (A.rows() == 1) return wanted / A(0, 0);
  return least_solution(A, wanted).x;
}

/// Rates of the constrained rates, from the accelerations of the frames.
void read_drift(SmoothMotion& motion) {
  const Model& model = motion.scene->model;
  const Eigen::Index loops = model.constraint_rows();
  motion.drift.resize(constraint_count(motion));
  if (loops > 0)
    motion.drift.head(loops) = constraint_acceleration(model, motion.now.k, motion.now.frames);
  Eigen::Index row = loops;
  for (std::size_t i = 0; i < motion.closed.size(); ++i) {
    motion.contacts[i] = contact_motion(contact_of(motion, i), model, motion.now);
    motion.drift[row++] = motion.contacts[i].du.y();
    if (motion.closed[i].mode == ContactMode::stick)
      motion.drift[row++] = motion.contacts[i].du.x();
  }
}

/// Nothing pulls at bodies that sleep: what holds them is in equilibrium.
void hold_sleepers(SmoothMotion& motion) {
  if (motion.asleep == nullptr) return;
  const Model& model = motion.scene->model;
  for (std::size_t b = 0; b < motion.asleep->size(); ++b) {
    if ((*motion.asleep)[b] == 0) continue;
    const int body = static_cast<int>(b);
    motion.h.segment(model.first_coordinate(body), coordinates(model.joint(body).kind)).setZero();
  }
}

void add_powers(SmoothMotion& motion) {
  motion.powers = {};
  const Model& model = motion.scene->model;
  motion.powers.friction = drag_power(model, motion.now.k);
  motion.powers.dampers = damper_power(model, motion.now.x, motion.now.k);
  motion.powers.efforts = effort_power(model, motion.now.x);
  for (std::size_t i = 0; i < motion.closed.size(); ++i) {
    const Eigen::Vector2d f = motion.force.segment<2>(static_cast<Eigen::Index>(2 * i));
    const ContactMotion& c = motion.contacts[i];
    if (motion.closed[i].mode != ContactMode::stick) motion.powers.friction -= f.x() * c.u.x();
    motion.powers.surfaces += f.dot(c.surface);
  }
}

/// The forces at the closed contacts from the strengths of the pulls.
void read_forces(const Eigen::VectorXd& x, SmoothMotion& motion) {
  Eigen::Index row = motion.scene->model.constraint_rows();
  for (std::size_t i = 0; i < motion.closed.size(); ++i) {
    const auto t = static_cast<Eigen::Index>(2 * i);
    const ContactMode mode = motion.closed[i].mode;
    motion.force[t + 1] = x[row++];
    motion.force[t] = mode == ContactMode::stick
                          ? x[row++]
                          : slip_ratio(contact_of(motion, i), mode) * motion.force[t + 1];
    if (motion.contacts[i].stop) motion.force[t] = 0;
  }
}

}  // namespace

void evaluate(const State& x, SmoothMotion& motion) {
  const Model& model = motion.scene->model;
  look(x, motion);
  mass_matrix(model, motion.now.k, motion.dynamics, motion.M);
  factorise(motion);
  net_forces(model, motion.now.x, motion.now.k, motion.dynamics, motion.h);
  hold_sleepers(motion);
  motion.now.a = motion.h;
  solve_mass(motion, motion.now.a.data());
  motion.force.setZero(static_cast<Eigen::Index>(2 * motion.closed.size()));
  if (constraint_count(motion) > 0) {
    frame_accelerations(model, motion.now.x, motion.now.k, motion.now.a, motion.now.frames);
    read_drift(motion);
    state_constraints(motion);
    const Eigen::VectorXd pulled = strengths(motion, -motion.drift);
    motion.now.a += motion.pulls * pulled;
    motion.loop_force = pulled.head(model.constraint_rows());
    read_forces(pulled, motion);
  }
  add_powers(motion);
}

void project_velocity(State& x, SmoothMotion& motion) {
  if (constraint_count(motion) == 0) return;
  const Model& model = motion.scene->model;
  look(x, motion);
  for (std::size_t i = 0; i < motion.closed.size(); ++i)
    motion.contacts[i] = contact_motion(contact_of(motion, i), model, motion.now);
  mass_matrix(model, motion.now.k, motion.dynamics, motion.M);
  factorise(motion);

  // Without friction: the least change pulls along the rows themselves.
  const std::vector<ClosedContact> closed = motion.closed;
  for (ClosedContact& c : motion.closed)
    if (c.mode != ContactMode::stick) c.mode = ContactMode::open;
  state_constraints(motion);
  Eigen::VectorXd opening(motion.rows.rows());
  const Eigen::Index loops = model.constraint_rows();
  if (loops > 0) opening.head(loops) = motion.rows.topRows(loops) * x.v;
  Eigen::Index row = loops;
  for (std::size_t i = 0; i < motion.closed.size(); ++i) {
    opening[row++] = motion.contacts[i].u.y();
    if (motion.closed[i].mode == ContactMode::stick) opening[row++] = motion.contacts[i].u.x();
  }
  x.v += motion.pulls * strengths(motion, -opening);
  motion.closed = closed;
}

void project(State& x, SmoothMotion& motion) {
  if (constraint_count(motion) == 0) return;
  const Model& model = motion.scene->model;
  const std::vector<ClosedContact> closed = motion.closed;
  for (ClosedContact& c : motion.closed) c.mode = ContactMode::open;  // gaps hold normals only
  for (int pass = 0; pass < position_corrections; ++pass) {
    look(x, motion);
    for (std::size_t i = 0; i < motion.closed.size(); ++i)
      motion.contacts[i] = contact_motion(contact_of(motion, i), model, motion.now);
    mass_matrix(model, motion.now.k, motion.dynamics, motion.M);
    factorise(motion);
    state_constraints(motion);
    Eigen::VectorXd error(motion.rows.rows());
    const Eigen::Index loops = model.constraint_rows();
    if (loops > 0) error.head(loops) = constraint_error(model, motion.now.k);
    for (std::size_t i = 0; i < motion.closed.size(); ++i)
      error[loops + static_cast<Eigen::Index>(i)] = motion.contacts[i].gap;
    const Eigen::VectorXd step = motion.pulls * strengths(motion, -error);
    x.q += step;
    if (step.cwiseAbs().maxCoeff() <= rounding_of_positions * x.q.cwiseAbs().maxCoeff()) break;
  }
  motion.closed = closed;
  project_velocity(x, motion);
}

}  // namespace carom
