/// @file
/// A mechanism's contacts in contact space: the one place where solve and simulate get W and u from.
#pragma once

#include <carom/multibody/planar/impulse_response.hpp>

#include <vector>

namespace carom {

/// A contact of a mechanism: where it acts, and how a prescribed second side moves.
struct ContactPlace {
  ImpulsePort port{};                                          ///< a frame or a joint stop
  Eigen::Vector2d surface_velocity = Eigen::Vector2d::Zero();  ///< along (t, n), m/s
  double surface_rate = 0;  ///< prescribed turning of the second side, rad/s
};

/// The ports of the places; with a moment, the turning of the sides of the first place behind them.
std::vector<ImpulsePort> ports_of(const std::vector<ContactPlace>& places, bool moment);

/// W, u, ∂v/∂p and stick lines of the places, nothing projected.
///
/// @param ports          ports_of(places, moment)
/// @param response       of these ports
/// @param least_speed    components of u below it are zero, m/s; what rounding leaves of a sum is zero anyway
/// @throws std::invalid_argument if W or ∂v/∂p do not fit into double numbers.
ContactProblem contacts_of(const Model& model, const Kinematics& k, const Eigen::VectorXd& v,
                           const std::vector<ContactPlace>& places,
                           const std::vector<ImpulsePort>& ports, const ImpulseResponse& response,
                           double least_speed = 0);

/// The rows (t, n) of the ports: 2k × nv; the t row of a joint stop and of a turning is zero.
Eigen::MatrixXd port_jacobian(const Model& model, const Kinematics& k,
                              const std::vector<ImpulsePort>& ports);

}  // namespace carom
