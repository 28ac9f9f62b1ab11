#include <carom/simulation/accumulation.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Intervals that shrink by less than this do not accumulate within any reasonable time.
constexpr double least_shrinking = 1 - 1e-6;

/// Impacts of a contact at one instant after which its rebounds are below the resolution of time.
constexpr int most_at_once = 8;

/// Impacts in a row whose rebounds are all too low to matter: what goes on then is rounding.
constexpr int most_low_impacts = 64;

/// Whether a rebound at u_n that takes the interval is too low to matter.
bool stays_low(const MotionRun& run, int contact, double u_n, double interval) {
  return u_n * interval / 4 <= rest_height * gap_scale(run, contact);
}

/// The longest of the last intervals between impacts of what collides now.
double longest_interval(const MotionRun& run, const std::vector<MeetingContact>& meeting) {
  double longest = 0;
  for (const MeetingContact& m : meeting)
    if (m.u.y() < 0)
      longest = std::max(longest, run.contacts[static_cast<std::size_t>(m.contact)].interval);
  return longest;
}

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
  if (!shrinks || !stays_low(run, contact, u_n, track.interval)) return std::nullopt;
  return track.last_impact + track.interval * track.shrinking / (1 - track.shrinking);  // (T10.7)
}

std::optional<double> rest_time(MotionRun& run, const std::vector<MeetingContact>& meeting,
                                const ImpactOutcome& outcome) {
  std::optional<double> rest;
  bool ends = true;
  bool low = true;
  const double interval = longest_interval(run, meeting);
  for (std::size_t i = 0; i < meeting.size(); ++i) {
    const double u_n = outcome.u_after[i].y();
    if (!(u_n > 0)) continue;
    const int contact = meeting[i].contact;
    const bool rested = meeting[i].u.y() == 0;
    const double own = rested ? interval : run.contacts[static_cast<std::size_t>(contact)].interval;
    const bool is_low = own > 0 && stays_low(run, contact, u_n, own);
    const auto t = comes_to_rest(run, contact, u_n);
    if (t) rest = std::max({rest.value_or(*t), *t, run.x.t});
    ends = ends && (t || (rested && is_low));
    low = low && is_low;
  }
  run.low_impacts = low ? run.low_impacts + 1 : 0;
  if (ends) return rest;
  return run.low_impacts > most_low_impacts ? std::optional(run.x.t) : std::nullopt;
}

}  // namespace carom
