#include <carom/impact/objection.hpp>
#include <carom/multibody/spatial/model.hpp>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace carom::spatial {
namespace {

/// How far a stated rotation may be from orthogonal, and a direction along the plane from the plane.
constexpr double statement_tolerance = 1e-6;

/// The way to a part of a list, by its name where it has one.
ObjectionPath path_to(const char* list, std::size_t i, const std::string& name) {
  return {list, name.empty() ? PathStep(i) : PathStep(name)};
}

[[noreturn]] void refuse(const ObjectionPath& where, const std::string& mistake) {
  throw Objection(where, mistake);
}

std::string number(double x) {
  std::string s = std::to_string(x);
  s.erase(s.find_last_not_of('0') + 1);
  if (!s.empty() && s.back() == '.') s.pop_back();
  return s;
}

void check_pose(const Pose& pose, const ObjectionPath& where) {
  const Eigen::Matrix3d& R = pose.rotation;
  if (!pose.position.allFinite() || !R.allFinite()) refuse(where, "its pose is not finite");
  const bool orthogonal =
      (R.transpose() * R - Eigen::Matrix3d::Identity()).norm() <= statement_tolerance;
  if (!orthogonal || !(R.determinant() > 0)) refuse(where, "its rotation is not a rotation");
}

void check_mass(const Body& body, const ObjectionPath& where) {
  if (!std::isfinite(body.mass) || body.mass < 0)
    refuse(where, "mass " + number(body.mass) + " is negative or not finite");
  if (!body.centre_of_mass.allFinite() || !body.inertia.allFinite())
    refuse(where, "its centre of mass or inertia is not finite");
  const Eigen::Matrix3d& I = body.inertia;
  if ((I - I.transpose()).norm() > statement_tolerance * I.norm())
    refuse(where, "its inertia is not symmetric");
}

Eigen::Vector3d unit(const Eigen::Vector3d& axis, const ObjectionPath& where) {
  const double length = axis.stableNorm();
  if (!std::isfinite(length) || length == 0) refuse(where, "its axis has no direction");
  return axis / length;
}

void settle_joint(Joint& joint, const ObjectionPath& where) {
  if (!joint.position.allFinite() || !std::isfinite(joint.reference))
    refuse(where, "its position or reference is not finite");
  if (!std::isfinite(joint.armature) || joint.armature < 0)
    refuse(where, "armature " + number(joint.armature) + " is negative or not finite");
  joint.axis = unit(joint.axis, where);
  if (joint.kind != JointKind::planar) return;
  joint.along = unit(joint.along, where);
  joint.along -= joint.along.dot(joint.axis) * joint.axis;
  if (joint.along.norm() < statement_tolerance) refuse(where, "`along` is along its axis");
  joint.along.normalize();
}

void settle_body(ModelParts& parts, std::size_t b) {
  Body& body = parts.bodies[b];
  const ObjectionPath where = path_to("bodies", b, body.name);
  if (body.parent < world || body.parent >= static_cast<int>(parts.bodies.size()))
    refuse(where, "its parent does not exist");
  check_pose(body.in_parent, where);
  check_mass(body, where);
  for (std::size_t j = 0; j < body.joints.size(); ++j) {
    Joint& joint = body.joints[j];
    settle_joint(joint, path_to("joints", j, joint.name));
    if (joint.kind == JointKind::free && (body.parent != world || body.joints.size() > 1))
      refuse(where, "a free joint must be the only joint of a body on the world");
  }
}

const Joint* joint_at(const ModelParts& parts, const JointPlace& place) {
  if (place.body < 0 || place.body >= static_cast<int>(parts.bodies.size())) return nullptr;
  const auto& joints = parts.bodies[static_cast<std::size_t>(place.body)].joints;
  if (place.joint < 0 || place.joint >= static_cast<int>(joints.size())) return nullptr;
  return &joints[static_cast<std::size_t>(place.joint)];
}

void check_loop(const ModelParts& parts, std::size_t i) {
  const Loop& loop = parts.loops[i];
  const ObjectionPath where = path_to("loops", i, loop.name);
  if (loop.kind == LoopKind::coupling) {
    const Joint* a = joint_at(parts, loop.follower);
    const Joint* b = joint_at(parts, loop.leader);
    if (!a || freedoms(a->kind) != 1 || (b && freedoms(b->kind) != 1) ||
        (!b && loop.leader.body != world))
      refuse(where, "couples joints that are not hinges or slides of the mechanism");
    return;
  }
  const int n = static_cast<int>(parts.bodies.size());
  for (const int body : {loop.first, loop.second})
    if (body < world || body >= n) refuse(where, "joins a body that does not exist");
  if (loop.first == loop.second) refuse(where, "joins a body to itself");
  check_pose(loop.in_first, where);
  check_pose(loop.in_second, where);
}

/// Bodies so that every parent comes before its children, else in the user's order.
std::vector<int> parents_first(const ModelParts& parts) {
  const std::size_t n = parts.bodies.size();
  std::vector<int> order;
  std::vector<char> listed(n, 0);
  std::vector<int> waiting;
  order.reserve(n);
  for (std::size_t b = 0; b < n; ++b) {
    waiting.clear();
    for (int a = static_cast<int>(b); a != world && !listed[static_cast<std::size_t>(a)];
         a = parts.bodies[static_cast<std::size_t>(a)].parent) {
      if (waiting.size() > n)
        refuse(path_to("bodies", b, parts.bodies[b].name), "its parents form a ring");
      waiting.push_back(a);
    }
    for (auto a = waiting.rbegin(); a != waiting.rend(); ++a) {
      listed[static_cast<std::size_t>(*a)] = 1;
      order.push_back(*a);
    }
  }
  return order;
}

}  // namespace

