#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/material_rows.hpp>
#include <carom/io/tree/json_line.hpp>
#include <carom/report/show/show.hpp>
#include <carom/report/show/spatial.hpp>
#include <cstddef>
#include <string>

namespace carom {
namespace {

void write_vector(JsonLine& json, std::string_view name, const Eigen::Vector2d& x) {
  json.key(name);
  json.begin('{');
  json.field("x", x.x());
  json.field("y", x.y());
  json.end('}');
}

// --- the mechanism ------------------------------------------------------------------------------

void write_motion(JsonLine& json, const Eigen::Vector2d& v, double rate) {
  json.key("velocity");
  json.begin('{');
  json.field("vx", v.x());
  json.field("vy", v.y());
  json.field("omega", rate);
  json.end('}');
}

/// t is an array of two in space.
void write_components(JsonLine& json, std::string_view name, const ContactVector& x) {
  if (x.tangents < 2) return json.field(name, planar(x));
  json.key(name);
  json.begin('{');
  json.field("t", Eigen::VectorXd(Eigen::Vector2d(x.t, x.t2)));
  json.field("n", x.n);
  json.end('}');
}

void write_named(JsonLine& json, std::string_view key, const std::string& text) {
  if (!text.empty()) json.field(key, text);
}

void write_bodies(JsonLine& json, const Scene& scene, const Kinematics& k) {
  json.key("bodies");
  json.begin('[');
  for (std::size_t b = 0; b < scene.model.bodies().size(); ++b) {
    const Body& body = scene.model.bodies()[b];
    const Eigen::Vector2d v = point_velocity(k, static_cast<int>(b), body.centre_of_mass);
    json.next();
    json.begin('{');
    json.field("name", body.name);
    json.field("mass", body.mass);
    json.field("inertia", body.inertia);
    write_vector(json, "centre_of_mass",
                 point_position(k, static_cast<int>(b), body.centre_of_mass));
    json.field("angle", k.pose[b].angle);
    write_motion(json, v, k.twist[b].rate);
    if (b < scene.words.bodies.size()) {
      const BodyWords& words = scene.words.bodies[b];
      write_named(json, "shape", words.shape);
      json.field("inertia_from", words.inertia_given ? "the body" : "the shape");
      write_named(json, "material", words.material);
    }
    json.end('}');
  }
  json.end(']');
}

void write_prescribed(JsonLine& json, const SceneWords& words) {
  json.key("prescribed");
  json.begin('[');
  for (const PrescribedBody& p : words.prescribed) {
    json.next();
    json.begin('{');
    json.field("name", p.body.name);
    write_named(json, "shape", p.words.shape);
    write_named(json, "material", p.words.material);
    write_vector(json, "centre", p.centre);
    json.field("angle", p.pose.angle);
    write_motion(json, p.twist.velocity, p.twist.rate);
    json.end('}');
  }
  json.end(']');
}

void write_surfaces(JsonLine& json, const SceneWords& words) {
  json.key("surfaces");
  json.begin('[');
  for (const SurfaceWords& s : words.surfaces) {
    json.next();
    json.begin('{');
    json.field("name", s.name);
    json.field("on", s.on.empty() ? "world" : s.on);
    write_named(json, "material", s.material);
    write_vector(json, "through", s.point);
    json.field("angle", s.angle);
    write_motion(json, s.motion.velocity, s.motion.rate);
    json.end('}');
  }
  json.end(']');
}

void write_springs(JsonLine& json, const Scene& scene) {
  json.key("springs");
  json.begin('[');
  for (std::size_t i = 0; i < scene.model.springs().size(); ++i) {
    const Spring& spring = scene.model.springs()[i];
    json.next();
    json.begin('{');
    json.field("name", spring.name);
    if (i < scene.words.spring_ends.size()) {
      json.field("first", scene.words.spring_ends[i][0]);
      json.field("second", scene.words.spring_ends[i][1]);
    }
    json.field("stiffness", spring.stiffness);
    json.field("length", spring.length);
    json.field("damping", spring.damping);
    json.end('}');
  }
  json.end(']');
}

void write_joint(JsonLine& json, const Scene& scene, const Joint& joint,
                 std::optional<int> coordinate) {
  const auto name = [&](int body) -> std::string_view {
    if (body == world) return "world";
    return scene.model.bodies()[static_cast<std::size_t>(body)].name;
  };
  json.next();
  json.begin('{');
  json.field("name", joint.name);
  json.field("kind", to_string(joint.kind));
  json.field("child", name(joint.child));
  json.field("parent", name(joint.parent));
  json.flag("closes_a_loop", !coordinate);
  if (coordinate && coordinates(joint.kind) == 1) {
    json.field("coordinate", scene.state.q[*coordinate]);
    json.field("rate", scene.state.v[*coordinate]);
    json.field("armature", joint.armature);
    json.field("stiffness", joint.stiffness);
    json.field("rest", joint.rest);
    json.field("damping", joint.damping);
    json.field("effort", joint.effort);
  }
  json.end('}');
}

void write_joints(JsonLine& json, const Scene& scene) {
  json.key("joints");
  json.begin('[');
  for (std::size_t b = 0; b < scene.model.bodies().size(); ++b) {
    const int body = static_cast<int>(b);
    if (scene.model.joint(body).kind != JointKind::free)
      write_joint(json, scene, scene.model.joint(body), scene.model.first_coordinate(body));
  }
  for (const Joint& loop : scene.model.loops()) write_joint(json, scene, loop, std::nullopt);
  json.end(']');
}

void write_mechanism(JsonLine& json, const Scene& scene, const SceneInspection& seen) {
  const int rows = scene.model.constraint_rows();
  const int rank = rows - seen.redundant_constraints;
  json.count("degrees_of_freedom", scene.model.size() - rank);
  json.count("coordinates", scene.model.size());
  json.key("constraints");
  json.begin('{');
  json.count("rows", rows);
  json.count("rank", rank);
  json.count("redundant", seen.redundant_constraints);
  json.end('}');
  write_vector(json, "gravity", scene.model.gravity());
  json.field("gravity_from", scene.words.gravity_given ? "the scene" : "default");
  write_bodies(json, scene, seen.kinematics);
  write_prescribed(json, scene.words);
  write_joints(json, scene);
  write_springs(json, scene);
  write_surfaces(json, scene.words);
}

void write_space(JsonLine& json, const GeneralizedSpace& space) {
  json.count("coordinates", static_cast<int>(space.velocity.size()));
  json.matrix("mass", space.mass);
  json.field("velocity", space.velocity);
}

void write_options(JsonLine& json, const SimulationOptions& options) {
  json.key("simulation");
  json.begin('{');
  json.field("duration", options.duration);
  if (options.sample_interval) json.field("sample", *options.sample_interval);
  json.field("tolerance", options.tolerance);
  json.key("events");
  json.out += std::to_string(options.most_events);
  json.end('}');
}

// --- contacts -----------------------------------------------------------------------------------

void write_contact(JsonLine& json, const ContactView& c, std::size_t index) {
  const Contact& m = c.material;
  json.next();
  json.begin('{');
  json.field("name", m.name.empty() ? "contact " + std::to_string(index + 1) : m.name);
  write_named(json, "first", c.words.first);
  write_named(json, "second", c.words.second);
  json.given("lower", c.words.lower);
  json.given("upper", c.words.upper);
  json.given("restitution", m.restitution);
  write_named(json, "restitution_from", c.words.restitution_from);
  json.given("friction", m.friction);
  json.given("static_friction", m.static_friction ? m.static_friction : m.friction);
  json.given("impulse_ratio", m.impulse_ratio);
  json.given("critical_fraction", m.critical_fraction);
  write_named(json, "friction_from", c.words.friction_from);
  for (const MaterialRow& row : material_rows)
    if (is_of_single_laws(row.group)) json.given(row.name, m.*row.number);
  json.flag("allow_negative_restitution", m.allow_negative_restitution);
  json.flag("touching", m.touching);
  json.flag("normal_only", c.normal_only);
  if (c.frame) {
    write_vector(json, "position", c.frame->position);
    write_named(json, "position_from", c.words.place_from);
    write_vector(json, "tangent", c.frame->tangent);
    write_vector(json, "normal", c.frame->normal());
    write_named(json, "normal_from", c.words.normal_from);
  }
  json.given("gap", c.gap);
  write_components(json, "surface_velocity", c.surface_velocity);
  write_components(json, "u", c.u);
  json.field("approach", approach_of(c));
  json.end('}');
}

// --- what each way of stating a problem has -------------------------------------------------------

void write_parts(JsonLine& json, const ImpactProblem& problem, const ProblemView&) {
  if (const auto* space = std::get_if<GeneralizedSpace>(&problem.dynamics))
    write_space(json, *space);
}

void write_parts(JsonLine& json, const Scene& scene, const ProblemView& view) {
  write_mechanism(json, scene, *view.scene);
}

void write_parts(JsonLine& json, const spatial::Scene& scene, const ProblemView&) {
  write_in_space(json, scene);
}

}  // namespace

std::string shown_json(const ProblemEntry& entry) {
  const ProblemView view = look_at(entry);
  const std::string& name = name_of(entry.problem);
  JsonLine json;
  json.begin('{');
  json.count("problem", entry.number);
  if (!name.empty()) json.field("name", name);
  json.key("laws");
  json.begin('[');
  for (const LawId law : entry.laws) {
    json.next();
    append_json(json.out, law_of(law).name);
  }
  json.end(']');
  if (view.contacts.size() > 1) json.field("simultaneous", to_string(view.contact.simultaneous));
  if (entry.motion) write_options(json, *entry.motion);
  std::visit([&](const auto& problem) { write_parts(json, problem, view); }, entry.problem);
  json.key("contacts");
  json.begin('[');
  for (std::size_t i = 0; i < view.contacts.size(); ++i) write_contact(json, view.contacts[i], i);
  json.end(']');
  if (!entry.motion) json.matrix("W", view.contact.W);
  json.field("u", view.contact.u);
  if (view.contact.projection) json.field("projection", *view.contact.projection);
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
