#include <carom/multibody/spatial/dynamics.hpp>
#include <carom/report/show/parts.hpp>
#include <carom/report/show/spatial.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace carom {
namespace {

using Values = std::vector<std::optional<double>>;

/// More bodies or joints than this are counted, not listed: JSON has them all.
constexpr std::size_t most_listed = 60;

std::size_t joint_count(const spatial::Model& model) {
  std::size_t count = 0;
  for (const spatial::Body& body : model.bodies()) count += body.joints.size();
  return count;
}

/// Columns that grow row by row.
class Rows {
 public:
  explicit Rows(const char* title) { table.title = title; }
  void row(std::string name) {
    table.names.push_back(std::move(name));
    next_ = 0;
  }
  void add(const char* label, Measure measure, std::optional<double> x) {
    if (table.names.size() == 1) table.columns.push_back({label, measure, {}});
    table.columns[next_++].values.push_back(x);
  }
  void add(const std::array<const char*, 3>& labels, Measure measure, const Eigen::Vector3d& x) {
    for (int i = 0; i < 3; ++i)
      add(labels[static_cast<std::size_t>(i)], measure, without_rounding(x[i], x.norm()));
  }
  QuantityTable table{};

 private:
  std::size_t next_ = 0;
};

std::string shown_bodies(const spatial::Scene& scene, const spatial::Kinematics& k,
                         const TextStyle& style) {
  Rows rows("body");
  const auto& bodies = scene.model.bodies();
  for (std::size_t b = 0; b < std::min(bodies.size(), most_listed); ++b) {
    const int body = static_cast<int>(b);
    const Eigen::Vector3d x = point_position(k, body, bodies[b].centre_of_mass);
    rows.row(plain(bodies[b].name));
    rows.add("mass", Measure::mass, bodies[b].mass);
    rows.add({"x", "y", "z"}, Measure::length, x);
    rows.add({"v_x", "v_y", "v_z"}, Measure::speed, velocity_at(k, body, x));
    rows.add({"ω_x", "ω_y", "ω_z"}, Measure::rate, turning_of(k, body));
  }
  std::string text =
      shown_heading("bodies: positions and velocities of the centres of mass", style) +
      shown_quantities(rows.table, style);
  if (bodies.size() > most_listed)
    text += fmt::format("... and {} more: see --format json\n", bodies.size() - most_listed);
  return text;
}

std::string shown_joints(const spatial::Scene& scene, const TextStyle& style) {
  const spatial::Model& model = scene.model;
  TextTable table{{Align::left, Align::left, Align::left, Align::left, Align::right, Align::right,
                   Align::right},
                  {}};
  table.rows.push_back({{"joint", Tint::strong},
                        {"kind", Tint::strong},
                        {"carries", Tint::strong},
                        {"on", Tint::strong},
                        {"value", Tint::strong},
                        {"rate", Tint::strong},
                        {"armature", Tint::strong}});
  for (int b = 0; b < static_cast<int>(model.bodies().size()); ++b)
    for (std::size_t j = 0; j < model.body(b).joints.size(); ++j) {
      const spatial::Joint& joint = model.body(b).joints[j];
      const int parent = model.body(b).parent;
      const bool one = spatial::freedoms(joint.kind) == 1;
      const int index = static_cast<int>(j);
      const bool turns = joint.kind == spatial::JointKind::hinge;
      const auto number = [&](double x, Measure measure) {
        return one ? fmt::format("{} {}", short_number(shown_in(x, measure, style.units)),
                                 unit_of(measure, style.units).symbol)
                   : std::string();
      };
      if (table.rows.size() > most_listed) continue;
      table.rows.push_back({{plain(joint.name)},
                            {to_string(joint.kind)},
                            {plain(model.body(b).name)},
                            {parent == spatial::world ? "world" : plain(model.body(parent).name)},
                            {number(one ? scene.state.q[model.first_position(b, index)] : 0,
                                    turns ? Measure::angle : Measure::length)},
                            {number(one ? scene.state.v[model.first_freedom(b, index)] : 0,
                                    turns ? Measure::rate : Measure::speed)},
                            {joint.armature > 0 ? short_number(joint.armature) : ""}});
    }
  std::string text = shown_heading("joints", style) + render(table, style);
  for (const spatial::Loop& loop : model.loops())
    text += fmt::format("  loop '{}': {}\n", plain(loop.name), to_string(loop.kind));
  return text;
}

std::string shown_frames(const spatial::Scene& scene, const TextStyle& style) {
  Rows rows("contact");
  for (const spatial::SceneContact& contact : scene.contacts) {
    if (contact.stop) continue;
    rows.row(plain(contact.material.name));
    rows.add({"x", "y", "z"}, Measure::length, contact.frame.position);
    rows.add({"t1_x", "t1_y", "t1_z"}, Measure::number, contact.frame.axes.col(0));
    rows.add({"n_x", "n_y", "n_z"}, Measure::number, contact.frame.axes.col(2));
  }
  if (rows.table.names.empty()) return "";
  return shown_heading("where the contacts are, t1 and n (t2 = n × t1)", style) +
         shown_quantities(rows.table, style);
}

// --- JSON -----------------------------------------------------------------------------------------

void write_triple(JsonLine& json, std::string_view name, const Eigen::Vector3d& x) {
  json.field(name, Eigen::VectorXd(x));
}

void write_body(JsonLine& json, const spatial::Scene& scene, const spatial::Kinematics& k, int b) {
  const spatial::Body& body = scene.model.body(b);
  const Eigen::Vector3d x = point_position(k, b, body.centre_of_mass);
  json.next();
  json.begin('{');
  json.field("name", body.name);
  if (body.parent != spatial::world) json.field("parent", scene.model.body(body.parent).name);
  json.field("mass", body.mass);
  json.matrix("inertia", body.inertia);
  write_triple(json, "centre_of_mass", x);
  write_triple(json, "velocity", velocity_at(k, b, x));
  write_triple(json, "turning", turning_of(k, b));
  write_triple(json, "origin", pose_of(k, b).position);
  json.field("quaternion", Eigen::VectorXd(spatial::quaternion_of(pose_of(k, b).rotation)));
  json.end('}');
}

void write_joint(JsonLine& json, const spatial::Scene& scene, int b, int j) {
  const spatial::Joint& joint = scene.model.body(b).joints[static_cast<std::size_t>(j)];
  const int q = scene.model.first_position(b, j);
  const int v = scene.model.first_freedom(b, j);
  json.next();
  json.begin('{');
  json.field("name", joint.name);
  json.field("kind", to_string(joint.kind));
  json.field("body", scene.model.body(b).name);
  json.field("value", Eigen::VectorXd(scene.state.q.segment(q, positions(joint.kind))));
  json.field("rate", Eigen::VectorXd(scene.state.v.segment(v, freedoms(joint.kind))));
  if (joint.armature > 0) json.field("armature", joint.armature);
  json.end('}');
}

}  // namespace

