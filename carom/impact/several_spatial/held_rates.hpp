/// @file
/// Rates of a stage while its modes last (T18.10).
#pragma once

#include <carom/impact/several_spatial/spatial_answer.hpp>

#include <Eigen/Core>
#include <vector>

namespace carom::several_spatial {

/// What a contact does during a stage.
enum class Hold : unsigned char {
  open,   ///< no impulse; uₙ > 0, or 0 and about to grow
  stick,  ///< tangents held; the normal too, unless it is the colliding one
  slip,   ///< friction along its slip; the normal held, unless it is the colliding one
};

/// The modes of a stage with the directions of slip where u_t is still zero.
struct StageModes {
  std::vector<Hold> holds{};                ///< k
  std::vector<cone::Tangent> directions{};  ///< k: of slip where uₜ = 0
};

/// Rates per unit of the colliding contact's normal impulse.
struct Rates {
  Eigen::VectorXd p{};  ///< p′, m
  Eigen::VectorXd a{};  ///< u′ = W p′, m; exactly 0 in the rows that are held
  bool finite = true;   ///< false where the system of the modes is singular
};

/// The rows held at zero, and Y Yᵀ, which share loads among dependent ones: once per set of modes.
struct HeldSet {
  std::vector<int> rows{};    ///< R
  Eigen::MatrixXd sharing{};  ///< σ Y Yᵀ
};

/// The part of W that modes hold.
HeldSet held_set(const System& system, int colliding, const StageModes& modes);

/// Friction's direction at a contact: of its slip, or of the slip that begins; zero without friction.
cone::Tangent slip_direction(const ConeContact& contact, const Eigen::VectorXd& u,
                             const cone::Tangent& beginning);

/// p′ = base + C x with x the unknowns of the held rows.
struct ModeEquations {
  Eigen::VectorXd base{};  ///< m
  Eigen::MatrixXd C{};     ///< m × R
};

/// The equations of the modes at the velocity u.
ModeEquations mode_equations(const System& system, int colliding, const StageModes& modes,
                             const HeldSet& held, const Eigen::VectorXd& u);

/// Solves (T18.10) at the velocity u.
void held_rates(const System& system, int colliding, const StageModes& modes, const HeldSet& held,
                const Eigen::VectorXd& u, Rates& rates);

}  // namespace carom::several_spatial
