/// @file
/// A path on its way: internal part of stages.cpp.
#pragma once

#include <carom/impact/several_spatial/arc.hpp>
#include <carom/impact/several_spatial/stage_choice.hpp>

namespace carom::several_spatial {

/// What does not change along a path.
struct Impact {
  const System& system;
  int colliding = 0;
  int n = 0;  ///< row of its normal
  Restitution rule = Restitution::poisson;
  const cone::Examination& examination;
  Layout at{};
  double speed = 0;         ///< of the problem: the largest |u⁻|
  double eta = 0;           ///< impulse of the problem: |uₙ⁻|/W_nn
  Eigen::VectorXd scale{};  ///< of each component of z

  double restitution() const { return system.restitution[static_cast<std::size_t>(colliding)]; }
};

/// How far a path came, and what happened at the point that it has reached.
struct PathState {
  Eigen::VectorXd z{};
  StageStart stage{};
  Phase phase = Phase::compression;
  double compression = 0;    ///< pₙ of all compressions of the colliding contact
  double restored = 0;       ///< pₙ of all restitutions
  double stored = 0;         ///< −∫ uₙ dpₙ of compression
  double returned = 0;       ///< ∫ uₙ dpₙ of restitution
  Eigen::VectorXd marked{};  ///< z where the phase was last booked
  std::vector<int> closed{};
  std::vector<int> stopped{};
  bool phase_ends = false;
  bool ends = false;       ///< the law's restitution
  bool modes_end = false;  ///< new modes are to be chosen
  Answer answer{};
};

/// How much of the law's restitution is missing at z; ≤ 0 where the impact ends. Speed for newton, impulse for
/// poisson, energy for stronge.
double missing(const Impact& impact, const PathState& s, const Eigen::VectorXd& z);

/// What rounding leaves of velocities that are zero is zero: contacts that depend on each other close, and stop, together.
/// The normal velocity of the colliding contact stays.
void settle(const Impact& impact, Eigen::VectorXd& z);

/// Goes on with constant rates to the next event (T18.11); false if there is none.
bool advance_straight(const Impact& impact, PathState& s);

/// Goes on with turning directions to the next event; false if rates diverge or the path has no end.
bool advance_turning(const Impact& impact, PathState& s, cone::Workspace& work);

}  // namespace carom::several_spatial
