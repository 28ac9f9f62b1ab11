#include <carom/impact/several_spatial/extrapolation.hpp>
#include <carom/impact/several_spatial/path_state.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace carom::several_spatial {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// A stage of more steps than this does not come to an end.
constexpr int most_steps = 2000;
/// A stage of more explicit steps than this is stiff.
constexpr int most_explicit_steps = 80;
/// Slip below this share of the largest speed stops on one straight bit, and others with it.
constexpr double stopping = 1e-11;
constexpr double stopping_too = 1e-10;
/// Slip that begins is straight for this share of the impulse of the problem.
constexpr double first_bit = 1e-7;
/// How far beyond an event inside a stage the new modes are looked for.
constexpr double beyond = 1e-4;
/// A contact that goes on touching has a normal velocity of rounding, against the largest speed.
constexpr double touching = 1e-13;
/// Steps in σ W_nn that are this short: rates grow without bound.
constexpr double shortest_step = 1e-9;

bool can_turn(const Impact& impact, const PathState& s, std::size_t i) {
  const ConeContact& contact = impact.system.contacts[i];
  return s.stage.modes.holds[i] == Hold::slip && contact.friction > 0 && contact.tangents > 0;
}

/// z moved along constant rates of u and p; the work is that of a linear u.
void move_straight(const Impact& impact, double length, const VectorXd& rate, VectorXd& z) {
  const VectorXd middle = impact.at.u(z) + 0.5 * length * VectorXd(impact.at.u(rate));
  const VectorXd dp = length * VectorXd(impact.at.p(rate));
  impact.at.u(z) += length * impact.at.u(rate);
  impact.at.p(z) += dp;
  z[impact.at.eta()] += length;
  for (Index i = 0; i < impact.at.contacts; ++i) {
    const ConeContact& contact = impact.system.contacts[static_cast<std::size_t>(i)];
    z[impact.at.normal_work(i)] += dp[contact.normal()] * middle[contact.normal()];
    z[impact.at.friction_work(i)] += dp.segment(contact.first, contact.tangents)
                                         .dot(middle.segment(contact.first, contact.tangents));
  }
}

void begin_slips(const Impact& impact, const Arc& arc, PathState& s) {
  bool begins = false;
  for (std::size_t i = 0; i < s.stage.modes.holds.size(); ++i)
    begins |= can_turn(impact, s, i) && slip_of(impact.system.contacts[i], s.z) == 0;
  VectorXd rate;
  if (begins && slope(arc, s.z, rate)) move_straight(impact, first_bit * impact.eta, rate, s.z);
}

/// Something that is zero at an event: a component of z, or what the law still lacks.
struct Gauge {
  enum class Kind : unsigned char { closes, phase, law } kind = Kind::closes;
  std::size_t contact = 0;
};

double value_of(const Impact& impact, const PathState& s, const Gauge& gauge, const VectorXd& z) {
  if (gauge.kind == Gauge::Kind::law) return missing(impact, s, z);
  return z[impact.system.contacts[gauge.contact].normal()];
}

double rate_of(const Impact& impact, const Gauge& gauge, const VectorXd& rate) {
  if (gauge.kind != Gauge::Kind::law) return rate[impact.system.contacts[gauge.contact].normal()];
  switch (impact.rule) {
    case Restitution::newton: return -rate[impact.n];
    case Restitution::poisson: return -rate[impact.at.rows + impact.n];
    case Restitution::stronge: return -rate[impact.at.normal_work(impact.colliding)];
  }
  return 0;
}

/// What happened between two points.
std::vector<Gauge> crossed(const Impact& impact, const PathState& s, const VectorXd& end) {
  std::vector<Gauge> gauges;
  for (std::size_t i = 0; i < impact.system.contacts.size(); ++i) {
    const int n = impact.system.contacts[i].normal();
    if (static_cast<int>(i) != impact.colliding && s.stage.modes.holds[i] == Hold::open &&
        s.z[n] >= 0 && end[n] < (s.z[n] > 0 ? 0 : -touching * impact.speed))
      gauges.push_back({Gauge::Kind::closes, i});
  }
  const auto c = static_cast<std::size_t>(impact.colliding);
  const bool restitution = s.phase == Phase::restitution;
  if (restitution ? end[impact.n] < 0 && s.z[impact.n] >= 0
                  : end[impact.n] >= 0 && s.z[impact.n] < 0)
    gauges.push_back({Gauge::Kind::phase, c});
  if (restitution && missing(impact, s, end) <= 0) gauges.push_back({Gauge::Kind::law, c});
  return gauges;
}

/// A point of a step.
struct Found {
  double sigma = 0;
  VectorXd z{};
};

