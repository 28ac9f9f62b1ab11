#include <carom/simulation/flight.hpp>

#include <carom/simulation/gap_search.hpp>
#include <carom/simulation/ground_rest.hpp>
#include <carom/simulation/resolution.hpp>
#include <carom/simulation/sleep.hpp>
#include <carom/simulation/sustained_search.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

namespace carom {
namespace {

/// Pieces of a step turn by less than this, so that distances at their ends stand for the piece, rad.
constexpr double piece_turning = 0.5;
/// The share of the tolerance that a single step may use: errors of many steps add up in the ledger.
constexpr double step_share = 0.1;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
/// Steps of Newton's method that bring a gap from the interpolant's error to rounding.
constexpr int gap_corrections = 3;
/// The longest correction by Taylor's series, as a share of the step: its third term is then below rounding.
constexpr double shortest_probe = 1e-6;
/// The longest correction of an event, as a share of the step. Beyond, the contact hardly moves, and the
/// interpolant's time stands.
constexpr double longest_correction = 0.1;

Eigen::Index coordinate_count(const MotionRun& run) { return run.scene.model.size(); }

void pack(const MotionRun& run, std::vector<double>& packed) {
  const auto n = static_cast<std::size_t>(coordinate_count(run));
  packed.resize(2 * n + 4);
  for (std::size_t i = 0; i < n; ++i) {
    packed[i] = run.x.q[static_cast<Eigen::Index>(i)];
    packed[n + i] = run.x.v[static_cast<Eigen::Index>(i)];
  }
  packed[2 * n] = run.work.friction;
  packed[2 * n + 1] = run.work.dampers;
  packed[2 * n + 2] = run.work.surfaces;
  packed[2 * n + 3] = run.work.efforts;
}

void unpack(const std::vector<double>& packed, double t, Eigen::Index n, State& x) {
  x.q.resize(n);
  x.v.resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    x.q[i] = packed[static_cast<std::size_t>(i)];
    x.v[i] = packed[static_cast<std::size_t>(n + i)];
  }
  x.t = t;
}

Powers works_of(const std::vector<double>& packed) {
  const std::size_t n = packed.size() - 4;
  return {packed[n], packed[n + 1], packed[n + 2], packed[n + 3]};
}

/// Natural sizes of the packed state: a radian or the scene's extent, and the largest rate so far.
void update_scale(MotionRun& run, Flight& flight, const State& x) {
  const Model& model = run.scene.model;
  const auto n = static_cast<std::size_t>(model.size());
  std::vector<double> length(n, 1.0);
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const int b = static_cast<int>(i);
    const auto c = static_cast<std::size_t>(model.first_coordinate(b));
    const JointKind kind = model.joint(b).kind;
    if (kind == JointKind::prismatic) length[c] = run.size;
    if (kind == JointKind::free) length[c] = length[c + 1] = run.size;
  }
  const double fall = std::sqrt(model.gravity().norm() / run.size);
  flight.rate_scale = std::max(flight.rate_scale, fall);
  for (std::size_t i = 0; i < n; ++i)
    flight.rate_scale =
        std::max(flight.rate_scale, std::abs(x.v[static_cast<Eigen::Index>(i)]) / length[i]);
  run.speed = std::max(run.speed, flight.rate_scale * run.size);
  const double energy = std::max(run.largest, std::numeric_limits<double>::min());
  flight.scale.assign(2 * n + 4, energy);
  const double rate = flight.rate_scale > 0 ? flight.rate_scale : 1;
  for (std::size_t i = 0; i < n; ++i) {
    flight.scale[i] = length[i];
    flight.scale[n + i] = length[i] * rate;
  }
}

/// Evaluates the state; false where its numbers are too large.
bool evaluates(const State& x, SmoothMotion& motion) {
  if (!x.q.allFinite() || !x.v.allFinite()) return false;
  try {
    evaluate(x, motion);
  } catch (const std::invalid_argument&) {
    return false;  // the mass matrix of the start was positive definite
  }
  return true;
}

/// The integrator of a run, made once: it evaluates run.motion.
void prepare(MotionRun& run, Flight& flight) {
  if (flight.integrator) return;
  for (const SceneContact& contact : run.scene.contacts)
    flight.bodies.push_back(bodies_of(contact, run.scene.model));
  const Eigen::Index n = coordinate_count(run);
  flight.integrator = std::make_unique<Integrator>(
      [&run, n](const std::vector<double>& x, std::vector<double>& dx, double t) {
        SmoothMotion& motion = run.motion;
        unpack(x, t, n, motion.now.x);
        // A trial step that is far too long may leave the range of numbers: it is rejected.
        if (!evaluates(motion.now.x, motion)) return std::fill(dx.begin(), dx.end(), not_a_number);
        for (Eigen::Index i = 0; i < n; ++i) {
          dx[static_cast<std::size_t>(i)] = motion.now.x.v[i];
          dx[static_cast<std::size_t>(n + i)] = motion.now.a[i];
        }
        const auto works = static_cast<std::size_t>(2 * n);
        dx[works] = motion.powers.friction;
        dx[works + 1] = motion.powers.dampers;
        dx[works + 2] = motion.powers.surfaces;
        dx[works + 3] = motion.powers.efforts;
      });
}

