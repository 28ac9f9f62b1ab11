#include <carom/impact/held_rows.hpp>
#include <carom/impact/several/answer.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

using Eigen::Index;

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Events whose component is this close to zero, against the terms it is made of, happen together.
constexpr double tie_tolerance = 64 * std::numeric_limits<double>::epsilon();
/// A path with more stages than this does not come to an end.
constexpr std::size_t most_stages = 100;
/// Other choices of modes that are followed at most.
constexpr std::size_t most_branches = 32;

/// What does not change along a path.
struct Impact {
  const ContactSystem& contacts;
  Restitution rule;
  Index n;  ///< row of the colliding contact's normal
  SystemWorkspace& work;
};

std::size_t as_size(Index i) { return static_cast<std::size_t>(i); }

bool is_colliding(const Impact& impact, std::size_t i) {
  return static_cast<Index>(i) == impact.contacts.colliding;
}

/// Frictionless contacts are named by the slip they have, or take.
void name_frictionless(const Impact& impact, const PathState& s, ModeSolution& rates) {
  for (std::size_t i = 0; i < rates.modes.size(); ++i) {
    if (impact.contacts.static_friction[i] != 0 || rates.modes[i] == ContactMode::open) continue;
    const ContactRows& rows = impact.contacts.rows[i];
    const double now = pair_at(s.answer.u_after, rows).t;
    const double slip = now != 0 ? now : pair_at(rates.w, rows).t;
    rates.modes[i] = slip > 0   ? ContactMode::slip_positive
                     : slip < 0 ? ContactMode::slip_negative
                                : ContactMode::stick;
  }
}

/// Finds the rates from here: the modes kept where that is consistent, else the first answer. The
/// other answers are left as branches.
bool choose_rates(const Impact& impact, PathState& s) {
  SystemWorkspace& work = impact.work;
  state_rates(impact.contacts, s.answer.u_after, work.problem);
  find_modes(work.problem, work.route, work.search);
  s.answer.exhaustive &= work.search.exhaustive;
  if (work.search.count == 0) return false;
  std::size_t chosen = 0;
  for (std::size_t k = work.search.count; k-- > 0;)
    if (work.search.found[k].modes == s.modes) chosen = k;
  for (std::size_t k = 0; k < work.search.count; ++k) {
    if (k == chosen || work.branches.size() >= most_branches) continue;
    work.branches.push_back(s);
    work.branches.back().rates = work.search.found[k];
  }
  s.rates = work.search.found[chosen];
  return true;
}

/// The impulse η until the law's restitution ends, from the current state (T8.6)–(T8.8).
double until_end(const Impact& impact, const PathState& s, double rate) {
  const double e = impact.contacts.restitution;
  const double v = s.answer.u_after[impact.n];
  if (impact.rule == Restitution::poisson)
    return std::max((1 + e) * *s.answer.compression - s.answer.p[impact.n], 0.0);
  if (impact.rule == Restitution::newton) {
    const double missing = -e * impact.contacts.u[impact.n] - v;
    return missing <= 0 ? 0 : (rate > 0 ? missing / rate : infinity);
  }
  const double missing = e * e * s.stored - s.returned;
  if (missing <= 0) return 0;
  const double square = v * v + 2 * rate * missing;
  const double divisor = v + std::sqrt(std::max(square, 0.0));
  return square < 0 || divisor == 0 ? infinity : 2 * missing / divisor;
}

/// A component on its way to zero.
double until_zero(double value, double rate) { return value * rate < 0 ? -value / rate : infinity; }

/// Whether friction acts at the contact, or would.
bool interacts(const Impact& impact, const PathState& s, std::size_t i) {
  const Index n = impact.contacts.rows[i].normal();
  return is_colliding(impact, i) || s.rates.modes[i] != ContactMode::open ||
         (s.answer.u_after[n] == 0 && s.rates.w[n] == 0);
}

/// Until the first event that is not the end of the impact (T8.5).
double until_event(const Impact& impact, const PathState& s) {
  double first = infinity;
  for (std::size_t i = 0; i < s.rates.modes.size(); ++i) {
    const Vec2<double> u = pair_at(s.answer.u_after, impact.contacts.rows[i]);
    const Vec2<double> a = pair_at(s.rates.w, impact.contacts.rows[i]);
    if (interacts(impact, s, i)) first = std::min(first, until_zero(u.t, a.t));
    first = std::min(first, until_zero(u.n, a.n));
  }
  return first;
}

