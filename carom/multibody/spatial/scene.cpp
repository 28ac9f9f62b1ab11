#include <carom/impact/objection.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/multibody/spatial/constraint.hpp>
#include <carom/multibody/spatial/scene.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace carom::spatial {
namespace {

using Eigen::Index;

/// Loops may be open by this share of the mechanism's size.
constexpr double open_tolerance = 1e-6;
/// Velocities may open a loop by this share of the terms they are made of.
constexpr double opening_tolerance = 1e-6;
/// Or by this share of the largest velocity: what is left where a loop holds bodies still.
constexpr double opening_rounding = 1e-12;

/// The extent of the mechanism, m; 1 m for a point.
double size_of(const Model& model, const Kinematics& k) {
  double size = 0;
  for (const Pose& pose : k.pose)
    size = std::max(size, (pose.position - k.pose[0].position).norm());
  for (const Loop& loop : model.loops())
    size = std::max({size, loop.in_first.position.norm(), loop.in_second.position.norm()});
  return size > 0 ? size : 1;
}

void require_closed_loops(const Scene& scene, const Kinematics& k) {
  const Model& model = scene.model;
  if (model.constraint_rows() == 0) return;
  const Eigen::VectorXd error = constraint_error(model, scene.state, k);
  const Eigen::MatrixXd G = constraint_jacobian(model, scene.state, k);
  const Eigen::VectorXd opening = G * scene.state.v;
  const Eigen::VectorXd terms = G.cwiseAbs() * scene.state.v.cwiseAbs();
  const Eigen::VectorXd rests =
      G.cwiseAbs().rowwise().sum() * scene.state.v.lpNorm<Eigen::Infinity>();
  const double size = std::max(1.0, size_of(model, k));
  Index row = 0;
  for (const Loop& loop : model.loops())
    for (int i = 0; i < rows(loop.kind); ++i, ++row) {
      if (std::abs(error[row]) > open_tolerance * size)
        throw Objection(path_to_joint(loop.name),
                        fmt::format("the loop does not close, off by {:.3g} m or rad", error[row]));
      if (std::abs(opening[row]) > opening_tolerance * terms[row] + opening_rounding * rests[row])
        throw Objection(
            path_to_joint(loop.name),
            fmt::format("the velocities open the loop at {:.3g} m/s or rad/s", opening[row]));
    }
}

/// A scene in contact space, with what is needed to come back.
struct SceneProblem {
  std::vector<Contact> materials{};
  State start{};        ///< just before the impact: touching contacts projected
  Kinematics before{};  ///< of `start`
  std::vector<ImpulsePort> ports{};
  ImpulseResponse response{};
  Contacts contact{};
};

/// Of the sides that move besides their bodies, row by row of the ports.
Eigen::VectorXd surface_velocities(const Scene& scene, Index rows) {
  Eigen::VectorXd w = Eigen::VectorXd::Zero(rows);
  Index row = 0;
  for (const SceneContact& contact : scene.contacts) {
    if (!contact.stop) w.segment<3>(row) = contact.surface_velocity;
    row += contact.stop ? 1 : 3;
  }
  return w;
}

Contacts contacts_of(const Scene& scene, const SceneProblem& p) {
  if (!p.response.W.allFinite() || !p.response.velocity.allFinite())
    throw Objection({"bodies"},
                    "their masses, lengths or positions are too far apart for a double");
  Contacts c;
  for (const SceneContact& contact : scene.contacts) {
    append_contact(contact.stop ? 0 : 2, c.rows);
    c.in_space |= !contact.stop;
  }
  const Eigen::MatrixXd J = port_jacobian(scene.model, p.before, p.ports);
  c.W = p.response.W;
  c.surface_velocity = surface_velocities(scene, J.rows());
  c.u = relative_velocity(J, scene.state.v, c.surface_velocity);
  c.response = p.response.velocity;
  c.velocity = scene.state.v;
  add_stick_lines(J, c);
  c.simultaneous = scene.simultaneous;
  c.path_points = scene.path_points;
  c.required_friction = scene.required_friction;
  c.surface_moves = (c.surface_velocity.array() != 0).any();
  return c;
}

SceneProblem problem_of(const Scene& scene) {
  SceneProblem p;
  for (const SceneContact& contact : scene.contacts) p.materials.push_back(contact.material);
  check_contacts(p.materials);
  check_state(scene.model, scene.state);
  p.start = scene.state;
  p.before = kinematics(scene.model, scene.state);
  require_closed_loops(scene, p.before);
  p.ports = ports_of(scene);
  p.response = impulse_response(scene.model, scene.state, p.before, p.ports);
  p.contact = contacts_of(scene, p);
  project_touching(p.materials, p.contact);
  require_finite_velocity(p.contact);
  require_one_collision(p.materials, p.contact);
  if (p.contact.projection) {
    p.start.v = *p.contact.velocity;
    p.before = kinematics(scene.model, p.start);
  }
  return p;
}

Twist at_centre(const Model& model, const Kinematics& k, int body) {
  const Eigen::Vector3d x = point_position(k, body, model.body(body).centre_of_mass);
  return {velocity_at(k, body, x), turning_of(k, body)};
}

/// The impulses of the contacts, row by row of the ports.
Eigen::VectorXd impulse_of(const Scene& scene, const ImpactResult& impact) {
  std::vector<double> p;
  for (std::size_t i = 0; i < impact.contacts.size(); ++i) {
    const ContactVector& x = impact.contacts[i].impulse;
    if (!scene.contacts[i].stop) p.insert(p.end(), {x.t, x.t2});
    p.push_back(x.n);
  }
  return Eigen::Map<Eigen::VectorXd>(p.data(), static_cast<Index>(p.size()));
}

/// What the joints pass on.
void add_joints(const Scene& scene, const SceneProblem& p, const ImpactResult& impact,
                SceneParts& parts) {
  const Eigen::VectorXd impulse = impulse_of(scene, impact);
  const Eigen::VectorXd change = *impact.velocity_after - p.start.v;
  parts.loops = loop_impulses(scene.model, p.before, p.response.constraint * impulse);
  parts.joints =
      by_joint(scene.model, p.before,
               joint_impulses(scene.model, p.before, change, p.ports, impulse, parts.loops));
}

SceneParts parts_of(const Scene& scene, const SceneProblem& p, ImpactResult& impact) {
  const Model& model = scene.model;
  SceneParts parts;
  for (const SceneContact& contact : scene.contacts)
    parts.frames.push_back(contact.stop ? std::nullopt : std::optional(contact.frame.axes));
  parts.momentum_before = total_momentum(model, p.before, Eigen::Vector3d::Zero());
  for (int b = 0; b < static_cast<int>(model.bodies().size()); ++b) {
    const Twist twist = at_centre(model, p.before, b);
    parts.bodies.push_back({model.body(b).name,
                            point_position(p.before, b, model.body(b).centre_of_mass), twist,
                            twist});
  }
  if (!impact.velocity_after) return parts;
  State x = p.start;
  x.v = *impact.velocity_after;
  const Kinematics after = kinematics(model, x);
  impact.energy.after = kinetic_energy(model, x, after);
  parts.momentum_after = total_momentum(model, after, Eigen::Vector3d::Zero());
  for (int b = 0; b < static_cast<int>(model.bodies().size()); ++b)
    parts.bodies[static_cast<std::size_t>(b)].after = at_centre(model, after, b);
  add_joints(scene, p, impact, parts);
  return parts;
}

SceneResult result_of(const Scene& scene, const SceneProblem& p, ImpactResult impact) {
  impact.energy.before = kinetic_energy(scene.model, p.start, p.before);
  SceneResult result;
  result.space = parts_of(scene, p, impact);
  if (p.response.redundant_constraints > 0)
    impact.notes.push_back(
        fmt::format("{} of the loop constraints are redundant: "
                    "velocities are unique, the impulses of the loop joints are not",
                    p.response.redundant_constraints));
  for (const std::string& note : scene.notes) impact.notes.push_back(note);
  result.impact = std::move(impact);
  return result;
}

}  // namespace

