/// @file
/// Springs in motion (T18.12): steps along an arc on which their modes last.
#pragma once

#include <carom/impact/several_spatial/spring_forces.hpp>

namespace carom::several_spatial {

/// Springs in motion.
struct Motion {
  const System& system;
  SpringLayout at{};
  double speed = 0;  ///< of the problem
  double force = 0;  ///< of the problem: speed √(K/W_nn)
  double time = 0;   ///< of the stiffest spring now: 1/√(Σ W_nn k)
  SpringModes modes{};
  HeldSet held{};
  Eigen::VectorXd z{};
  Eigen::VectorXd scale{};
  cone::Workspace work{};
};

/// Whether the direction of friction at a contact can turn.
bool turns_freely(const Motion& m, std::size_t i);

/// |uₜ| of a contact at z.
double slip_speed(const Motion& m, std::size_t i, const Eigen::VectorXd& z);

/// dt/dσ: slow where a slip is small, so that its turning takes its time.
double spring_pace(const Motion& m, const Eigen::VectorXd& z);

/// dz/dt; false where forces are not finite.
bool spring_slope(const Motion& m, const Eigen::VectorXd& z, Eigen::VectorXd& rate);

/// One step in σ; false where it is too long to be accurate.
bool spring_step(const Motion& m, const Eigen::VectorXd& z, double sigma, Eigen::VectorXd& end,
                 int& effort);

}  // namespace carom::several_spatial