/// ∫ u dp of a component over a stage on which both change linearly.
double work_of(double dp, double before, double after) { return 0.5 * dp * (before + after); }

void book(const Impact& impact, Index i, PathState& s) {
  const ContactRows& rows = impact.contacts.rows[as_size(i)];
  const Vec2<double> dp = pair_at(impact.work.step, rows);
  const Vec2<double> before = pair_at(impact.work.before, rows);
  const Vec2<double> after = pair_at(s.answer.u_after, rows);
  WorkLedger<double>& ledger = s.answer.ledger[as_size(i)];
  const double normal = work_of(dp.n, before.n, after.n);
  ledger.friction += work_of(dp.t, before.t, after.t);
  const bool compression = s.phase == Phase::compression;
  (compression ? ledger.normal_compression : ledger.normal_restitution) += normal;
  if (i != impact.contacts.colliding) return;
  s.stored -= compression ? normal : 0;
  s.returned += compression ? 0 : normal;
}

/// Sets a component that reaches zero here to zero; false if it does not.
bool reaches_zero(const Impact& impact, Index r, PathState& s) {
  const double before = impact.work.before[r];
  double& u = s.answer.u_after[r];
  if (!(before * s.rates.w[r] < 0)) return false;
  if (u * before > 0 && std::abs(u) > tie_tolerance * impact.work.terms[r]) return false;
  u = 0;
  return true;
}

/// Sets what reaches zero here to zero, and notes whose slip stops and who closes.
void collect_events(const Impact& impact, PathState& s) {
  s.closed.clear();
  s.stopped.clear();
  Eigen::VectorXd& terms = impact.work.terms;
  terms = impact.contacts.u.cwiseAbs();
  terms.noalias() += impact.contacts.W.cwiseAbs() * s.answer.p.cwiseAbs();
  for (std::size_t i = 0; i < impact.contacts.count(); ++i) {
    const ContactRows& rows = impact.contacts.rows[i];
    if (!rows.is_stop() && interacts(impact, s, i) && reaches_zero(impact, rows.first, s))
      s.stopped.push_back(static_cast<int>(i));
    if (reaches_zero(impact, rows.normal(), s) && !is_colliding(impact, i))
      s.closed.push_back(static_cast<int>(i));
  }
  if (impact.contacts.singular) settle_held(impact.contacts.W, terms, s.answer.u_after);
}

void advance(const Impact& impact, double length, PathState& s) {
  impact.work.before = s.answer.u_after;
  impact.work.step = length * s.rates.p;
  s.answer.p += impact.work.step;
  s.answer.u_after += length * s.rates.w;
  collect_events(impact, s);
  for (Index i = 0; i < static_cast<Index>(impact.contacts.count()); ++i) book(impact, i, s);
  s.starts = false;
  s.compression_starts = false;
  s.compression_ends = s.phase == Phase::compression && s.answer.u_after[impact.n] == 0;
  // Over all compressions: what was restored between them does not count.
  if (s.compression_ends) s.answer.compression = s.answer.p[impact.n] - s.restored;
}

/// In restitution the colliding contact approaches again: its second compression adds to the first.
void compress_again(const Impact& impact, PathState& s) {
  s.restored = s.answer.p[impact.n] - s.answer.compression.value_or(0);
  s.phase = Phase::compression;
  s.compression_starts = true;
}

void record(PathEventKind kind, std::optional<Phase> phase, const std::vector<int>& contacts,
            PathState& s) {
  SystemAnswer& answer = s.answer;
  if (answer.path_length == answer.path.size()) answer.path.emplace_back();
  PathEvent& event = answer.path[answer.path_length++];
  event.kind = kind;
  event.phase = phase;
  event.contacts.assign(contacts.begin(), contacts.end());
  event.modes.assign(s.rates.modes.begin(), s.rates.modes.end());
  event.p = answer.p;
  event.u = answer.u_after;
}

/// Contacts that were in one mode and are in another.
template <class Was, class Is>
const std::vector<int>& changed(const Impact& impact, const PathState& s, Was was, Is is) {
  impact.work.changed.clear();
  for (std::size_t i = 0; i < s.modes.size(); ++i)
    if (was(s.modes[i]) && is(s.rates.modes[i])) impact.work.changed.push_back(static_cast<int>(i));
  return impact.work.changed;
}

