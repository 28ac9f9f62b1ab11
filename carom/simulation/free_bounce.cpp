#include <carom/simulation/free_bounce.hpp>

#include <carom/impact/resolve.hpp>
#include <carom/simulation/accumulation.hpp>
#include <carom/simulation/impact_event.hpp>

#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

/// Contacts this many roundings of the gap apart may touch as well.
constexpr double near_gaps = 10;

bool others_touch(MotionRun& run, int contact) {
  for (std::size_t i = 0; i < run.contacts.size(); ++i) {
    if (static_cast<int>(i) == contact) continue;
    if (run.contacts[i].closed()) return true;
    const double gap = run.planes[i]
                           ? run.planes[i]->gap(run.x, run.seen.elapsed)
                           : contact_motion(run.scene.contacts[i], run.scene.model, run.seen).gap;
    if (std::abs(gap) <= near_gaps * gap_rounding * run.size) return true;
  }
  return false;
}

/// Whether the contact would come to rest by (T10.7) after a rebound at u_n now.
bool would_rest(MotionRun& run, int contact, double approach, double rebound) {
  ContactTrack& track = run.contacts[static_cast<std::size_t>(contact)];
  const ContactTrack before = track;
  const int hasty = run.hasty;
  const double last_impact = run.last_impact;
  note_impact(run, contact, approach);
  const bool rests = comes_to_rest(run, contact, rebound).has_value();
  if (!rests) return false;
  track = before;  // noted anew by who brings it to rest
  run.hasty = hasty;
  run.last_impact = last_impact;
  return true;
}

/// The contact by the law of the run, in run.impact.hall.result; false where there is no plain answer.
bool resolves(MotionRun& run, int contact, const ContactMotion& m) {
  ImpactMemory& memory = run.impact;
  state_problem(run, contact, m);
  memory.materials.assign(1, run.scene.contacts[static_cast<std::size_t>(contact)].material);
  memory.materials[0].touching = false;
  const ImpactResult& result = memory.hall.result;
  try {
    resolve(run.scene.name, memory.materials, memory.problem, run.options.law, memory.hall,
            memory.hall.result);
  } catch (const std::invalid_argument&) {
    return false;  // whoever resolves it event by event says why
  }
  return result.status == ImpactStatus::solved && result.contacts[0].u_after.n > 0;
}

}  // namespace

bool bounce(MotionRun& run, int contact) {
  if (!run.free_bodies || run.options.keep_impacts || run.options.contact_time > 0) return false;
  run.seen.x.q = run.x.q;
  run.seen.x.v = run.x.v;
  run.seen.x.t = run.x.t;
  run.seen.elapsed = run.x.t - run.scene.state.t;
  if (others_touch(run, contact)) return false;
  kinematics(run.scene.model, run.seen.x, run.seen.k);
  const SceneContact& c = run.scene.contacts[static_cast<std::size_t>(contact)];
  const ContactMotion m = contact_motion(c, run.scene.model, run.seen);
  const Eigen::Vector2d u = touching_velocity(run, m, run.seen);
  if (!(u.y() < 0)) return false;

  if (!resolves(run, contact, m)) return false;
  const ImpactResult& result = run.impact.hall.result;
  if (would_rest(run, contact, -u.y(), result.contacts[0].u_after.n)) return false;

  run.x.v = *result.velocity_after;
  run.impacts -= result.energy.contact_work;
  run.work.surfaces += result.energy.drive.value_or(0);
  run.contacts[static_cast<std::size_t>(contact)].leaves = true;
  ++run.end.impacts;
  run.impact.contacts.assign(1, contact);
  announce(run, MotionEventKind::impact, run.impact.contacts, "");
  return true;
}

}  // namespace carom
