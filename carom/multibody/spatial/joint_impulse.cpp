#include <carom/multibody/spatial/constraint.hpp>
#include <carom/multibody/spatial/dynamics.hpp>
#include <carom/multibody/spatial/joint_impulse.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <algorithm>

namespace carom::spatial {
namespace {

/// Calls act(body, impulse, moment, position) for every impulse of the ports on a body.
template <class Act>
void each_port(const std::vector<ImpulsePort>& ports, const Eigen::VectorXd& impulse,
               const Act& act) {
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  Eigen::Index row = 0;
  for (const ImpulsePort& port : ports) {
    if (const auto& f = port.frame) {
      const Eigen::Vector3d p = f->axes * impulse.segment<3>(row);
      act(f->first, p, zero, f->position);
      act(f->second, -p, zero, f->position);
    } else if (const auto& turning = port.turning) {
      const Eigen::Vector3d m = impulse[row] * turning->axis;
      act(turning->first, zero, m, zero);
      act(turning->second, zero, -m, zero);
    }
    row += rows(port);
  }
}

/// The same of the loops.
template <class Act>
void each_loop(const Model& model, const std::vector<JointImpulse>& loops, const Act& act) {
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const Loop& loop = model.loops()[i];
    if (loop.kind == LoopKind::coupling) continue;
    act(loop.first, loops[i].impulse, loops[i].moment, loops[i].position);
    act(loop.second, -loops[i].impulse, -loops[i].moment, loops[i].position);
  }
}

/// The balances of all bodies while they are summed up.
struct Balances {
  const Model& model;
  const Kinematics& k;
  std::vector<MomentumBalance> balance;

  void act(int body, const Eigen::Vector3d& p, const Eigen::Vector3d& m, const Eigen::Vector3d& x) {
    if (body == world) return;
    const Eigen::Vector3d centre = point_position(k, body, model.body(body).centre_of_mass);
    const Eigen::Vector3d lever = p.isZero(0) ? p : Eigen::Vector3d((x - centre).cross(p));
    add(body, -p, -m);
    add(body, Eigen::Vector3d::Zero(), -lever);
  }
  void add(int body, const Eigen::Vector3d& linear, const Eigen::Vector3d& angular) {
    MomentumBalance& b = balance[static_cast<std::size_t>(body)];
    b.linear += linear;
    b.linear_scale += linear.norm();
    b.angular += angular;
    b.angular_scale += angular.norm();
  }
};

/// The freedoms of a body along which something acts within its joints: a rotor, a stop, a coupling.
std::vector<char> driven_freedoms(const Model& model, const std::vector<ImpulsePort>& ports) {
  std::vector<char> driven(static_cast<std::size_t>(model.nv()), 0);
  for (int i = 0; i < model.nv(); ++i)
    driven[static_cast<std::size_t>(i)] = model.armature()[i] > 0 ? 1 : 0;
  for (const ImpulsePort& port : ports)
    if (port.stop) driven[static_cast<std::size_t>(port.stop->freedom)] = 1;
  for (const Loop& loop : model.loops()) {
    if (loop.kind != LoopKind::coupling) continue;
    for (const JointPlace& at : {loop.follower, loop.leader})
      if (at.body != world)
        driven[static_cast<std::size_t>(model.first_freedom(at.body, at.joint))] = 1;
  }
  return driven;
}

/// What a joint can pass on of what it is said to: nothing along its freedoms. Components along several
/// freedoms are taken away by the smallest change, on the scale of the lever `size`.
JointImpulse held_part(const Model& model, const Kinematics& k, int body,
                       const std::vector<char>& driven, double size, JointImpulse j) {
  const int first = model.first_freedom(body);
  Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6> S(6, 0);
  for (int i = first; i < first + model.freedoms_of(body); ++i) {
    if (driven[static_cast<std::size_t>(i)] || S.cols() == 6) continue;
    S.conservativeResize(6, S.cols() + 1);
    S.col(S.cols() - 1) = k.motion[static_cast<std::size_t>(i)];
  }
  if (S.cols() == 0) return j;
  S.topRows<3>() *= size;
  Vector6 f;
  f << j.moment / size, j.impulse;
  const Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6> scaled = S;
  f -= scaled * (scaled.transpose() * scaled).ldlt().solve(scaled.transpose() * f);
  j.moment = f.head<3>() * size;
  j.impulse = f.tail<3>();
  return j;
}

}  // namespace

std::vector<JointImpulse> loop_impulses(const Model& model, const Kinematics& k,
                                        const Eigen::VectorXd& multipliers) {
  std::vector<JointImpulse> impulses;
  Eigen::Index row = 0;
  for (const Loop& loop : model.loops()) {
    const LoopFrame frame = loop_frame(k, loop);
    JointImpulse j{loop.name, frame.on_first};
    for (const LoopRow& r : frame.rows)
      (r.turns ? j.moment : j.impulse) += multipliers[row++] * r.direction;
    if (loop.kind == LoopKind::coupling) ++row;
    impulses.push_back(j);
  }
  return impulses;
}

