#include <carom/impact/several_spatial/path_state.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::several_spatial {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double infinity = std::numeric_limits<double>::infinity();
/// A stage of more impulse than this, against that of the problem, has no end: its contacts lock.
constexpr double most_impulse = 1e9;
/// Components that are this close to zero, against their terms, reach it together.
constexpr double tie = 1e-13;

bool has_slip(const Impact& impact, const PathState& s, std::size_t i) {
  const ConeContact& contact = impact.system.contacts[i];
  return contact.friction > 0 && contact.tangents > 0 && slip_of(contact, s.z) > 0 &&
         s.stage.modes.holds[i] == Hold::slip;
}

/// ds/dη of a contact that slips.
double slip_rate(const Impact& impact, const PathState& s, std::size_t i) {
  const ConeContact& contact = impact.system.contacts[i];
  return s.z.segment(contact.first, contact.tangents)
             .dot(s.stage.rates.a.segment(contact.first, contact.tangents)) /
         slip_of(contact, s.z);
}

double until_zero(double value, double rate) { return value * rate < 0 ? -value / rate : infinity; }

double until_event(const Impact& impact, const PathState& s) {
  double first = infinity;
  for (std::size_t i = 0; i < impact.system.contacts.size(); ++i) {
    const int n = impact.system.contacts[i].normal();
    first = std::min(first, until_zero(s.z[n], s.stage.rates.a[n]));
    if (has_slip(impact, s, i))
      first = std::min(
          first, until_zero(slip_of(impact.system.contacts[i], s.z), slip_rate(impact, s, i)));
  }
  return first;
}

double until_end(const Impact& impact, const PathState& s) {
  if (s.phase == Phase::compression) return infinity;
  const double lack = missing(impact, s, s.z);
  if (lack <= 0) return 0;
  const double rate = s.stage.rates.a[impact.n];
  if (impact.rule == Restitution::poisson) return lack;
  if (impact.rule == Restitution::newton) return rate > 0 ? lack / rate : infinity;
  const double v = s.z[impact.n];
  const double square = v * v + 2 * rate * lack;
  const double divisor = v + std::sqrt(std::max(square, 0.0));
  return square < 0 || divisor == 0 ? infinity : 2 * lack / divisor;
}

void add_work(const Impact& impact, const VectorXd& before, const VectorXd& dp, PathState& s) {
  const VectorXd sum = 0.5 * (before + impact.at.u(s.z));
  for (Index i = 0; i < impact.at.contacts; ++i) {
    const ConeContact& contact = impact.system.contacts[static_cast<std::size_t>(i)];
    const int n = contact.normal();
    s.z[impact.at.normal_work(i)] += dp[n] * sum[n];
    for (int t = contact.first; t < n; ++t) s.z[impact.at.friction_work(i)] += dp[t] * sum[t];
  }
}

/// Sets what reaches zero to zero.
void collect(const Impact& impact, const VectorXd& before, PathState& s) {
  const VectorXd terms =
      impact.system.u.cwiseAbs() + impact.system.W.cwiseAbs() * impact.at.p(s.z).cwiseAbs();
  for (std::size_t i = 0; i < impact.system.contacts.size(); ++i) {
    const ConeContact& contact = impact.system.contacts[i];
    const int n = contact.normal();
    const double rate = s.stage.rates.a[n];
    if (before[n] * rate < 0 && (s.z[n] * before[n] <= 0 || std::abs(s.z[n]) <= tie * terms[n])) {
      s.z[n] = 0;
      if (static_cast<int>(i) == impact.colliding)
        s.phase_ends = true;
      else
        s.closed.push_back(static_cast<int>(i));
    }
    const auto was = before.segment(contact.first, contact.tangents);
    auto slip = s.z.segment(contact.first, contact.tangents);
    const double size = terms.segment(contact.first, contact.tangents).norm();
    if (s.stage.modes.holds[i] != Hold::slip || contact.friction == 0 || was.norm() == 0) continue;
    const bool falls = was.dot(s.stage.rates.a.segment(contact.first, contact.tangents)) < 0;
    if (falls && (slip.dot(was) <= 0 || slip.norm() <= tie * size)) {
      slip.setZero();
      s.stopped.push_back(static_cast<int>(i));
    }
  }
}

}  // namespace

double missing(const Impact& impact, const PathState& s, const VectorXd& z) {
  const double e = impact.restitution();
  const Index work = impact.at.normal_work(impact.colliding);
  const Index p = impact.at.rows + impact.n;
  switch (impact.rule) {
    case Restitution::newton: return -e * impact.system.u[impact.n] - z[impact.n];
    case Restitution::poisson: return e * s.compression - s.restored - (z[p] - s.marked[p]);
    case Restitution::stronge: return e * e * s.stored - s.returned - (z[work] - s.marked[work]);
  }
  return 0;
}

bool advance_straight(const Impact& impact, PathState& s) {
  const double event = until_event(impact, s);
  const double end = until_end(impact, s);
  const double length = std::min(event, end);
  if (!(length < most_impulse * impact.eta)) return false;
  const VectorXd before = impact.at.u(s.z);
  const VectorXd dp = length * s.stage.rates.p;
  impact.at.p(s.z) += dp;
  impact.at.u(s.z) += length * s.stage.rates.a;
  s.z[impact.at.eta()] += length;
  collect(impact, before, s);
  add_work(impact, before, dp, s);
  s.ends = end <= event;
  s.modes_end = !s.closed.empty() || !s.stopped.empty();
  return true;
}

}  // namespace carom::several_spatial
