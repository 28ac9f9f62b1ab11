#include <carom/impact/objection.hpp>
#include <carom/multibody/planar/model.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace carom {
namespace {

[[noreturn]] void refuse(const ObjectionPath& at, const std::string& mistake) {
  throw Objection(at, mistake);
}

/// The way to a part of a list, by its name where it has one.
ObjectionPath path_to(const char* list, std::size_t i, const std::string& name) {
  return {list, name.empty() ? PathStep(i) : PathStep(name)};
}

bool finite(const Pose& pose) { return pose.position.allFinite() && std::isfinite(pose.angle); }

void check_body(const Body& body, const ObjectionPath& at) {
  if (!(body.mass >= 0) || !std::isfinite(body.mass))
    refuse(at, fmt::format("mass {} must be a finite number >= 0", body.mass));
  if (!(body.inertia >= 0) || !std::isfinite(body.inertia))
    refuse(at, fmt::format("inertia {} must be a finite number >= 0", body.inertia));
  if (!body.centre_of_mass.allFinite()) refuse(at, "centre of mass is not finite");
}

void check_joint(const Joint& joint, int bodies, const ObjectionPath& at, bool loop) {
  const int lowest = loop ? world : 0;
  if (joint.parent < world || joint.parent >= bodies) refuse(at, "parent is no body");
  if (joint.child < lowest || joint.child >= bodies) refuse(at, "child is no body");
  if (joint.parent == joint.child) refuse(at, "joins a body to itself");
  if (!finite(joint.in_parent) || !finite(joint.in_child)) refuse(at, "frame is not finite");
  if (loop && joint.kind == JointKind::free) refuse(at, "a free joint constrains nothing");
  if (!(joint.armature >= 0) || !std::isfinite(joint.armature))
    refuse(at, fmt::format("armature {} must be a finite number >= 0", joint.armature));
  if (joint.armature > 0 && (loop || coordinates(joint.kind) != 1))
    refuse(at, "armature needs a revolute or prismatic joint of the tree");
}

bool is_positive_or_zero(double x) { return x >= 0 && std::isfinite(x); }

/// What acts on a joint's coordinate.
void check_forces(const Joint& joint, const ObjectionPath& at) {
  if (!is_positive_or_zero(joint.stiffness) || !is_positive_or_zero(joint.damping))
    refuse(at, fmt::format("stiffness {} and damping {} must be finite numbers >= 0",
                           joint.stiffness, joint.damping));
  if (!std::isfinite(joint.rest) || !std::isfinite(joint.effort))
    refuse(at, "rest or effort is not finite");
}

void check_spring(const Spring& spring, int bodies, const ObjectionPath& at) {
  for (const int body : {spring.body_a, spring.body_b})
    if (body < world || body >= bodies) refuse(at, "an end is on no body");
  if (!spring.point_a.allFinite() || !spring.point_b.allFinite())
    refuse(at, "an end is not finite");
  for (const double x : {spring.stiffness, spring.length, spring.damping})
    if (!is_positive_or_zero(x)) refuse(at, fmt::format("{} must be a finite number >= 0", x));
}

/// Bodies so that parents come first; a body that is never reached hangs in a circle of joints.
std::vector<int> parents_first(const ModelParts& parts, const std::vector<int>& joint_of) {
  const std::size_t n = parts.bodies.size();
  std::vector<std::vector<int>> children(n);
  std::vector<int> order;
  order.reserve(n);
  for (std::size_t b = 0; b < n; ++b) {
    const int parent = parts.tree[static_cast<std::size_t>(joint_of[b])].parent;
    if (parent == world)
      order.push_back(static_cast<int>(b));
    else
      children[static_cast<std::size_t>(parent)].push_back(static_cast<int>(b));
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& next = children[static_cast<std::size_t>(order[i])];
    order.insert(order.end(), next.begin(), next.end());
  }
  if (order.size() != n)
    refuse({"joints"}, "the tree joints form a circle; close it by a loop joint instead");
  return order;
}

/// Puts the bodies of the later of two groups into the earlier one.
void join(int a, int b, std::vector<int>& group) {
  if (a == world || b == world) return;
  const int into = std::min(group[static_cast<std::size_t>(a)], group[static_cast<std::size_t>(b)]);
  const int from = std::max(group[static_cast<std::size_t>(a)], group[static_cast<std::size_t>(b)]);
  std::replace(group.begin(), group.end(), from, into);
}

/// Whether the body moves as if alone, its coordinates being those of its joint frame in the world's axes.
bool moves_alone(const Joint& joint, const Body& body) {
  return joint.kind == JointKind::free && joint.parent == world && joint.in_parent.angle == 0 &&
         body.mass > 0 && body.inertia > 0;
}

}  // namespace