const char* to_string(JointKind kind) {
  switch (kind) {
    case JointKind::free: return "free";
    case JointKind::ball: return "ball";
    case JointKind::hinge: return "hinge";
    case JointKind::slide: return "slide";
    case JointKind::planar: return "planar";
  }
  return "";
}

const char* to_string(LoopKind kind) {
  switch (kind) {
    case LoopKind::connect: return "connect";
    case LoopKind::hinge: return "hinge";
    case LoopKind::slide: return "slide";
    case LoopKind::weld: return "weld";
    case LoopKind::coupling: return "coupling";
  }
  return "";
}

int Model::first_position(int b, int joint) const {
  int first = first_position(b);
  for (int j = 0; j < joint; ++j)
    first += positions(body(b).joints[static_cast<std::size_t>(j)].kind);
  return first;
}

int Model::first_freedom(int b, int joint) const {
  int first = first_freedom(b);
  for (int j = 0; j < joint; ++j)
    first += freedoms(body(b).joints[static_cast<std::size_t>(j)].kind);
  return first;
}

Model make_model(ModelParts parts) {
  if (!parts.gravity.allFinite()) refuse({"gravity"}, "not finite");
  for (std::size_t b = 0; b < parts.bodies.size(); ++b) settle_body(parts, b);
  for (std::size_t i = 0; i < parts.loops.size(); ++i) check_loop(parts, i);
  for (const NamedPoint& p : parts.points)
    if (p.body < world || p.body >= static_cast<int>(parts.bodies.size()) ||
        !p.position.allFinite())
      refuse({"points", p.name}, "its body does not exist, or its position is not finite");

  Model model;
  model.order_ = parents_first(parts);
  model.place_.resize(model.order_.size());
  for (std::size_t i = 0; i < model.order_.size(); ++i)
    model.place_[static_cast<std::size_t>(model.order_[i])] = static_cast<int>(i);
  std::vector<double> armature;
  for (const Body& body : parts.bodies) {
    model.first_position_.push_back(model.nq_);
    model.first_freedom_.push_back(model.nv_);
    for (const Joint& joint : body.joints) {
      model.nq_ += positions(joint.kind);
      model.nv_ += freedoms(joint.kind);
      armature.resize(static_cast<std::size_t>(model.nv_), joint.armature);
    }
    model.freedoms_.push_back(model.nv_ - model.first_freedom_.back());
  }
  model.armature_ = Eigen::Map<Eigen::VectorXd>(armature.data(), model.nv_);
  for (const Loop& loop : parts.loops) model.constraint_rows_ += rows(loop.kind);
  model.parts_ = std::move(parts);
  return model;
}

int body_named(const Model& model, const std::string& name) {
  if (name == "world") return world;
  const auto& bodies = model.bodies();
  const auto found =
      std::find_if(bodies.begin(), bodies.end(), [&](const Body& b) { return b.name == name; });
  if (found == bodies.end()) throw Objection({"bodies"}, "there is no body '" + name + "'");
  return static_cast<int>(found - bodies.begin());
}

}  // namespace carom::spatial