std::string summary_in_space(const spatial::Scene& scene) {
  return fmt::format("a scene in space: {}, {}, {}, {} kg{}{}",
                     counted(scene.model.bodies().size(), "body", "bodies"),
                     counted(joint_count(scene.model), "joint", "joints"),
                     counted(static_cast<std::size_t>(scene.model.nv()), "velocity", "velocities"),
                     short_number(total_mass(scene.model)),
                     scene.model.loops().empty()
                         ? ""
                         : fmt::format(", {}", counted(scene.model.loops().size(),
                                                       "loop constraint", "loop constraints")),
                     scene.robot.empty() ? "" : "; robot " + plain(scene.robot));
}

std::string shown_in_space(const spatial::Scene& scene, const TextStyle& style) {
  const spatial::Kinematics k = kinematics(scene.model, scene.state);
  std::string text =
      shown_bodies(scene, k, style) + shown_joints(scene, style) + shown_frames(scene, style);
  if (!scene.notes.empty()) text += shown_heading("notes on the file", style);
  for (const std::string& note : scene.notes) text += wrapped(plain(note), style.width, 2, 4);
  return text;
}

void write_in_space(JsonLine& json, const spatial::Scene& scene) {
  const spatial::Kinematics k = kinematics(scene.model, scene.state);
  if (!scene.robot.empty()) json.field("robot", scene.robot);
  json.field("total_mass", total_mass(scene.model));
  json.key("bodies");
  json.begin('[');
  for (int b = 0; b < static_cast<int>(scene.model.bodies().size()); ++b)
    write_body(json, scene, k, b);
  json.end(']');
  json.key("joints");
  json.begin('[');
  for (int b = 0; b < static_cast<int>(scene.model.bodies().size()); ++b)
    for (std::size_t j = 0; j < scene.model.body(b).joints.size(); ++j)
      write_joint(json, scene, b, static_cast<int>(j));
  json.end(']');
  json.key("notes");
  json.begin('[');
  for (const std::string& note : scene.notes) {
    json.next();
    append_json(json.out, note);
  }
  json.end(']');
}

std::string shown_robot(const spatial::Scene& robot, const TextStyle& style) {
  return tinted(plain(robot.name.empty() ? robot.robot : robot.name), Tint::strong, style) + "\n" +
         wrapped(summary_in_space(robot), style.width, 2, 2) + shown_in_space(robot, style);
}

std::string robot_json(const spatial::Scene& robot) {
  JsonLine json;
  json.begin('{');
  json.field("name", robot.name);
  write_in_space(json, robot);
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
