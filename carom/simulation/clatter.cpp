#include <carom/simulation/clatter.hpp>

#include <carom/impact/laws.hpp>
#include <carom/impact/restore.hpp>
#include <carom/simulation/frozen_series.hpp>
#include <carom/simulation/resolution.hpp>
#include <carom/simulation/sleep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

/// Impacts that are not looked at for clatter after a series that takes time.
constexpr int impacts_of_patience = 64;
/// At the limit, slips up to this many times the remaining normal speeds count as zero: friction has stopped them.
constexpr double slip_per_speed = 10;
/// Of a series, where the gap it began with is rounding, s.
constexpr double shortest_time = 1e-12;
/// Intervals below this are not told apart, s.
constexpr double shortest_interval = 1e-100;

/// The contacts that touch or can be reached within the horizon, with their gaps.
struct Reach {
  std::vector<MeetingContact> contacts{};
  std::vector<double> gap{};
  bool moment = false;  ///< one of them has a moment impulse
};

Reach reached(MotionRun& run, double horizon) {
  Reach reach;
  for (std::size_t i = 0; i < run.contacts.size(); ++i) {
    const int contact = static_cast<int>(i);
    if (sleeps(run, contact)) continue;
    const SceneContact& c = run.scene.contacts[i];
    const ContactTrack& track = run.contacts[i];
    const ContactMotion m = contact_motion(c, run.scene.model, run.seen);
    Eigen::Vector2d u = touching_velocity(run, m, run.seen);
    const double near = gap_rounding * gap_scale(run, contact) + 2 * run.speed * horizon;
    const bool leaves_slowly = track.lifted && !(u.y() < -resolution_of(run).speed);
    const bool away = leaves_slowly || std::abs(m.gap) > near;
    if (!track.closed() && (away || !meets_within(run, contact, m, run.seen))) continue;
    if (track.closed()) u.y() = 0;
    if (track.mode == ContactMode::stick) u.x() = 0;
    reach.contacts.push_back({contact, u});
    reach.gap.push_back(track.closed() || track.leaves ? 0.0 : std::max(m.gap, 0.0));
    reach.moment |= has_moment(c);
  }
  return reach;
}

/// The same, where all whom it touches are awake.
Reach within_reach(MotionRun& run, double horizon) {
  Reach reach = reached(run, horizon);
  while (wake(run, reach.contacts)) reach = reached(run, horizon);
  return reach;
}

FrozenSeries series_of(MotionRun& run, const Reach& reach, const FrozenLimits& limits) {
  state_problem(run, reach.contacts);
  FrozenPosture posture{.problem = run.impact.problem, .gap = reach.gap};
  for (const MeetingContact& m : reach.contacts) {
    posture.materials.push_back(run.scene.contacts[static_cast<std::size_t>(m.contact)].material);
    posture.materials.back().touching = false;
  }
  return follow_frozen_series(posture, run.options.law, limits);
}

/// The contacts that close, with the velocities they have; the others leave.
void part_contacts(MotionRun& run, const Reach& reach, const FrozenSeries& series, double slowest,
                   Clatter& clatter) {
  for (std::size_t i = 0; i < reach.contacts.size(); ++i) {
    const int contact = reach.contacts[i].contact;
    ContactTrack& track = run.contacts[static_cast<std::size_t>(contact)];
    const Vec2<double> after = pair_at(series.u, run.impact.problem.rows[i]);
    Eigen::Vector2d u(after.t, after.n);
    const bool touched = series.hit[i] || track.closed();
    const bool closes = touched && (u.y() == 0 || (clatter.rests && u.y() <= slowest));
    if (series.hit[i]) track = {.mode = track.mode, .last_impact = run.x.t};
    track.leaves = !closes && touched && u.y() > 0;
    if (!closes) {
      track.mode = ContactMode::open;
      continue;
    }
    if (std::abs(u.x()) <= std::max(slip_per_speed * slowest, velocity_rounding * run.speed))
      u.x() = 0;
    clatter.closing.push_back({contact, u});
    clatter.outcome.u_after.push_back(u);
  }
}

std::string words_of(const FrozenSeries& series) {
  const double shortest = std::max(series.shortest, shortest_interval);
  return fmt::format(
      "a series of {} impacts within {:.1g} s, taken at one instant; the first approaches with "
      "{:.3g} m/s, the last with {:.3g} m/s; the shortest interval is {}{:.1g} s; {:.3g} J are "
      "lost",
      series.impacts, std::max(series.clock, shortest_time), series.first, series.last,
      series.shortest < shortest_interval ? "below " : "", shortest, -series.contact_work);
}

}  // namespace

std::optional<Clatter> follow_clatter(MotionRun& run) {
  const FrozenLimits limits;
  const Reach reach = within_reach(run, limits.horizon);
  run.hasty = 0;
  if (reach.contacts.empty() || reach.moment) return std::nullopt;
  Clatter clatter;
  FrozenSeries series;
  try {
    series = series_of(run, reach, limits);
  } catch (const std::invalid_argument& error) {
    stop(run, StopReason::undefined, fmt::format("t = {:.9g} s: {}", run.x.t, error.what()));
    return std::nullopt;
  }
  for (std::size_t i = 0; i < reach.contacts.size(); ++i)
    if (series.hit[i]) clatter.hit.push_back(reach.contacts[i].contact);
  if (stops_now(run)) return std::nullopt;
  const bool answered = series.end != FrozenEnd::no_answer && series.end != FrozenEnd::endless;
  if (!answered) {
    clatter.unresolved = true;
    return clatter;
  }
  if (series.end == FrozenEnd::takes_time) run.hasty = -impacts_of_patience;
  if (series.end == FrozenEnd::takes_time || series.impacts == 0) return std::nullopt;

  apply_impulse(run.impact.problem, series.p, run.x.v);
  run.impacts -= series.contact_work;
  run.work.surfaces += series.drive;
  run.end.impacts += series.impacts;
  clatter.rests = series.end == FrozenEnd::rests;
  const double slowest = clatter.rests ? limits.rest * series.largest : 0;
  part_contacts(run, reach, series, slowest, clatter);
  clatter.note = words_of(series);
  return clatter;
}

}  // namespace carom