/// Whether a gap may close.
bool watched(const MotionRun& run, std::size_t contact) {
  return !run.contacts[contact].closed() && !sleeps(run, static_cast<int>(contact));
}

/// Gap samples of all contacts at an instant.
void sample_gaps(const MotionRun& run, const Instant& now, std::vector<GapSample>& out) {
  out.resize(run.contacts.size());
  for (std::size_t i = 0; i < out.size(); ++i)
    if (watched(run, i)) out[i] = gap_sample(run.scene.contacts[i], run.scene.model, now);
}

/// How deep a contact that lifted off may sink before it closes anew.
double clear_gap(const MotionRun& run, std::size_t contact) {
  return lift_off_gap * gap_scale(run, static_cast<int>(contact)) + run.contacts[contact].overlap;
}

/// A contact that starts at zero by rounding must come clear before it can close; so must one that other
/// contacts have left overlapping by a little, which carries this gap until it is clear.
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

/// Bounds of the last step, and samples at the ends of its pieces; those at its start are there already.
void sample_pieces(MotionRun& run, Flight& flight) {
  const Step& step = flight.integrator->last();
  const double h = step.t_b - step.t_a;
  flight.integrator->bound(static_cast<std::size_t>(coordinate_count(run)),
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

/// As look_at, for the bodies of one contact alone.
const Instant& look_at_contact(const MotionRun& run, Flight& flight, std::size_t contact,
                               double t) {
  flight.integrator->interpolate(t, flight.packed);
  unpack(flight.packed, t, coordinate_count(run), flight.seen.x);
  flight.seen.elapsed = t - run.scene.state.t;
  kinematics(run.scene.model, flight.seen.x, flight.bodies[contact], flight.seen.k);
  return flight.seen;
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

/// The first time in a piece at which the contact closes within reach of its features.
std::optional<double> closing_in_piece(const MotionRun& run, Flight& flight, std::size_t contact,
                                       std::size_t piece) {
  const GapSample& a = flight.samples[piece][contact];
  const GapSample& b = flight.samples[piece + 1][contact];
  const bool leaves = piece == 0 && run.contacts[contact].leaves;
  const Curve curve{
      .a = flight.times[piece],
      .b = flight.times[piece + 1],
      .at_a = {leaves ? 0.0 : a.value, a.rate},
      .at_b = {b.value, b.rate},
      .curvature = curvature_bound(
          run.scene.contacts[contact], run.scene.model, flight.bounds,
          {std::max(a.distance, b.distance), flight.times[piece + 1] - flight.times[piece]}),
      .resolution = gap_rounding * gap_scale(run, static_cast<int>(contact)),
      .stop = run.observer.stop};
  return first_closing(
      curve, a.value < 0 && !leaves, [&](double t) { return gap_at(run, flight, contact, t); },
      [&](double t) { return within_edge(run, flight, contact, t); });
}

/// When a contact that had lifted off sinks below −`clear` in a piece at whose end it is.
double sinking(const MotionRun& run, Flight& flight, std::size_t contact, std::size_t piece,
               double clear) {
  const std::function<double(double)> at = [&](double t) {
    return gap_at(run, flight, contact, t).value + clear;
  };
  const double a = flight.times[piece];
  const double f_a = flight.samples[piece][contact].value + clear;
  if (!(f_a > 0)) return a;
  return bracketed_root(a, flight.times[piece + 1], f_a,
                        flight.samples[piece + 1][contact].value + clear, at);
}

/// The next time in the last step, before `until`, at which an open contact closes.
std::optional<double> closing(MotionRun& run, Flight& flight, std::size_t contact, double until) {
  ContactTrack& track = run.contacts[contact];
  const double clear = clear_gap(run, contact);
  for (std::size_t p = 0; p + 1 < flight.times.size() && flight.times[p] < until; ++p) {
    const double end = flight.samples[p + 1][contact].value;
    if (track.lifted) {
      if (end < -clear) {
        const double t = sinking(run, flight, contact, p, clear);
        if (within_edge(run, flight, contact, t)) return t;
      }
      track.lifted = std::abs(end) <= clear;
      if (!track.lifted) track.overlap = 0;
      continue;
    }
    if (const auto t = closing_in_piece(run, flight, contact, p)) return t;
  }
  return std::nullopt;
}

/// x at t within the last step, as accurate as the step; on its constraints.
void take_state(MotionRun& run, Flight& flight, double t, State& x, Powers& work) {
  flight.integrator->probe(t, flight.packed);
  unpack(flight.packed, t, coordinate_count(run), x);
  work = works_of(flight.packed);
  project(x, run.motion);
}

/// Gives the samples of the last step before t, and those at t where it is no event.
void give_samples(MotionRun& run, Flight& flight, double t, bool event) {
  State x;
  Powers work;
  for (double s = next_sample_time(run); run.running && (event ? s < t : s <= t);
       s = next_sample_time(run)) {
    take_state(run, flight, s, x, work);
    give_sample(run, x, work);
  }
}

/// The time at which the gap is zero as exactly as the step knows it: the interpolant, which found t, is of a lower
/// order.
double probed_closing(MotionRun& run, Flight& flight, int contact, double t) {
  const Step& step = flight.integrator->last();
  const double h = step.t_b - step.t_a;
  const double found = t;
  for (int i = 0; i < gap_corrections; ++i) {
    take_state(run, flight, t, run.x, run.work);
    flight.seen.x = run.x;
    flight.seen.elapsed = t - run.scene.state.t;
    kinematics(run.scene.model, run.x, flight.seen.k);
    const GapSample s = gap_sample(run.scene.contacts[static_cast<std::size_t>(contact)],
                                   run.scene.model, flight.seen);
    const double dt = -s.value / s.rate;
    if (!(s.rate < 0) || std::abs(t + dt - found) > longest_correction * h) return found;
    if (std::abs(dt) <= shortest_probe * h) return t;
    t = std::max(t + dt, step.t_a);
  }
  return t;
}

/// Moves run.x, the state at t, to where the gap is zero to rounding: so little further that two terms of
/// Taylor's series are exact.
void refine_gap(MotionRun& run, int contact, double longest) {
  SmoothMotion& motion = run.motion;
  if (!evaluates(run.x, motion)) return;
  for (int i = 0; i < gap_corrections; ++i) {
    const GapSample s = gap_sample(run.scene.contacts[static_cast<std::size_t>(contact)],
                                   run.scene.model, motion.now);
    if (!(s.rate < 0)) return;
    const double dt = -s.value / s.rate;
    if (std::abs(dt) > longest) return;
    run.x.q += dt * run.x.v;
    run.x.v += dt * motion.now.a;
    run.x.t += dt;
    run.work.friction += dt * motion.powers.friction;
    run.work.dampers += dt * motion.powers.dampers;
    run.work.surfaces += dt * motion.powers.surfaces;
    run.work.efforts += dt * motion.powers.efforts;
    if (std::abs(dt) <= 2 * std::numeric_limits<double>::epsilon() * std::abs(run.x.t)) return;
    motion.now.x = run.x;
    motion.now.elapsed = run.x.t - run.scene.state.t;
    kinematics(run.scene.model, run.x, motion.now.k);
  }
}

/// The first gap that closes in the last step. Where the run is stopped meanwhile it means nothing.
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

}  // namespace

const Instant& look_at(const MotionRun& run, Flight& flight, double t) {
  flight.integrator->interpolate(t, flight.packed);
  unpack(flight.packed, t, coordinate_count(run), flight.seen.x);
  flight.seen.elapsed = t - run.scene.state.t;
  kinematics(run.scene.model, flight.seen.x, flight.seen.k);
  return flight.seen;
}

FlightEvent fly(MotionRun& run, Flight& flight, double t_limit) {
  if (!(t_limit > run.x.t)) return {};
  run.motion.scene = &run.scene;
  run.motion.closed = closed_contacts(run);
  prepare(run, flight);
  pack(run, flight.packed);
  flight.integrator->start(flight.packed, run.x.t);
  if (flight.samples.empty()) flight.samples.resize(2);
  sample_gaps(run, run.motion.now, flight.samples[0]);
  hold_back(run, flight.samples[0]);
  for (;;) {
    update_scale(run, flight, run.x);
    const double until = std::min(t_limit, end_of_drag_step(run));
    if (!flight.integrator->step(until, step_share * run.options.tolerance, flight.scale))
      return {FlightEnd::failed, {}};
    ++run.end.steps;
    sample_pieces(run, flight);
    StepEvent event = search_gaps(run, flight);
    if (stops_now(run)) return {FlightEnd::limit, {}};
    if (!run.motion.closed.empty()) event = search_sustained(run, flight, event);
    if (event.end == FlightEnd::gap) event.t = probed_closing(run, flight, event.contact, event.t);
    give_samples(run, flight, event.t, event.end != FlightEnd::limit);
    if (event.end != FlightEnd::limit) take_state(run, flight, event.t, run.x, run.work);
    const Step& step = flight.integrator->last();
    if (event.end == FlightEnd::gap)
      refine_gap(run, event.contact, shortest_probe * (step.t_b - step.t_a));
    for (ContactTrack& track : run.contacts) track.leaves = false;
    if (event.end != FlightEnd::limit) return {event.end, {event.contact}};

    unpack(step.x_b, step.t_b, coordinate_count(run), run.x);
    run.work = works_of(step.x_b);
    if (!run.running || step.t_b >= t_limit || may_stand(run)) {
      project(run.x, run.motion);
      return {FlightEnd::limit, {}};
    }
    if (!run.motion.closed.empty() || run.scene.model.constraint_rows() > 0) {
      project(run.x, run.motion);
      pack(run, flight.packed);
      flight.integrator->replace_end(step.t_b, flight.packed);
      sample_gaps(run, run.motion.now, flight.samples[0]);
    } else {
      std::swap(flight.samples[0], flight.samples[flight.times.size() - 1]);
    }
    hold_back(run, flight.samples[0]);
  }
}

}  // namespace carom
