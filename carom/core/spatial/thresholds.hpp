/// @file
/// Friction at which one contact in space changes its behaviour.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/spatial/algebraic_impact.hpp>
#include <carom/core/spatial/spatial_impact.hpp>

namespace carom {

/// A threshold that may not exist.
template <class S>
struct SpatialThreshold {
  bool exists = false;
  S value{};  ///< 1
};

/// Least friction that holds a contact without slip: |v| = |A⁻¹ b|.
template <class S>
CAROM_HD S to_hold_stick(const SpatialContact<S>& c) {
  return length(c.v);
}

/// |pₜ|/pₙ at the end without slip, where that pushes.
template <class S>
CAROM_HD SpatialThreshold<S> to_end_without_slip(const SpatialContact<S>& c, const S& restitution) {
  if (is_singular(c)) return {};
  const Vec3<S> D = no_slip_end(c, restitution);
  if (!(D.n > S(0))) return {};
  return {true, length(D.t) / D.n};
}

/// Least μ = μ_s with which the path law ends sticking.
///
/// It is at least |v|. It need not exist: where u_s > 0, as in the plane, strong friction throws the bodies
/// apart before slip has stopped. That more friction keeps a contact stuck is not proved in space; the
/// search goes up from |v| in steps of a quarter octave, to some 10⁷ times, and then halves the step in which
/// sticking begins, so a window narrower than such a step could be missed. To rounding; some hundred impacts.
template <class S>
CAROM_HD SpatialThreshold<S> to_stick(const SpatialContact<S>& c, Restitution rule,
                                      const S& restitution);

// ------------------------------------------------------------------------------------------------

namespace detail {

template <class S>
CAROM_HD bool ends_sticking(const SpatialContact<S>& c, Restitution rule, const S& restitution,
                            const S& mu) {
  const SpatialImpact<S> r = resolve_spatial(c, ContactLaw<S>{mu, mu, restitution, rule});
  return r.mode == ImpactMode::stick_in_compression || r.mode == ImpactMode::stick_in_restitution;
}

}  // namespace detail

template <class S>
CAROM_HD SpatialThreshold<S> to_stick(const SpatialContact<S>& c, Restitution rule,
                                      const S& restitution) {
  using std::sqrt;
  if (c.flat || !(c.u.n < S(0))) return {};
  const auto sticks = [&](const S& mu) { return detail::ends_sticking(c, rule, restitution, mu); };
  S lo = to_hold_stick(c);
  if (sticks(lo)) return {true, lo};
  const S quarter_octave(1.189207115002721);
  // Below this, friction takes less than a thousandth of the slip: |μ A P| < |u_t|/1000.
  const S least = S(1e-3) * length(c.u.t) * c.W.nn /
                  ((c.W.tt.xx + c.W.tt.yy) * (abs_of(c.u.n) + length(c.u.t)));
  S hi = max_of(lo, least);
  for (int step = 0; step < 96 && !sticks(hi); ++step) {
    lo = hi;
    hi = quarter_octave * hi;
  }
  if (!sticks(hi)) return {};
  for (int round = 0; round < 80 && hi - lo > S(4) * S(ScalarTraits<S>::epsilon) * hi; ++round) {
    const S middle = S(0.5) * (lo + hi);
    (sticks(middle) ? hi : lo) = middle;
  }
  return {true, hi};
}

}  // namespace carom
