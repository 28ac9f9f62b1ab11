#include <carom/simulation/closing_search.hpp>

#include <carom/simulation/gap_search.hpp>
#include <carom/simulation/resolution.hpp>
#include <carom/simulation/sleep.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Pieces of a step turn by less than this, so that distances at their ends stand for the piece, rad.
constexpr double piece_turning = 0.5;
/// Looks at a contact that stays where it lifted off: what it does meanwhile is below what is told apart.
constexpr int looks_at_lifted = 16;

/// Whether a gap may close.
bool watched(const MotionRun& run, std::size_t contact) {
  return !run.contacts[contact].closed() && !sleeps(run, static_cast<int>(contact));
}

/// How deep a contact that lifted off may sink before it closes anew.
double clear_gap(const MotionRun& run, std::size_t contact) {
  return lift_off_gap * gap_scale(run, static_cast<int>(contact)) + run.contacts[contact].overlap;
}

/// The gap of a contact within the last step.
CurvePoint gap_at(const MotionRun& run, Flight& flight, std::size_t contact, double t) {
  const GapSample s = gap_sample(run.scene.contacts[contact], run.scene.model,
                                 look_at_contact(run, flight, contact, t));
  return {s.value, s.rate};
}

bool within_edge(const MotionRun& run, Flight& flight, std::size_t contact, double t) {
  const Instant& now = look_at_contact(run, flight, contact, t);
  return meets_within(run, static_cast<int>(contact),
                      contact_motion(run.scene.contacts[contact], run.scene.model, now), now);
}

/// The gap within a piece, raised by `clear`.
Curve curve_of(const MotionRun& run, const Flight& flight, std::size_t contact, std::size_t piece,
               double clear) {
  const GapSample& a = flight.samples[piece][contact];
  const GapSample& b = flight.samples[piece + 1][contact];
  return {.a = flight.times[piece],
          .b = flight.times[piece + 1],
          .at_a = {a.value + clear, a.rate},
          .at_b = {b.value + clear, b.rate},
          .curvature = curvature_bound(
              run.scene.contacts[contact], run.scene.model, flight.bounds,
              {std::max(a.distance, b.distance), flight.times[piece + 1] - flight.times[piece]}),
          .resolution = gap_rounding * gap_scale(run, static_cast<int>(contact)),
          .stop = run.observer.stop};
}

/// The first time at which the contact sinks below −`clear` within reach of its features.
std::optional<double> first_sinking(const MotionRun& run, Flight& flight, std::size_t contact,
                                    const Curve& curve, double clear) {
  return first_closing(
      curve, curve.at_a.value < 0,
      [&](double t) {
        CurvePoint p = gap_at(run, flight, contact, t);
        p.value += clear;
        return p;
      },
      [&](double t) { return within_edge(run, flight, contact, t); });
}

/// The first time in a piece at which the contact closes within reach of its features.
std::optional<double> closing_in_piece(const MotionRun& run, Flight& flight, std::size_t contact,
                                       std::size_t piece) {
  Curve curve = curve_of(run, flight, contact, piece, 0);
  if (piece == 0 && run.contacts[contact].leaves) curve.at_a.value = 0;
  return first_sinking(run, flight, contact, curve, 0);
}

/// The time in a piece before `until` at which a contact that had lifted off is clear of the other side.
std::optional<double> coming_clear(const MotionRun& run, Flight& flight, std::size_t contact,
                                   const Curve& raised, double until, double clear) {
  const auto room = [&](const CurvePoint& p) { return CurvePoint{2 * clear - p.value, -p.rate}; };
  Curve curve = raised;
  curve.b = until;
  curve.at_a = room(raised.at_a);
  curve.at_b = {2 * clear, 0};  // there it is at −clear again
  return first_crossing(curve, [&](double t) {
    CurvePoint p = gap_at(run, flight, contact, t);
    p.value += clear;
    return room(p);
  });
}