std::vector<JointImpulse> joint_impulses(const Model& model, const Kinematics& k,
                                         const Eigen::VectorXd& change,
                                         const std::vector<ImpulsePort>& ports,
                                         const Eigen::VectorXd& impulse,
                                         const std::vector<JointImpulse>& loops) {
  const std::size_t n = model.bodies().size();
  std::vector<Vector6> F(n, Vector6::Zero());  // what the joints owe each body, about its reference
  const auto act = [&](int body, const Eigen::Vector3d& p, const Eigen::Vector3d& m,
                       const Eigen::Vector3d& x) {
    if (body == world) return;
    const auto b = static_cast<std::size_t>(body);
    F[b].tail<3>() -= p;
    F[b].head<3>() -= m + (x - k.reference[b]).cross(p);
  };
  each_port(ports, impulse, act);
  each_loop(model, loops, act);

  std::vector<Vector6> V(n);  // change of the bodies' motion
  for (const int b : model.order()) {
    const auto i = static_cast<std::size_t>(b);
    V[i].setZero();
    if (const int parent = model.body(b).parent; parent != world) {
      const auto p = static_cast<std::size_t>(parent);
      V[i] = motion_at(V[p], k.reference[p], k.reference[i]);
    }
    for (int f = model.first_freedom(b); f < model.first_freedom(b) + model.freedoms_of(b); ++f)
      V[i] += change[f] * k.motion[static_cast<std::size_t>(f)];
    F[i] += body_inertia(model, k, b) * V[i];
  }
  std::vector<JointImpulse> joints(n);
  for (auto it = model.order().rbegin(); it != model.order().rend(); ++it) {
    const auto b = static_cast<std::size_t>(*it);
    const Body& body = model.body(*it);
    joints[b] = {body.joints.empty() ? body.name : body.joints.back().name, k.reference[b],
                 F[b].tail<3>(), F[b].head<3>()};
    if (body.parent == world) continue;
    const auto p = static_cast<std::size_t>(body.parent);
    F[p] += impulse_about(F[b], k.reference[b], k.reference[p]);
  }
  return joints;
}

std::vector<std::string> joint_impulse_names(const Model& model) {
  std::vector<std::string> names;
  for (const Body& body : model.bodies()) {
    if (body.joints.empty()) names.push_back(body.name);
    for (const Joint& joint : body.joints) {
      const bool free = joint.kind == JointKind::free;
      names.push_back(free ? "" : joint.name.empty() ? body.name : joint.name);
    }
  }
  return names;
}

std::vector<JointImpulse> by_joint(const Model& model, const Kinematics& k,
                                   const std::vector<JointImpulse>& joints) {
  std::vector<JointImpulse> all;
  for (std::size_t b = 0; b < joints.size(); ++b) {
    const std::size_t count = model.bodies()[b].joints.size();
    for (std::size_t j = 0; j + 1 < count; ++j) {
      JointImpulse own = joints[b];
      own.position = k.anchor[static_cast<std::size_t>(
          model.first_freedom(static_cast<int>(b), static_cast<int>(j)))];
      own.moment += (joints[b].position - own.position).cross(own.impulse);
      all.push_back(own);
    }
    all.push_back(joints[b]);
  }
  const std::vector<std::string> names = joint_impulse_names(model);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].name = names[i];
  return all;
}

double MomentumBalance::relative() const {
  const double l = linear_scale > 0 ? linear.norm() / linear_scale : 0;
  const double a = angular_scale > 0 ? angular.norm() / angular_scale : 0;
  return std::max(l, a);
}

std::vector<MomentumBalance> momentum_balance(const Model& model, const Kinematics& before,
                                              const Kinematics& after,
                                              const std::vector<ImpulsePort>& ports,
                                              const Eigen::VectorXd& impulse,
                                              const std::vector<JointImpulse>& joints,
                                              const std::vector<JointImpulse>& loops) {
  Balances sum{model, before, std::vector<MomentumBalance>(model.bodies().size())};
  const auto act = [&](int body, const Eigen::Vector3d& p, const Eigen::Vector3d& m,
                       const Eigen::Vector3d& x) { sum.act(body, p, m, x); };
  for (const int b : model.order()) {
    const Momentum h0 = momentum(model, before, b);
    const Momentum h1 = momentum(model, after, b);
    sum.add(b, h1.linear - h0.linear, h1.angular - h0.angular);
  }
  each_port(ports, impulse, act);
  each_loop(model, loops, act);
  const std::vector<char> driven = driven_freedoms(model, ports);
  for (const int b : model.order()) {
    const auto i = static_cast<std::size_t>(b);
    const double lever =
        (before.pose[i] * model.body(b).centre_of_mass - before.reference[i]).norm();
    const JointImpulse j = held_part(model, before, b, driven, lever > 0 ? lever : 1, joints[i]);
    act(b, j.impulse, j.moment, j.position);
    act(model.body(b).parent, -j.impulse, -j.moment, j.position);
  }
  MomentumBalance largest;
  for (const MomentumBalance& b : sum.balance) {
    largest.linear_scale = std::max(largest.linear_scale, b.linear_scale);
    largest.angular_scale = std::max(largest.angular_scale, b.angular_scale);
  }
  for (MomentumBalance& b : sum.balance) {
    b.linear_scale = largest.linear_scale;
    b.angular_scale = largest.angular_scale;
  }
  return std::move(sum.balance);
}

}  // namespace carom::spatial
