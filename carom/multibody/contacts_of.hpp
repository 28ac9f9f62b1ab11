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

/// Where the contacts are, and the memory that finding W takes: after the first of a kind, a mechanism
/// without loops allocates nothing.
struct ContactMemory {
  std::vector<ContactPlace> places{};  ///< to be filled in
  std::vector<ImpulsePort>
      ports{};  ///< of the places; with a moment, behind them the turning of the first one's sides
  ImpulseResponse response{};  ///< of the ports
  TreeMemory tree{};
  Eigen::MatrixXd J{};               ///< rows of the ports
  std::vector<Eigen::Index> kept{};  ///< those of the contacts: of a stop's two the second
  Eigen::MatrixXd rows{};            ///< these of J
};

/// W, u, ∂v/∂p and stick lines of memory.places, nothing projected.
///
/// @param moment         whether the turning of the sides of the first place counts
/// @param least_speed    components of u below it are zero, m/s; what rounding leaves of a sum is zero anyway
/// @throws std::invalid_argument if W or ∂v/∂p do not fit into double numbers.
void contacts_of(const Model& model, const Kinematics& k, const Eigen::VectorXd& v, bool moment,
                 double least_speed, ContactMemory& memory, Contacts& c);

/// The rows (t, n) of the ports: 2k × nv; the t row of a joint stop and of a turning is zero.
Eigen::MatrixXd port_jacobian(const Model& model, const Kinematics& k,
                              const std::vector<ImpulsePort>& ports);

/// The same into memory that is kept.
void port_jacobian(const Model& model, const Kinematics& k, const std::vector<ImpulsePort>& ports,
                   Eigen::MatrixXd& J);

}  // namespace carom
