/// @file
/// Positions and velocities of a mechanism in space: q and v have different lengths.
#pragma once

#include <carom/multibody/spatial/model.hpp>

namespace carom::spatial {

/// Positions, velocities and time; see model.hpp for what the entries of each joint mean.
struct State {
  Eigen::VectorXd q{};  ///< nq
  Eigen::VectorXd v{};  ///< nv
  double t = 0;         ///< s
};

/// The drawn pose, at rest.
State drawn_state(const Model& model);

/// @throws std::invalid_argument if q or v has the wrong length or is not finite, or a quaternion is zero.
void check_state(const Model& model, const State& state);

/// q after moving for the time h with constant v. Quaternions turn by the exponential of the angular
/// velocity and are normalised:
///
///     quat(h) = quat · (cos ½|ω|h,  sin ½|ω|h ω/|ω|)                                      (T15.1)
///
Eigen::VectorXd moved(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      double h);

/// The v that takes q to `target` in unit time; moved(q, difference(q, target), 1) = target up to the
/// signs of quaternions, turning by at most π.
Eigen::VectorXd difference(const Model& model, const Eigen::VectorXd& q,
                           const Eigen::VectorXd& target);

/// q̇ = N(q) v, what an integrator of q needs: nq.
Eigen::VectorXd position_rates(const Model& model, const Eigen::VectorXd& q,
                               const Eigen::VectorXd& v);

/// Makes every quaternion in q a unit one again.
void normalize(const Model& model, Eigen::VectorXd& q);

/// The rotation of a unit quaternion (w, x, y, z).
Eigen::Matrix3d rotation_of(const Eigen::Vector4d& quaternion);

/// The unit quaternion (w, x, y, z) of a rotation, w ≥ 0.
Eigen::Vector4d quaternion_of(const Eigen::Matrix3d& rotation);

}  // namespace carom::spatial
