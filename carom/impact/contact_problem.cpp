#include <carom/core/planar/planar_contact.hpp>
#include <carom/impact/blocks.hpp>
#include <carom/impact/contact_problem.hpp>
#include <carom/impact/delassus.hpp>
#include <carom/impact/held_rows.hpp>
#include <carom/impact/name_list.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace carom {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
/// Asymmetry of W or M up to this share of the largest entry is averaged away (FORMAT).
constexpr double symmetry_tolerance = 1e-12;
/// W_tn² may exceed W_tt W_nn by this share before W is refused: rounding of a singular W.
constexpr double definiteness_tolerance = 1e-12;
/// u_t/u_n may differ by this share from the range of a singular W.
constexpr double range_tolerance = 2048 * epsilon;

[[noreturn]] void refuse(const std::string& message) { throw std::invalid_argument(message); }

void require_finite(const Eigen::MatrixXd& A, const std::string& key) {
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    for (Eigen::Index j = 0; j < A.cols(); ++j)
      if (!std::isfinite(A(i, j)))
        refuse(fmt::format("{}[{}][{}]: not a finite number", key, i, j));
}

void require_finite(const Eigen::VectorXd& x, const std::string& key) {
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i])) refuse(fmt::format("{}[{}]: not a finite number", key, i));
}

Eigen::MatrixXd symmetrised(const Eigen::MatrixXd& A, const std::string& key) {
  require_finite(A, key);
  const double largest = A.size() == 0 ? 0 : A.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    for (Eigen::Index j = 0; j < i; ++j)
      if (std::abs(A(i, j) / 2 - A(j, i) / 2) > symmetry_tolerance / 2 * largest)
        refuse(fmt::format("{}: not symmetric, {}[{}][{}] = {} but {}[{}][{}] = {}", key, key, j, i,
                           A(j, i), key, i, j, A(i, j)));
  return A / 2 + A.transpose() / 2;
}

void require_in(const std::optional<double>& x, double lo, double hi, const std::string& key) {
  if (x && !(*x >= lo && *x <= hi))
    refuse(fmt::format("{}: {} is outside [{}, {}]", key, *x, lo, hi));
}

void require_finite(const std::optional<double>& x, const std::string& key) {
  if (x && !std::isfinite(*x)) refuse(fmt::format("{}: not a finite number", key));
}

void check_friction(const Contact& contact, const std::string& at) {
  require_finite(contact.friction, at + ".friction");
  require_finite(contact.static_friction, at + ".static_friction");
  if (contact.friction && *contact.friction < 0)
    refuse(fmt::format("{}.friction: {} is negative", at, *contact.friction));
  if (contact.static_friction && !contact.friction)
    refuse(fmt::format("{}.static_friction: given without friction; give the kinetic one too", at));
  if (contact.static_friction && *contact.static_friction < *contact.friction)
    refuse(fmt::format("{}.static_friction: {} is below friction {}", at, *contact.static_friction,
                       *contact.friction));
}

void check_contact(const Contact& contact, const std::string& at) {
  require_finite(contact.restitution, at + ".restitution");
  require_finite(contact.impulse_ratio, at + ".impulse_ratio");
  require_finite(contact.critical_fraction, at + ".critical_fraction");
  require_in(contact.restitution, contact.allow_negative_restitution ? -1 : 0, 1,
             at + ".restitution");
  require_in(contact.critical_fraction, 0, 1, at + ".critical_fraction");
  require_in(contact.tangential_restitution, 0, 1, at + ".tangential_restitution");
  require_in(contact.friction_recovery, 0, 1, at + ".friction_recovery");
  require_in(contact.moment_compression, -1, 0, at + ".moment_compression");
  require_in(contact.moment_restitution, -1, 0, at + ".moment_restitution");
  check_friction(contact, at);
  if (contact.impulse_ratio && contact.critical_fraction)
    refuse(at + ".critical_fraction: given together with impulse_ratio; give one of the two");
}

Sym2<double> block(const Eigen::MatrixXd& W, Eigen::Index i) {
  return {W(2 * i, 2 * i), W(2 * i, 2 * i + 1), W(2 * i + 1, 2 * i + 1)};
}

/// W_tn/√(W_tt W_nn), the cosine between the two rows of J in the metric of M⁻¹.
double correlation(const Sym2<double>& W) { return W.tn / std::sqrt(W.tt) / std::sqrt(W.nn); }

