#include <carom/simulation/motion_run.hpp>

#include <carom/impact/name_list.hpp>
#include <carom/multibody/touching_contacts.hpp>
#include <carom/simulation/resolution.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Flights that take no time after which nothing is expected to move on.
constexpr int most_flights_at_once = 1000;
/// Two times closer than this many ulp count as equal: a search may go on by a few.
constexpr double roundings_of_time = 16;
/// Forces may leave their cones by this share of the largest before others are looked for.
constexpr double rounding_of_forces = 1e-10;
/// Overlaps up to this share of the size count as none where two shapes slide along each other.
constexpr double kept_apart = 1e-10;

double effort_of(const Model& model, const State& x) {
  double sum = 0;
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const int b = static_cast<int>(i);
    const Joint& joint = model.joint(b);
    if (coordinates(joint.kind) == 1) sum += joint.effort * x.q[model.first_coordinate(b)];
  }
  return sum;
}

void check_ledger(MotionRun& run, const MotionLedger& l) {
  const double terms = std::abs(l.kinetic) + std::abs(l.potential) + std::abs(l.impacts) +
                       std::abs(l.closing) + std::abs(l.friction) + std::abs(l.dampers) +
                       std::abs(l.efforts) + std::abs(l.surfaces);
  run.largest = std::max(run.largest, terms);
  run.worst = std::max(run.worst, std::abs(l.total() - run.total0));
  run.end.ledger_error = run.largest > 0 ? run.worst / run.largest : 0;
}

/// Where contacts depend on each other and the forces of the motion have left their cones, others that are
/// within them and move the bodies alike take their place.
void share_within_cones(MotionRun& run, const State& x) {
  SmoothMotion& motion = run.motion;
  const double allowed = rounding_of_forces * motion.force.cwiseAbs().maxCoeff();
  bool within = true;
  std::vector<TouchingContact> touching;
  for (std::size_t i = 0; i < motion.closed.size(); ++i) {
    const ClosedContact& c = motion.closed[i];
    const Eigen::Vector2d f = motion.force.segment<2>(static_cast<Eigen::Index>(2 * i));
    const bool sticks = c.mode == ContactMode::stick || c.saturated;
    const Contact& m = run.scene.contacts[static_cast<std::size_t>(c.contact)].material;
    const double cone = m.static_friction.value_or(m.friction.value_or(0)) * f.y();
    within = within && f.y() >= -allowed && (!sticks || std::abs(f.x()) <= cone + allowed);
    const double side = c.mode == ContactMode::slip_negative ? -1 : 1;
    touching.push_back({c.contact, sticks ? 0.0 : side, sticks ? ContactMode::stick : c.mode});
  }
  if (within) return;
  const Eigen::VectorXd force = motion.force;
  if (const auto other = other_shares(run.scene, x, touching, force, run.forces))
    motion.force = *other;
}

/// Stops the run where sides are further inside each other than any that is carried.
void stop_at_overlap(MotionRun& run, int contact, double overlap, double t) {
  if (!(overlap > carried_gap * gap_scale(run, contact))) return;
  stop(
      run, StopReason::no_solution,
      fmt::format("t = {:.9g} s, {}: the sides overlap by {:.3g}; an impact was missed before, and "
                  "what follows would be wrong",
                  t, names_of(run, {contact}), overlap));
}

/// What the joints do and pass on at a sample; mechanisms that sleep are looked at as if they were awake.
void give_joints(MotionRun& run, const State& x) {
  run.sample.joints = joints_at(run.scene.model, x);
  SmoothMotion& look = run.forces.free;
  look.scene = &run.scene;
  look.closed.clear();
  for (std::size_t i = 0; i < run.contacts.size(); ++i)
    if (run.contacts[i].closed())
      look.closed.push_back({static_cast<int>(i), run.contacts[i].mode, run.contacts[i].saturated});
  evaluate(x, look);
  if (look.scene->model.loops().empty())
    for (std::size_t i = 0; i < look.closed.size(); ++i)
      look.force.segment<2>(static_cast<Eigen::Index>(2 * i)) =
          run.sample.force.segment<2>(2 * Eigen::Index{look.closed[i].contact});
  add_forces(look, run.sample.joints);
}

void fill_modes(const MotionRun& run, std::vector<ContactMode>& modes) {
  modes.resize(run.contacts.size());
  for (std::size_t i = 0; i < modes.size(); ++i) modes[i] = shown_mode(run.contacts[i]);
}

}  // namespace

double gap_scale(const MotionRun& run, int contact) {
  return gap_scale(run.scene.contacts[static_cast<std::size_t>(contact)], run.scene.model,
                   run.size);
}

bool meets_within(const MotionRun& run, int contact, const ContactMotion& m, const Instant& now,
                  double beyond) {
  if (!(m.inside >= -beyond)) return false;
  const double scale = gap_scale(run, contact);
  return is_met(run.pairs, run.scene, contact, now,
                {.gap = kept_apart * scale,
                 .overlap = carried_gap * scale,
                 .speed = resolution_of(run).speed});
}

void stop(MotionRun& run, StopReason reason, std::string message) {
  if (!run.running) return;
  run.running = false;
  run.end.reason = reason;
  run.end.message = std::move(message);
}

bool stops_now(MotionRun& run) {
  const std::atomic<bool>* wish = run.observer.stop;
  if (wish == nullptr || !wish->load(std::memory_order_relaxed)) return false;
  stop(run, StopReason::interrupted, "it was interrupted");
  return true;
}