std::vector<SceneResult> resolve(const Scene& scene, const std::vector<LawId>& laws,
                                 bool thresholds) {
  SceneProblem p = problem_of(scene);
  p.contact.thresholds = thresholds;
  std::vector<SceneResult> results;
  for (ImpactResult& impact : carom::resolve(scene.name, p.materials, p.contact, laws))
    results.push_back(result_of(scene, p, std::move(impact)));
  return results;
}

std::vector<LawId> defined_laws(const Scene& scene) {
  const SceneProblem p = problem_of(scene);
  return carom::defined_laws(p.materials, p.contact);
}

void check(const Scene& scene, const std::vector<LawId>& laws) {
  const SceneProblem p = problem_of(scene);
  for (const LawId law : laws)
    if (const auto why = undefined_because(p.materials, p.contact, law)) throw Objection(*why);
}

std::vector<ImpulsePort> ports_of(const Scene& scene) {
  std::vector<ImpulsePort> ports;
  for (const SceneContact& contact : scene.contacts) {
    if (contact.stop)
      ports.push_back({.stop = contact.stop});
    else
      ports.push_back({.frame = contact.frame});
  }
  return ports;
}

Contacts contact_problem(const Scene& scene) { return problem_of(scene).contact; }

}  // namespace carom::spatial