void require_semidefinite(const Sym2<double>& W) {
  const bool negative = W.tt < 0 || W.nn < 0;
  const bool lone = (W.tt == 0 || W.nn == 0) && W.tn != 0;
  const bool steep = W.tt > 0 && W.nn > 0 && std::abs(correlation(W)) > 1 + definiteness_tolerance;
  if (negative || lone || steep)
    refuse(fmt::format("W: not positive semidefinite: [[{0}, {1}], [{1}, {2}]]", W.tt, W.tn, W.nn));
}

/// A velocity that no motion of the mechanism gives is a mistake in W or u.
void require_in_range(const Sym2<double>& W, const Vec2<double>& u) {
  if (W.tt == 0 && u.t != 0) refuse("u: not in the range of W: W[0][0] is 0, so u[0] must be 0");
  if (W.nn == 0 && u.n != 0) refuse("u: not in the range of W: W[1][1] is 0, so u[1] must be 0");
  if (W.tt == 0 || W.nn == 0) return;
  const double c = correlation(W);
  if (1 - c * c > StickTolerances<double>::singular) return;
  const double t = u.t / std::sqrt(W.tt);
  const double n = std::copysign(1.0, c) * (u.n / std::sqrt(W.nn));
  if (std::abs(t - n) > range_tolerance * std::max(std::abs(t), std::abs(n)))
    refuse(fmt::format("u: not in the range of the singular W; want u[0]/u[1] = {}",
                       std::copysign(std::sqrt(W.tt) / std::sqrt(W.nn), c)));
}

/// Rows that nothing moves, and diagonals that no mechanism has.
void require_diagonal(const Eigen::MatrixXd& W, const Eigen::VectorXd& u) {
  for (Eigen::Index i = 0; i < W.rows(); ++i) {
    if (W(i, i) < 0)
      refuse(fmt::format("W: not positive semidefinite: W[{0}][{0}] is negative", i));
    if (W(i, i) == 0 && (W.row(i).array() != 0).any())
      refuse(fmt::format("W: not positive semidefinite: W[{0}][{0}] is 0 but its row is not", i));
    if (W(i, i) == 0 && u[i] != 0)
      refuse(fmt::format("u: not in the range of W: W[{0}][{0}] is 0, so u[{0}] must be 0", i));
  }
}

/// The same for several contacts: W scaled to a unit diagonal must have no eigenvalue below zero, and
/// u no part in its null space. Two contacts on one body make W singular, so this is no rare case.
void require_system(const Eigen::MatrixXd& W, const Eigen::VectorXd& u) {
  Eigen::VectorXd d(W.rows());
  for (Eigen::Index i = 0; i < W.rows(); ++i) d[i] = W(i, i) > 0 ? 1 / std::sqrt(W(i, i)) : 0;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(d.asDiagonal() * W * d.asDiagonal());
  const double rows = static_cast<double>(W.rows());
  const double null = StickTolerances<double>::singular * rows;
  if (eigen.eigenvalues()[0] < -definiteness_tolerance * rows)
    refuse(
        fmt::format("W: not positive semidefinite: scaled to a unit diagonal, its least eigenvalue "
                    "is {:.3g}",
                    eigen.eigenvalues()[0]));
  const Eigen::VectorXd parts = eigen.eigenvectors().transpose() * d.cwiseProduct(u);
  for (Eigen::Index i = 0; i < W.rows(); ++i)
    if (eigen.eigenvalues()[i] < null &&
        std::abs(parts[i]) > std::sqrt(range_tolerance) * parts.cwiseAbs().maxCoeff())
      refuse("u: not in the range of the singular W: no motion of the mechanism has this u");
}

void require_shape(Eigen::Index rows, Eigen::Index cols, Eigen::Index want, const std::string& key,
                   const std::string& reason) {
  if (rows != want || cols != want)
    refuse(fmt::format("{}: is {}x{}; want {}x{} {}", key, rows, cols, want, want, reason));
}

void require_size(Eigen::Index size, Eigen::Index want, const std::string& key) {
  if (size != want)
    refuse(fmt::format("{}: has {} entr{}; want {}", key, size, size == 1 ? "y" : "ies", want));
}

