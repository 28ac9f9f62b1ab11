#include <carom/simulation/accumulation.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Intervals that shrink by less than this do not accumulate within any reasonable time.
constexpr double least_shrinking = 1 - 1e-6;

/// Impacts of a contact at one instant after which its rebounds are below the resolution of time.
constexpr int most_at_once = 8;

}  // namespace

void note_impact(MotionRun& run, int contact) {
  ContactTrack& track = run.contacts[static_cast<std::size_t>(contact)];
  const double interval = run.x.t - track.last_impact;
  track.shrinking = track.interval > 0 ? interval / track.interval : 1;
  track.at_once = interval > 0 ? 0 : track.at_once + 1;
  track.interval = std::isfinite(interval) ? interval : 0;
  track.last_impact = run.x.t;
}

std::optional<double> comes_to_rest(const MotionRun& run, int contact, double u_n) {
  const ContactTrack& track = run.contacts[static_cast<std::size_t>(contact)];
  if (track.at_once >= most_at_once) return track.last_impact;
  const bool shrinks = track.interval > 0 && track.shrinking < least_shrinking;
  const double height = u_n * track.interval / 4;
  if (!shrinks || height > rest_height * gap_scale(run, contact)) return std::nullopt;
  return track.last_impact + track.interval * track.shrinking / (1 - track.shrinking);  // (T10.7)
}

std::optional<double> rest_time(const MotionRun& run, const std::vector<MeetingContact>& meeting,
                                const ImpactOutcome& outcome) {
  std::optional<double> rest;
  for (std::size_t i = 0; i < meeting.size(); ++i) {
    if (!(outcome.u_after[i].y() > 0)) continue;
    const auto t = comes_to_rest(run, meeting[i].contact, outcome.u_after[i].y());
    if (!t) return std::nullopt;
    rest = std::max({rest.value_or(*t), *t, run.x.t});
  }
  return rest;
}

}  // namespace carom
