#include <carom/multibody/dynamics.hpp>

namespace carom {
namespace {

/// Force and moment about a reference point.
struct Wrench {
  Eigen::Vector2d force = Eigen::Vector2d::Zero();
  double moment = 0;

  void add(const Wrench& other) {
    force += other.force;
    moment += other.moment;
  }
};

/// Inertia of a body or of a whole branch about a reference point.
struct BranchInertia {
  double mass = 0;
  Eigen::Vector2d moment = Eigen::Vector2d::Zero();  ///< m c
  double inertia = 0;                                ///< about the reference

  void add(const BranchInertia& other) {
    mass += other.mass;
    moment += other.moment;
    inertia += other.inertia;
  }
};

Eigen::Vector2d centre(const Model& model, const Kinematics& k, int body) {
  return point_position(k, body, model.bodies()[static_cast<std::size_t>(body)].centre_of_mass);
}

/// A point near the mechanism, so that moments about it do not lose digits far from the origin.
Eigen::Vector2d reference(const Model& model, const Kinematics& k) {
  return k.joint_origin[static_cast<std::size_t>(model.order().front())];
}

/// Momentum per unit rate that a motion gives to a branch.
Wrench momentum_of(const BranchInertia& I, const UnitMotion& motion,
                   const Eigen::Vector2d& origin) {
  const Eigen::Vector2d v = motion.at(origin);
  const double w = motion.turns ? 1 : 0;
  return {I.mass * v + w * perp(I.moment), I.inertia * w + cross(I.moment, v)};
}

/// Power of a wrench per unit rate of a motion.
double along(const UnitMotion& motion, const Wrench& wrench, const Eigen::Vector2d& origin) {
  return motion.at(origin).dot(wrench.force) + (motion.turns ? wrench.moment : 0.0);
}

/// Generalized forces of one wrench per body, by one sweep from the leaves to the world.
Eigen::VectorXd generalized(const Model& model, const Kinematics& k, std::vector<Wrench> wrenches,
                            const Eigen::Vector2d& origin) {
  Eigen::VectorXd f = Eigen::VectorXd::Zero(model.size());
  for (auto body = model.order().rbegin(); body != model.order().rend(); ++body) {
    const Wrench& wrench = wrenches[static_cast<std::size_t>(*body)];
    int i = model.first_coordinate(*body);
    for (const UnitMotion& motion : unit_motions(model, k, *body))
      f[i++] = along(motion, wrench, origin);
    const int parent = model.joint(*body).parent;
    if (parent != world) wrenches[static_cast<std::size_t>(parent)].add(wrench);
  }
  return f;
}

/// A force at a point as a wrench about the reference.
Wrench force_at(const Eigen::Vector2d& force, const Eigen::Vector2d& point,
                const Eigen::Vector2d& origin) {
  return {force, cross(point - origin, force)};
}

/// Tension and direction of a spring with its damper.
struct SpringForce {
  Eigen::Vector2d a, b;  ///< end points in the world, m
  Eigen::Vector2d on_a = Eigen::Vector2d::Zero();
};

SpringForce force_of(const Spring& spring, const Kinematics& k) {
  SpringForce f{point_position(k, spring.body_a, spring.point_a),
                point_position(k, spring.body_b, spring.point_b)};
  const Eigen::Vector2d line = f.b - f.a;
  const double length = line.norm();
  if (length == 0) return f;
  const Eigen::Vector2d d = line / length;
  const double rate = d.dot(point_velocity(k, spring.body_b, spring.point_b) -
                            point_velocity(k, spring.body_a, spring.point_a));
  f.on_a = (spring.stiffness * (length - spring.length) + spring.damping * rate) * d;
  return f;
}

/// Accelerations of the body frames when all coordinate rates are constant.
std::vector<Eigen::Vector2d> drift(const Model& model, const State& state, const Kinematics& k) {
  std::vector<Eigen::Vector2d> a(model.bodies().size());
  for (const int body : model.order()) {
    const auto b = static_cast<std::size_t>(body);
    const Joint& joint = model.joint(body);
    const Eigen::Vector2d origin = k.joint_origin[b];
    Eigen::Vector2d at_joint = Eigen::Vector2d::Zero();
    double turning = 0;
    if (joint.parent != world) {
      const auto p = static_cast<std::size_t>(joint.parent);
      turning = k.twist[p].rate;
      at_joint = a[p] - turning * turning * (origin - k.pose[p].position);
    }
    int i = model.first_coordinate(body);
    for (const UnitMotion& motion : unit_motions(model, k, body)) {
      if (!motion.turns) at_joint += 2 * turning * state.v[i] * perp(motion.direction);
      ++i;
    }
    const double rate = k.twist[b].rate;
    a[b] = at_joint - rate * rate * (k.pose[b].position - origin);
  }
  return a;
}

}  // namespace

Eigen::MatrixXd mass_matrix(const Model& model, const Kinematics& k) {
  const Eigen::Vector2d origin = reference(model, k);
  std::vector<BranchInertia> branch(model.bodies().size());
  for (std::size_t b = 0; b < branch.size(); ++b) {
    const Body& body = model.bodies()[b];
    const Eigen::Vector2d c = centre(model, k, static_cast<int>(b)) - origin;
    branch[b] = {body.mass, body.mass * c, body.inertia + body.mass * c.squaredNorm()};
  }
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(model.size(), model.size());
  for (auto it = model.order().rbegin(); it != model.order().rend(); ++it) {
    const Joint& joint = model.joint(*it);
    const auto own = unit_motions(model, k, *it);
    for (std::size_t i = 0; i < own.size(); ++i) {
      const int row = model.first_coordinate(*it) + static_cast<int>(i);
      const Wrench h = momentum_of(branch[static_cast<std::size_t>(*it)], own[i], origin);
      for (int b = *it; b != world; b = model.joint(b).parent) {
        int column = model.first_coordinate(b);
        for (const UnitMotion& motion : unit_motions(model, k, b)) {
          M(row, column) = M(column, row) = along(motion, h, origin);
          ++column;
        }
      }
      M(row, row) += joint.armature;
    }
    if (joint.parent != world)
      branch[static_cast<std::size_t>(joint.parent)].add(branch[static_cast<std::size_t>(*it)]);
  }
  return M;
}

double kinetic_energy(const Model& model, const State& state, const Kinematics& k) {
  double T = 0;
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const Body& body = model.bodies()[b];
    const Eigen::Vector2d v = point_velocity(k, static_cast<int>(b), body.centre_of_mass);
    T += 0.5 * (body.mass * v.squaredNorm() + body.inertia * k.twist[b].rate * k.twist[b].rate);
    const double armature = model.joint(static_cast<int>(b)).armature;
    if (armature > 0) {
      const double rate = state.v[model.first_coordinate(static_cast<int>(b))];
      T += 0.5 * armature * rate * rate;
    }
  }
  return T;
}

