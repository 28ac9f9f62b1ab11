/// @file
/// Routh's path: how the contact moves through an impact, with the normal impulse pₙ as time.
///
/// While the contact slips, Coulomb fixes the direction of the impulse, so the velocity is linear in pₙ:
///
///     u(p) = u⁻ + W p                                                        (T2.1)
///     dpₜ = f dpₙ,  f = −μ sign(uₜ) while slipping,  |f| ≤ μ_s while sticking  (T2.2)
///     duₜ/dpₙ = W_tt f + W_tn,   duₙ/dpₙ = W_nn + W_tn f = k(f)                (T2.3)
///
/// Slip stops at most once, at p_b, and what follows (sticking, or slip the other way) lasts for
/// good: the path is two straight lines with one bend. Proof: docs/theory.md, Prop. 2.1.
///
/// [Routh1905], [Keller1986], [WangMason1992]; static friction after [ShenTownsend1998].
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/lanes.hpp>
#include <carom/core/scalar.hpp>

namespace carom {

/// Relative widths, in units of the scalar's epsilon, inside which two numbers count as equal.
/// They only decide names at ties, where the impulse itself is continuous, and singular W.
template <class S>
struct PathTolerances {
  /// det W ≤ this · W_tt W_nn: W is singular (§3). Rounding W's entries alone moves det W by 2 eps.
  static constexpr S singular = S(32) * ScalarTraits<S>::epsilon;
  /// |W_tn|/W_tt ≤ μ_s (1 + this) sticks: a μ_s copied from the printed threshold must stick.
  static constexpr S sticking = S(4) * ScalarTraits<S>::epsilon;
  /// |u_b| ≤ this · (−uₙ⁻): slip stops exactly at the end of compression (case ii); likewise uₜ⁺.
  static constexpr S simultaneous = S(4) * ScalarTraits<S>::epsilon;
  /// |k₁| ≤ this · W_nn at uₙ⁻ = 0: neither an impact nor none, undetermined.
  static constexpr S grazing = S(4) * ScalarTraits<S>::epsilon;
  /// |u_b| ≤ this · |uₙ⁻| for singular W: u lies in the range of W, which locks both components.
  static constexpr S in_range = S(4096) * ScalarTraits<S>::epsilon;
};

/// Lanes have the tolerances of the numbers in them.
template <int N>
struct PathTolerances<Lanes<N>> : PathTolerances<double> {};

/// The two straight lines of the path and the bend between them.
///
/// When slip never stops, p_b = 0 and u_b = uₙ⁻ are placeholders, and the second line is not used.
/// When uₜ⁻ = 0, the first line has no length: h, f₁ and k₁ mean nothing.
template <class S>
struct RouthPath {
  Vec2<S> u0{};                   ///< u⁻, m/s
  Condition<S> stops{};           ///< slip stops at p_b (at once when uₜ⁻ = 0)
  Condition<S> in_compression{};  ///< and does so while uₙ ≤ 0
  Condition<S> sticks{};          ///< and then sticks: |W_tn|/W_tt ≤ μ_s
  S h{};                          ///< −d|uₜ|/dpₙ before the bend, kg⁻¹
  S p_b{};                        ///< pₙ at the bend, N·s
  S u_b{};                        ///< uₙ at the bend, m/s
  S f1{}, f2{};                   ///< dpₜ/dpₙ before and after the bend
  S k1{}, k2{};                   ///< duₙ/dpₙ before and after the bend, kg⁻¹
  S g2{};                         ///< duₜ/dpₙ after the bend, kg⁻¹; exactly 0 when it sticks
};

/// True where det W vanishes to rounding, or W has an entry that is no number.
template <class S>
CAROM_HD constexpr Condition<S> is_singular(const Sym2<S>& W) {
  const S square = W.tt * W.nn;
  return !(square - W.tn * W.tn > S(PathTolerances<S>::singular) * square);
}

/// The path of a regular contact, W ≻ 0:
///
///     p_b = |uₜ⁻|/h,   h = μ W_tt − s W_tn > 0,   s = sign(uₜ⁻)              (T2.4)
///     f₂ = −W_tn/W_tt if |W_tn|/W_tt ≤ μ_s,  else −μ sign(W_tn)               (T2.5)
///     u_b = uₙ⁻ + k₁ p_b                                                      (T2.6)
///
/// Straight-line code for lanes: hence select, and & and | between conditions. f₂ is written with |W_tn|
/// because friction and sticking both act against the push of W_tn.
template <class S>
CAROM_HD constexpr RouthPath<S> routh_path(const Sym2<S>& W, const Vec2<S>& u0,
                                           const ContactLaw<S>& law) {
  using Tolerance = PathTolerances<S>;
  const S mu = law.friction;
  RouthPath<S> path;
  path.u0 = u0;

  const S mu_W_tt = mu * W.tt;
  const S s_W_tn = along(W.tn, u0.t);
  const Condition<S> slows = mu_W_tt > s_W_tn;
  path.f1 = against(mu, u0.t);
  path.k1 = W.nn + W.tn * path.f1;
  path.h = mu_W_tt - s_W_tn;
  path.stops = slows | (u0.t == S(0));
  path.p_b = only_if(slows, abs_of(u0.t) / select(slows, path.h, S(1)));

  const S u_b = u0.n + path.k1 * path.p_b;
  const S tie = S(-Tolerance::simultaneous) * u0.n;
  path.in_compression = path.stops & (u_b <= tie);
  path.u_b = only_if(abs_of(u_b) > tie, u_b);

  const S push = abs_of(W.tn);
  path.sticks = push <= static_limit(law) * W.tt * (S(1) + S(Tolerance::sticking));
  path.f2 = against(select(path.sticks, push / W.tt, mu), W.tn);
  path.k2 = W.nn + W.tn * path.f2;
  path.g2 = only_if(!path.sticks, along(max_of(push - mu_W_tt, S(0)), W.tn));
  return path;
}

/// The path where W is singular (§3): W = d dᵀ, or no tangential mobility at all.
///
/// Sticking then locks the normal too, k₂ = 0 exactly; with uₜ and uₙ proportional, as in a single
/// pendulum, both vanish together, so u_b = 0. Without tangential mobility slip never changes.
template <class S>
CAROM_HD constexpr RouthPath<S> singular_routh_path(const Sym2<S>& W, const Vec2<S>& u0,
                                                    const ContactLaw<S>& law) {
  const bool mobile = W.tt > S(0);
  const Sym2<S> regular{mobile ? W.tt : S(1), mobile ? W.tn : S(0), W.nn};
  RouthPath<S> path = routh_path(regular, u0, law);
  if (!mobile) {
    path.h = S(0);
    path.stops = u0.t == S(0);
    path.sticks = true;
    path.p_b = S(0);
    path.u_b = u0.n;
  } else if (path.sticks) {
    path.k2 = S(0);
  }
  if (mobile && abs_of(path.u_b) <= PathTolerances<S>::in_range * abs_of(u0.n)) path.u_b = S(0);
  path.in_compression = path.stops && path.u_b <= S(0);
  return path;
}

}  // namespace carom
