/// @file
/// The bound on the energy of two phases over all contacts with one coefficient of restitution e, in the
/// plane and in space, with μ_s = μ:
///
///     ½ p·(u⁻ + u⁺) ≤ (1 + e) p_C·u_C − ½ (1 − e²) p_C·W p_C ≤ 0                       (T18.8)
#pragma once

#include <Eigen/Core>

namespace carom::several_spatial {

/// Both phases of an impact.
struct TwoPhases {
  const Eigen::MatrixXd& W;
  const Eigen::VectorXd& u;        ///< before
  const Eigen::VectorXd& p_C;      ///< impulse of compression
  const Eigen::VectorXd& u_C;      ///< velocity at its end
  const Eigen::VectorXd& p;        ///< impulse of both phases
  const Eigen::VectorXd& u_after;  ///< at the end
};

/// By how much the bound is exceeded, or itself above zero, against the terms of the work; ≤ 0 but for rounding.
double bound_excess(const TwoPhases& phases, double e);

}  // namespace carom::several_spatial
