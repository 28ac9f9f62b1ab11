/// @file
/// A checked problem in contact space: what every law starts from.
#pragma once

#include <carom/impact/impact_problem.hpp>

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// W and u of the contacts, whichever way the problem was given.
struct ContactProblem {
  Eigen::MatrixXd W{};                          ///< 2k × 2k, kg⁻¹, exactly symmetric
  Eigen::VectorXd u{};                          ///< 2k, m/s, after zeroing and projection
  Eigen::VectorXd surface_velocity{};           ///< 2k, m/s
  bool surface_moves = false;                   ///< any component of it differs from 0
  std::vector<bool> normal_only{};              ///< per contact: no tangent, hence W_tt = 0
  std::optional<Eigen::VectorXd> projection{};  ///< what `touching` changed in q̇ or u (T1.6)
  std::optional<Eigen::MatrixXd> mass{};        ///< M, exactly symmetric, way 2
  std::optional<Eigen::VectorXd> velocity{};    ///< q̇⁻ after projection, way 2
  std::optional<Eigen::MatrixXd> J{};           ///< 2k × n, way 2
};

/// Checks the problem and brings it into contact space.
///
/// Way 1 takes zeros as given. Way 2 forms u = J q̇ − surface velocity (T1.1) and takes |uᵢ| ≤ 32 eps
/// Σⱼ|Jᵢⱼ q̇ⱼ| as zero: that is what rounding leaves of a contact at rest.
///
/// @throws std::invalid_argument naming key and expectation, e.g. "mass: not positive definite".
ContactProblem contact_problem(const ImpactProblem& problem);

/// "contacts[2]"
std::string contact_path(std::size_t index);

}  // namespace carom