/// Writes down what happens at this point, causes first, and enters the new modes.
void record_events(const Impact& impact, PathState& s) {
  const auto sticks = [](ContactMode mode) { return mode == ContactMode::stick; };
  const auto opens = [](ContactMode mode) { return mode == ContactMode::open; };
  const auto holds = [](ContactMode mode) { return mode != ContactMode::open; };
  const auto slips = [](ContactMode mode) {
    return mode == ContactMode::slip_positive || mode == ContactMode::slip_negative;
  };
  const Phase before = s.compression_ends     ? Phase::compression
                       : s.compression_starts ? Phase::restitution
                                              : s.phase;
  const std::vector<int>& colliding = impact.work.colliding;
  if (s.starts) record(PathEventKind::start, s.phase, colliding, s);
  if (!s.closed.empty()) record(PathEventKind::closes, before, s.closed, s);
  if (!s.stopped.empty()) record(PathEventKind::slip_stops, before, s.stopped, s);
  if (s.compression_ends) record(PathEventKind::compression_ends, s.phase, colliding, s);
  if (s.compression_starts) record(PathEventKind::compression_starts, s.phase, colliding, s);
  if (!s.starts) {
    if (const auto& who = changed(impact, s, sticks, slips); !who.empty())
      record(PathEventKind::slip_starts, s.phase, who, s);
    if (const auto& who = changed(impact, s, holds, opens); !who.empty())
      record(PathEventKind::detaches, s.phase, who, s);
  }
  s.modes = s.rates.modes;
}

void fail(NoSolution reason, PathState& s) {
  s.answer.status = ImpactStatus::no_solution;
  s.answer.reason = reason;
}

/// Enters the chosen rates.
void enter(const Impact& impact, PathState& s) {
  name_frictionless(impact, s, s.rates);
  s.answer.unique_impulse &= s.rates.unique_impulse;
  if (!s.rates.unique_velocity) s.answer.status = ImpactStatus::undetermined;
  record_events(impact, s);
}

void finish(const Impact& impact, PathState& s) {
  if (impact.rule == Restitution::newton)
    s.answer.u_after[impact.n] = -impact.contacts.restitution * impact.contacts.u[impact.n] + 0.0;
  if (!s.stopped.empty()) record(PathEventKind::slip_stops, s.phase, s.stopped, s);
  record(PathEventKind::end, std::nullopt, impact.work.colliding, s);
}

bool approaches_again(const Impact& impact, const PathState& s) {
  return s.phase == Phase::restitution && s.answer.u_after[impact.n] == 0 &&
         s.rates.w[impact.n] < 0;
}

/// One stage of the path; false when it was the last.
bool pass_stage(const Impact& impact, PathState& s) {
  if (approaches_again(impact, s)) {  // compression has just ended
    compress_again(impact, s);
    record(PathEventKind::compression_starts, s.phase, impact.work.colliding, s);
  }
  const bool restitution = s.phase == Phase::restitution;
  const double end = restitution ? until_end(impact, s, s.rates.w[impact.n]) : infinity;
  const double event = until_event(impact, s);
  if (!std::isfinite(std::min(end, event))) return fail(NoSolution::no_termination, s), false;
  advance(impact, std::min(end, event), s);
  if (end <= event) return finish(impact, s), false;
  if (approaches_again(impact, s)) compress_again(impact, s);
  if (s.compression_ends) s.phase = Phase::restitution;
  const bool over = s.compression_ends && until_end(impact, s, 1) == 0;
  if (!choose_rates(impact, s) && !over) return fail(NoSolution::no_consistent_mode, s), false;
  enter(impact, s);
  if (!over) return true;
  s.stopped.clear();
  return finish(impact, s), false;
}

void follow(const Impact& impact, PathState& s) {
  for (std::size_t stage = 0; stage < most_stages && !impact.contacts.stopped(); ++stage)
    if (!pass_stage(impact, s)) return;
  fail(NoSolution::no_termination, s);
}

void start(const Impact& impact, PathState& s) {
  const std::size_t count = impact.contacts.count();
  s.answer.status = ImpactStatus::solved;
  s.answer.reason.reset();
  s.answer.p.setZero(impact.contacts.u.size());
  s.answer.u_after = impact.contacts.u;
  s.answer.compression.reset();
  s.answer.ledger.assign(count, {});
  s.answer.path_length = 0;
  s.answer.alternatives.clear();
  s.answer.unique_impulse = true;
  s.answer.exhaustive = true;
  s.modes.assign(count, ContactMode::open);
  s.phase = Phase::compression;
  s.starts = true;
  s.compression_ends = false;
  s.compression_starts = false;
  s.restored = 0;
  s.closed.clear();
  s.stopped.clear();
  s.stored = 0;
  s.returned = 0;
}

