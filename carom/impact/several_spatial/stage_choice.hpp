/// @file
/// The modes of a stage: a cone problem for the rates at a point of the path (T18.9).
#pragma once

#include <carom/impact/cone/solve.hpp>
#include <carom/impact/several_spatial/held_rates.hpp>

namespace carom::several_spatial {

/// Modes and rates that a stage starts with.
struct StageStart {
  StageModes modes{};
  HeldSet held{};
  Rates rates{};
  bool straight = true;  ///< directions of slip do not turn: the rates are constant
};

/// (T18.9) at the velocity u: contacts with uₙ = 0 exactly are closed, uₜ = 0 exactly is no slip.
cone::Problem rate_problem(const System& system, int colliding, const Eigen::VectorXd& u);

/// The stage that starts with rates p′ of the cone problem.
///
/// Its rates are those of (T18.10); where these miss a = W p′ of the cone problem, which happens only
/// at ties, the cone problem's.
StageStart stage_with(const System& system, int colliding, const Eigen::VectorXd& u,
                      const Eigen::VectorXd& p_rate);

/// Whether the modes of a stage still satisfy (T18.9) at u. Rates that leave a cone although others with
/// the same a do not are no event: the cone problem is asked for a.
bool still_admissible(const System& system, int colliding, const StageModes& modes,
                      const Rates& rates, const Eigen::VectorXd& u, cone::Workspace& work);

/// Where (T18.10) shares the impulses p of a stage among stuck contacts so that they leave their cones: shares them
/// within, by equal compliance with the cones. The motion is the same.
void share_within_cones(const System& system, int colliding, const StageModes& modes,
                        cone::Workspace& work, Eigen::VectorXd& p);

}  // namespace carom::several_spatial