ContactProblem from(const ContactSpace& space, const ImpactProblem& problem) {
  const auto size = static_cast<Eigen::Index>(2 * problem.contacts.size());
  require_shape(space.W.rows(), space.W.cols(), size, "W",
                fmt::format("for {} contact{}", size / 2, size == 2 ? "" : "s"));
  require_size(space.u.size(), size, "u");
  require_finite(space.u, "u");
  ContactProblem c;
  c.W = symmetrised(space.W, "W");
  c.u = space.u;
  c.surface_velocity = Eigen::VectorXd::Zero(size);
  c.normal_only.assign(problem.contacts.size(), false);
  for (Eigen::Index i = 0; i < size / 2; ++i) {
    require_semidefinite(block(c.W, i));
    require_in_range(block(c.W, i), {c.u[2 * i], c.u[2 * i + 1]});
  }
  if (size > 2) require_diagonal(c.W, c.u);
  for (const std::vector<std::size_t>& block : blocks_of(c.W)) {
    const ContactProblem part = part_of(c, block);
    if (block.size() > 1) require_system(part.W, part.u);
  }
  project_touching(problem.contacts, c);
  return c;
}

void check_row(const Eigen::VectorXd& row, Eigen::Index n, const std::string& key,
               const std::string& hint) {
  require_size(row.size(), n, key);
  require_finite(row, key);
  if ((row.array() == 0).all()) refuse(fmt::format("{}: all zeros{}", key, hint));
}

/// J and the surface velocity of all contacts; a contact without tangent has a zero row there.
Eigen::MatrixXd stack_rows(const GeneralizedSpace& space, ContactProblem& c) {
  const Eigen::Index n = space.velocity.size();
  const auto size = static_cast<Eigen::Index>(2 * space.rows.size());
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(size, n);
  c.surface_velocity = Eigen::VectorXd::Zero(size);
  for (std::size_t k = 0; k < space.rows.size(); ++k) {
    const ContactRows& rows = space.rows[k];
    const std::string at = contact_path(k);
    const auto t = static_cast<Eigen::Index>(2 * k);
    check_row(rows.normal, n, at + ".normal", "");
    if (rows.tangent) {
      check_row(*rows.tangent, n, at + ".tangent", "; leave it out for a contact without friction");
      J.row(t) = rows.tangent->transpose();
    }
    J.row(t + 1) = rows.normal.transpose();
    if (!std::isfinite(rows.surface_velocity.t) || !std::isfinite(rows.surface_velocity.n))
      refuse(at + ".surface_velocity: not a finite number");
    if (!rows.tangent && rows.surface_velocity.t != 0)
      refuse(at + ".surface_velocity[0]: given for a contact without tangent; want 0");
    c.surface_velocity[t] = rows.surface_velocity.t;
    c.surface_velocity[t + 1] = rows.surface_velocity.n;
    c.normal_only.push_back(!rows.tangent);
  }
  c.surface_moves = (c.surface_velocity.array() != 0).any();
  return J;
}

/// The turning of the bodies of the contact k; of several contacts, it is only checked.
void add_spin(const GeneralizedSpace& space, std::size_t k, ContactProblem& c) {
  const Eigen::Index n = space.velocity.size();
  const ContactRows& rows = space.rows[k];
  if (!rows.spin) return;
  check_row(*rows.spin, n, contact_path(k) + ".spin_row", "; leave it out where nothing turns");
  if (space.rows.size() > 1) return;
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3, n);
  if (rows.tangent) J.row(0) = rows.tangent->transpose();
  J.row(1) = rows.normal.transpose();
  J.row(2) = rows.spin->transpose();
  const Eigen::MatrixXd W = delassus(*c.mass, J);
  if (!W.allFinite() || !(W(2, 2) > 0))
    refuse("mass: J M^-1 J^T does not fit into double numbers; choose other units");
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(1);
  c.spin = ContactSpin{.u = relative_velocity(J.row(2), space.velocity, still)[0],
                       .W_tm = W(0, 2),
                       .W_nm = W(1, 2),
                       .W_mm = W(2, 2),
                       .response = inverse_times(*c.mass, *rows.spin)};
}

ContactProblem from(const GeneralizedSpace& space, const ImpactProblem& problem) {
  const Eigen::Index n = space.mass.rows();
  if (n == 0) refuse("mass: empty; want n x n with n >= 1");
  require_shape(n, space.mass.cols(), n, "mass", "(square)");
  require_size(space.velocity.size(), n, "velocity");
  require_finite(space.velocity, "velocity");
  require_size(static_cast<Eigen::Index>(space.rows.size()),
               static_cast<Eigen::Index>(problem.contacts.size()), "contacts");
  ContactProblem c;
  const Eigen::MatrixXd J = stack_rows(space, c);
  c.mass = symmetrised(space.mass, "mass");
  try {
    c.W = delassus(*c.mass, J);
    c.response = inverse_times(*c.mass, J.transpose());
  } catch (const std::invalid_argument&) {
    refuse("mass: not positive definite");
  }
  c.u = relative_velocity(J, space.velocity, c.surface_velocity);
  c.velocity = space.velocity;
  bool lost = false;
  for (std::size_t k = 0; k < space.rows.size(); ++k) {
    const auto t = static_cast<Eigen::Index>(2 * k);
    lost |= !(c.W(t + 1, t + 1) > 0) || (!c.normal_only[k] && !(c.W(t, t) > 0));
  }
  if (!c.W.allFinite() || lost)
    refuse("mass: J M^-1 J^T does not fit into double numbers; choose other units");
  for (std::size_t k = 0; k < space.rows.size(); ++k) add_spin(space, k, c);
  add_stick_lines(J, c);
  project_touching(problem.contacts, c);
  return c;
}

}  // namespace

