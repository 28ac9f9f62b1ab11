#include <carom/simulation/free_bounce.hpp>

#include <carom/impact/laws.hpp>
#include <carom/impact/one/one_contact.hpp>
#include <carom/impact/residual.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/impact/restore.hpp>
#include <carom/simulation/accumulation.hpp>
#include <carom/simulation/impact_event.hpp>

#include <cmath>

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

/// Brings p and the velocity after back from the units of the law; the work of the impulse.
struct Restored {
  Eigen::Vector2d u_after{};
  double work = 0;
};

Restored restored(ImpactMemory& memory) {
  const ContactSystem& s = memory.system;
  const SystemAnswer& answer = memory.answer;
  memory.p.resize(answer.p.size());
  double work = 0;
  for (Eigen::Index i = 0; i < answer.p.size(); ++i) {
    memory.p[i] =
        std::ldexp(answer.p[i], s.scale[static_cast<std::size_t>(i)] - s.speed_scale) + 0.0;
    work += answer.p[i] * (s.u[i] + answer.u_after[i]);
  }
  return {{std::ldexp(answer.u_after[0], -s.scale[0] - s.speed_scale) + 0.0,
           std::ldexp(answer.u_after[1], -s.scale[1] - s.speed_scale) + 0.0},
          std::ldexp(answer.work.value_or(0.5 * work), -2 * s.speed_scale) + 0.0};
}

/// Whether the contact would come to rest by (T10.7) after a rebound at u_n now.
bool would_rest(MotionRun& run, int contact, double approach, const Eigen::Vector2d& u_after) {
  ContactTrack& track = run.contacts[static_cast<std::size_t>(contact)];
  const ContactTrack before = track;
  const int hasty = run.hasty;
  const double last_impact = run.last_impact;
  note_impact(run, contact, approach);
  const bool rests = comes_to_rest(run, contact, u_after.y()).has_value();
  if (!rests) return false;
  track = before;  // noted anew by who brings it to rest
  run.hasty = hasty;
  run.last_impact = last_impact;
  return true;
}

/// Works of the impulse on prescribed sides.
double drive(const ImpactMemory& memory) {
  const ContactProblem& c = memory.problem;
  if (!c.surface_moves) return 0;
  double sum = memory.p[0] * c.surface_velocity[0] + memory.p[1] * c.surface_velocity[1];
  if (c.spin && memory.p.size() > 2) sum += memory.p[2] * c.spin->surface_rate;
  return sum;
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

  ImpactMemory& memory = run.impact;
  state_free_problem(run, contact, m, u);
  const Law& law = law_of(run.options.law);
  const OneContact one = normalised(memory.problem, c.material, 0);
  const ContactAnswer answer = law.answer(one);
  if (answer.status != ImpactStatus::solved || !(answer.u_after.n > 0)) return false;
  lift(one, memory.system);
  lift(answer, memory.answer);
  if (!(residual(memory.system, law.id, memory.answer) <= residual_limit)) return false;
  const Restored after = restored(memory);
  if (would_rest(run, contact, -u.y(), after.u_after)) return false;

  apply_impulse(memory.problem, memory.p, run.x.v);
  run.impacts -= after.work;
  run.work.surfaces += drive(memory);
  run.contacts[static_cast<std::size_t>(contact)].leaves = true;
  ++run.end.impacts;
  memory.contacts.assign(1, contact);
  announce(run, MotionEventKind::impact, memory.contacts, "");
  return true;
}

}  // namespace carom