double potential_energy(const Model& model, const State& state, const Kinematics& k) {
  double V = 0;
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const int b = static_cast<int>(i);
    V -= model.bodies()[i].mass * model.gravity().dot(centre(model, k, b));
    const Joint& joint = model.joint(b);
    if (coordinates(joint.kind) != 1) continue;
    const double q = state.q[model.first_coordinate(b)];
    V += 0.5 * joint.stiffness * (q - joint.rest) * (q - joint.rest) - joint.effort * q;
  }
  for (const Spring& spring : model.springs()) {
    const double stretch = (point_position(k, spring.body_b, spring.point_b) -
                            point_position(k, spring.body_a, spring.point_a))
                               .norm() -
                           spring.length;
    V += 0.5 * spring.stiffness * stretch * stretch;
  }
  return V;
}

Eigen::VectorXd bias_forces(const Model& model, const State& state, const Kinematics& k) {
  const Eigen::Vector2d origin = reference(model, k);
  const std::vector<Eigen::Vector2d> a = drift(model, state, k);
  std::vector<Wrench> wrenches(model.bodies().size());
  for (std::size_t b = 0; b < wrenches.size(); ++b) {
    const Eigen::Vector2d c = centre(model, k, static_cast<int>(b));
    const double rate = k.twist[b].rate;
    const Eigen::Vector2d a_c = a[b] - rate * rate * (c - k.pose[b].position);
    wrenches[b] = force_at(model.bodies()[b].mass * a_c, c, origin);
  }
  return generalized(model, k, std::move(wrenches), origin);
}

Eigen::VectorXd applied_forces(const Model& model, const State& state, const Kinematics& k) {
  const Eigen::Vector2d origin = reference(model, k);
  std::vector<Wrench> wrenches(model.bodies().size());
  for (std::size_t b = 0; b < wrenches.size(); ++b)
    wrenches[b] = force_at(model.bodies()[b].mass * model.gravity(),
                           centre(model, k, static_cast<int>(b)), origin);
  for (const Spring& spring : model.springs()) {
    const SpringForce f = force_of(spring, k);
    if (spring.body_a != world)
      wrenches[static_cast<std::size_t>(spring.body_a)].add(force_at(f.on_a, f.a, origin));
    if (spring.body_b != world)
      wrenches[static_cast<std::size_t>(spring.body_b)].add(force_at(-f.on_a, f.b, origin));
  }
  Eigen::VectorXd f = generalized(model, k, std::move(wrenches), origin);
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const int b = static_cast<int>(i);
    const Joint& joint = model.joint(b);
    if (coordinates(joint.kind) != 1) continue;
    const int c = model.first_coordinate(b);
    f[c] += joint.effort - joint.stiffness * (state.q[c] - joint.rest) - joint.damping * state.v[c];
  }
  return f;
}

Momentum momentum(const Model& model, const Kinematics& k, int body) {
  const Body& b = model.bodies()[static_cast<std::size_t>(body)];
  const Eigen::Vector2d p = b.mass * point_velocity(k, body, b.centre_of_mass);
  return {p, b.inertia * k.twist[static_cast<std::size_t>(body)].rate +
                 cross(centre(model, k, body), p)};
}

}  // namespace carom
