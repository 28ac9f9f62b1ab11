#include <carom/impact/cone/alart_curnier.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace carom::cone {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int most_steps = 30;
constexpr int most_halvings = 10;
/// An error that is rounding: further steps would not lower it.
constexpr double converged = 4e-16;
/// A pivot below this share of the largest entry of J makes a step meaningless.
constexpr double least_pivot = 1e-14;

/// What the equation of one contact looks at.
struct Local {
  double rho = 0;
  double y_n = 0;        ///< pₙ − ρ wₙ
  bool pressed = false;  ///< y_n > l
  double radius = 0;     ///< of the disc
  Tangent y{};           ///< pₜ − ρ wₜ
  double y_size = 0;
};

double rho_of(const ConeContact& contact, const MatrixXd& W) {
  double trace = 0;
  for (int r = contact.first; r <= contact.normal(); ++r) trace += W(r, r);
  return trace > 0 ? 1.5 / trace : 1;
}

Local look(const ConeContact& contact, const Condition& condition, const MatrixXd& W,
           const VectorXd& p, const VectorXd& w) {
  Local local;
  const int n = contact.normal();
  local.rho = rho_of(contact, W);
  local.y_n = p[n] - local.rho * w[n];
  local.pressed = condition.normal == NormalRule::unilateral && local.y_n > condition.least;
  local.radius = contact.friction * (local.pressed ? local.y_n : condition.least);
  local.y.setZero();
  for (int j = 0; j < contact.tangents; ++j)
    local.y[j] = p[contact.first + j] - local.rho * w[contact.first + j];
  local.y_size = local.y.norm();
  return local;
}

/// F of one contact.
void write_equation(const ConeContact& contact, const Condition& condition, const Local& local,
                    const VectorXd& p, const VectorXd& w, VectorXd& F) {
  const int n = contact.normal();
  F[n] = local.pressed ? local.rho * w[n] : p[n] - condition.least;
  for (int j = 0; j < contact.tangents; ++j) {
    const int t = contact.first + j;
    if (condition.slides)
      F[t] = p[t] + contact.friction * condition.slip[j] * p[n];
    else if (local.y_size <= local.radius)
      F[t] = local.rho * w[t];
    else
      F[t] = p[t] - local.radius * local.y[j] / local.y_size;
  }
}

/// The rows of J that one contact contributes, and which of them are more than a row of the identity.
void write_rows(const ConeContact& contact, const Condition& condition, const Local& local,
                const MatrixXd& W, MatrixXd& J, std::vector<int>& rows) {
  const int n = contact.normal();
  for (int j = 0; j < contact.tangents; ++j) {
    const int t = contact.first + j;
    J.row(t).setZero();
    if (condition.slides) {
      J(t, t) = 1;
      J(t, n) = contact.friction * condition.slip[j];
      rows.push_back(t);
    } else if (local.y_size <= local.radius) {
      J.row(t) = local.rho * W.row(t);
      rows.push_back(t);
    } else {
      J(t, t) = 1;
      if (local.radius == 0 && !local.pressed) continue;
      const double direction = local.y[j] / local.y_size;
      for (int i = 0; i < contact.tangents; ++i) {
        const double turn = (i == j ? 1.0 : 0.0) - direction * local.y[i] / local.y_size;
        const double factor = turn * local.radius / local.y_size;
        J(t, contact.first + i) -= factor;
        J.row(t) += factor * local.rho * W.row(contact.first + i);
      }
      if (local.pressed) {
        J(t, n) -= contact.friction * direction;
        J.row(t) += contact.friction * direction * local.rho * W.row(n);
      }
      rows.push_back(t);
    }
  }
  J.row(n).setZero();
  if (local.pressed) {
    J.row(n) = local.rho * W.row(n);
    rows.push_back(n);
  } else {
    J(n, n) = 1;
  }
}

void write_matrix(const Problem& problem, const MatrixXd& W, const VectorXd& p,
                  NewtonMemory& memory) {
  memory.rows.clear();
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ConeContact& contact = problem.contacts[i];
    const Condition& condition = problem.conditions[i];
    if (condition.normal == NormalRule::absent) {
      for (int r = contact.first; r <= contact.normal(); ++r) {
        memory.J.row(r).setZero();
        memory.J(r, r) = 1;
      }
      continue;
    }
    const Local local = look(contact, condition, W, p, memory.w);
    write_rows(contact, condition, local, W, memory.J, memory.rows);
  }
}

