#include <carom/io/scene/quantity.hpp>
#include <carom/io/scene/tree.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace carom {
namespace {

/// Node 0 is the world, the others are bodies.
std::size_t node(int body) { return body == world ? 0 : static_cast<std::size_t>(body) + 1; }

/// Sets of connected nodes.
class Connections {
 public:
  explicit Connections(std::size_t bodies) : set_(bodies + 1) {
    std::iota(set_.begin(), set_.end(), std::size_t{0});
  }
  /// False if they were connected already.
  bool connect(int a, int b) {
    const std::size_t x = root(node(a));
    const std::size_t y = root(node(b));
    set_[x] = y;
    return x != y;
  }

 private:
  std::size_t root(std::size_t x) {
    while (set_[x] != x) x = set_[x] = set_[set_[x]];
    return x;
  }
  std::vector<std::size_t> set_;
};

/// The joints of the tree that a body (or the world, at 0) takes part in.
using Neighbours = std::vector<std::vector<int>>;

/// Hangs everything that is connected to `root` on it.
void hang(SceneTree& tree, const Neighbours& neighbours, int root) {
  std::vector<int> queue{root};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const int parent = queue[i];
    for (const int j : neighbours[node(parent)]) {
      const JointEnds& ends = tree.ends[static_cast<std::size_t>(j)];
      const bool reversed = ends.second.body == parent;
      const int child = reversed ? ends.first.body : ends.second.body;
      const bool is_the_way_back =
          parent != world && tree.carriers[static_cast<std::size_t>(parent)].joint == j;
      if (is_the_way_back) continue;
      tree.carriers[static_cast<std::size_t>(child)] = {j, parent, reversed};
      queue.push_back(child);
      tree.order.push_back(child);
    }
  }
}

/// A body and what it hangs on, up to the world or a free body.
std::vector<int> ancestry(const SceneTree& tree, int body) {
  std::vector<int> line;
  for (; body != world; body = tree.carriers[static_cast<std::size_t>(body)].parent)
    line.push_back(body);
  return line;
}

/// Marks the joints between the two ends of a loop joint.
void mark_loop(SceneTree& tree, const JointEnds& ends) {
  std::vector<int> a = ancestry(tree, ends.first.body);
  std::vector<int> b = ancestry(tree, ends.second.body);
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.pop_back();
    b.pop_back();
  }
  a.insert(a.end(), b.begin(), b.end());
  for (const int body : a) tree.carriers[static_cast<std::size_t>(body)].in_loop = true;
}

}  // namespace

int body_named(const SceneStatement& scene, const PartName& name) {
  const auto found = scene.body_of_name.find(name.owner);
  if (found != scene.body_of_name.end()) return found->second;
  for (const StatedBody& body : scene.prescribed)
    if (body.body.name == name.owner)
      refuse(name.where,
             fmt::format("the motion of {} is prescribed; nothing but a contact can involve it",
                         name.owner));
  std::vector<std::string> names;
  names.reserve(scene.bodies.size() + 1);
  for (const StatedBody& body : scene.bodies) names.push_back(body.body.name);
  names.emplace_back("world");
  refuse_name(name.where, "body", name.owner, names);
}

Eigen::Vector2d point_of(const StatedBody& body, const std::string& point, const Where& where) {
  std::vector<std::string> names;
  for (const NamedPoint& candidate : body.points) {
    if (candidate.name == point) return candidate.point;
    names.push_back(candidate.name);
  }
  refuse_name(where, "point of " + body.body.name, point, names);
}

Eigen::Vector2d point_named(const SceneStatement& scene, int body, const std::string& point,
                            const Where& where) {
  if (body != world) return point_of(scene.bodies[static_cast<std::size_t>(body)], point, where);
  std::vector<std::string> names;
  for (const NamedPoint& candidate : scene.points) {
    if (candidate.name == point) return candidate.point;
    names.push_back(candidate.name);
  }
  if (point == "origin") return Eigen::Vector2d::Zero();
  refuse_name(where, "point of world", point, names);
}

JointEnd end_named(const SceneStatement& scene, const PartName& name) {
  JointEnd end{.body = name.owner == "world" ? world : body_named(scene, name)};
  if (name.part.empty() && end.body == world) return end;
  if (name.part.empty()) {
    std::string points;
    for (const NamedPoint& point : scene.bodies[static_cast<std::size_t>(end.body)].points)
      points += fmt::format("{}{}.{}", points.empty() ? "" : ", ", name.owner, point.name);
    refuse(name.where, fmt::format("which point of {}? It has {}", name.owner, points));
  }
  end.point = point_named(scene, end.body, name.part, name.where);
  return end;
}

SceneTree scene_tree(const SceneStatement& scene) {
  SceneTree tree;
  tree.carriers.resize(scene.bodies.size());
  Connections connections(scene.bodies.size());
  Neighbours neighbours(scene.bodies.size() + 1);
  for (std::size_t j = 0; j < scene.joints.size(); ++j) {
    const StatedJoint& joint = scene.joints[j];
    tree.ends.push_back({end_named(scene, joint.first), end_named(scene, joint.second)});
    const int a = tree.ends[j].first.body;
    const int b = tree.ends[j].second.body;
    if (a == b)
      refuse(joint.where, fmt::format("joins {} to itself; want two bodies, or one and world",
                                      joint.first.owner));
    const int index = static_cast<int>(j);
    if (!connections.connect(a, b)) {
      tree.loops.push_back(index);
      continue;
    }
    neighbours[node(a)].push_back(index);
    neighbours[node(b)].push_back(index);
  }

  hang(tree, neighbours, world);
  std::vector<bool> hangs(scene.bodies.size(), false);
  for (const int body : tree.order) hangs[static_cast<std::size_t>(body)] = true;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    if (hangs[b]) continue;
    const std::size_t from = tree.order.size();
    tree.order.push_back(static_cast<int>(b));
    hang(tree, neighbours, static_cast<int>(b));
    for (std::size_t i = from; i < tree.order.size(); ++i)
      hangs[static_cast<std::size_t>(tree.order[i])] = true;
  }
  for (const int loop : tree.loops) mark_loop(tree, tree.ends[static_cast<std::size_t>(loop)]);
  return tree;
}

}  // namespace carom
