#include <carom/simulation/impact_event.hpp>

#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/multibody/contacts_of.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

Simultaneous rule_of(const SimulationOptions& options) {
  return options.simultaneous == Simultaneous::refuse ? Simultaneous::together
                                                      : options.simultaneous;
}

void add_place(MotionRun& run, const ContactMotion& contact) {
  run.impact.found.places.push_back({port_of(contact), contact.surface, contact.surface_rate});
}

/// The contacts at the places that were added, in contact space.
void finish_problem(MotionRun& run, bool moment) {
  Contacts& c = run.impact.problem;
  contacts_of(run.scene.model, run.seen.k, run.x.v, moment, velocity_rounding * run.speed,
              run.impact.found, c);
  c.simultaneous = rule_of(run.options);
  c.stop = run.observer.stop;
}

std::string note_on(const ImpactResult& result) {
  if (result.alternatives.empty()) return {};
  return fmt::format("the law has {} answers here; the first is taken",
                     result.alternatives.size() + 1);
}

/// What the joints pass on in an impact.
void give_joints(MotionRun& run, const std::vector<MeetingContact>& meeting,
                 const Eigen::VectorXd& v_before, const ImpactResult& result) {
  std::vector<ImpulsePort> ports;
  Eigen::VectorXd p(static_cast<Eigen::Index>(2 * meeting.size()));
  for (std::size_t i = 0; i < meeting.size(); ++i) {
    const SceneContact& c = run.scene.contacts[static_cast<std::size_t>(meeting[i].contact)];
    ports.push_back(port_of(contact_motion(c, run.scene.model, run.seen)));
    p.segment<2>(static_cast<Eigen::Index>(2 * i)) << result.contacts[i].impulse.t,
        result.contacts[i].impulse.n;
  }
  run.event.joints = joints_at(run.scene.model, run.x);
  add_impulses(run.scene.model, run.x, v_before, ports, p, run.event.joints);
}

/// The answer of the law: where impacts within the contact time are one, of all contacts together.
void answer(MotionRun& run, const std::vector<Contact>& materials, ImpactResult& result) {
  const Law& law = law_of(run.options.law);
  const Contacts& problem = run.impact.problem;
  if (run.options.contact_time > 0 && materials.size() > 1 && law.follows_path)
    result = resolve_at_once(law, materials, problem, contact_system(problem, materials));
  else
    resolve(run.scene.name, materials, problem, law.id, run.impact.hall, result);
}

}  // namespace

Eigen::Vector2d touching_velocity(MotionRun& run, const ContactMotion& contact,
                                  const Instant& now) {
  Eigen::MatrixXd& J = run.impact.J;
  J.setZero(2, run.scene.model.size());
  if (contact.stop)
    J(1, contact.coordinate) = contact.sign;
  else
    contact_jacobian(run.scene.model, now.k, contact.frame, J);
  Eigen::Vector2d u = -contact.surface;
  Eigen::Vector2d terms = contact.surface.cwiseAbs();
  for (Eigen::Index i = 0; i < J.cols(); ++i) {
    u += now.x.v[i] * J.col(i);
    terms += std::abs(now.x.v[i]) * J.col(i).cwiseAbs();
  }
  for (Eigen::Index row = 0; row < 2; ++row) {
    const double rounding = std::max(rounding_of_sums * terms[row], velocity_rounding * run.speed);
    if (std::abs(u[row]) <= rounding) u[row] = 0;
  }
  return u;
}

Eigen::Vector2d touching_velocity(MotionRun& run, int contact, const Instant& now) {
  const SceneContact& c = run.scene.contacts[static_cast<std::size_t>(contact)];
  return touching_velocity(run, contact_motion(c, run.scene.model, now), now);
}

void state_problem(MotionRun& run, const std::vector<MeetingContact>& meeting) {
  run.impact.found.places.clear();
  for (const MeetingContact& each : meeting)
    add_place(run, contact_motion(run.scene.contacts[static_cast<std::size_t>(each.contact)],
                                  run.scene.model, run.seen));
  const auto first = static_cast<std::size_t>(meeting.front().contact);
  finish_problem(run, meeting.size() == 1 && has_moment(run.scene.contacts[first]));
}

void state_problem(MotionRun& run, int index, const ContactMotion& contact) {
  run.impact.found.places.clear();
  add_place(run, contact);
  finish_problem(run, has_moment(run.scene.contacts[static_cast<std::size_t>(index)]));
}

ImpactOutcome collide(MotionRun& run, const std::vector<MeetingContact>& meeting) {
  ImpactOutcome outcome;
  std::vector<Contact>& materials = run.impact.materials;
  materials.clear();
  std::vector<int> contacts;
  for (const MeetingContact& m : meeting) {
    contacts.push_back(m.contact);
    materials.push_back(run.scene.contacts[static_cast<std::size_t>(m.contact)].material);
    materials.back().touching = false;
  }
  ImpactResult result;
  state_problem(run, meeting);
  try {
    answer(run, materials, result);
  } catch (const std::invalid_argument& error) {
    stop(run, StopReason::undefined,
         fmt::format("t = {:.9g} s, {}: {}", run.x.t, names_of(run, contacts), error.what()));
    return outcome;
  }
  if (stops_now(run)) return outcome;
  if (!has_answer(result.status) && meeting.size() > 1 && law_of(run.options.law).follows_path) {
    result = resolve_at_once(law_of(run.options.law), materials, run.impact.problem,
                             contact_system(run.impact.problem, materials));
    outcome.note = "the law finds no answer contact by contact; all collide together";
  }
  if (!has_answer(result.status) || !result.velocity_after) {
    if (run.window.h > 0) return outcome;
    stop(run, StopReason::no_solution,
         fmt::format("t = {:.9g} s, {}: the law {} has no solution ({}); try another law", run.x.t,
                     names_of(run, contacts), law_of(run.options.law).name,
                     result.reason ? to_string(*result.reason) : "no impact"));
    return outcome;
  }
  outcome.answered = true;
  if (outcome.note.empty()) outcome.note = note_on(result);
  const Eigen::VectorXd v_before = run.x.v;
  run.x.v = *result.velocity_after;
  run.impacts -= result.energy.contact_work;
  run.work.surfaces += result.energy.drive.value_or(0);
  for (const ContactResult& r : result.contacts) {
    const bool slips = std::abs(r.u_after.t) > velocity_rounding * run.speed;
    outcome.u_after.emplace_back(slips ? r.u_after.t : 0.0, r.u_after.n);
    outcome.pushed.push_back(r.impulse.n > 0);
  }
  ++run.end.impacts;
  if (run.options.keep_impacts && run.has_joints) give_joints(run, meeting, v_before, result);
  if (run.options.keep_impacts) {
    run.event.velocity_before = v_before;
    run.event.impact = std::move(result);
    run.event.impact_contacts = std::move(contacts);
  }
  return outcome;
}

}  // namespace carom
