#include <carom/multibody/planar/dynamics.hpp>
#include <carom/multibody/planar/least_solution.hpp>
#include <carom/multibody/planar/spring_force.hpp>
#include <carom/simulation/contact_forces.hpp>
#include <carom/simulation/joint_load.hpp>

#include <algorithm>

namespace carom {
namespace {

/// Loads in the order of joints_at(): the tree's, then the loops'.
void take_loads(const Model& model, const std::vector<JointImpulse>& tree,
                const std::vector<JointImpulse>& loops, std::vector<JointLoad>& joints) {
  std::size_t next = 0;
  const auto take = [&](const JointImpulse& from) {
    joints[next].load = from.impulse;
    joints[next++].moment = from.moment;
  };
  for (std::size_t b = 0; b < tree.size(); ++b)
    if (model.joint(static_cast<int>(b)).kind != JointKind::free) take(tree[b]);
  for (const JointImpulse& loop : loops) take(loop);
}

/// Twists that change in a second as the bodies accelerate against free fall, at their centres of mass.
Kinematics accelerated(const Model& model, const SmoothMotion& motion, const Kinematics& from) {
  std::vector<FrameAcceleration> frames;
  frame_accelerations(model, motion.now.x, motion.now.k, motion.now.a, frames);
  Kinematics to = from;
  for (std::size_t b = 0; b < frames.size(); ++b) {
    const double rate = motion.now.k.twist[b].rate;
    const Eigen::Vector2d arm =
        point_position(motion.now.k, static_cast<int>(b), model.bodies()[b].centre_of_mass) -
        motion.now.k.pose[b].position;
    to.twist[b].velocity = frames[b].linear - rate * rate * arm - model.gravity();
    to.twist[b].rate = frames[b].angular;
  }
  return to;
}

}  // namespace

bool has_joints(const Model& model) {
  if (!model.loops().empty()) return true;
  for (std::size_t b = 0; b < model.bodies().size(); ++b)
    if (model.joint(static_cast<int>(b)).kind != JointKind::free) return true;
  return false;
}

std::vector<JointLoad> joints_at(const Model& model, const State& x) {
  std::vector<JointLoad> joints;
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const int body = static_cast<int>(b);
    const Joint& joint = model.joint(body);
    if (joint.kind == JointKind::free) continue;
    JointLoad load{.name = joint.name, .body = body, .moves = coordinates(joint.kind) == 1};
    if (load.moves) {
      load.value = x.q[model.first_coordinate(body)];
      load.rate = x.v[model.first_coordinate(body)];
    }
    joints.push_back(load);
  }
  for (const Joint& loop : model.loops()) joints.push_back({.name = loop.name, .body = loop.child});
  return joints;
}

void add_forces(const SmoothMotion& motion, std::vector<JointLoad>& joints) {
  const Model& model = motion.scene->model;
  const Kinematics& k = motion.now.k;
  std::vector<ImpulsePort> ports;
  for (const ContactMotion& contact : motion.contacts) ports.push_back(port_of(contact));
  const auto contacts = static_cast<Eigen::Index>(2 * ports.size());
  const auto springs = static_cast<Eigen::Index>(2 * model.springs().size());
  Eigen::VectorXd p = Eigen::VectorXd::Zero(contacts + springs);
  p.head(contacts) = motion.force.head(contacts);
  for (std::size_t s = 0; s < model.springs().size(); ++s) {
    const SpringForce f = spring_force(model.springs()[s], k);
    const double tension = f.on_a.norm();
    ContactFrame frame{
        .first = model.springs()[s].body_a, .second = model.springs()[s].body_b, .position = f.a};
    if (tension > 0) frame.tangent = f.on_a / tension;
    ports.push_back({.frame = frame});
    p[contacts + static_cast<Eigen::Index>(2 * s)] = tension;
  }
  Kinematics still = k;
  for (Twist& twist : still.twist) twist = {};
  const std::vector<JointImpulse> loops = loop_impulses(model, k, motion.loop_force);
  std::vector<JointBalance> balance;
  std::vector<JointImpulse> impulses;
  joint_impulses(model, still, accelerated(model, motion, still), ports, p, loops, balance,
                 impulses);
  take_loads(model, impulses, loops, joints);
}

void add_impulses(const Model& model, const State& x, const Eigen::VectorXd& v_before,
                  const std::vector<ImpulsePort>& ports, const Eigen::VectorXd& p,
                  std::vector<JointLoad>& joints) {
  State before = x;
  before.v = v_before;
  const Kinematics from = kinematics(model, before);
  const Kinematics to = kinematics(model, x);
  std::vector<JointImpulse> loops;
  if (model.constraint_rows() > 0) {
    DynamicsWorkspace work;
    Eigen::MatrixXd M;
    mass_matrix(model, from, work, M);
    Eigen::VectorXd left = M.selfadjointView<Eigen::Lower>() * (x.v - v_before);
    const ImpulseResponse response = impulse_response(model, from, ports);
    const Eigen::MatrixXd G = constraint_jacobian(model, from);
    // Gᵀ λ = M Δv − Jᵀ p, with M (∂v/∂p) − Gᵀ (∂λ/∂p) in the place of Jᵀ
    left -= (M.selfadjointView<Eigen::Lower>() * response.velocity -
             G.transpose() * response.constraint) *
            p;
    loops = loop_impulses(model, from, least_solution(G.transpose(), left).x);
  }
  std::vector<JointBalance> balance;
  std::vector<JointImpulse> impulses;
  joint_impulses(model, from, to, ports, p, loops, balance, impulses);
  take_loads(model, impulses, loops, joints);
}

}  // namespace carom