/// The same as closing_in_piece() for a contact that had lifted off; it is no longer once it has come clear.
std::optional<double> closing_of_lifted(MotionRun& run, Flight& flight, std::size_t contact,
                                        std::size_t piece) {
  ContactTrack& track = run.contacts[contact];
  const double clear = clear_gap(run, contact);
  Curve raised = curve_of(run, flight, contact, piece, clear);
  raised.patience = looks_at_lifted;
  const auto sinks =
      raised.at_a.value <= 0 && raised.at_a.rate < 0 && within_edge(run, flight, contact, raised.a)
          ? std::optional(raised.a)
          : first_sinking(run, flight, contact, raised, clear);
  const auto rises = sinks && raised.at_a.value < 2 * clear
                         ? coming_clear(run, flight, contact, raised, *sinks, clear)
                         : std::nullopt;
  if (sinks && !rises) return sinks;
  track.lifted = !rises && raised.at_b.value >= 0 && raised.at_b.value <= 2 * clear;
  if (!track.lifted) track.overlap = 0;
  if (!rises) return std::nullopt;
  Curve rest = curve_of(run, flight, contact, piece, 0);
  rest.a = *rises;
  rest.at_a = gap_at(run, flight, contact, *rises);
  return first_sinking(run, flight, contact, rest, 0);
}

/// The next time in the last step, before `until`, at which an open contact closes.
std::optional<double> closing(MotionRun& run, Flight& flight, std::size_t contact, double until) {
  for (std::size_t p = 0; p + 1 < flight.times.size() && flight.times[p] < until; ++p) {
    const auto t = run.contacts[contact].lifted ? closing_of_lifted(run, flight, contact, p)
                                                : closing_in_piece(run, flight, contact, p);
    if (t) return t;
  }
  return std::nullopt;
}

}  // namespace

void sample_gaps(const MotionRun& run, const Instant& now, std::vector<GapSample>& out) {
  out.resize(run.contacts.size());
  for (std::size_t i = 0; i < out.size(); ++i)
    if (watched(run, i)) out[i] = gap_sample(run.scene.contacts[i], run.scene.model, now);
}

void hold_back(MotionRun& run, const std::vector<GapSample>& samples) {
  for (std::size_t i = 0; i < samples.size(); ++i) {
    ContactTrack& track = run.contacts[i];
    const double value = samples[i].value;
    const double scale = gap_scale(run, static_cast<int>(i));
    if (watched(run, i) && value > 0) track.overlap = 0;
    if (!watched(run, i) || value > 0 || value < -carried_gap * scale) continue;
    const bool overlaps = value < -lift_off_gap * scale;
    if (track.leaves && !overlaps && comes_clear(run, value, samples[i].rate)) continue;
    const Instant& now = run.motion.now;
    if (overlaps && !meets_within(run, static_cast<int>(i),
                                  contact_motion(run.scene.contacts[i], run.scene.model, now), now))
      continue;
    track.lifted = true;
    track.leaves = false;
    if (!overlaps) track.overlap = 0;
    if (overlaps && samples[i].rate >= -resolution_of(run).speed) track.overlap = -value;
  }
}

void sample_pieces(MotionRun& run, Flight& flight) {
  const Step& step = flight.integrator->last();
  const double h = step.t_b - step.t_a;
  flight.integrator->bound(static_cast<std::size_t>(run.scene.model.size()),
                           flight.bounds.coordinates);
  bound_bodies(run.scene.model, flight.bounds);
  double turning = largest_turning(flight.bounds);
  for (const SceneContact& contact : run.scene.contacts)
    turning = std::max(turning, largest_turning(contact.surface_motion));
  const auto pieces =
      static_cast<std::size_t>(std::ceil(std::max(h * turning / piece_turning, 1.0)));
  if (flight.samples.size() < pieces + 1) flight.samples.resize(pieces + 1);
  flight.times.resize(pieces + 1);
  flight.times.front() = step.t_a;
  flight.times.back() = step.t_b;
  sample_gaps(run, run.motion.now, flight.samples[pieces]);
  for (std::size_t p = 1; p < pieces; ++p) {
    flight.times[p] = step.t_a + h * static_cast<double>(p) / static_cast<double>(pieces);
    sample_gaps(run, look_at(run, flight, flight.times[p]), flight.samples[p]);
  }
}

StepEvent search_gaps(MotionRun& run, Flight& flight) {
  const Step& step = flight.integrator->last();
  StepEvent first{FlightEnd::limit, step.t_b, 0};
  for (std::size_t i = 0; i < run.contacts.size(); ++i) {
    if (!watched(run, i)) continue;
    if (stops_now(run)) break;
    const auto t = closing(run, flight, i, first.t);
    if (t && *t <= first.t) first = {FlightEnd::gap, *t, static_cast<int>(i)};
  }
  return first;
}

}  // namespace carom
