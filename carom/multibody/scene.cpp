#include <carom/multibody/scene.hpp>

#include <carom/impact/resolve.hpp>
#include <carom/multibody/contacts_of.hpp>
#include <carom/multibody/planar/joint_impulse.hpp>
#include <carom/multibody/scene_notes.hpp>
#include <carom/multibody/scene_workspace.hpp>
#include <carom/multibody/touching_contacts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace carom {
namespace {

/// Velocities may open a loop by this share of the terms they are made of.
constexpr double velocity_tolerance = 1e-9;

void require_closed_loops(const Scene& scene, const Kinematics& k) {
  const Model& model = scene.model;
  if (model.loops().empty()) return;
  const Eigen::VectorXd error = constraint_error(model, k);
  const double size = size_of(model, k);
  const Eigen::MatrixXd G = constraint_jacobian(model, k);
  const Eigen::VectorXd opening = G * scene.state.v;
  const Eigen::VectorXd terms = G.cwiseAbs() * scene.state.v.cwiseAbs();
  Eigen::Index row = 0;
  for (const Joint& joint : model.loops()) {
    for (int i = coordinates(joint.kind); i < 3; ++i, ++row) {
      if (std::abs(error[row]) > position_tolerance * size)
        throw Objection(path_to_joint(joint.name),
                        fmt::format("the loop does not close, off by {:.3g}", error[row]));
      if (std::abs(opening[row]) > velocity_tolerance * terms[row])
        throw Objection(
            path_to_joint(joint.name),
            fmt::format("the velocities open the loop at {:.3g} m/s or rad/s", opening[row]));
    }
  }
}

ImpulsePort port_of(const SceneContact& contact, const Scene& scene, const Kinematics& k,
                    double size) {
  if (const auto* stop = std::get_if<JointStop>(&contact.geometry)) {
    const int coordinate = scene.model.first_coordinate(stop->body);
    const double apart = (scene.state.q[coordinate] - stop->limit) * (stop->upper ? -1 : 1);
    if (std::abs(apart) > position_tolerance * gap_scale(contact, scene.model, size))
      throw Objection(
          path_to_contact(contact.material.name),
          fmt::format("the joint is {:.3g} {} {} its stop; want it there", std::abs(apart),
                      scene.model.joint(stop->body).kind == JointKind::revolute ? "rad" : "m",
                      apart > 0 ? "away from" : "beyond"));
    return {std::nullopt, coordinate, stop->upper ? -1.0 : 1.0};
  }
  const auto& pair = std::get<ContactPair>(contact.geometry);
  const ContactFrame frame = contact_frame(pair, k);
  if (!pair.position && std::abs(frame.gap) > position_tolerance * size)
    throw Objection(
        path_to_contact(contact.material.name),
        fmt::format("the features are {:.6g} m {}; want them to touch", std::abs(frame.gap),
                    frame.gap > 0 ? "apart" : "inside each other"));
  return {frame};
}

ContactPlace place_of(const SceneContact& contact, const ImpulsePort& port) {
  ContactPlace place{.port = port, .surface_rate = contact.surface_motion.twist.rate};
  if (!port.frame) return place;
  const Eigen::Vector2d v = contact.surface_motion.at(port.frame->position);
  place.surface_velocity = {port.frame->tangent.dot(v), port.frame->normal().dot(v)};
  return place;
}

/// The scene in contact space, with what is needed to come back.
void state_problem(const Scene& scene, SceneWorkspace& p) {
  p.materials.resize(scene.contacts.size());
  for (std::size_t i = 0; i < p.materials.size(); ++i) p.materials[i] = scene.contacts[i].material;
  check_contacts(p.materials);
  kinematics(scene.model, scene.state, p.before);
  require_closed_loops(scene, p.before);
  const double size = size_of(scene.model, p.before);
  p.found.places.clear();
  for (const SceneContact& contact : scene.contacts)
    p.found.places.push_back(place_of(contact, port_of(contact, scene, p.before, size)));
  Contacts& c = p.contact;
  contacts_of(scene.model, p.before, scene.state.v, has_moment(scene), 0, p.found, c);
  c.simultaneous = scene.simultaneous;
  c.required_friction = scene.required_friction;
  c.projection.reset();
  project_touching(p.materials, c);
  require_finite_velocity(c);
  require_one_collision(p.materials, c);
  p.start = scene.state;
  if (!c.projection) return;
  p.start.v = *c.velocity;
  kinematics(scene.model, p.start, p.before);
}

SceneWorkspace problem_of(const Scene& scene) {
  SceneWorkspace p;
  state_problem(scene, p);
  return p;
}

Twist at_centre(const Model& model, const Kinematics& k, int body) {
  return {point_velocity(k, body, model.bodies()[static_cast<std::size_t>(body)].centre_of_mass),
          k.twist[static_cast<std::size_t>(body)].rate};
}

[[noreturn]] void refuse_size(const ObjectionPath& path) {
  throw Objection(path, "too large for a double; choose other units");
}

/// Refuses a result with numbers that no double holds.
void require_finite(const SceneResult& r) {
  const auto finite = [](const Twist& x) {
    return x.velocity.allFinite() && std::isfinite(x.rate);
  };
  const Energy& energy = r.impact.energy;
  if (!std::isfinite(energy.before.value_or(0)) || !std::isfinite(energy.after.value_or(0)))
    refuse_size({"energy"});
  for (const BodyMotion& body : r.bodies)
    if (!finite(body.before) || !finite(body.after)) refuse_size(path_to_body(body.name));
  for (const auto* joints : {&r.joints, &r.loops})
    for (const JointImpulse& joint : *joints)
      if (!joint.impulse.allFinite() || !std::isfinite(joint.moment))
        refuse_size(path_to_joint(joint.name));
}

Momentum whole_momentum(const Model& model, const Kinematics& k) {
  Momentum whole;
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const Momentum part = momentum(model, k, static_cast<int>(b));
    whole.linear += part.linear;
    whole.angular += part.angular;
  }
  return whole;
}