void Model::group_bodies() {
  root_.resize(bodies().size());
  group_.resize(bodies().size());
  for (const int b : order_) {
    const int parent = joint(b).parent;
    root_[static_cast<std::size_t>(b)] = parent == world ? b : root(parent);
    group_[static_cast<std::size_t>(b)] = root(b);
  }
  for (const Joint& loop : loops()) join(loop.parent, loop.child, group_);
  std::vector<int> index(bodies().size(), -1);
  std::vector<int> members;
  for (const int b : order_) {
    int& own = index[static_cast<std::size_t>(group(b))];
    if (own < 0) {
      own = static_cast<int>(groups_.size());
      groups_.push_back({GroupKind::free_body, {}, {}});
      members.push_back(0);
    }
    group_[static_cast<std::size_t>(b)] = own;
    BodyGroup& g = groups_[static_cast<std::size_t>(own)];
    if (++members[static_cast<std::size_t>(own)] > 1 ||
        !moves_alone(joint(b), bodies()[static_cast<std::size_t>(b)]))
      g.kind = GroupKind::tree;
    for (int i = 0; i < coordinates(joint(b).kind); ++i)
      g.coordinates.push_back(first_coordinate(b) + i);
  }
  int row = 0;
  for (const Joint& loop : loops()) {
    const int body = loop.child != world ? loop.child : loop.parent;
    BodyGroup& g = groups_[static_cast<std::size_t>(group(body))];
    g.kind = GroupKind::loops;
    for (int i = coordinates(loop.kind); i < 3; ++i) g.loop_rows.push_back(row++);
  }
}

Model make_model(ModelParts parts) {
  const int n = static_cast<int>(parts.bodies.size());
  if (n == 0) refuse({"bodies"}, "empty; give at least one body");
  if (!parts.gravity.allFinite()) refuse({"gravity"}, "not finite");
  for (std::size_t b = 0; b < parts.bodies.size(); ++b)
    check_body(parts.bodies[b], path_to("bodies", b, parts.bodies[b].name));

  Model model;
  model.joint_of_.assign(parts.bodies.size(), -1);
  for (std::size_t j = 0; j < parts.tree.size(); ++j) {
    const Joint& joint = parts.tree[j];
    check_joint(joint, n, path_to("joints", j, joint.name), false);
    check_forces(joint, path_to("joints", j, joint.name));
    int& carrier = model.joint_of_[static_cast<std::size_t>(joint.child)];
    if (carrier >= 0)
      refuse(path_to("joints", j, joint.name),
             "its child already hangs on another joint; make one of them a loop");
    carrier = static_cast<int>(j);
  }
  for (std::size_t b = 0; b < parts.bodies.size(); ++b)
    if (model.joint_of_[b] < 0)
      refuse(path_to("bodies", b, parts.bodies[b].name), "hangs on no joint");
  for (std::size_t j = 0; j < parts.loops.size(); ++j) {
    check_joint(parts.loops[j], n, path_to("loops", j, parts.loops[j].name), true);
    model.constraint_rows_ += 3 - coordinates(parts.loops[j].kind);
  }

  for (std::size_t i = 0; i < parts.springs.size(); ++i)
    check_spring(parts.springs[i], n, path_to("springs", i, parts.springs[i].name));

  model.order_ = parents_first(parts, model.joint_of_);
  model.first_.assign(parts.bodies.size(), 0);
  for (const int b : model.order_) {
    const auto index = static_cast<std::size_t>(b);
    model.first_[index] = model.size_;
    model.size_ += coordinates(parts.tree[static_cast<std::size_t>(model.joint_of_[index])].kind);
  }
  model.parts_ = std::move(parts);
  model.group_bodies();
  return model;
}

const char* to_string(JointKind kind) {
  switch (kind) {
    case JointKind::free: return "free";
    case JointKind::revolute: return "revolute";
    case JointKind::prismatic: return "prismatic";
    case JointKind::weld: return "weld";
  }
  return "";
}

}  // namespace carom
