#include <carom/simulation/accumulation.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Intervals that shrink by less than this do not accumulate within any reasonable time.
constexpr double least_shrinking = 1 - 1e-6;

}  // namespace

void note_impact(MotionRun& run, int contact) {
  ContactTrack& track = run.contacts[static_cast<std::size_t>(contact)];
  const double interval = run.x.t - track.last_impact;
  track.shrinking = track.interval > 0 ? interval / track.interval : 1;
  track.interval = std::isfinite(interval) ? interval : 0;
  track.last_impact = run.x.t;
}

std::optional<double> rest_time(const MotionRun& run, const std::vector<MeetingContact>& meeting,
                                const ImpactOutcome& outcome) {
  std::optional<double> rest;
  for (std::size_t i = 0; i < meeting.size(); ++i) {
    if (!(outcome.u_after[i].y() > 0)) continue;
    const ContactTrack& track = run.contacts[static_cast<std::size_t>(meeting[i].contact)];
    const double height = outcome.u_after[i].y() * track.interval / 4;
    const bool shrinks = track.interval > 0 && track.shrinking < least_shrinking;
    if (!shrinks || height > rest_height * gap_scale(run, meeting[i].contact)) return std::nullopt;
    const double t =
        track.last_impact + track.interval * track.shrinking / (1 - track.shrinking);  // (T10.7)
    rest = std::max({rest.value_or(t), t, run.x.t});
  }
  return rest;
}

}  // namespace carom