/// A number below it times a few hundred others below it fits into a double.
constexpr double ordinary_size = 1e60;

/// True where nothing that follows from the answer can leave the range of a double, so that only what is
/// asked for need be worked out.
bool is_ordinary(const Scene& scene, const SceneWorkspace& p, const ImpactResult& impact) {
  const auto ordinary = [](const auto& x) { return (x.array().abs() < ordinary_size).all(); };
  if (!ordinary(p.start.q) || !ordinary(p.start.v)) return false;
  if (impact.velocity_after && !ordinary(*impact.velocity_after)) return false;
  for (const ContactResult& contact : impact.contacts)
    if (!(std::abs(contact.impulse.t) + std::abs(contact.impulse.n) < ordinary_size)) return false;
  for (const Body& body : scene.model.bodies())
    if (!(body.mass + body.inertia < ordinary_size) || !ordinary(body.centre_of_mass)) return false;
  for (const Pose& pose : p.before.pose)
    if (!ordinary(pose.position)) return false;
  return true;
}

/// The bodies, with `after` still as `before`.
void write_bodies(const Model& model, const Kinematics& before, std::vector<BodyMotion>& bodies) {
  bodies.resize(model.bodies().size());
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const int body = static_cast<int>(b);
    bodies[b].name = model.bodies()[b].name;
    bodies[b].centre = point_position(before, body, model.bodies()[b].centre_of_mass);
    bodies[b].before = bodies[b].after = at_centre(model, before, body);
  }
}

