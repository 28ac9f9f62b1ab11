#include <carom/io/spatial/scene_text.hpp>
#include <carom/io/tree/json_text.hpp>
#include <carom/multibody/spatial/state.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace carom {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using spatial::JointKind;
using spatial::LoopKind;
using spatial::Pose;

/// With a point: YAML 1.1, which many readers speak, takes 5e-05 for a word.
std::string number(double x) {
  std::string text;
  append_json(text, x);
  const std::size_t exponent = text.find('e');
  if (exponent != std::string::npos && text.find('.') == std::string::npos)
    text.insert(exponent, ".0");
  return text;
}

std::string list(const Eigen::VectorXd& x) {
  std::string text = "[";
  for (Eigen::Index i = 0; i < x.size(); ++i) text += (i > 0 ? ", " : "") + number(x[i]);
  return text + "]";
}

std::string in_quotes(const std::string& name) {
  std::string text;
  append_json(text, std::string_view(name));
  return text;
}

/// The entries of a flow map.
class Map {
 public:
  void add(const std::string& key, const std::string& value) {
    text_ += (text_.empty() ? "" : ", ") + key + ": " + value;
  }
  void add(const std::string& key, const Vector3d& x) { add(key, list(x)); }
  void add_pose(const Pose& pose) {
    if (!pose.position.isZero(0)) add("position", pose.position);
    if (!pose.rotation.isIdentity(0)) add("rotation", list(spatial::quaternion_of(pose.rotation)));
  }
  std::string text() const { return "{" + text_ + "}"; }
  bool empty() const { return text_.empty(); }

 private:
  std::string text_{};
};

/// Names as a scene takes them: no dots and brackets, not "world", each once.
class Names {
 public:
  std::string taken(std::string name, const std::string& otherwise) {
    if (name.empty()) name = otherwise;
    for (char& c : name)
      if (c == '.' || c == '[' || c == ']') c = '_';
    if (name == "world") name = "world body";
    std::string free = name;
    for (int i = 2; !used_.insert(free).second; ++i) free = fmt::format("{} {}", name, i);
    return free;
  }

 private:
  std::set<std::string> used_{};
};

/// One robot on its way into a text.
class SceneText {
 public:
  explicit SceneText(const robots::RobotModel& robot) : robot_(robot), model_(robot.model) {
    for (const spatial::Body& body : model_.bodies()) {
      bodies_.push_back(part_names_.taken(body.name, "body"));
      note_renamed("body", body.name, bodies_.back());
    }
    for (const std::string& note : robot.notes) comment(note);
    text_ += "dimension: 3\n";
    if (!robot.name.empty()) text_ += "name: " + in_quotes(robot.name) + "\n";
    text_ += "gravity: " + list(model_.gravity()) + "\n";
    add_surfaces();
    text_ += "bodies:\n";
    for (int b = 0; b < static_cast<int>(bodies_.size()); ++b) add_body(b);
    add_joints();
    text_ +=
        "# Now add law and contacts, and state where the pose is not the initial one:\n"
        "# law: stronge\n"
        "# contacts: {hit: {between: [BODY, world], at: [0, 0, 0], normal: "
        "[0, 0, 1], restitution: 0.5, friction: 0.5}}\n";
  }

  std::string taken() { return std::move(text_); }

 private:
  void comment(std::string what) {
    std::replace(what.begin(), what.end(), '\n', ' ');
    text_ += "# " + what + "\n";
  }

  void note_renamed(const char* what, const std::string& from, const std::string& to) {
    if (!from.empty() && from != to)
      comment(fmt::format("{} '{}' is called '{}' here", what, from, to));
  }

  const std::string& name_of(int body) const {
    static const std::string world = "world";
    return body == spatial::world ? world : bodies_[static_cast<std::size_t>(body)];
  }

  static bool is_free(const spatial::Body& body) {
    return !body.joints.empty() && body.joints[0].kind == JointKind::free;
  }

  void add_surfaces() {
    std::string text;
    for (const robots::Geom& geom : robot_.geoms) {
      if (geom.kind != robots::GeomKind::plane || geom.body != spatial::world) continue;
      Map map;
      map.add("through", geom.in_body.position);
      map.add("normal", geom.in_body.rotation.col(2));
      map.add("tangent", geom.in_body.rotation.col(0));
      text += "  " + in_quotes(part_names_.taken(geom.name, "floor")) + ": " + map.text() + "\n";
    }
    if (!text.empty()) text_ += "surfaces:\n" + text;
  }

  /// Adds the shape of a geom under its key; a plane or a mesh has none.
  static void add_shape(const robots::Geom& g, Map& map) {
    const auto tube = [&] {
      return fmt::format("{{radius: {}, length: {}}}", number(g.size.x()), number(2 * g.size.y()));
    };
    switch (g.kind) {
      case robots::GeomKind::sphere:
        map.add("sphere", fmt::format("{{radius: {}}}", number(g.size.x())));
        break;
      case robots::GeomKind::box:
        map.add("box", fmt::format("{{size: {}}}", list(2 * g.size)));
        break;
      case robots::GeomKind::ellipsoid:
        map.add("ellipsoid", fmt::format("{{semi_axes: {}}}", list(g.size)));
        break;
      case robots::GeomKind::cylinder: map.add("cylinder", tube()); break;
      case robots::GeomKind::capsule: map.add("capsule", tube()); break;
      case robots::GeomKind::plane:
      case robots::GeomKind::mesh: break;
    }
  }

