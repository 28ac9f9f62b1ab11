#include <carom/simulation/flight.hpp>

#include <carom/simulation/closing_search.hpp>
#include <carom/simulation/ground_rest.hpp>
#include <carom/simulation/resolution.hpp>
#include <carom/simulation/sustained_search.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace carom {
namespace {

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

/// What torques and forces that change over time put in at most while a joint moves by its natural length.
double driven_energy(const Model& model, const std::vector<double>& length) {
  double energy = 0;
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const int b = static_cast<int>(i);
    const std::vector<double>& efforts = model.joint(b).effort_over_time.x;
    if (efforts.empty()) continue;  // a weld has no coordinate
    double largest = 0;
    for (const double x : efforts) largest = std::max(largest, std::abs(x));
    energy += largest * length[static_cast<std::size_t>(model.first_coordinate(b))];
  }
  return energy;
}

/// Natural sizes of the packed state: a radian or the scene's extent, and the largest rate so far. At rest, without
/// gravity, the energy is that of the drives.
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
  const double energy =
      std::max({run.largest, driven_energy(model, length), std::numeric_limits<double>::min()});
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

}  // namespace

const Instant& look_at(const MotionRun& run, Flight& flight, double t) {
  flight.integrator->interpolate(t, flight.packed);
  unpack(flight.packed, t, coordinate_count(run), flight.seen.x);
  flight.seen.elapsed = t - run.scene.state.t;
  kinematics(run.scene.model, flight.seen.x, flight.seen.k);
  return flight.seen;
}

const Instant& look_at_contact(const MotionRun& run, Flight& flight, std::size_t contact,
                               double t) {
  flight.integrator->interpolate(t, flight.packed);
  unpack(flight.packed, t, coordinate_count(run), flight.seen.x);
  flight.seen.elapsed = t - run.scene.state.t;
  kinematics(run.scene.model, flight.seen.x, flight.bodies[contact], flight.seen.k);
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
