#include <carom/impact/residual.hpp>

#include <carom/impact/judged.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

using Eigen::Index;

double energy_gain(const Judged& c) {
  const Eigen::VectorXd& p = c.answer.p;
  double gain = 0;
  double size = 0;
  for (Index r = 0; r < p.size(); ++r) {
    gain += p[r] * (c.contacts.u[r] + c.answer.u_after[r]);
    size += std::abs(p[r] * c.contacts.u[r]) + std::abs(p[r] * c.answer.u_after[r]);
  }
  return excess(gain, 0, size);
}

/// Signs, and the friction cone of the total impulse: what every law keeps. A law with a given ratio is its own judge of friction.
double signs_violation(const Judged& c) {
  double worst = 0;
  for (std::size_t i = 0; i < c.contacts.count(); ++i) {
    const auto n = static_cast<Index>(c.contacts.rows[i].normal());
    worst = std::max(worst, excess(-c.answer.p[n], 0, std::abs(c.answer.p[n])));
    if (c.contacts.restitution >= 0 || n != colliding_row(c))
      worst = std::max(worst, excess(-c.answer.u_after[n], 0, row_scale(c, n, c.answer.p)));
  }
  return worst;
}

double cone_violation(const Judged& c) {
  double worst = 0;
  for (std::size_t i = 0; i < c.contacts.count(); ++i) {
    const ContactVector p = vector_at(c.answer.p, c.contacts.rows[i]);
    const double most = std::max(c.contacts.friction[i], c.contacts.static_friction[i]) * p.n;
    const double size = tangential_size(p);
    worst = std::max(worst, excess(size, most, size + most + rest_of(c, i)));
  }
  return worst;
}

/// Row r of W p, and the size of the terms of u⁻ + W p; impulses of several contacts are found together: see
/// velocity_share().
struct RowSum {
  double change = 0;
  double terms = 0;
};

RowSum sum_of(const Judged& c, Index r, const Eigen::VectorXd& p) {
  RowSum sum{0, std::abs(c.contacts.u[r])};
  for (Index j = 0; j < p.size(); ++j) {
    const double term = c.contacts.W(r, j) * p[j];
    sum.change += term;
    sum.terms += std::abs(term);
  }
  if (c.contacts.count() > 1)
    sum.terms = std::max(sum.terms, least_terms * c.contacts.W(r, r) * c.largest);
  return sum;
}

}  // namespace

double row_scale(const Judged& c, Index r, const Eigen::VectorXd& p) {
  for (const ContactRows& rows : c.contacts.rows)
    if (rows.tangents == 2 && (r == rows.first || r == rows.first + 1))
      return std::max(sum_of(c, rows.first, p).terms, sum_of(c, rows.first + 1, p).terms);
  return sum_of(c, r, p).terms;
}

double momentum_violation(const Judged& c, const Eigen::VectorXd& p, const Eigen::VectorXd& u) {
  double worst = 0;
  const bool planar = !has_spatial(c.contacts);
  for (Index r = 0; r < p.size(); ++r) {
    const RowSum sum = sum_of(c, r, p);
    const double missed = u[r] - (c.contacts.u[r] + sum.change);
    const double terms = planar ? sum.terms : row_scale(c, r, p);
    worst = std::max(worst, share(missed, terms));
  }
  return worst;
}

bool several_in_space(const Judged& c) { return c.contacts.count() > 1 && has_spatial(c.contacts); }

Index colliding_row(const Judged& c) {
  return c.contacts.rows[static_cast<std::size_t>(c.contacts.colliding)].normal();
}

double residual(const ContactSystem& contacts, LawId id, const SystemAnswer& answer) {
  if (contacts.colliding == no_contact) return 0;
  const Law& law = law_of(id);
  const Judged c{
      contacts, answer, {answer.path.data(), answer.path_length}, answer.p.cwiseAbs().maxCoeff()};
  const bool approaches = contacts.u[colliding_row(c)] < 0;
  if (!approaches && (answer.p.array() == 0).all()) return 0;
  double worst = std::max(
      {momentum_violation(c, answer.p, answer.u_after), signs_violation(c), law.violation(c)});
  if (law.keys.friction) worst = std::max(worst, cone_violation(c));
  return law.never_gains(contacts) ? std::max(worst, energy_gain(c)) : worst;
}

std::optional<std::string> withdraw_if_broken(double& worst, SystemAnswer& answer) {
  if (worst <= residual_limit) return std::nullopt;
  answer.status = ImpactStatus::no_solution;
  answer.reason = NoSolution::no_consistent_mode;
  answer.path_length = 0;
  if (!std::isfinite(worst)) {
    worst = 0;  // NaN cannot be reported
    return "the answer found leaves the range of double numbers and was withdrawn";
  }
  return fmt::format("the answer found violates the law by {:.1e} and was withdrawn", worst);
}

}  // namespace carom