std::string contact_label(const Contact& contact, std::size_t index) {
  return contact.name.empty() ? contact_path(index) : contact.name;
}

std::string contact_path(std::size_t index) { return fmt::format("contacts[{}]", index); }

void check_contacts(const std::vector<Contact>& contacts) {
  if (contacts.empty()) refuse("contacts: empty; give at least one contact");
  for (std::size_t k = 0; k < contacts.size(); ++k) check_contact(contacts[k], contact_path(k));
}

void project_touching(const std::vector<Contact>& contacts, ContactProblem& c) {
  std::vector<Eigen::Index> normals;
  bool moves = false;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if (!contacts[k].touching) continue;
    normals.push_back(static_cast<Eigen::Index>(2 * k + 1));
    moves |= c.u[normals.back()] != 0;
  }
  if (!moves) return;
  const Eigen::MatrixXd across = c.W(Eigen::all, normals);
  const Eigen::VectorXd approach = c.u(normals);
  const Eigen::VectorXd impulse =
      normals.size() == 1
          ? Eigen::VectorXd(-approach / across(normals[0], 0))
          : Eigen::VectorXd(
                -across(normals, Eigen::all).completeOrthogonalDecomposition().solve(approach));
  const Eigen::VectorXd terms = c.u.cwiseAbs() + across.cwiseAbs() * impulse.cwiseAbs();
  const Eigen::VectorXd change = across * impulse;
  c.u += change;
  for (const Eigen::Index n : normals) c.u[n] = 0;
  settle_held(c.W, terms, c.u);
  move_stick_lines(change, c);
  if (c.spin) c.spin->u += c.spin->W_nm * impulse[0];
  c.projection = c.response ? Eigen::VectorXd((*c.response)(Eigen::all, normals) * impulse)
                            : Eigen::VectorXd(across * impulse);
  if (c.velocity) *c.velocity += *c.projection;
}

void require_finite_velocity(const ContactProblem& c) {
  if (!c.u.allFinite() || (c.spin && !std::isfinite(c.spin->u)))
    refuse("velocity: u does not fit into double numbers; choose other units");
}

void require_one_collision(const std::vector<Contact>& contacts, const ContactProblem& c) {
  if (c.simultaneous != Simultaneous::refuse) return;
  std::vector<std::string> colliding;
  for (std::size_t k = 0; k < contacts.size(); ++k)
    if (c.u[static_cast<Eigen::Index>(2 * k + 1)] < 0)
      colliding.push_back(contact_label(contacts[k], k));
  if (colliding.size() > 1)
    refuse(
        fmt::format("contacts: {} collide (u_n < 0: {}); want one colliding contact, the others "
                    "touching or apart, or simultaneous: together or sequential",
                    colliding.size(), listed(colliding)));
}

Eigen::VectorXd relative_velocity(const Eigen::MatrixXd& J, const Eigen::VectorXd& velocity,
                                  const Eigen::VectorXd& surface_velocity) {
  Eigen::VectorXd u = J * velocity - surface_velocity;
  const Eigen::VectorXd terms = J.cwiseAbs() * velocity.cwiseAbs() + surface_velocity.cwiseAbs();
  for (Eigen::Index i = 0; i < u.size(); ++i)
    if (!std::isfinite(terms[i]))
      u[i] = terms[i];  // what is too large is not zero
    else if (std::abs(u[i]) <= rounding_of_sums * terms[i])
      u[i] = 0;
  return u;
}

ContactProblem contact_problem(const ImpactProblem& problem) {
  check_contacts(problem.contacts);
  ContactProblem c =
      std::visit([&](const auto& space) { return from(space, problem); }, problem.dynamics);
  c.simultaneous = problem.simultaneous;
  require_finite_velocity(c);
  require_one_collision(problem.contacts, c);
  return c;
}

}  // namespace carom
