#include <algorithm>
#include <carom/report/show_parts.hpp>
#include <cstddef>
#include <fmt/format.h>

namespace carom {
namespace {

using Values = std::vector<std::optional<double>>;

std::string counted(std::size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string body_name(const Model& model, int body) {
  return body == world ? "world" : plain(model.bodies()[static_cast<std::size_t>(body)].name);
}

/// Joints that a user named: those of the tree, then those that close loops.
std::size_t named_joints(const Model& model) {
  std::size_t count = model.loops().size();
  for (std::size_t b = 0; b < model.bodies().size(); ++b)
    if (model.joint(static_cast<int>(b)).kind != JointKind::free) ++count;
  return count;
}

std::string shown_bodies(const Scene& scene, const Kinematics& k, const TextStyle& style) {
  QuantityTable table{.title = "body"};
  table.columns = {{"mass", Measure::mass, {}},   {"inertia", Measure::inertia, {}},
                   {"x", Measure::length, {}},    {"y", Measure::length, {}},
                   {"angle", Measure::angle, {}}, {"v_x", Measure::speed, {}},
                   {"v_y", Measure::speed, {}},   {"ω", Measure::rate, {}}};
  for (std::size_t b = 0; b < scene.model.bodies().size(); ++b) {
    const Body& body = scene.model.bodies()[b];
    const Eigen::Vector2d x = point_position(k, static_cast<int>(b), body.centre_of_mass);
    const Eigen::Vector2d v = point_velocity(k, static_cast<int>(b), body.centre_of_mass);
    table.names.push_back(plain(body.name));
    const double row[] = {body.mass,       body.inertia, x.x(), x.y(),
                          k.pose[b].angle, v.x(),        v.y(), k.twist[b].rate};
    for (std::size_t j = 0; j < std::size(row); ++j) table.columns[j].values.push_back(row[j]);
  }
  return shown_heading("bodies: x, y and v are those of the centre of mass", style) +
         shown_quantities(table, style);
}

/// The joints' coordinates and what acts on them; a column stands only where a joint has it.
class JointTable {
 public:
  explicit JointTable(const Scene& scene) : scene_(scene) {}

  void add(const Joint& joint, std::optional<int> coordinate) {
    const bool turns = joint.kind == JointKind::revolute;
    names_.push_back(fmt::format("{}, {}: {} on {}", plain(joint.name), to_string(joint.kind),
                                 body_name(scene_.model, joint.child),
                                 body_name(scene_.model, joint.parent)));
    if (!coordinate) names_.back() += ", closes a loop";
    const auto put = [&](const char* label, Measure measure, double x, bool show) {
      column(label, measure).values.resize(names_.size());
      if (show) column(label, measure).values.back() = x;
    };
    const bool moves = coordinate && coordinates(joint.kind) == 1;
    const auto of = [&](const Eigen::VectorXd& x) { return moves ? x[*coordinate] : 0; };
    put("angle", Measure::angle, of(scene_.state.q), moves && turns);
    put("rate", Measure::rate, of(scene_.state.v), moves && turns);
    put("distance", Measure::length, of(scene_.state.q), moves && !turns);
    put("speed", Measure::speed, of(scene_.state.v), moves && !turns);
    put("armature", turns ? Measure::inertia : Measure::mass, joint.armature, joint.armature > 0);
    const bool spring = joint.stiffness > 0;
    put("spring", turns ? Measure::turning_stiffness : Measure::stiffness, joint.stiffness, spring);
    put("relaxed", turns ? Measure::angle : Measure::length, joint.rest, spring);
    put("damping", turns ? Measure::turning_damping : Measure::damping, joint.damping,
        joint.damping > 0);
    put("effort", turns ? Measure::torque : Measure::force, joint.effort, joint.effort != 0);
  }

  QuantityTable table() const {
    QuantityTable table{.title = "joint", .names = names_};
    for (QuantityTable::Column column : columns_) {
      column.values.resize(names_.size());
      if (std::any_of(column.values.begin(), column.values.end(),
                      [](const auto& x) { return x.has_value(); }))
        table.columns.push_back(std::move(column));
    }
    if (table.columns.empty())
      table.columns.push_back({"", Measure::number, Values(names_.size())});
    return table;
  }

 private:
  QuantityTable::Column& column(const char* label, Measure measure) {
    for (QuantityTable::Column& known : columns_)
      if (known.label == label && known.measure == measure) return known;
    return columns_.emplace_back(QuantityTable::Column{label, measure, {}});
  }

  const Scene& scene_;
  std::vector<std::string> names_{};
  std::vector<QuantityTable::Column> columns_{};
};

std::string shown_joints(const Scene& scene, const TextStyle& style) {
  const Model& model = scene.model;
  if (named_joints(model) == 0) return "";
  JointTable joints(scene);
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const int body = static_cast<int>(b);
    if (model.joint(body).kind != JointKind::free)
      joints.add(model.joint(body), model.first_coordinate(body));
  }
  for (const Joint& loop : model.loops()) joints.add(loop, std::nullopt);
  return shown_heading("joints: angles and distances of the one against the other", style) +
         shown_quantities(joints.table(), style);
}

std::string shown_springs(const Scene& scene, const TextStyle& style) {
  const Model& model = scene.model;
  if (model.springs().empty()) return "";
  QuantityTable table{.title = "spring"};
  table.columns = {{"stiffness", Measure::stiffness, {}},
                   {"length", Measure::length, {}},
                   {"damping", Measure::damping, {}}};
  for (const Spring& spring : model.springs()) {
    table.names.push_back(fmt::format("{}: {} and {}", plain(spring.name),
                                      body_name(model, spring.body_a),
                                      body_name(model, spring.body_b)));
    const double row[] = {spring.stiffness, spring.length, spring.damping};
    for (std::size_t j = 0; j < std::size(row); ++j) table.columns[j].values.push_back(row[j]);
  }
  return shown_heading("springs between points", style) + shown_quantities(table, style);
}

}  // namespace

std::string mechanism_summary(const Scene& scene, const ProblemView& view) {
  const Model& model = scene.model;
  const int rows = model.constraint_rows();
  const int redundant = view.scene->redundant_constraints;
  const std::size_t freedoms = static_cast<std::size_t>(model.size() - (rows - redundant));
  std::string text = fmt::format("{}, {}, {}", counted(model.bodies().size(), "body", "bodies"),
                                 counted(named_joints(model), "joint", "joints"),
                                 counted(freedoms, "degree of freedom", "degrees of freedom"));
  if (rows > 0)
    text += fmt::format("; {} with {} constraints of rank {}{}",
                        counted(model.loops().size(), "loop", "loops"), rows, rows - redundant,
                        redundant > 0 ? fmt::format(", {} REDUNDANT", redundant) : "");
  return text;
}

std::string shown_mechanism(const Scene& scene, const ProblemView& view, const TextStyle& style) {
  const ShownUnit unit = unit_of(Measure::acceleration, style.units);
  const Eigen::Vector2d& g = scene.model.gravity();
  return fmt::format("  gravity: ({}, {}) {}; impacts do not feel it\n",
                     short_number(g.x() / unit.si), short_number(g.y() / unit.si), unit.symbol) +
         shown_bodies(scene, view.scene->kinematics, style) + shown_joints(scene, style) +
         shown_springs(scene, style);
}

}  // namespace carom
