#include <carom/multibody/scene.hpp>

#include <carom/impact/resolve.hpp>
#include <carom/multibody/contacts_of.hpp>
#include <carom/multibody/planar/joint_impulse.hpp>
#include <carom/multibody/scene_notes.hpp>
#include <carom/multibody/touching_contacts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

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

/// A scene in contact space, with what is needed to come back.
struct SceneProblem {
  std::vector<Contact> materials{};
  State start{};        ///< just before the impact: touching contacts projected
  Kinematics before{};  ///< of `start`
  std::vector<ImpulsePort>
      ports{};  ///< of the contacts, and of the turning where there is a moment
  ImpulseResponse response{};
  ContactProblem contact{};
};

SceneProblem problem_of(const Scene& scene) {
  SceneProblem p;
  for (const SceneContact& contact : scene.contacts) p.materials.push_back(contact.material);
  check_contacts(p.materials);
  p.before = kinematics(scene.model, scene.state);
  require_closed_loops(scene, p.before);
  const double size = size_of(scene.model, p.before);
  std::vector<ContactPlace> places;
  for (const SceneContact& contact : scene.contacts)
    places.push_back(place_of(contact, port_of(contact, scene, p.before, size)));
  p.ports = ports_of(places, has_moment(scene));
  p.response = impulse_response(scene.model, p.before, p.ports);
  ContactProblem& c = p.contact;
  c = contacts_of(scene.model, p.before, scene.state.v, places, p.ports, p.response);
  c.simultaneous = scene.simultaneous;
  c.required_friction = scene.required_friction;
  project_touching(p.materials, c);
  require_finite_velocity(c);
  require_one_collision(p.materials, c);
  p.start = scene.state;
  if (c.projection) {
    p.start.v = *c.velocity;
    p.before = kinematics(scene.model, p.start);
  }
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
bool is_ordinary(const Scene& scene, const SceneProblem& p, const ImpactResult& impact) {
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
std::vector<BodyMotion> bodies_before(const Model& model, const Kinematics& before) {
  std::vector<BodyMotion> bodies;
  bodies.reserve(model.bodies().size());
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const int body = static_cast<int>(b);
    const Twist twist = at_centre(model, before, body);
    bodies.push_back({model.bodies()[b].name,
                      point_position(before, body, model.bodies()[b].centre_of_mass), twist,
                      twist});
  }
  return bodies;
}

/// What the velocities after the impact say of bodies, joints and energy.
void add_after(const Scene& scene, const SceneProblem& p, const SceneParts& parts,
               ImpactResult& impact, SceneResult& result) {
  const Model& model = scene.model;
  State x = p.start;
  x.v = *impact.velocity_after;
  const Kinematics after = kinematics(model, x);
  if (parts.energies) impact.energy.after = kinetic_energy(model, x, after);
  if (parts.bodies) {
    result.momentum_after = whole_momentum(model, after);
    for (std::size_t b = 0; b < result.bodies.size(); ++b)
      result.bodies[b].after = at_centre(model, after, static_cast<int>(b));
  }
  if (!parts.joints) return;
  Eigen::VectorXd impulse = Eigen::VectorXd::Zero(2 * static_cast<Eigen::Index>(p.ports.size()));
  for (std::size_t i = 0; i < impact.contacts.size(); ++i)
    impulse.segment<2>(static_cast<Eigen::Index>(2 * i)) << impact.contacts[i].impulse.t,
        impact.contacts[i].impulse.n;
  if (impact.contacts[0].moment) impulse[3] = impact.contacts[0].moment->impulse;
  result.loops = loop_impulses(model, p.before, p.response.constraint * impulse);
  result.joints = joint_impulses(model, p.before, after, p.ports, impulse, result.loops);
}

SceneResult result_of(const Scene& scene, const SceneProblem& p, const SceneParts& wished,
                      ImpactResult impact) {
  const SceneParts parts = is_ordinary(scene, p, impact) ? wished : SceneParts();
  SceneResult result;
  if (parts.energies) impact.energy.before = kinetic_energy(scene.model, p.start, p.before);
  if (parts.bodies) {
    result.bodies = bodies_before(scene.model, p.before);
    result.momentum_before = whole_momentum(scene.model, p.before);
  }
  if (impact.velocity_after && (parts.bodies || parts.joints || parts.energies))
    add_after(scene, p, parts, impact, result);
  if (p.response.redundant_constraints > 0)
    impact.notes.push_back(
        fmt::format("{} of the loop constraints are redundant: velocities are unique, the impulses "
                    "of the loop joints are not",
                    p.response.redundant_constraints));
  add_scene_notes(scene, impact);
  result.impact = std::move(impact);
  require_finite(result);
  return result;
}

}  // namespace

std::vector<SceneResult> resolve(const Scene& scene, const std::vector<LawId>& laws,
                                 const SceneParts& parts) {
  const SceneProblem p = problem_of(scene);
  std::vector<SceneResult> results;
  results.reserve(laws.size());
  for (ImpactResult& impact : resolve(scene.name, p.materials, p.contact, laws))
    results.push_back(result_of(scene, p, parts, std::move(impact)));
  return results;
}

std::vector<LawId> defined_laws(const Scene& scene) {
  const SceneProblem p = problem_of(scene);
  return defined_laws(p.materials, p.contact);
}

void check(const Scene& scene, const std::vector<LawId>& laws) {
  const SceneProblem p = problem_of(scene);
  for (const LawId law : laws)
    if (const auto why = undefined_because(p.materials, p.contact, law)) throw Objection(*why);
}

ContactProblem contact_problem(const Scene& scene) { return problem_of(scene).contact; }

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
  SceneProblem p = problem_of(scene);
  SceneInspection seen{.kinematics = std::move(p.before),
                       .contact = std::move(p.contact),
                       .redundant_constraints = p.response.redundant_constraints};
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) seen.frames.push_back(p.ports[i].frame);
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
