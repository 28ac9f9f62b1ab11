#include <carom/simulation/impact_event.hpp>

#include <carom/impact/resolve.hpp>
#include <carom/multibody/impulse_response.hpp>
#include <carom/simulation/free_flight.hpp>

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

/// The contacts in contact space.
ContactProblem problem_of(const MotionRun& run, const std::vector<MeetingContact>& meeting) {
  const Scene& scene = run.scene;
  std::vector<ImpulsePort> ports;
  std::vector<ContactMotion> motions;
  ContactProblem c;
  c.surface_velocity.resize(static_cast<Eigen::Index>(2 * meeting.size()));
  c.u.resize(c.surface_velocity.size());
  for (std::size_t i = 0; i < meeting.size(); ++i) {
    const ContactMotion m = contact_motion(
        scene.contacts[static_cast<std::size_t>(meeting[i].contact)], scene.model, run.seen);
    const auto t = static_cast<Eigen::Index>(2 * i);
    motions.push_back(m);
    ports.push_back(port_of(m));
    c.normal_only.push_back(m.stop);
    c.surface_velocity.segment<2>(t) = m.surface;
    c.u.segment<2>(t) = meeting[i].u;
  }
  if (run.free_bodies && meeting.size() == 1) {
    free_response(scene.model, run.seen.k, motions.front(), c);
  } else {
    ImpulseResponse response = impulse_response(scene.model, run.seen.k, ports);
    c.W = std::move(response.W);
    c.response = std::move(response.velocity);
  }
  c.velocity = run.x.v;
  c.surface_moves = (c.surface_velocity.array() != 0).any();
  c.simultaneous = run.options.simultaneous == Simultaneous::refuse ? Simultaneous::together
                                                                    : run.options.simultaneous;
  return c;
}

std::string note_on(const ImpactResult& result) {
  if (result.alternatives.empty()) return {};
  return fmt::format("the law has {} answers here; the first is taken",
                     result.alternatives.size() + 1);
}

}  // namespace

Eigen::Vector2d touching_velocity(const MotionRun& run, int contact, const Instant& now) {
  const SceneContact& c = run.scene.contacts[static_cast<std::size_t>(contact)];
  const ContactMotion m = contact_motion(c, run.scene.model, now);
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(2, run.scene.model.size());
  if (m.stop)
    J(1, m.coordinate) = m.sign;
  else
    contact_jacobian(run.scene.model, now.k, m.frame, J);
  Eigen::Vector2d u = relative_velocity(J, now.x.v, m.surface);
  for (double& component : u)
    if (std::abs(component) <= velocity_rounding * run.speed) component = 0;
  return u;
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
  try {
    result = std::move(
        resolve(run.scene.name, materials, problem_of(run, meeting), {run.options.law}).front());
  } catch (const std::invalid_argument& error) {
    stop(run, StopReason::undefined,
         fmt::format("t = {:.9g} s, {}: {}", run.x.t, names_of(run, contacts), error.what()));
    return outcome;
  }
  if (!has_answer(result.status) || !result.velocity_after) {
    stop(run, StopReason::no_solution,
         fmt::format("t = {:.9g} s, {}: the law {} has no solution ({}); try another law", run.x.t,
                     names_of(run, contacts), law_of(run.options.law).name,
                     result.reason ? to_string(*result.reason) : "no impact"));
    return outcome;
  }
  outcome.answered = true;
  outcome.note = note_on(result);
  run.x.v = *result.velocity_after;
  run.impacts -= result.energy.contact_work;
  run.work.surfaces += result.energy.drive.value_or(0);
  for (const ContactResult& r : result.contacts) {
    outcome.u_after.emplace_back(r.u_after.t, r.u_after.n);
    outcome.pushed.push_back(r.impulse.n > 0);
  }
  ++run.end.impacts;
  if (run.options.keep_impacts) {
    run.event.impact = std::move(result);
    run.event.impact_contacts = std::move(contacts);
  }
  return outcome;
}

}  // namespace carom
