#include <carom/multibody/planar/joint_impulse.hpp>

namespace carom {
namespace {

void add(const Eigen::Vector2d& p, double m, const Eigen::Vector2d& arm, JointBalance& balance) {
  balance.impulse += p;
  balance.moment += m + cross(arm, p);
}

}  // namespace

std::vector<JointImpulse> loop_impulses(const Model& model, const Kinematics& k,
                                        const Eigen::VectorXd& multipliers) {
  std::vector<JointImpulse> impulses;
  Eigen::Index row = 0;
  for (const Joint& joint : model.loops()) {
    JointImpulse r;
    r.name = joint.name;
    r.position = point_position(k, joint.child, joint.in_child.position);
    if (joint.kind == JointKind::prismatic) {
      const double angle =
          joint.parent == world ? 0.0 : k.pose[static_cast<std::size_t>(joint.parent)].angle;
      r.impulse = multipliers[row++] * perp(direction(angle + joint.in_parent.angle));
    } else {
      r.impulse = multipliers.segment<2>(row);
      row += 2;
    }
    if (joint.kind != JointKind::revolute) r.moment = multipliers[row++];
    impulses.push_back(r);
  }
  return impulses;
}

void joint_impulses(const Model& model, const Kinematics& before, const Kinematics& after,
                    const std::vector<ImpulsePort>& ports, const Eigen::VectorXd& impulse,
                    const std::vector<JointImpulse>& loops, std::vector<JointBalance>& balance,
                    std::vector<JointImpulse>& joints) {
  const std::size_t n = model.bodies().size();
  balance.assign(n, {});
  const auto take = [&](int body, const Eigen::Vector2d& p, double m, const Eigen::Vector2d& at) {
    if (body == world) return;
    const auto b = static_cast<std::size_t>(body);
    add(-p, -m, at - before.joint_origin[b], balance[b]);
  };
  for (std::size_t b = 0; b < n; ++b) {
    const Body& body = model.bodies()[b];
    const int index = static_cast<int>(b);
    const Eigen::Vector2d change = point_velocity(after, index, body.centre_of_mass) -
                                   point_velocity(before, index, body.centre_of_mass);
    take(index, -body.mass * change, -body.inertia * (after.twist[b].rate - before.twist[b].rate),
         point_position(before, index, body.centre_of_mass));
  }
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(2 * i);
    if (const auto& turning = ports[i].turning) {
      const double m = impulse[row + 1];
      take(turning->first, Eigen::Vector2d::Zero(), m, Eigen::Vector2d::Zero());
      take(turning->second, Eigen::Vector2d::Zero(), -m, Eigen::Vector2d::Zero());
    }
    if (!ports[i].frame) continue;
    const ContactFrame& f = *ports[i].frame;
    const Eigen::Vector2d p = impulse[row] * f.tangent + impulse[row + 1] * f.normal();
    take(f.first, p, 0, f.position);
    take(f.second, -p, 0, f.position);
  }
  for (std::size_t j = 0; j < loops.size(); ++j) {
    take(model.loops()[j].child, loops[j].impulse, loops[j].moment, loops[j].position);
    take(model.loops()[j].parent, -loops[j].impulse, -loops[j].moment, loops[j].position);
  }

  joints.resize(n);
  for (auto it = model.order().rbegin(); it != model.order().rend(); ++it) {
    const auto b = static_cast<std::size_t>(*it);
    const Joint& joint = model.joint(*it);
    joints[b].name = joint.name;
    joints[b].position = before.joint_origin[b];
    joints[b].impulse = balance[b].impulse;
    joints[b].moment = balance[b].moment;
    take(joint.parent, -joints[b].impulse, -joints[b].moment, joints[b].position);
  }
}

}  // namespace carom