/// Gaussian elimination with row exchanges of n rows of n + 1 entries; false where a pivot is small.
bool eliminate(std::vector<double>& rows, std::size_t n) {
  const std::size_t width = n + 1;
  double largest = 0;
  for (const double entry : rows) largest = std::max(largest, std::abs(entry));
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(rows[i * width + k]) > std::abs(rows[pivot * width + k])) pivot = i;
    if (!(std::abs(rows[pivot * width + k]) > least_pivot * largest)) return false;
    if (pivot != k)
      for (std::size_t j = k; j < width; ++j)
        std::swap(rows[k * width + j], rows[pivot * width + j]);
    const double inverse = 1 / rows[k * width + k];
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = rows[i * width + k] * inverse;
      if (factor == 0) continue;
      for (std::size_t j = k + 1; j < width; ++j)
        rows[i * width + j] -= factor * rows[k * width + j];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    double sum = rows[k * width + n];
    for (std::size_t j = k + 1; j < n; ++j) sum -= rows[k * width + j] * rows[j * width + n];
    rows[k * width + n] = sum / rows[k * width + k];
  }
  return true;
}

/// J step = −F: rows of the identity give their unknown at once, the others are a smaller system.
bool regular_step(NewtonMemory& memory) {
  const std::size_t n = memory.rows.size();
  memory.step = -memory.F;
  for (const int r : memory.rows) memory.step[r] = 0;
  memory.system.resize(n * (n + 1));
  for (std::size_t i = 0; i < n; ++i) {
    const int r = memory.rows[i];
    for (std::size_t j = 0; j < n; ++j)
      memory.system[i * (n + 1) + j] = memory.J(r, memory.rows[j]);
    memory.system[i * (n + 1) + n] = -memory.F[r] - memory.J.row(r).dot(memory.step);
  }
  if (!eliminate(memory.system, n)) return false;
  for (std::size_t i = 0; i < n; ++i) memory.step[memory.rows[i]] = memory.system[i * (n + 1) + n];
  return memory.step.allFinite();
}

bool least_step(NewtonMemory& memory) {
  constexpr double dependent = 1e-11;  // against the largest pivot: rank of W, not rounding
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> J;
  J.setThreshold(dependent);
  J.compute(memory.J);
  memory.step = J.solve(-memory.F);
  return memory.step.allFinite();
}

}  // namespace

double equation_error(const Problem& problem, const MatrixXd& W, const VectorXd& p,
                      NewtonMemory& memory) {
  memory.w.noalias() = W * p;
  memory.w += problem.q;
  memory.F.setZero(p.size());
  double size = p.cwiseAbs().maxCoeff();
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ConeContact& contact = problem.contacts[i];
    const Condition& condition = problem.conditions[i];
    if (condition.normal == NormalRule::absent) {
      for (int r = contact.first; r <= contact.normal(); ++r) memory.F[r] = p[r];
      continue;
    }
    const Local local = look(contact, condition, W, p, memory.w);
    write_equation(contact, condition, local, p, memory.w, memory.F);
    for (int r = contact.first; r <= contact.normal(); ++r)
      size = std::max(size, local.rho * std::abs(problem.q[r]));
  }
  const double error = memory.F.cwiseAbs().maxCoeff();
  return size > 0 ? error / size : error;
}

double newton(const Problem& problem, const MatrixXd& W, StepRule rule, VectorXd& p,
              NewtonMemory& memory) {
  double error = equation_error(problem, W, p, memory);
  memory.J.resize(p.size(), p.size());
  for (int k = 0; k < most_steps && error > converged; ++k) {
    write_matrix(problem, W, p, memory);
    if (!(rule == StepRule::regular ? regular_step(memory) : least_step(memory))) return error;
    memory.kept = memory.F;
    double next = error;
    double share = 1;
    for (int h = 0; h < most_halvings; ++h, share /= 2) {
      memory.trial = p + share * memory.step;
      next = equation_error(problem, W, memory.trial, memory);
      if (next < error && memory.F.squaredNorm() < memory.kept.squaredNorm()) break;
    }
    if (!(next < error)) {
      equation_error(problem, W, p, memory);
      return error;
    }
    p.swap(memory.trial);
    error = next;
  }
  return error;
}

}  // namespace carom::cone
