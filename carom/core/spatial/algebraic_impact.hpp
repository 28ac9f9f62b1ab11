/// @file
/// The algebraic laws in space: Newton's coefficient and a statement about the total impulse.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/impact_mode.hpp>
#include <carom/core/scalar.hpp>
#include <carom/core/spatial/vec3.hpp>

namespace carom {

/// What an algebraic law says of one collision in space; it has no path.
template <class S>
struct SpatialAlgebraicImpact {
  Vec3<S> impulse{};  ///< p on the first body, N·s
  Vec3<S> u_after{};  ///< u⁺ = u⁻ + W p, m/s
  ImpactMode mode = ImpactMode::none;
  ImpactStatus status = ImpactStatus::no_impact;
  bool singular = false;  ///< W has no inverse; the reason of a no_solution
};

/// Whittaker's law with all its answers; the first is carom's.
template <class S>
struct SpatialWhittaker {
  static constexpr int most = 5;
  SpatialAlgebraicImpact<S> impact{};              ///< undetermined where there are others
  SpatialAlgebraicImpact<S> alternatives[most]{};  ///< the others, by rising contact work
  int alternative_count = 0;
};

/// Friction opposes the final slip; sticking is tested with static friction and wins where admissible.
template <class S>
CAROM_HD SpatialWhittaker<S> resolve_whittaker(const Sym3<S>& W, const Vec3<S>& u0,
                                               const ContactLaw<S>& law);

/// Friction opposes the initial slip (the final one where uₜ⁻ = 0).
template <class S>
CAROM_HD SpatialAlgebraicImpact<S> resolve_conventional(const Sym3<S>& W, const Vec3<S>& u0,
                                                        const ContactLaw<S>& law);

/// Whittaker's answer with |pₜ| lowered to the value of zero loss where it would gain energy.
template <class S>
CAROM_HD SpatialAlgebraicImpact<S> resolve_brach(const Sym3<S>& W, const Vec3<S>& u0,
                                                 const ContactLaw<S>& law);

}  // namespace carom
