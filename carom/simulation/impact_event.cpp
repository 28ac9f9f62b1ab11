#include <carom/simulation/impact_event.hpp>

#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/multibody/contacts_of.hpp>
#include <carom/simulation/free_flight.hpp>

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

/// What is the same however the response was found.
void finish_problem(const MotionRun& run, ContactProblem& c) {
  c.velocity = run.x.v;
  c.surface_moves =
      (c.surface_velocity.array() != 0).any() || (c.spin && c.spin->surface_rate != 0);
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
ImpactResult answer_of(MotionRun& run, const std::vector<Contact>& materials) {
  const Law& law = law_of(run.options.law);
  const bool merges = run.options.contact_time > 0 && materials.size() > 1 && law.follows_path;
  if (merges)
    return resolve_at_once(law, materials, run.impact.problem,
                           contact_system(run.impact.problem, materials));
  return std::move(resolve(run.scene.name, materials, run.impact.problem, {law.id}).front());
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
  const Scene& scene = run.scene;
  if (run.free_bodies && meeting.size() == 1) {
    const int contact = meeting.front().contact;
    const ContactMotion m =
        contact_motion(scene.contacts[static_cast<std::size_t>(contact)], scene.model, run.seen);
    return state_free_problem(run, contact, m, meeting.front().u);
  }
  std::vector<ContactPlace> places;
  for (const MeetingContact& each : meeting) {
    const ContactMotion m = contact_motion(scene.contacts[static_cast<std::size_t>(each.contact)],
                                           scene.model, run.seen);
    places.push_back({port_of(m), m.surface, m.surface_rate});
  }
  const bool moment = meeting.size() == 1 &&
                      has_moment(scene.contacts[static_cast<std::size_t>(meeting.front().contact)]);
  const std::vector<ImpulsePort> ports = ports_of(places, moment);
  ContactProblem& c = run.impact.problem;
  c = contacts_of(scene.model, run.seen.k, run.x.v, places, ports,
                  impulse_response(scene.model, run.seen.k, ports), velocity_rounding * run.speed);
  finish_problem(run, c);
}

void state_free_problem(MotionRun& run, int index, const ContactMotion& contact,
                        const Eigen::Vector2d& u) {
  ContactProblem& c = run.impact.problem;
  free_response(run.scene.model, run.seen.k, contact, c);
  if (!has_moment(run.scene.contacts[static_cast<std::size_t>(index)])) c.spin.reset();
  c.u = u;
  c.stick_lines.clear();
  c.surface_velocity = contact.surface;
  c.rows.assign(1, planar_rows(0));
  finish_problem(run, c);
}

ImpactOutcome collide(MotionRun& run, const std::vector<MeetingContact>& meeting) {
  ImpactOutcome outcome;
  std::vector<Contact> materials;
  std::vector<int> contacts;
  for (const MeetingContact& m : meeting) {
    contacts.push_back(m.contact);
    materials.push_back(run.scene.contacts[static_cast<std::size_t>(m.contact)].material);
    materials.back().touching = false;
  }
  ImpactResult result;
  state_problem(run, meeting);
  try {
    result = answer_of(run, materials);
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
    run.event.impact = std::move(result);
    run.event.impact_contacts = std::move(contacts);
  }
  return outcome;
}

}  // namespace carom
