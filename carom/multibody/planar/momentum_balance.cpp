#include <carom/multibody/planar/momentum_balance.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// The balances of all bodies while they are summed up.
class Sum {
 public:
  explicit Sum(const SceneResult& result) : result_(result), balance_(result.bodies.size()) {}

  /// An impulse p at the point x and a moment m act on the body.
  void act(int body, const Eigen::Vector2d& p, double m, const Eigen::Vector2d& x) {
    if (body == world) return;
    const auto b = static_cast<std::size_t>(body);
    add(b, -p, -m);
    const Eigen::Vector2d arm = x - result_.bodies[b].centre;
    balance_[b].angular -= cross(arm, p);
    balance_[b].angular_scale += arm.norm() * p.norm();
  }

  /// Change of the body's own momentum.
  void add(std::size_t b, const Eigen::Vector2d& linear, double angular) {
    balance_[b].linear += linear;
    balance_[b].linear_scale += linear.norm();
    balance_[b].angular += angular;
    balance_[b].angular_scale += std::abs(angular);
  }

  /// The balances, each on the scale of the body with the largest terms: a body that the impact did not
  /// reach has nothing but rounding.
  std::vector<MomentumBalance> taken() {
    MomentumBalance largest;
    for (const MomentumBalance& b : balance_) {
      largest.linear_scale = std::max(largest.linear_scale, b.linear_scale);
      largest.angular_scale = std::max(largest.angular_scale, b.angular_scale);
    }
    for (MomentumBalance& b : balance_) {
      b.linear_scale = largest.linear_scale;
      b.angular_scale = largest.angular_scale;
    }
    return std::move(balance_);
  }

 private:
  const SceneResult& result_;
  std::vector<MomentumBalance> balance_;
};

/// A rotor or a stop sits in the joint that carries the body, and acts along its freedom.
bool acts_along_freedom(const Scene& scene, int body) {
  return scene.model.joint(body).armature > 0 || has_stop(scene, body);
}

/// What the joint can pass on of what it is said to: nothing along its freedom.
JointImpulse held(const Scene& scene, int body, const Eigen::Vector2d& axis, JointImpulse j) {
  const JointKind kind = scene.model.joint(body).kind;
  if (kind != JointKind::free && acts_along_freedom(scene, body)) return j;
  if (kind == JointKind::free || kind == JointKind::revolute) j.moment = 0;
  if (kind == JointKind::free) j.impulse.setZero();
  if (kind == JointKind::prismatic) j.impulse -= axis.dot(j.impulse) * axis;
  return j;
}

}  // namespace

double MomentumBalance::relative() const {
  const double l = linear_scale > 0 ? linear.norm() / linear_scale : 0;
  const double a = angular_scale > 0 ? std::abs(angular) / angular_scale : 0;
  return std::max(l, a);
}

std::vector<MomentumBalance> momentum_balance(const Scene& scene, const SceneResult& result) {
  const Model& model = scene.model;
  const Kinematics k = kinematics(model, scene.state);
  Sum sum(result);
  for (std::size_t b = 0; b < result.bodies.size(); ++b) {
    const BodyMotion& motion = result.bodies[b];
    sum.add(b, model.bodies()[b].mass * (motion.after.velocity - motion.before.velocity),
            model.bodies()[b].inertia * (motion.after.rate - motion.before.rate));
  }
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    const auto* pair = std::get_if<ContactPair>(&scene.contacts[i].geometry);
    if (!pair) continue;  // a stop acts within its joint, whose impulse contains it
    const ContactFrame f = contact_frame(*pair, k);
    const ContactVector& p = result.impact.contacts[i].impulse;
    const Eigen::Vector2d impulse = p.t * f.tangent + p.n * f.normal();
    const auto& moment = result.impact.contacts[i].moment;
    const double m = moment ? moment->impulse : 0;
    sum.act(f.first, impulse, m, f.position);
    sum.act(f.second, -impulse, -m, f.position);
  }
  const auto pass_on = [&](const Joint& joint, const JointImpulse& j) {
    sum.act(joint.child, j.impulse, j.moment, j.position);
    sum.act(joint.parent, -j.impulse, -j.moment, j.position);
  };
  for (std::size_t b = 0; b < result.joints.size(); ++b) {
    const int body = static_cast<int>(b);
    pass_on(model.joint(body), held(scene, body, k.joint_axis[b], result.joints[b]));
  }
  for (std::size_t i = 0; i < result.loops.size(); ++i) pass_on(model.loops()[i], result.loops[i]);
  return sum.taken();
}

}  // namespace carom
