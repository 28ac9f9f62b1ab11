#include <algorithm>
#include <carom/report/show/parts.hpp>
#include <cstddef>
#include <fmt/format.h>

namespace carom {
namespace {

using Values = std::vector<std::optional<double>>;

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

/// Where something is and how it moves; without the rounding beside each pair's size.
class PlaceTable {
 public:
  explicit PlaceTable(const char* title) { table.title = title; }

  void column(const char* label, Measure measure, double x) {
    if (table.names.size() == 1) table.columns.push_back({label, measure, {}});
    table.columns[next_++].values.push_back(x);
  }
  void row(std::string name) {
    table.names.push_back(std::move(name));
    next_ = 0;
  }
  void place(const Pose& pose, const Twist& twist) {
    const auto& [x, v] = std::pair(pose.position, twist.velocity);
    column("x", Measure::length, without_rounding(x.x(), x.norm()));
    column("y", Measure::length, without_rounding(x.y(), x.norm()));
    column("angle", Measure::angle, pose.angle);
    column("v_x", Measure::speed, without_rounding(v.x(), v.norm()));
    column("v_y", Measure::speed, without_rounding(v.y(), v.norm()));
    column("ω", Measure::rate, twist.rate);
  }

  QuantityTable table{};

 private:
  std::size_t next_ = 0;  ///< the column that comes next
};

/// Shape, source of the inertia and material of bodies; what is not given is said so.
std::string shown_words(const std::vector<std::pair<std::string, BodyWords>>& bodies,
                        bool with_inertia, const TextStyle& style) {
  const std::string none = "none";
  TextTable table{{Align::left, Align::left, Align::left, Align::left}, {}};
  std::vector<Cell> labels{{"body", Tint::strong}, {"shape", Tint::strong}};
  if (with_inertia) labels.push_back({"inertia", Tint::strong});
  labels.push_back({"material", Tint::strong});
  table.rows.push_back(std::move(labels));
  for (const auto& [name, words] : bodies) {
    std::vector<Cell> row{{plain(name)}, {words.shape.empty() ? none : words.shape}};
    if (with_inertia) row.push_back({words.inertia_given ? "given" : "default: of the shape"});
    row.push_back({words.material.empty() ? none : plain(words.material)});
    table.rows.push_back(std::move(row));
  }
  return "\n" + render(table, style);
}

std::string shown_bodies(const Scene& scene, const Kinematics& k, const TextStyle& style) {
  PlaceTable places("body");
  std::vector<std::pair<std::string, BodyWords>> words;
  for (std::size_t b = 0; b < scene.model.bodies().size(); ++b) {
    const Body& body = scene.model.bodies()[b];
    const int index = static_cast<int>(b);
    places.row(plain(body.name));
    places.column("mass", Measure::mass, body.mass);
    places.column("inertia", Measure::inertia, body.inertia);
    places.place({point_position(k, index, body.centre_of_mass), k.pose[b].angle},
                 {point_velocity(k, index, body.centre_of_mass), k.twist[b].rate});
    if (b < scene.words.bodies.size()) words.emplace_back(body.name, scene.words.bodies[b]);
  }
  return shown_heading("bodies: x, y and v are those of the centre of mass", style) +
         shown_quantities(places.table, style) +
         (words.empty() ? "" : shown_words(words, true, style));
}

std::string shown_prescribed(const Scene& scene, const TextStyle& style) {
  if (scene.words.prescribed.empty()) return "";
  PlaceTable places("body");
  std::vector<std::pair<std::string, BodyWords>> words;
  for (const PrescribedBody& p : scene.words.prescribed) {
    places.row(plain(p.body.name));
    places.place({p.centre, p.pose.angle}, p.twist);
    words.emplace_back(p.body.name, p.words);
  }
  return shown_heading("prescribed bodies: x, y and v are those of the centre", style) +
         shown_quantities(places.table, style) + shown_words(words, false, style);
}

std::string shown_surfaces(const Scene& scene, const TextStyle& style) {
  if (scene.words.surfaces.empty()) return "";
  PlaceTable places("surface");
  for (const SurfaceWords& s : scene.words.surfaces) {
    places.row(fmt::format("{} on {}, {}", plain(s.name), s.on.empty() ? "world" : plain(s.on),
                           s.material.empty() ? "no material" : plain(s.material)));
    places.place({s.point, s.angle}, s.motion);
  }
  return shown_heading("surfaces: a point of each, its direction and its motion", style) +
         shown_quantities(places.table, style);
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
         shown_quantities(joints.table(), style) +
         wrapped("armature, spring, damping, effort: 0 by default where no column shows them",
                 style.width, 2, 2);
}

std::string shown_springs(const Scene& scene, const TextStyle& style) {
  const Model& model = scene.model;
  if (model.springs().empty()) return "";
  QuantityTable table{.title = "spring"};
  table.columns = {{"stiffness", Measure::stiffness, {}},
                   {"length", Measure::length, {}},
                   {"damping", Measure::damping, {}}};
  for (std::size_t i = 0; i < model.springs().size(); ++i) {
    const Spring& spring = model.springs()[i];
    const bool named = i < scene.words.spring_ends.size();
    table.names.push_back(fmt::format(
        "{}: {} and {}", plain(spring.name),
        named ? plain(scene.words.spring_ends[i][0]) : body_name(model, spring.body_a),
        named ? plain(scene.words.spring_ends[i][1]) : body_name(model, spring.body_b)));
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
  return fmt::format("  gravity: ({}, {}) {}, {}{}\n", short_number(g.x() / unit.si),
                     short_number(g.y() / unit.si), unit.symbol,
                     scene.words.gravity_given ? "given" : "default",
                     view.contacts.empty() || !view.contacts.front().in_motion
                         ? "; impacts do not feel it"
                         : "") +
         shown_bodies(scene, view.scene->kinematics, style) + shown_prescribed(scene, style) +
         shown_joints(scene, style) + shown_springs(scene, style) + shown_surfaces(scene, style);
}

}  // namespace carom
