#include <carom/impact/objection.hpp>
#include <carom/multibody/planar/tree_response.hpp>

#include <Eigen/Cholesky>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

namespace carom {
namespace {

using Vector3 = TreeMemory::Vector3;
using Matrix3 = Eigen::Matrix3d;
using Link = TreeMemory::Link;
using Reaction = TreeMemory::Reaction;

/// Motion at a point r + d, from the one at r.
Vector3 motion_at(const Vector3& motion, const Eigen::Vector2d& d) {
  const Eigen::Vector2d v = motion.tail<2>() + motion[0] * perp(d);
  return {motion[0], v.x(), v.y()};
}

/// Impulse about a point r, from the one about r + d.
Vector3 impulse_about(const Vector3& impulse, const Eigen::Vector2d& d) {
  return {impulse[0] + cross(d, impulse.tail<2>()), impulse[1], impulse[2]};
}

/// An inertia about r, from the one about r + d: Xᵀ I X with motion_at(m, d) = X m.
Matrix3 inertia_about(const Matrix3& I, const Eigen::Vector2d& d) {
  const Eigen::Vector2d s = perp(d);
  const Eigen::Vector2d h = I.block<2, 1>(1, 0);
  const Eigen::Vector2d Is = I.block<2, 2>(1, 1) * s;
  Matrix3 about = I;
  about(0, 0) += 2 * s.dot(h) + s.dot(Is);
  about.block<2, 1>(1, 0) = h + Is;
  about.block<1, 2>(0, 1) = (h + Is).transpose();
  return about;
}

Matrix3 rigid_inertia(const Body& body, const Eigen::Vector2d& c) {
  const Eigen::Vector2d h = body.mass * c;
  Matrix3 I;
  I << body.inertia + body.mass * c.squaredNorm(), -h.y(), h.x(),  //
      -h.y(), body.mass, 0,                                        //
      h.x(), 0, body.mass;
  return I;
}

[[noreturn]] void refuse_joint(const std::string& body) {
  throw Objection(path_to_body(body), "its joint moves no inertia; give it mass or inertia");
}

/// U and D⁻¹; a joint that moves no mass has none.
void invert_joint(Link& link, double armature, const std::string& name) {
  for (int i = 0; i < link.count; ++i) link.U.col(i) = link.inertia * link.S.col(i);
  if (link.count == 1) {
    const double D = link.S.col(0).dot(link.U.col(0)) + armature;
    link.D_inverse(0, 0) = 1 / D;
    if (!(D > 0) || !std::isfinite(link.D_inverse(0, 0))) refuse_joint(name);
  } else if (link.count == 3) {
    const Matrix3 D = link.S.transpose() * link.U;
    const Eigen::LLT<Matrix3> factor(D);
    if (factor.info() != Eigen::Success || !(D.diagonal().minCoeff() > 0)) refuse_joint(name);
    link.D_inverse = factor.solve(Matrix3::Identity());
  }
}

/// What the parent feels of a link: the inertia that the joint's own coordinates do not take.
Matrix3 passed_inertia(const Link& link) {
  Matrix3 passed = link.inertia;
  for (int i = 0; i < link.count; ++i)
    for (int j = 0; j < link.count; ++j)
      passed -= link.U.col(i) * (link.D_inverse(i, j) * link.U.col(j)).transpose();
  return passed;
}

Link link_of(const Model& model, const Kinematics& k, int body) {
  const auto b = static_cast<std::size_t>(body);
  const Body& rigid = model.bodies()[b];
  Link link;
  link.inertia =
      rigid_inertia(rigid, point_position(k, body, rigid.centre_of_mass) - k.joint_origin[b]);
  for (const UnitMotion& motion : unit_motions(model, k, body)) {
    const Eigen::Vector2d v = motion.at(k.joint_origin[b]);
    link.S.col(link.count++) = Vector3(motion.turns ? 1 : 0, v.x(), v.y());
  }
  const int parent = model.joint(body).parent;
  if (parent != world)
    link.to_parent = k.joint_origin[b] - k.joint_origin[static_cast<std::size_t>(parent)];
  return link;
}

/// The articulated inertias of tree.bodies.
void articulate(const Model& model, const Kinematics& k, TreeMemory& tree) {
  tree.links.resize(model.bodies().size());
  for (const int b : tree.bodies) tree.links[static_cast<std::size_t>(b)] = link_of(model, k, b);
  for (auto it = tree.bodies.rbegin(); it != tree.bodies.rend(); ++it) {
    Link& link = tree.links[static_cast<std::size_t>(*it)];
    const Joint& joint = model.joint(*it);
    invert_joint(link, joint.armature, model.bodies()[static_cast<std::size_t>(*it)].name);
    if (joint.parent == world) continue;
    tree.links[static_cast<std::size_t>(joint.parent)].inertia +=
        inertia_about(passed_inertia(link), link.to_parent);
  }
}

/// A unit impulse: on bodies, or on a coordinate.
struct UnitImpulse {
  Vector3 on_first = Vector3::Zero();
  Vector3 on_second = Vector3::Zero();
  int first = world;
  int second = world;
  int coordinate = -1;
  double effort = 0;
};

/// What reaches a link of a unit impulse is nothing below this. An impulse fades with every link that it
/// passes; numbers below the normal range of a double would never quite vanish, and take processors
/// longer than others.
constexpr double faded_impulse = 1e-290;

/// What tree.bodies do under one unit impulse, in tree.reaction.
void react(const Model& model, const UnitImpulse& impulse, TreeMemory& tree) {
  const std::vector<Link>& links = tree.links;
  Reaction& r = tree.reaction;
  std::vector<Vector3>& bias = r.bias;
  std::vector<Vector3>& effort = r.effort;
  bias.assign(links.size(), Vector3::Zero());
  effort.assign(links.size(), Vector3::Zero());
  if (impulse.first != world) bias[static_cast<std::size_t>(impulse.first)] -= impulse.on_first;
  if (impulse.second != world) bias[static_cast<std::size_t>(impulse.second)] -= impulse.on_second;
  for (auto it = tree.bodies.rbegin(); it != tree.bodies.rend(); ++it) {
    const auto b = static_cast<std::size_t>(*it);
    const Link& link = links[b];
    for (int i = 0; i < link.count; ++i) {
      const bool driven = model.first_coordinate(*it) + i == impulse.coordinate;
      effort[b][i] = (driven ? impulse.effort : 0.0) - link.S.col(i).dot(bias[b]);
    }
    const int parent = model.joint(*it).parent;
    if (parent == world) continue;
    Vector3 passed = bias[b];
    for (int i = 0; i < link.count; ++i)
      passed += link.U.col(i) * link.D_inverse.row(i).dot(effort[b]);
    if (passed.cwiseAbs().maxCoeff() < faded_impulse) continue;
    bias[static_cast<std::size_t>(parent)] += impulse_about(passed, link.to_parent);
  }
  r.velocity.setZero(model.size());
  r.motion.assign(links.size(), Vector3::Zero());
  for (const int body : tree.bodies) {
    const auto b = static_cast<std::size_t>(body);
    const Link& link = links[b];
    const int parent = model.joint(body).parent;
    const Vector3 carried =
        parent == world ? Vector3(Vector3::Zero())
                        : motion_at(r.motion[static_cast<std::size_t>(parent)], link.to_parent);
    Vector3 left = effort[b];
    for (int i = 0; i < link.count; ++i) left[i] -= link.U.col(i).dot(carried);
    r.motion[b] = carried;
    for (int i = 0; i < link.count; ++i) {
      const double rate = link.D_inverse.row(i).dot(left);
      r.velocity[model.first_coordinate(body) + i] = rate;
      r.motion[b] += rate * link.S.col(i);
    }
  }
}

UnitImpulse impulse_on(const ContactFrame& frame, const Eigen::Vector2d& direction,
                       const Kinematics& k) {
  const auto about = [&](int body) -> Vector3 {
    if (body == world) return Vector3::Zero();
    const Eigen::Vector2d arm = frame.position - k.joint_origin[static_cast<std::size_t>(body)];
    return {cross(arm, direction), direction.x(), direction.y()};
  };
  UnitImpulse impulse;
  impulse.first = frame.first;
  impulse.second = frame.second;
  impulse.on_first = about(frame.first);
  impulse.on_second = -about(frame.second);
  return impulse;
}

UnitImpulse moment_on(const RelativeTurning& turning) {
  UnitImpulse impulse;
  impulse.first = turning.first;
  impulse.second = turning.second;
  impulse.on_first = Vector3::UnitX();
  impulse.on_second = -Vector3::UnitX();
  return impulse;
}

/// (uₜ, uₙ) that a reaction gives to a port.
Eigen::Vector2d felt(const ImpulsePort& port, const Reaction& r, const Kinematics& k) {
  const auto rate = [&](int body) {
    return body == world ? 0.0 : r.motion[static_cast<std::size_t>(body)][0];
  };
  if (port.turning) return {0, rate(port.turning->first) - rate(port.turning->second)};
  if (!port.frame) return {0, port.sign * r.velocity[port.coordinate]};
  const auto at_contact = [&](int body) -> Eigen::Vector2d {
    if (body == world) return Eigen::Vector2d::Zero();
    const auto b = static_cast<std::size_t>(body);
    return motion_at(r.motion[b], port.frame->position - k.joint_origin[b]).tail<2>();
  };
  const Eigen::Vector2d relative = at_contact(port.frame->first) - at_contact(port.frame->second);
  return {port.frame->tangent.dot(relative), port.frame->normal().dot(relative)};
}

/// The unit impulse of a column; absent where the port does not have it.
std::optional<UnitImpulse> unit_impulse(const ImpulsePort& port, bool normal, const Kinematics& k) {
  if (port.frame)
    return impulse_on(*port.frame, normal ? port.frame->normal() : port.frame->tangent, k);
  if (!normal) return std::nullopt;
  if (port.turning) return moment_on(*port.turning);
  UnitImpulse impulse;
  impulse.coordinate = port.coordinate;
  impulse.effort = port.sign;
  return impulse;
}

/// Adds what tree.bodies do; W is not yet symmetric to the last bit.
void add_response(const Model& model, const Kinematics& k, const std::vector<ImpulsePort>& ports,
                  TreeMemory& tree, ImpulseResponse& response) {
  articulate(model, k, tree);
  for (Eigen::Index column = 0; column < response.W.cols(); ++column) {
    const auto impulse =
        unit_impulse(ports[static_cast<std::size_t>(column / 2)], column % 2 == 1, k);
    if (!impulse) continue;
    react(model, *impulse, tree);
    response.velocity.col(column) += tree.reaction.velocity;
    for (std::size_t i = 0; i < ports.size(); ++i)
      response.W.block<2, 1>(static_cast<Eigen::Index>(2 * i), column) +=
          felt(ports[i], tree.reaction, k);
  }
}

}  // namespace

ImpulseResponse tree_response(const Model& model, const Kinematics& k,
                              const std::vector<ImpulsePort>& ports) {
  if (!model.loops().empty())
    throw std::invalid_argument("tree_response: the model has loops; use dense_response");
  ImpulseResponse response;
  clear(model, ports, response);
  TreeMemory tree;
  tree.bodies = model.order();
  add_response(model, k, ports, tree, response);
  response.W = (response.W + response.W.transpose()).eval() / 2;
  return response;
}

void add_tree_response(const Model& model, const Kinematics& k,
                       const std::vector<ImpulsePort>& ports, TreeMemory& tree,
                       ImpulseResponse& response) {
  tree.bodies.clear();
  for (const int b : model.order())
    if (model.groups()[static_cast<std::size_t>(model.group(b))].kind == GroupKind::tree)
      tree.bodies.push_back(b);
  if (!tree.bodies.empty()) add_response(model, k, ports, tree, response);
}

}  // namespace carom
