/// @file
/// How the outcome of an impact in space changes with the posture and the velocities before it.
///
///     v⁺ = v + Y p(W, u),   Y = ∂v/∂p,   W = J Y,   u = J v                               (T15.5)
///
/// A change δ of the posture moves every joint's axis with the bodies that carry it, Ṡ = V(δ) × S, so that the
/// derivatives of M a, Jᵀ f and Gᵀ λ along δ are sums over the tree; no difference is taken. With them
///
///     M δv⁺ = δJᵀ p + δGᵀ λ − δM Δv + Jᵀ δp + Gᵀ δλ,   G δv⁺ = −δG Δv                      (T15.6)
///     δW = δJ Y + Yᵀ δJᵀ + Λᵀ δG Y + Yᵀ δGᵀ Λ − Yᵀ δM Y,   δu = δJ v                       (T15.7)
///
/// where Λ = ∂λ/∂p. The derivatives of p are those of its mode, by dual numbers.
#pragma once

#include <carom/impact/law_id.hpp>
#include <carom/multibody/spatial/scene.hpp>

#include <optional>

namespace carom::spatial {

/// Columns of the derivatives by q are changes along the entries of v: q is moved(q, e_j, h). Rows and columns
/// keep the components that q and v have, also where axes turn with a body.
struct OutcomeDerivatives {
  ImpactStatus status = ImpactStatus::no_impact;
  ImpactMode mode = ImpactMode::none;
  bool near_mode_change = false;  ///< a millionth of one variable changes the mode
  // Absent where there is no answer, or no finite slope:
  std::optional<Eigen::MatrixXd> v_by_q{};  ///< ∂v⁺/∂q, nv × nv
  std::optional<Eigen::MatrixXd> v_by_v{};  ///< ∂v⁺/∂v, nv × nv
  std::optional<Eigen::MatrixXd> p_by_q{};  ///< ∂p/∂q, rows × nv, along the moving t1, t2, n
  std::optional<Eigen::MatrixXd> p_by_v{};  ///< ∂p/∂v, rows × nv
  std::optional<Eigen::VectorXd> v_by_restitution{};  ///< nv
  std::optional<Eigen::VectorXd> v_by_friction{};     ///< nv; static friction along, if not given
  /// Of (q, v) before to after the event, at one instant, 2 nv × 2 nv; flight before and after. Absent where
  /// the contact does not leave.
  std::optional<Eigen::MatrixXd> saltation{};
};

/// Of a scene with one contact, or one joint stop. Changes of q and v must keep loops closed to mean something.
/// How the contact moves is its FrameMotion: fixed in the world where the scene gives `at`, with the point that
/// it names, or as the shapes that meet.
/// @throws std::invalid_argument for several contacts, shapes that meet at an edge of which the derivative is not
///         known, a law without derivatives, and as resolve() does.
OutcomeDerivatives derivatives(const Scene& scene, LawId law);

}  // namespace carom::spatial