/// The event from which contact i is closed, or path_length.
std::size_t first_closed(const SystemAnswer& answer, std::size_t i) {
  std::size_t k = 0;
  while (k < answer.path_length && answer.path[k].modes[i] == ContactMode::open) ++k;
  return k;
}

/// What a contact did, by its first slip stop.
ImpactMode mode_of(const Impact& impact, const SystemAnswer& answer, std::size_t i) {
  const ContactRows& rows = impact.contacts.rows[i];
  const Index n = rows.normal();
  const std::size_t first = first_closed(answer, i);
  const bool touched = first < answer.path_length || impact.contacts.u[n] == 0;
  const bool left = answer.path[answer.path_length - 1].modes[i] == ContactMode::open;
  if (touched && left && answer.u_after[n] > 0) return ImpactMode::detached;
  if (first == answer.path_length || (answer.p[n] == 0 && answer.p[rows.first] == 0))
    return ImpactMode::none;
  std::size_t stop = first;
  while (stop < answer.path_length && pair_at(answer.path[stop].u, rows).t != 0) ++stop;
  if (stop == answer.path_length) return ImpactMode::sliding;
  const bool sticks = answer.path[stop].modes[i] == ContactMode::stick;
  const bool from_rest = stop == first && answer.path[stop].kind != PathEventKind::slip_stops;
  if (from_rest && !sticks) return ImpactMode::sliding;
  const bool restitution = answer.path[stop].phase != Phase::compression;
  if (sticks)
    return restitution ? ImpactMode::stick_in_restitution : ImpactMode::stick_in_compression;
  return restitution ? ImpactMode::reverse_in_restitution : ImpactMode::reverse_in_compression;
}

bool same_end(const SystemAnswer& a, const Eigen::VectorXd& u) {
  constexpr double distinct = 1e-9;
  const double size = std::max(a.u_after.cwiseAbs().maxCoeff(), u.cwiseAbs().maxCoeff());
  return (a.u_after - u).cwiseAbs().maxCoeff() <= distinct * size;
}

/// Follows the other choices of modes: one of them may be the only answer, or another answer.
void follow_branches(const Impact& impact, PathState& s) {
  for (std::size_t k = 0; k < impact.work.branches.size() && !impact.contacts.stopped(); ++k) {
    PathState branch = impact.work.branches[k];
    enter(impact, branch);
    follow(impact, branch);
    if (!has_answer(branch.answer.status)) continue;
    if (!has_answer(s.answer.status)) {
      s = branch;
      continue;
    }
    bool known = same_end(s.answer, branch.answer.u_after);
    for (const Alternative& other : s.answer.alternatives)
      known |= same_end(branch.answer, other.u_after);
    if (known) continue;
    s.answer.alternatives.push_back({branch.answer.p, branch.answer.u_after});
    s.answer.status = ImpactStatus::undetermined;
  }
}

const SystemAnswer& follow_path(const ContactSystem& contacts, Restitution rule,
                                SystemWorkspace& work) {
  PathState& s = work.state;
  const Impact impact{contacts, rule, contacts.rows[as_size(contacts.colliding)].normal(), work};
  prepare(contacts, work.search);
  work.branches.clear();
  work.colliding.assign(1, static_cast<int>(contacts.colliding));
  start(impact, s);
  s.answer.modes.assign(contacts.count(), ImpactMode::none);
  if (choose_rates(impact, s)) {
    enter(impact, s);
    follow(impact, s);
  } else {
    fail(NoSolution::no_consistent_mode, s);
  }
  follow_branches(impact, s);
  if (has_answer(s.answer.status))
    for (std::size_t i = 0; i < contacts.count(); ++i)
      s.answer.modes[i] = mode_of(impact, s.answer, i);
  return s.answer;
}

}  // namespace

const SystemAnswer& follow_newton(const ContactSystem& contacts, SystemWorkspace& work) {
  return follow_path(contacts, Restitution::newton, work);
}
const SystemAnswer& follow_poisson(const ContactSystem& contacts, SystemWorkspace& work) {
  return follow_path(contacts, Restitution::poisson, work);
}
const SystemAnswer& follow_stronge(const ContactSystem& contacts, SystemWorkspace& work) {
  return follow_path(contacts, Restitution::stronge, work);
}

}  // namespace carom