/// Newton's method from a secant point, in steps that become short; each costs little.
std::optional<Found> locate(const Impact& impact, const Arc& arc, const PathState& s,
                            const Gauge& gauge, const Found& end) {
  const double from = value_of(impact, s, gauge, s.z);
  const double to = value_of(impact, s, gauge, end.z);
  // A gauge that has just been at zero is looked for from the other end.
  Found at{from == 0 ? end.sigma : end.sigma * from / (from - to), {}};
  int effort = 0;
  if (!take_step(arc, s.z, at.sigma, at.z, effort)) return std::nullopt;
  double low = 0;
  double high = end.sigma;
  for (int k = 0; k < 20; ++k) {
    const double value = value_of(impact, s, gauge, at.z);
    VectorXd rate;
    if (value == 0 || !slope(arc, at.z, rate)) break;
    (value * to < 0 ? low : high) = at.sigma;
    double next = at.sigma - value / (rate_of(impact, gauge, rate) * pace(arc, at.z));
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const double step = next - at.sigma;
    if (std::abs(step) <= 4 * std::numeric_limits<double>::epsilon() * end.sigma) break;
    VectorXd z;
    if (!take_step(arc, at.z, step, z, effort)) return std::nullopt;
    at = {next, z};
  }
  return at;
}

bool admissible(const Impact& impact, const Arc& arc, const PathState& s, const VectorXd& z,
                cone::Workspace& work) {
  Rates rates;
  held_rates(impact.system, impact.colliding, s.stage.modes, s.stage.held, arc.layout.u(z), rates);
  return rates.finite && still_admissible(impact.system, impact.colliding, s.stage.modes, rates,
                                          arc.layout.u(z), work);
}

/// The last point at which the modes hold.
Found last_admissible(const Impact& impact, const Arc& arc, const PathState& s, const Found& end,
                      cone::Workspace& work) {
  constexpr int halvings = 36;
  Found low{0, s.z};
  double high = end.sigma;
  int effort = 0;
  for (int k = 0; k < halvings; ++k) {
    Found middle{0.5 * (low.sigma + high), {}};
    if (take_step(arc, s.z, middle.sigma, middle.z, effort) &&
        admissible(impact, arc, s, middle.z, work))
      low = middle;
    else
      high = middle.sigma;
  }
  return low;
}

/// Crosses an event inside a stage: a little beyond with the old modes, then half of the change of the
/// rates there. What is continuous at the event grows linearly in the rates: an error of third order.
void cross(const Impact& impact, const Arc& arc, PathState& s, cone::Workspace& work) {
  VectorXd end;
  int effort = 0;
  double sigma = beyond * impact.eta / pace(arc, s.z);
  for (int k = 0; k < 20 && !take_step(arc, s.z, sigma, end, effort); ++k) sigma /= 4;
  if (end.size() == 0 || !crossed(impact, s, end).empty()) return;
  settle(impact, end);
  Rates old;
  held_rates(impact.system, impact.colliding, s.stage.modes, s.stage.held, arc.layout.u(end), old);
  cone::Solution fresh;
  cone::solve(rate_problem(impact.system, impact.colliding, arc.layout.u(end)),
              {.starts = 0, .sharing = false}, &old.p, work, fresh);
  if (!old.finite || !fresh.found) return;
  const double half = 0.5 * (end[impact.at.eta()] - s.z[impact.at.eta()]);
  const VectorXd change = fresh.w - old.a;
  const VectorXd terms = impact.system.W.cwiseAbs() * old.p.cwiseAbs();
  constexpr double continuous = 0.05;
  if (change.cwiseAbs().maxCoeff() > continuous * terms.maxCoeff()) return;
  s.z = end;
  constexpr double rounding = 1e-9;
  for (Index r = 0; r < change.size(); ++r)
    if (std::abs(change[r]) > rounding * terms[r]) s.z[r] += half * change[r];
  const VectorXd extra = half * (fresh.p - old.p);
  impact.at.p(s.z) += extra;
  for (Index i = 0; i < impact.at.contacts; ++i) {
    const ConeContact& contact = impact.system.contacts[static_cast<std::size_t>(i)];
    s.z[impact.at.normal_work(i)] += extra[contact.normal()] * s.z[contact.normal()];
    s.z[impact.at.friction_work(i)] += extra.segment(contact.first, contact.tangents)
                                           .dot(s.z.segment(contact.first, contact.tangents));
  }
}

/// How long a slip lasts that falls, and how much its direction still turns.
struct Stop {
  double length = std::numeric_limits<double>::infinity();
  double turn = 0;
};

Stop stop_of(const ConeContact& contact, const VectorXd& z, const VectorXd& rate) {
  const VectorXd slip = z.segment(contact.first, contact.tangents);
  const VectorXd a = rate.segment(contact.first, contact.tangents);
  const double speed = slip.norm();
  const double falls = slip.dot(a) / speed;
  if (!(falls < 0)) return {};
  return {-speed / falls, (a - falls * slip / speed).norm() / -falls};
}

