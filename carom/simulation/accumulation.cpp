#include <carom/simulation/accumulation.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Intervals that shrink by less than this do not accumulate within any reasonable time.
constexpr double least_shrinking = 1 - 1e-6;

/// κ of (T10.10).
constexpr double gap_speed_margin = 1.5;

/// Impacts in a row, each within hasty_interval of the one before, from which on a series counts as clatter.
constexpr int hasty_impacts = 8;
/// In it gravity changes velocities by 1e-6 m/s, s.
constexpr double hasty_interval = 1e-7;

/// Impacts in a row whose rebounds are all too low to matter: what goes on then is rounding.
constexpr int most_low_impacts = 64;

/// v_g of (T10.10): what gaps can tell from rest.
double gap_speed(MotionRun& run, int contact) {
  SmoothMotion& free = run.forces.free;
  free.scene = &run.scene;
  free.closed.clear();
  evaluate(run.x, free);
  frame_accelerations(run.scene.model, free.now.x, free.now.k, free.now.a, free.now.frames);
  const SceneContact& c = run.scene.contacts[static_cast<std::size_t>(contact)];
  const double a_n = contact_motion(c, run.scene.model, free.now).du.y();
  return gap_speed_margin * std::sqrt(2 * std::abs(a_n) * gap_rounding * gap_scale(run, contact));
}

/// Whether (T10.10) allows a rebound at u_n to be closed, in a series with this first approach.
bool is_slow(MotionRun& run, int contact, double u_n, double first) {
  return u_n <= rest_speed * first || u_n <= gap_speed(run, contact);
}

/// Whether a rebound at u_n that takes the interval is too low to matter.
bool stays_low(const MotionRun& run, int contact, double u_n, double interval) {
  return u_n * interval / 4 <= rest_height * gap_scale(run, contact);
}

/// The longest of the last intervals between impacts of what collides now, and the largest first approach.
struct LeadingSeries {
  double interval = 0;
  double first = 0;
};

LeadingSeries leading_series(const MotionRun& run, const std::vector<MeetingContact>& meeting) {
  LeadingSeries leading;
  for (const MeetingContact& m : meeting) {
    if (!(m.u.y() < 0)) continue;
    const ContactTrack& track = run.contacts[static_cast<std::size_t>(m.contact)];
    leading.interval = std::max(leading.interval, track.interval);
    leading.first = std::max(leading.first, track.first);
  }
  return leading;
}

}  // namespace

void note_impact(MotionRun& run, int contact, double approach) {
  ContactTrack& track = run.contacts[static_cast<std::size_t>(contact)];
  const double interval = run.x.t - track.last_impact;
  track.shrinking = track.interval > 0 ? interval / track.interval : 1;
  const bool goes_on = std::isfinite(interval) && track.shrinking <= 1;
  if (!goes_on) track.first = approach;
  track.interval = std::isfinite(interval) ? interval : 0;
  track.last_impact = run.x.t;
  run.hasty = run.x.t - run.last_impact < hasty_interval ? run.hasty + 1 : 0;
  run.last_impact = run.x.t;
}

bool clatters(const MotionRun& run) { return run.hasty >= hasty_impacts && !run.rest; }

std::optional<double> comes_to_rest(MotionRun& run, int contact, double u_n) {
  const ContactTrack& track = run.contacts[static_cast<std::size_t>(contact)];
  const bool shrinks = track.interval > 0 && track.shrinking < least_shrinking;
  if (!shrinks || !stays_low(run, contact, u_n, track.interval)) return std::nullopt;
  if (!is_slow(run, contact, u_n, track.first)) return std::nullopt;
  return track.last_impact + track.interval * track.shrinking / (1 - track.shrinking);  // (T10.7)
}

std::optional<double> rest_time(MotionRun& run, const std::vector<MeetingContact>& meeting,
                                const ImpactOutcome& outcome) {
  std::optional<double> rest;
  bool ends = true;
  bool low = true;
  const LeadingSeries leading = leading_series(run, meeting);
  for (std::size_t i = 0; i < meeting.size(); ++i) {
    const double u_n = outcome.u_after[i].y();
    if (!(u_n > 0)) continue;
    const int contact = meeting[i].contact;
    const bool rested = meeting[i].u.y() == 0;
    const ContactTrack& track = run.contacts[static_cast<std::size_t>(contact)];
    const double own = rested ? leading.interval : track.interval;
    const double first = rested ? leading.first : track.first;
    const bool is_low =
        own > 0 && stays_low(run, contact, u_n, own) && is_slow(run, contact, u_n, first);
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