/// The impulses of the contacts, in the rows of the ports.
void write_port_impulses(const ImpactResult& impact, SceneWorkspace& p) {
  p.impulse.setZero(2 * static_cast<Eigen::Index>(p.found.ports.size()));
  for (std::size_t i = 0; i < impact.contacts.size(); ++i)
    p.impulse.segment<2>(static_cast<Eigen::Index>(2 * i)) << impact.contacts[i].impulse.t,
        impact.contacts[i].impulse.n;
  if (impact.contacts[0].moment) p.impulse[3] = impact.contacts[0].moment->impulse;
}

/// What the velocities after the impact say of bodies, joints and energy.
void add_after(const Scene& scene, const SceneParts& parts, SceneWorkspace& p,
               SceneResult& result) {
  const Model& model = scene.model;
  ImpactResult& impact = result.impact;
  p.end = p.start;
  p.end.v = *impact.velocity_after;
  kinematics(model, p.end, p.after);
  if (parts.energies) impact.energy.after = kinetic_energy(model, p.end, p.after);
  if (parts.bodies) {
    result.momentum_after = whole_momentum(model, p.after);
    for (std::size_t b = 0; b < result.bodies.size(); ++b)
      result.bodies[b].after = at_centre(model, p.after, static_cast<int>(b));
  }
  if (!parts.joints) return;
  write_port_impulses(impact, p);
  if (model.loops().empty())
    result.loops.clear();
  else
    result.loops = loop_impulses(model, p.before, p.found.response.constraint * p.impulse);
  joint_impulses(model, p.before, p.after, p.found.ports, p.impulse, result.loops, p.balance,
                 result.joints);
}

/// Completes a result of which `impact` is known.
void complete(const Scene& scene, const SceneParts& wished, SceneWorkspace& p,
              SceneResult& result) {
  ImpactResult& impact = result.impact;
  const SceneParts parts = is_ordinary(scene, p, impact) ? wished : SceneParts();
  if (!parts.bodies) result.bodies.clear();
  if (!parts.joints || !impact.velocity_after) result.joints.clear();
  if (!parts.joints || !impact.velocity_after) result.loops.clear();
  result.momentum_before = result.momentum_after = {};
  if (parts.energies) impact.energy.before = kinetic_energy(scene.model, p.start, p.before);
  if (parts.bodies) {
    write_bodies(scene.model, p.before, result.bodies);
    result.momentum_before = whole_momentum(scene.model, p.before);
  }
  if (impact.velocity_after && (parts.bodies || parts.joints || parts.energies))
    add_after(scene, parts, p, result);
  if (p.found.response.redundant_constraints > 0)
    impact.notes.push_back(
        fmt::format("{} of the loop constraints are redundant: "
                    "velocities are unique, the impulses of the loop joints are not",
                    p.found.response.redundant_constraints));
  add_scene_notes(scene, impact);
  require_finite(result);
}

}  // namespace

Twist twist_after(const PrescribedMotion& motion, double seconds) {
  if (motion.steady()) return motion.twist;
  const auto& [x, y, rate] = motion.over_time;
  return {{x.at(seconds), y.at(seconds)}, rate.at(seconds)};
}

Twist acceleration_after(const PrescribedMotion& motion, double seconds) {
  if (motion.steady()) return {};
  const auto& [x, y, rate] = motion.over_time;
  return {{x.slope(seconds), y.slope(seconds)}, rate.slope(seconds)};
}

Pose travel_after(const PrescribedMotion& motion, double seconds) {
  if (motion.steady()) return {seconds * motion.twist.velocity, seconds * motion.twist.rate};
  const auto& [x, y, rate] = motion.over_time;
  return {{x.integral(seconds), y.integral(seconds)}, rate.integral(seconds)};
}

std::vector<SceneResult> resolve(const Scene& scene, const std::vector<LawId>& laws,
                                 const SceneParts& parts) {
  std::vector<SceneResult> results(laws.size());
  std::vector<SceneResult*> places;
  for (SceneResult& result : results) places.push_back(&result);
  SceneWorkspace work;
  resolve(scene, laws, parts, work, places);
  return results;
}