/// Ends slips that are about to stop; false if none is. A direction that has settled makes the rest of
/// the way straight long before: its error is the length times the turn that is left.
bool stop_slips(const Impact& impact, const Arc& arc, PathState& s) {
  constexpr double settled = 1e-13;
  constexpr double longest = 1e-2;
  int turning = 0;
  for (std::size_t i = 0; i < s.stage.modes.holds.size(); ++i) turning += can_turn(impact, s, i);
  VectorXd rate;
  if (!slope(arc, s.z, rate)) return false;
  double length = std::numeric_limits<double>::infinity();
  const auto slip = [&](std::size_t i) { return slip_of(impact.system.contacts[i], s.z); };
  for (std::size_t i = 0; i < s.stage.modes.holds.size(); ++i) {
    if (!can_turn(impact, s, i)) continue;
    const Stop stop = stop_of(impact.system.contacts[i], s.z, rate);
    const bool straight = turning == 1 && stop.length <= longest * impact.eta &&
                          stop.length * stop.turn <= settled * impact.eta;
    if (straight || slip(i) <= stopping * impact.speed) length = std::min(length, stop.length);
  }
  VectorXd end = s.z;
  if (!std::isfinite(length)) return false;
  move_straight(impact, length, rate, end);
  if (!crossed(impact, s, end).empty()) return false;
  for (std::size_t i = 0; i < s.stage.modes.holds.size(); ++i)
    if (can_turn(impact, s, i) &&
        slip_of(impact.system.contacts[i], end) < stopping_too * impact.speed)
      s.stopped.push_back(static_cast<int>(i));
  s.z = end;
  for (const int i : s.stopped) {
    const ConeContact& contact = impact.system.contacts[static_cast<std::size_t>(i)];
    s.z.segment(contact.first, contact.tangents).setZero();
  }
  return true;
}

/// The first step: a fraction of the time in which the fastest slip changes.
double first_step(const Impact& impact, const Arc& arc, const PathState& s) {
  VectorXd rate;
  if (!slope(arc, s.z, rate)) return 0;
  double fastest = 1 / impact.eta;
  for (std::size_t i = 0; i < s.stage.modes.holds.size(); ++i) {
    const ConeContact& contact = impact.system.contacts[i];
    if (can_turn(impact, s, i))
      fastest = std::max(
          fastest, rate.segment(contact.first, contact.tangents).norm() / slip_of(contact, s.z));
  }
  return 0.5 / (fastest * pace(arc, s.z));
}

/// Takes an event that was located.
void take(const Impact& impact, const Gauge& gauge, PathState& s) {
  switch (gauge.kind) {
    case Gauge::Kind::closes:
      s.z[impact.system.contacts[gauge.contact].normal()] = 0;
      s.closed.push_back(static_cast<int>(gauge.contact));
      s.modes_end = true;
      break;
    case Gauge::Kind::phase:
      s.z[impact.n] = 0;
      s.phase_ends = true;
      break;
    case Gauge::Kind::law: s.ends = true; break;
  }
}

}  // namespace

bool advance_turning(const Impact& impact, PathState& s, cone::Workspace& work) {
  Arc arc{impact.system, impact.colliding, s.stage.modes, s.stage.held, impact.at, impact.scale};
  begin_slips(impact, arc, s);
  double sigma = first_step(impact, arc, s);
  const double shortest = shortest_step * impact.eta / impact.speed;
  for (int step = 0; step < most_steps; ++step) {
    arc.stiff = step > most_explicit_steps;
    if (!(sigma > shortest)) return false;
    Found end{sigma, {}};
    int effort = 0;
    if (!take_step(arc, s.z, sigma, end.z, effort)) {
      sigma *= 0.4;
      continue;
    }
    std::optional<Gauge> event;
    bool lost = false;
    for (const Gauge& gauge : crossed(impact, s, end.z)) {
      const std::optional<Found> at = locate(impact, arc, s, gauge, {sigma, end.z});
      lost |= !at;
      if (!at || at->sigma > end.sigma) continue;
      end = *at;
      event = gauge;
    }
    if (lost) {  // a step that grows fast: events are met in shorter ones
      sigma *= 0.4;
      continue;
    }
    if (!admissible(impact, arc, s, end.z, work)) {
      s.z = last_admissible(impact, arc, s, end, work).z;
      cross(impact, arc, s, work);
      s.modes_end = true;
      return true;
    }
    s.z = end.z;
    if (event) {
      take(impact, *event, s);
      return true;
    }
    if (stop_slips(impact, arc, s)) {
      s.modes_end = true;
      return true;
    }
    sigma = next_length(sigma, effort);
  }
  return false;
}

}  // namespace carom::several_spatial