std::vector<ClosedContact> closed_contacts(const MotionRun& run) {
  std::vector<ClosedContact> closed;
  for (std::size_t i = 0; i < run.contacts.size(); ++i)
    if (run.contacts[i].closed() && !run.contacts[i].asleep)
      closed.push_back({static_cast<int>(i), run.contacts[i].mode, run.contacts[i].saturated});
  return closed;
}

MotionLedger ledger_at(MotionRun& run, const State& x, const Powers& work) {
  const Model& model = run.scene.model;
  Kinematics& k = run.energies;
  kinematics(model, x, k);
  const double effort = effort_of(model, x);
  return {.kinetic = kinetic_energy(model, x, k),
          .potential = potential_energy(model, x, k) + effort,
          .impacts = run.impacts,
          .closing = run.closing,
          .friction = work.friction,
          .dampers = work.dampers,
          .efforts = effort - run.effort0 + work.efforts,
          .surfaces = work.surfaces};
}

void announce(MotionRun& run, MotionEventKind kind, const std::vector<int>& contacts,
              std::string note) {
  MotionEvent& event = run.event;
  event.kind = kind;
  event.contacts = contacts;
  event.state.q = run.x.q;
  event.state.v = run.x.v;
  event.state.t = run.x.t;
  fill_modes(run, event.modes);
  if (kind == MotionEventKind::start) {
    run.effort0 = effort_of(run.scene.model, run.x);
    run.total0 = ledger_at(run, run.x, run.work).total();
  }
  event.ledger = ledger_at(run, run.x, run.work);
  event.note = std::move(note);
  check_ledger(run, event.ledger);
  ++run.end.events;
  run.end.ledger = event.ledger;
  if (run.observer.event && !run.observer.event(event))
    stop(run, StopReason::interrupted, "it was interrupted");
  event.impact.reset();
  event.velocity_before.resize(0);
  event.joints.clear();
  event.impact_contacts.clear();
  const bool last = kind == MotionEventKind::end;
  if (!last && run.end.events >= run.options.most_events)
    stop(run, StopReason::event_limit,
         fmt::format("{} events, the most that were asked for, at t = {:.9g} s; allow more or make "
                     "the duration shorter",
                     run.end.events, run.x.t));
}

void watch_for_stall(MotionRun& run) {
  const double t = run.x.t;
  const double resolution =
      roundings_of_time * std::numeric_limits<double>::epsilon() * std::abs(t);
  run.stalled = t - run.last_event <= resolution ? run.stalled + 1 : 0;
  run.last_event = t;
  if (run.stalled < most_flights_at_once) return;
  stop(run, StopReason::stalled,
       fmt::format("{} events at t = {:.9g} s without any motion between them; look at the last "
                   "ones, or change friction or restitution there",
                   run.stalled, t));
}

double next_sample_time(const MotionRun& run) {
  if (!run.options.sample_interval) return std::numeric_limits<double>::infinity();
  const double t =
      run.scene.state.t + static_cast<double>(run.samples) * *run.options.sample_interval;
  return t > run.t_end * (1 + 4 * std::numeric_limits<double>::epsilon())
             ? std::numeric_limits<double>::infinity()
             : std::min(t, run.t_end);
}

void give_sample(MotionRun& run, const State& x, const Powers& work) {
  MotionSample& s = run.sample;
  ++run.samples;
  s.state = x;
  fill_modes(run, s.modes);
  s.ledger = ledger_at(run, x, work);
  check_ledger(run, s.ledger);
  if (!run.observer.sample) return;
  const auto count = static_cast<Eigen::Index>(run.contacts.size());
  s.force.setZero(2 * count);
  s.gap.resize(count);
  SmoothMotion& motion = run.motion;
  if (!motion.closed.empty()) {
    evaluate(x, motion);
    share_within_cones(run, x);
    for (std::size_t i = 0; i < motion.closed.size(); ++i)
      s.force.segment<2>(2 * Eigen::Index{motion.closed[i].contact}) =
          motion.force.segment<2>(static_cast<Eigen::Index>(2 * i));
  }
  for (Eigen::Index i = 0; i < count; ++i) {
    const ContactTrack& track = run.contacts[static_cast<std::size_t>(i)];
    if (track.asleep) s.force.segment<2>(2 * i) = track.force;
  }
  if (run.has_joints) give_joints(run, x);
  run.seen.x = x;
  run.seen.elapsed = x.t - run.scene.state.t;
  kinematics(run.scene.model, x, run.seen.k);
  for (Eigen::Index i = 0; i < count; ++i) {
    const auto c = static_cast<std::size_t>(i);
    const ContactMotion m = contact_motion(run.scene.contacts[c], run.scene.model, run.seen);
    s.gap[i] = m.gap;
    if (!std::isfinite(m.inside)) stop_at_overlap(run, static_cast<int>(i), -m.gap, x.t);
  }
  for (const ConvexPair& pair : run.pairs.pairs)
    if (pair.outlined)
      stop_at_overlap(run, pair.sides.front().contacts.front(),
                      overlap_of(pair, run.scene, run.seen), x.t);
  if (!run.observer.sample(s)) stop(run, StopReason::interrupted, "it was interrupted");
}

std::string names_of(const MotionRun& run, const std::vector<int>& contacts) {
  std::vector<std::string> names;
  for (const int c : contacts) {
    const auto i = static_cast<std::size_t>(c);
    names.push_back("'" + contact_label(run.scene.contacts[i].material, i) + "'");
  }
  return fmt::format("contact{} {}", names.size() == 1 ? "" : "s", listed(names));
}

}  // namespace carom
