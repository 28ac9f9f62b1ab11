#include <carom/core/planar/planar_contact.hpp>
#include <carom/impact/blocks.hpp>
#include <carom/impact/statement_checks.hpp>

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace carom::detail {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
/// W_tn² may exceed W_tt W_nn by this share before W is refused: rounding of a singular W.
constexpr double definiteness_tolerance = 1e-12;
/// u_t/u_n may differ by this share from the range of a singular W.
constexpr double range_tolerance = 2048 * epsilon;

Sym2<double> block(const Eigen::MatrixXd& W, const ContactRows& rows) {
  const Eigen::Index t = rows.first;
  return {W(t, t), W(t, t + 1), W(t + 1, t + 1)};
}

/// W_tn/√(W_tt W_nn), the cosine between the two rows of J in the metric of M⁻¹.
double correlation(const Sym2<double>& W) { return W.tn / std::sqrt(W.tt) / std::sqrt(W.nn); }

void require_semidefinite(const Sym2<double>& W) {
  const bool negative = W.tt < 0 || W.nn < 0;
  const bool lone = (W.tt == 0 || W.nn == 0) && W.tn != 0;
  const bool steep = W.tt > 0 && W.nn > 0 && std::abs(correlation(W)) > 1 + definiteness_tolerance;
  if (negative || lone || steep)
    refuse("W",
           fmt::format("not positive semidefinite: [[{0}, {1}], [{1}, {2}]]", W.tt, W.tn, W.nn));
}

/// A velocity that no motion of the mechanism gives is a mistake in W or u.
void require_in_range(const Sym2<double>& W, const Vec2<double>& u) {
  if (W.tt == 0 && u.t != 0) refuse("u", "not in the range of W: W[0][0] is 0, so u[0] must be 0");
  if (W.nn == 0 && u.n != 0) refuse("u", "not in the range of W: W[1][1] is 0, so u[1] must be 0");
  if (W.tt == 0 || W.nn == 0) return;
  const double c = correlation(W);
  if (1 - c * c > singular_share<double>) return;
  const double t = u.t / std::sqrt(W.tt);
  const double n = std::copysign(1.0, c) * (u.n / std::sqrt(W.nn));
  if (std::abs(t - n) > range_tolerance * std::max(std::abs(t), std::abs(n)))
    refuse("u", fmt::format("not in the range of the singular W; want u[0]/u[1] = {}",
                            std::copysign(std::sqrt(W.tt) / std::sqrt(W.nn), c)));
}

/// Rows that nothing moves, and diagonals that no mechanism has.
void require_diagonal(const Eigen::MatrixXd& W, const Eigen::VectorXd& u) {
  for (Eigen::Index i = 0; i < W.rows(); ++i) {
    if (W(i, i) < 0)
      refuse("W", fmt::format("not positive semidefinite: W[{0}][{0}] is negative", i));
    if (W(i, i) == 0 && (W.row(i).array() != 0).any())
      refuse("W", fmt::format("not positive semidefinite: W[{0}][{0}] is 0 but its row is not", i));
    if (W(i, i) == 0 && u[i] != 0)
      refuse("u", fmt::format("not in the range of W: W[{0}][{0}] is 0, so u[{0}] must be 0", i));
  }
}

/// The same for several contacts: W scaled to a unit diagonal must have no eigenvalue below zero, and
/// u no part in its null space. Two contacts on one body make W singular, so this is no rare case.
void require_system(const Eigen::MatrixXd& W, const Eigen::VectorXd& u) {
  Eigen::VectorXd d(W.rows());
  for (Eigen::Index i = 0; i < W.rows(); ++i) d[i] = W(i, i) > 0 ? 1 / std::sqrt(W(i, i)) : 0;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(d.asDiagonal() * W * d.asDiagonal());
  const double rows = static_cast<double>(W.rows());
  const double null = singular_share<double> * rows;
  if (eigen.eigenvalues()[0] < -definiteness_tolerance * rows)
    refuse(
        "W",
        fmt::format(
            "not positive semidefinite: scaled to a unit diagonal, its least eigenvalue is {:.3g}",
            eigen.eigenvalues()[0]));
  const Eigen::VectorXd parts = eigen.eigenvectors().transpose() * d.cwiseProduct(u);
  for (Eigen::Index i = 0; i < W.rows(); ++i)
    if (eigen.eigenvalues()[i] < null &&
        std::abs(parts[i]) > std::sqrt(range_tolerance) * parts.cwiseAbs().maxCoeff())
      refuse("u", "not in the range of the singular W: no motion of the mechanism has this u");
}

void require_known(const std::vector<int>& tangents, std::size_t count) {
  if (const auto mistake =
          wrong_size(static_cast<Eigen::Index>(tangents.size()), static_cast<Eigen::Index>(count)))
    throw Objection({"contacts", "tangents"}, *mistake);
  for (std::size_t k = 0; k < count; ++k)
    if (tangents[k] < 0 || tangents[k] > 2)
      throw Objection(path_to_contact(k, "tangents"),
                      fmt::format("{} is none of 0, 1 and 2", tangents[k]));
}

std::string expected_rows(const std::vector<int>& tangents, Eigen::Index rows) {
  const std::size_t count = tangents.size();
  const std::string contacts = fmt::format("for {} contact{}", count, count == 1 ? "" : "s");
  return rows == static_cast<Eigen::Index>(2 * count) ? contacts
                                                      : contacts + " with these tangents";
}

/// One planar contact is examined exactly, more rows by their eigenvalues.
void require_each(const Contacts& c) {
  for (const ContactRows& rows : c.rows) {
    if (rows.tangents != 1) continue;
    require_semidefinite(block(c.W, rows));
    require_in_range(block(c.W, rows), pair_at(c.u, rows));
  }
}

}  // namespace

void stated_tangents(const ContactSpace& space, std::size_t count, std::vector<int>& tangents) {
  tangents = space.tangents;
  if (!tangents.empty()) return;
  const auto spatial = static_cast<Eigen::Index>(3 * count);
  const bool in_space = space.W.rows() == spatial && space.u.size() == spatial;
  tangents.assign(count, in_space ? 2 : 1);
}

void contacts_from(const ContactSpace& space, const ImpactProblem& problem, StatementMemory& memory,
                   Contacts& c) {
  stated_tangents(space, problem.contacts.size(), memory.tangents);
  require_known(memory.tangents, problem.contacts.size());
  const Eigen::Index size = lay_out(memory.tangents, c);
  if (space.W.rows() != size || space.W.cols() != size)
    require_shape(space.W.rows(), space.W.cols(), size, "W", expected_rows(memory.tangents, size));
  require_size(space.u.size(), size, "u");
  require_finite(space.u, "u");
  symmetrise(space.W, "W", c.W);
  c.u = space.u;
  c.surface_velocity.setZero(size);
  c.surface_moves = false;
  c.velocity.reset();
  c.response.reset();
  c.mass.reset();
  c.spin.reset();
  require_each(c);
  if (c.count() > 1 || c.rows[0].tangents != 1) require_diagonal(c.W, c.u);
  add_stick_lines(c);
  if (c.count() == 1 && !c.in_space) return;
  for (const std::vector<std::size_t>& block : blocks_of(c)) {
    const Contacts part = part_of(c, block);
    if (block.size() > 1 || c.in_space) require_system(part.W, part.u);
  }
}

}  // namespace carom::detail
