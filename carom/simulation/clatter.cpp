#include <carom/simulation/clatter.hpp>

#include <carom/impact/laws.hpp>
#include <carom/impact/restore.hpp>
#include <carom/simulation/frozen_series.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

/// Impacts that are not looked at for clatter after a series that takes time.
constexpr int impacts_of_patience = 64;
/// At the limit slips up to so many times the normal speeds that are left are none: friction has stopped them.
constexpr double slip_per_speed = 10;
/// Of a series, where the gap it began with is rounding, s.
constexpr double shortest_time = 1e-12;

/// The contacts that touch or can be reached within the horizon, with their gaps.
struct Reach {
  std::vector<MeetingContact> contacts{};
  std::vector<double> gap{};
  bool moment = false;  ///< one of them has a moment impulse
};

Reach within_reach(MotionRun& run, double horizon) {
  Reach reach;
  for (std::size_t i = 0; i < run.contacts.size(); ++i) {
    const int contact = static_cast<int>(i);
    const SceneContact& c = run.scene.contacts[i];
    const ContactTrack& track = run.contacts[i];
    const ContactMotion m = contact_motion(c, run.scene.model, run.seen);
    Eigen::Vector2d u = touching_velocity(run, m, run.seen);
    const double near = gap_rounding * gap_scale(run, contact) + 2 * run.speed * horizon;
    if (!track.closed() && (track.lifted || m.inside < 0 || std::abs(m.gap) > near)) continue;
    if (track.closed()) u.y() = 0;
    if (track.mode == ContactMode::stick) u.x() = 0;
    reach.contacts.push_back({contact, u});
    reach.gap.push_back(track.closed() || track.leaves ? 0.0 : std::max(m.gap, 0.0));
    reach.moment |= has_moment(c);
  }
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

/// Stops the run where the series gives no velocities; false if it does.
bool stopped_by(MotionRun& run, const FrozenSeries& series, const std::vector<int>& hit) {
  if (stops_now(run)) return true;
  if (series.end == FrozenEnd::no_answer)
    stop(run, StopReason::no_solution,
         fmt::format("t = {:.9g} s, {}: the law {} has no solution in a series of impacts; try "
                     "another law",
                     run.x.t, names_of(run, hit), law_of(run.options.law).name));
  if (series.end == FrozenEnd::endless)
    stop(run, StopReason::stalled,
         fmt::format("t = {:.9g} s, {}: {} impacts follow each other at one instant and do not "
                     "end, the last at {:.3g} m/s; less restitution ends them",
                     run.x.t, names_of(run, hit), series.impacts, series.last));
  return !run.running;
}

/// The contacts that close, with the velocities they have; the others leave.
void part_contacts(MotionRun& run, const Reach& reach, const FrozenSeries& series, double slowest,
                   Clatter& clatter) {
  for (std::size_t i = 0; i < reach.contacts.size(); ++i) {
    const int contact = reach.contacts[i].contact;
    ContactTrack& track = run.contacts[static_cast<std::size_t>(contact)];
    Eigen::Vector2d u = series.u.segment<2>(static_cast<Eigen::Index>(2 * i));
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
  if (stopped_by(run, series, clatter.hit)) return std::nullopt;
  if (series.end == FrozenEnd::takes_time) run.hasty = -impacts_of_patience;
  if (series.end == FrozenEnd::takes_time || series.impacts == 0) return std::nullopt;

  apply_impulse(run.impact.problem, series.p, run.x.v);
  run.impacts -= series.contact_work;
  run.work.surfaces += series.drive;
  run.end.impacts += series.impacts;
  clatter.rests = series.end == FrozenEnd::rests;
  const double slowest = clatter.rests ? limits.rest * series.largest : 0;
  part_contacts(run, reach, series, slowest, clatter);
  clatter.note = fmt::format(
      "a series of {} impacts within {:.1g} s, taken at one instant; the first approaches "
      "with {:.3g} m/s, the last with {:.3g} m/s",
      series.impacts, std::max(series.clock, shortest_time), series.first, series.last);
  return clatter;
}

}  // namespace carom
