#include <carom/multibody/spatial/dynamics.hpp>

namespace carom::spatial {
namespace {

Eigen::Vector3d centre(const Model& model, const Kinematics& k, int body) {
  return point_position(k, body, model.body(body).centre_of_mass);
}

/// About the centre of mass, along the world's axes.
Eigen::Matrix3d turned_inertia(const Model& model, const Kinematics& k, int body) {
  const Eigen::Matrix3d& R = k.pose[static_cast<std::size_t>(body)].rotation;
  return R * model.body(body).inertia * R.transpose();
}

/// m (|c|² 1 − c cᵀ)
Eigen::Matrix3d steiner(double m, const Eigen::Vector3d& c) {
  return m * (c.squaredNorm() * Eigen::Matrix3d::Identity() - c * c.transpose());
}

/// Generalized forces of one impulse or force per body about its reference, summed towards the world.
Eigen::VectorXd generalized(const Model& model, const Kinematics& k, std::vector<Vector6>& forces) {
  Eigen::VectorXd f(model.nv());
  for (auto it = model.order().rbegin(); it != model.order().rend(); ++it) {
    const auto b = static_cast<std::size_t>(*it);
    for (int i = model.first_freedom(*it); i < model.first_freedom(*it) + model.freedoms_of(*it);
         ++i)
      f[i] = k.motion[static_cast<std::size_t>(i)].dot(forces[b]);
    const int parent = model.body(*it).parent;
    if (parent == world) continue;
    const auto p = static_cast<std::size_t>(parent);
    forces[p] += impulse_about(forces[b], k.reference[b], k.reference[p]);
  }
  return f;
}

}  // namespace

Vector6 BranchInertia::operator*(const Vector6& motion) const {
  const Eigen::Vector3d omega = motion.head<3>();
  const Eigen::Vector3d v = motion.tail<3>();
  Vector6 h;
  h << inertia * omega + moment.cross(v), mass * v + omega.cross(moment);
  return h;
}

BranchInertia& BranchInertia::operator+=(const BranchInertia& other) {
  mass += other.mass;
  moment += other.moment;
  inertia += other.inertia;
  return *this;
}

BranchInertia BranchInertia::about(const Eigen::Vector3d& d) const {
  const Eigen::Matrix3d cross_terms = d * moment.transpose();
  return {mass, moment - mass * d,
          inertia + steiner(mass, d) -
              (2 * d.dot(moment) * Eigen::Matrix3d::Identity() - cross_terms -
               cross_terms.transpose())};
}

BranchInertia body_inertia(const Model& model, const Kinematics& k, int body) {
  const double m = model.body(body).mass;
  const Eigen::Vector3d c = centre(model, k, body) - k.reference[static_cast<std::size_t>(body)];
  return {m, m * c, turned_inertia(model, k, body) + steiner(m, c)};
}

Eigen::MatrixXd mass_matrix(const Model& model, const Kinematics& k) {
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(model.nv(), model.nv());
  std::vector<BranchInertia> branch(model.bodies().size());
  for (const int b : model.order()) branch[static_cast<std::size_t>(b)] = body_inertia(model, k, b);
  for (auto it = model.order().rbegin(); it != model.order().rend(); ++it) {
    const auto b = static_cast<std::size_t>(*it);
    for (int i = model.first_freedom(*it); i < model.first_freedom(*it) + model.freedoms_of(*it);
         ++i) {
      Vector6 h = branch[b] * k.motion[static_cast<std::size_t>(i)];
      for (int a = *it; a != world; a = model.body(a).parent) {
        for (int j = model.first_freedom(a); j < model.first_freedom(a) + model.freedoms_of(a); ++j)
          M(i, j) = M(j, i) = k.motion[static_cast<std::size_t>(j)].dot(h);
        if (const int parent = model.body(a).parent; parent != world)
          h = impulse_about(h, k.reference[static_cast<std::size_t>(a)],
                            k.reference[static_cast<std::size_t>(parent)]);
      }
    }
    if (const int parent = model.body(*it).parent; parent != world) {
      const auto p = static_cast<std::size_t>(parent);
      branch[p] += branch[b].about(k.reference[p] - k.reference[b]);
    }
  }
  M.diagonal() += model.armature();
  return M;
}

Eigen::VectorXd bias_forces(const Model& model, const Kinematics& k) {
  const std::vector<Vector6> A = accelerations(model, k, Eigen::VectorXd::Zero(model.nv()));
  std::vector<Vector6> forces(model.bodies().size());
  for (const int body : model.order()) {
    const auto b = static_cast<std::size_t>(body);
    const BranchInertia I = body_inertia(model, k, body);
    Vector6 V;
    V << k.twist[b].turning, velocity_at(k, body, k.reference[b]);
    const Vector6 h = I * V;  // d/dt (I V) = I A + V ×* (I V)
    forces[b] = I * A[b];
    forces[b].head<3>() += V.head<3>().cross(h.head<3>()) + V.tail<3>().cross(h.tail<3>());
    forces[b].tail<3>() += V.head<3>().cross(h.tail<3>());
  }
  return generalized(model, k, forces);
}

Eigen::VectorXd gravity_forces(const Model& model, const Kinematics& k) {
  std::vector<Vector6> forces(model.bodies().size());
  for (const int body : model.order()) {
    const auto b = static_cast<std::size_t>(body);
    const Eigen::Vector3d weight = model.body(body).mass * model.gravity();
    forces[b] << (centre(model, k, body) - k.reference[b]).cross(weight), weight;
  }
  return generalized(model, k, forces);
}

double kinetic_energy(const Model& model, const State& state, const Kinematics& k) {
  double T = 0.5 * state.v.dot(model.armature().cwiseProduct(state.v));
  for (const int b : model.order()) {
    const Momentum h = momentum(model, k, b);
    T += 0.5 *
         (h.linear.dot(velocity_at(k, b, centre(model, k, b))) + h.angular.dot(turning_of(k, b)));
  }
  return T;
}

double potential_energy(const Model& model, const Kinematics& k) {
  double V = 0;
  for (const int b : model.order())
    V -= model.body(b).mass * model.gravity().dot(centre(model, k, b));
  return V;
}

Momentum momentum(const Model& model, const Kinematics& k, int body) {
  return {model.body(body).mass * velocity_at(k, body, centre(model, k, body)),
          turned_inertia(model, k, body) * turning_of(k, body)};
}

Momentum total_momentum(const Model& model, const Kinematics& k, const Eigen::Vector3d& x) {
  Momentum sum;
  for (const int b : model.order()) {
    const Momentum h = momentum(model, k, b);
    sum.linear += h.linear;
    sum.angular += h.angular + (centre(model, k, b) - x).cross(h.linear);
  }
  return sum;
}

double total_mass(const Model& model) {
  double m = 0;
  for (const Body& body : model.bodies()) m += body.mass;
  return m;
}

}  // namespace carom::spatial
