/// @file
/// What a contact is made of: friction, and one of the three definitions of restitution.
#pragma once

#include <carom/core/scalar.hpp>
#include <cstdint>

namespace carom {

/// When an impact ends, as a condition between compression (until uₙ = 0) and restitution.
enum class Restitution : std::uint8_t {
  newton,   ///< kinematic:  uₙ⁺ = −e uₙ⁻                                (T2.9)
  poisson,  ///< kinetic:    pₙ = (1 + e) p_c                            (T2.8)
  stronge,  ///< energetic:  ∫_restitution uₙ dpₙ = −e² ∫_compression    (T2.10)
};

/// The parameters of one contact.
template <class S>
struct ContactLaw {
  S friction{};  ///< μ ≥ 0, impulse ratio |dpₜ/dpₙ| while slipping
  /// μ_s, largest ratio that sticking may use; below μ, or NaN, it counts as μ
  S static_friction{};
  S restitution{};  ///< e in [0, 1]
  Restitution rule = Restitution::poisson;
};

/// The largest impulse ratio that sticking may use: μ_s, or μ where μ_s was left out.
template <class S>
CAROM_HD constexpr S static_limit(const ContactLaw<S>& law) {
  return max_of(law.friction, law.static_friction);
}

}  // namespace carom
