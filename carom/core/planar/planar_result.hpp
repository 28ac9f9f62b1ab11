/// @file
/// What one collision in the plane did.
#pragma once

#include <carom/core/impact_mode.hpp>
#include <carom/core/scalar.hpp>

namespace carom {

/// What one collision did.
template <class S>
struct PlanarImpact {
  Vec2<S> impulse{};  ///< p on the first body, N·s
  Vec2<S> u_after{};  ///< u⁺ = u⁻ + W p, m/s; components that the law brings to zero are exactly 0
  S compression{};    ///< p_c, normal impulse when uₙ = 0, N·s
  ImpactMode mode = ImpactMode::none;  ///< none where nothing happens
  ImpactStatus status = ImpactStatus::no_impact;
};

/// Where the normal and the tangential work of a path law went, J (T2.12). Their sum is the contact
/// work ½ p·(u⁻ + u⁺).
template <class S>
struct WorkLedger {
  S normal_compression{};  ///< ∫ uₙ dpₙ until uₙ = 0; ≤ 0
  S normal_restitution{};  ///< ∫ uₙ dpₙ from there on; ≥ 0
  S friction{};            ///< ∫ uₜ dpₜ; ≤ 0
};

}  // namespace carom
