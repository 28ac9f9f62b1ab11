#include <carom/multibody/planar/dynamics.hpp>
#include <carom/multibody/planar/spring_force.hpp>

namespace carom {
namespace {

Eigen::Vector2d centre(const Model& model, const Kinematics& k, int body) {
  return point_position(k, body, model.bodies()[static_cast<std::size_t>(body)].centre_of_mass);
}

/// A point near the body, the same for its branch of the tree: moments about it lose no digits far from the origin, and
/// do not depend on bodies that are not connected to it.
const Eigen::Vector2d& reference(const Model& model, const Kinematics& k, int body) {
  return k.joint_origin[static_cast<std::size_t>(model.root(body))];
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
void generalized(const Model& model, const Kinematics& k, std::vector<Wrench>& wrenches,
                 Eigen::VectorXd& f) {
  f.resize(model.size());
  for (auto body = model.order().rbegin(); body != model.order().rend(); ++body) {
    const Wrench& wrench = wrenches[static_cast<std::size_t>(*body)];
    int i = model.first_coordinate(*body);
    for (const UnitMotion& motion : unit_motions(model, k, *body))
      f[i++] = along(motion, wrench, reference(model, k, *body));
    const int parent = model.joint(*body).parent;
    if (parent != world) wrenches[static_cast<std::size_t>(parent)].add(wrench);
  }
}

/// A force at a point as a wrench about the reference.
Wrench force_at(const Eigen::Vector2d& force, const Eigen::Vector2d& point,
                const Eigen::Vector2d& origin) {
  return {force, cross(point - origin, force)};
}

/// −m a of every body while all coordinate rates are constant, times `sign`.
void add_inertial(const Model& model, const State& state, const Kinematics& k, double sign,
                  DynamicsWorkspace& work) {
  work.zero.setZero(model.size());
  frame_accelerations(model, state, k, work.zero, work.frames);
  for (std::size_t b = 0; b < work.wrenches.size(); ++b) {
    const Eigen::Vector2d c = centre(model, k, static_cast<int>(b));
    const double rate = k.twist[b].rate;
    const Eigen::Vector2d arm = c - k.pose[b].position;
    const Eigen::Vector2d a_c =
        work.frames[b].linear + work.frames[b].angular * perp(arm) - rate * rate * arm;
    work.wrenches[b].add(force_at(-sign * model.bodies()[b].mass * a_c, c,
                                  reference(model, k, static_cast<int>(b))));
  }
}

/// A body may come to turn about one of its points, which then stands: the ground holds it by less than its friction.
/// There the force grows with the speed up to this one, so that the point creeps, m/s.
constexpr double creep = 1e-4;

/// The ground's force on one of the four points (T19.9), N.
Eigen::Vector2d drag_at(const Model& model, const Kinematics& k, int body,
                        const Eigen::Vector2d& point) {
  const Body& b = model.bodies()[static_cast<std::size_t>(body)];
  const Eigen::Vector2d v = point_velocity(k, body, point);
  return -b.drag->friction * b.mass * standard_gravity / 4 / std::max(v.norm(), creep) * v;
}

/// Gravity, springs between points, and the ground.
void add_applied(const Model& model, const Kinematics& k, DynamicsWorkspace& work) {
  const auto add = [&](int body, const Eigen::Vector2d& force, const Eigen::Vector2d& point) {
    if (body != world)
      work.wrenches[static_cast<std::size_t>(body)].add(
          force_at(force, point, reference(model, k, body)));
  };
  for (std::size_t b = 0; b < work.wrenches.size(); ++b) {
    const int body = static_cast<int>(b);
    add(body, model.bodies()[b].mass * model.gravity(), centre(model, k, body));
    if (!model.bodies()[b].drag) continue;
    for (const Eigen::Vector2d& point : model.bodies()[b].drag->points)
      add(body, drag_at(model, k, body, point), point_position(k, body, point));
  }
  for (const Spring& spring : model.springs()) {
    const SpringForce f = spring_force(spring, k);
    add(spring.body_a, f.on_a, f.a);
    add(spring.body_b, -f.on_a, f.b);
  }
}

/// Efforts, springs and dampers of the joints themselves.
void add_joint_forces(const Model& model, const State& state, Eigen::VectorXd& f) {
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const int b = static_cast<int>(i);
    const Joint& joint = model.joint(b);
    if (coordinates(joint.kind) != 1) continue;
    const int c = model.first_coordinate(b);
    f[c] += joint.effort - joint.stiffness * (state.q[c] - joint.rest) - joint.damping * state.v[c];
    if (!joint.effort_over_time.empty()) f[c] += joint.effort_over_time.at(state.t);
  }
}

}  // namespace

Eigen::MatrixXd mass_matrix(const Model& model, const Kinematics& k) {
  Eigen::MatrixXd M;
  DynamicsWorkspace work;
  mass_matrix(model, k, work, M);
  return M;
}

void mass_matrix(const Model& model, const Kinematics& k, DynamicsWorkspace& work,
                 Eigen::MatrixXd& M) {
  std::vector<BranchInertia>& branch = work.branches;
  branch.resize(model.bodies().size());
  for (std::size_t b = 0; b < branch.size(); ++b) {
    const Body& body = model.bodies()[b];
    const int index = static_cast<int>(b);
    const Eigen::Vector2d c = centre(model, k, index) - reference(model, k, index);
    branch[b] = {body.mass, body.mass * c, body.inertia + body.mass * c.squaredNorm()};
  }
  M.setZero(model.size(), model.size());
  for (auto it = model.order().rbegin(); it != model.order().rend(); ++it) {
    const Joint& joint = model.joint(*it);
    const Eigen::Vector2d& origin = reference(model, k, *it);
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
  DynamicsWorkspace work;
  work.wrenches.resize(model.bodies().size());
  add_inertial(model, state, k, -1, work);
  Eigen::VectorXd f;
  generalized(model, k, work.wrenches, f);
  return f;
}

Eigen::VectorXd applied_forces(const Model& model, const State& state, const Kinematics& k) {
  DynamicsWorkspace work;
  work.wrenches.resize(model.bodies().size());
  add_applied(model, k, work);
  Eigen::VectorXd f;
  generalized(model, k, work.wrenches, f);
  add_joint_forces(model, state, f);
  return f;
}

void net_forces(const Model& model, const State& state, const Kinematics& k,
                DynamicsWorkspace& work, Eigen::VectorXd& f) {
  work.wrenches.assign(model.bodies().size(), {});
  add_applied(model, k, work);
  add_inertial(model, state, k, 1, work);
  generalized(model, k, work.wrenches, f);
  add_joint_forces(model, state, f);
}

double damper_power(const Model& model, const State& state, const Kinematics& k) {
  double power = 0;
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const int b = static_cast<int>(i);
    const Joint& joint = model.joint(b);
    if (coordinates(joint.kind) != 1) continue;
    const double rate = state.v[model.first_coordinate(b)];
    power += joint.damping * rate * rate;
  }
  for (const Spring& spring : model.springs()) {
    const Eigen::Vector2d line = point_position(k, spring.body_b, spring.point_b) -
                                 point_position(k, spring.body_a, spring.point_a);
    const double length = line.norm();
    if (spring.damping == 0 || length == 0) continue;
    const double rate = line.dot(point_velocity(k, spring.body_b, spring.point_b) -
                                 point_velocity(k, spring.body_a, spring.point_a)) /
                        length;
    power += spring.damping * rate * rate;
  }
  return power;
}

double drag_power(const Model& model, const Kinematics& k, int body) {
  const Body& b = model.bodies()[static_cast<std::size_t>(body)];
  double power = 0;
  if (b.drag)
    for (const Eigen::Vector2d& point : b.drag->points)
      power -= drag_at(model, k, body, point).dot(point_velocity(k, body, point));
  return power;
}

double drag_power(const Model& model, const Kinematics& k) {
  double power = 0;
  for (std::size_t b = 0; b < model.bodies().size(); ++b)
    power += drag_power(model, k, static_cast<int>(b));
  return power;
}

double effort_power(const Model& model, const State& state) {
  double power = 0;
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const int b = static_cast<int>(i);
    const TimeTable& table = model.joint(b).effort_over_time;
    if (!table.empty()) power += table.at(state.t) * state.v[model.first_coordinate(b)];
  }
  return power;
}

double next_knot(const Model& model, double time) {
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t b = 0; b < model.bodies().size(); ++b)
    next = std::min(next, model.joint(static_cast<int>(b)).effort_over_time.next_knot(time));
  return next;
}

Momentum momentum(const Model& model, const Kinematics& k, int body) {
  const Body& b = model.bodies()[static_cast<std::size_t>(body)];
  const Eigen::Vector2d p = b.mass * point_velocity(k, body, b.centre_of_mass);
  return {p, b.inertia * k.twist[static_cast<std::size_t>(body)].rate +
                 cross(centre(model, k, body), p)};
}

}  // namespace carom