void resolve(const Scene& scene, const std::vector<LawId>& laws, const SceneParts& parts,
             SceneWorkspace& work, const std::vector<SceneResult*>& results) {
  state_problem(scene, work);
  work.impacts.clear();
  for (SceneResult* result : results) work.impacts.push_back(&result->impact);
  resolve(scene.name, work.materials, work.contact, laws, work.hall, work.impacts);
  for (SceneResult* result : results) complete(scene, parts, work, *result);
}

const SceneResult& resolve(const Scene& scene, LawId law, const SceneParts& parts,
                           SceneWorkspace& work) {
  state_problem(scene, work);
  resolve(scene.name, work.materials, work.contact, law, work.hall, work.result.impact);
  complete(scene, parts, work, work.result);
  return work.result;
}

std::vector<LawId> defined_laws(const Scene& scene) {
  const SceneWorkspace p = problem_of(scene);
  return defined_laws(p.materials, p.contact);
}

void check(const Scene& scene, const std::vector<LawId>& laws) {
  const SceneWorkspace p = problem_of(scene);
  for (const LawId law : laws)
    if (const auto why = undefined_because(p.materials, p.contact, law)) throw Objection(*why);
}

Contacts contact_problem(const Scene& scene) { return problem_of(scene).contact; }

bool has_moment(const SceneContact& contact) {
  return std::holds_alternative<ContactPair>(contact.geometry) &&
         (contact.material.moment_compression || contact.material.moment_restitution);
}

bool has_moment(const Scene& scene) {
  return scene.contacts.size() == 1 && has_moment(scene.contacts[0]);
}

bool has_stop(const Scene& scene, int body) {
  return std::any_of(scene.contacts.begin(), scene.contacts.end(), [&](const SceneContact& c) {
    const auto* stop = std::get_if<JointStop>(&c.geometry);
    return stop && stop->body == body;
  });
}

SceneInspection inspect(const Scene& scene) {
  SceneWorkspace p = problem_of(scene);
  SceneInspection seen{.kinematics = std::move(p.before),
                       .contact = std::move(p.contact),
                       .redundant_constraints = p.found.response.redundant_constraints};
  for (std::size_t i = 0; i < scene.contacts.size(); ++i)
    seen.frames.push_back(p.found.ports[i].frame);
  return seen;
}

Scene newtonian_form(const Scene& scene) {
  const Kinematics k = kinematics(scene.model, scene.state);
  ModelParts parts;
  parts.bodies = scene.model.bodies();
  parts.springs = scene.model.springs();
  parts.gravity = scene.model.gravity();
  const auto n = static_cast<int>(parts.bodies.size());
  for (int b = 0; b < n; ++b) {
    const Joint& joint = scene.model.joint(b);
    if (joint.armature > 0)
      throw std::invalid_argument("newtonian_form: rotor inertia belongs to no body");
    parts.tree.push_back({.kind = JointKind::free, .parent = world, .child = b});
    if (joint.kind != JointKind::free) parts.loops.push_back(joint);
  }
  for (const Joint& loop : scene.model.loops()) parts.loops.push_back(loop);
  for (const SceneContact& contact : scene.contacts)
    if (std::holds_alternative<JointStop>(contact.geometry))
      throw std::invalid_argument("newtonian_form: a joint stop needs the joint's coordinate");

  Scene form{scene.name, make_model(parts), {}, scene.contacts, scene.words, scene.simultaneous};
  form.state.q.resize(form.model.size());
  form.state.v.resize(form.model.size());
  for (int b = 0; b < n; ++b) {
    const auto i = static_cast<std::size_t>(b);
    const int first = form.model.first_coordinate(b);
    form.state.q.segment<3>(first) << k.pose[i].position, k.pose[i].angle;
    form.state.v.segment<3>(first) << k.twist[i].velocity, k.twist[i].rate;
  }
  return form;
}

}  // namespace carom