  std::string shapes_of(int body) {
    Map shapes;
    for (const robots::Geom& geom : robot_.geoms) {
      Map map;
      if (geom.body == body) add_shape(geom, map);
      if (map.empty()) continue;
      map.add_pose(geom.in_body);
      shapes.add(in_quotes(part_names_.taken(geom.name, "geom")), map.text());
    }
    return shapes.empty() ? "" : shapes.text();
  }

  void add_body(int b) {
    const spatial::Body& body = model_.body(b);
    Map map;
    map.add("mass", number(body.mass));
    if (!body.centre_of_mass.isZero(0)) map.add("centre_of_mass", body.centre_of_mass);
    const Matrix3d& I = body.inertia;
    map.add("inertia", I.isDiagonal(0) ? list(I.diagonal())
                                       : "[" + list(I.row(0)) + ", " + list(I.row(1)) + ", " +
                                             list(I.row(2)) + "]");
    if (is_free(body)) map.add_pose(body.in_parent);
    Map points;
    Names names;
    for (const robots::Site& site : robot_.sites)
      if (site.body == b && !site.name.empty())
        points.add(in_quotes(names.taken(site.name, "")), list(site.in_body.position));
    if (!points.empty()) map.add("points", points.text());
    if (const std::string shapes = shapes_of(b); !shapes.empty()) map.add("shapes", shapes);
    text_ += "  " + in_quotes(name_of(b)) + ": " + map.text() + "\n";
  }

  void add_joints() {
    std::string before = std::move(text_);
    text_.clear();
    for (int b = 0; b < static_cast<int>(bodies_.size()); ++b) {
      const spatial::Body& body = model_.body(b);
      if (is_free(body)) continue;
      if (body.joints.empty()) add_weld(b);
      for (std::size_t j = 0; j < body.joints.size(); ++j) add_joint(b, j);
    }
    for (const spatial::Loop& loop : model_.loops()) add_loop(loop);
    text_ = before + (text_.empty() ? "" : "joints:\n" + text_);
  }

  void write_joint(const std::string& name, const Map& map) {
    text_ += "  " + in_quotes(name) + ": " + map.text() + "\n";
  }

  std::string pair(int first, int second) const {
    return "[" + in_quotes(name_of(first)) + ", " + in_quotes(name_of(second)) + "]";
  }

  void add_weld(int b) {
    Map map;
    map.add("weld", pair(model_.body(b).parent, b));
    map.add_pose(model_.body(b).in_parent);
    write_joint(joint_names_.taken(name_of(b) + " weld", ""), map);
  }

  void add_joint(int b, std::size_t j) {
    const spatial::Body& body = model_.body(b);
    const spatial::Joint& joint = body.joints[j];
    Map map;
    map.add(to_string(joint.kind), pair(body.parent, b));
    if (joint.kind != JointKind::ball)
      map.add("axis", Vector3d(body.in_parent.rotation * joint.axis));
    if (joint.kind == JointKind::planar)
      map.add("along", Vector3d(body.in_parent.rotation * joint.along));
    if (!joint.position.isZero(0)) map.add("at", joint.position);
    if (j == 0) {  // also where it is zero: points of names do not place this body
      map.add("position", body.in_parent.position);
      if (!body.in_parent.rotation.isIdentity(0))
        map.add("rotation", list(spatial::quaternion_of(body.in_parent.rotation)));
    }
    if (joint.armature > 0) map.add("armature", number(joint.armature));
    if (joint.reference != 0) map.add("reference", number(joint.reference));
    const std::string name = joint_names_.taken(joint.name, name_of(b) + " joint");
    joint_of_[{b, static_cast<int>(j)}] = name;
    write_joint(name, map);
  }

  void add_coupling(const spatial::Loop& loop) {
    std::string joints = "[" + in_quotes(joint_of_[{loop.follower.body, loop.follower.joint}]);
    if (loop.leader.body != spatial::world)
      joints += ", " + in_quotes(joint_of_[{loop.leader.body, loop.leader.joint}]);
    Map map;
    map.add("coupling", joints + "]");
    map.add("coefficients", list(Eigen::Map<const Eigen::VectorXd>(loop.coefficients.data(), 5)));
    write_joint(joint_names_.taken(loop.name.empty() ? "coupling" : loop.name + " coupling", ""),
                map);
  }

  void add_loop(spatial::Loop loop) {
    if (loop.kind == LoopKind::coupling) return add_coupling(loop);
    if (loop.second == spatial::world) {
      std::swap(loop.first, loop.second);
      std::swap(loop.in_first, loop.in_second);
    }
    const Matrix3d R = loop.in_first.rotation * loop.in_second.rotation.transpose();
    Map map;
    map.add(loop.kind == LoopKind::connect ? "ball" : to_string(loop.kind),
            pair(loop.first, loop.second));
    map.add("loop", "true");
    if (loop.kind == LoopKind::hinge || loop.kind == LoopKind::slide)
      map.add("axis", loop.in_first.rotation.col(2));
    map.add("at", loop.in_second.position);
    map.add("position", Vector3d(loop.in_first.position - R * loop.in_second.position));
    if (!R.isIdentity(0)) map.add("rotation", list(spatial::quaternion_of(R)));
    write_joint(joint_names_.taken(loop.name, "loop"), map);
  }

  const robots::RobotModel& robot_;
  const spatial::Model& model_;
  std::vector<std::string> bodies_{};
  Names part_names_{};
  Names joint_names_{};
  std::map<std::pair<int, int>, std::string> joint_of_{};
  std::string text_{};
};

}  // namespace

std::string scene_text(const robots::RobotModel& robot) { return SceneText(robot).taken(); }

}  // namespace carom
