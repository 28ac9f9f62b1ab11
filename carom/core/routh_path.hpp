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
  static constexpr S singular = S(32) * ScalarTraits<S>::input_epsilon;
  /// |W_tn|/W_tt ≤ μ_s (1 + this) sticks: a μ_s copied from the printed threshold must stick.
  static constexpr S sticking = S(4) * ScalarTraits<S>::epsilon;
  /// |P_d − P_q| < this · P_d: slip stops exactly at the end of compression (case ii); likewise uₜ⁺.
  static constexpr S simultaneous = S(4) * ScalarTraits<S>::epsilon;
  /// |k₁| ≤ this · W_nn at uₙ⁻ = 0: neither an impact nor none, undetermined.
  static constexpr S grazing = S(4) * ScalarTraits<S>::epsilon;
  /// |u_b| ≤ this · |uₙ⁻| for singular W: u lies in the range of W, which locks both components.
  static constexpr S in_range = S(4096) * ScalarTraits<S>::epsilon;
};

/// Lanes have the tolerances of the numbers in them.
template <int N>
struct PathTolerances<Lanes<N>> : PathTolerances<double> {};
template <int N>
struct ScalarTraits<Lanes<N>> : ScalarTraits<double> {};

/// The straight lines of the path and the bend between them, with r = pₙ/W_tt as time.
///
/// Slopes with respect to r need no division: the line of sticking has dp = (−W_tn, W_tt) dr, on which
/// uₙ grows by det W. With F = dpₜ/dr = W_tt f, (T2.3) reads
///
///     duₜ/dr = W_tt (F + W_tn),   duₙ/dr = W_tt W_nn + W_tn F = K(F)           (T2.17)
///
/// When slip does not stop before the impact ends, the first line is also the last one: r_b = 0,
/// u_b = uₙ⁻. When uₜ⁻ = 0, the first line has no length: H, F₁ and K₁ mean nothing.
template <class S>
struct RouthPath {
  Vec2<S> u0{};  ///< u⁻, m/s
  S unit{};      ///< pₙ/r = W_tt, kg⁻¹; 1 where W_tt = 0
  S H{};         ///< −d|uₜ|/dr on the first line, kg⁻²
  S r_b{};       ///< r at the bend, kg·N·s
  S u_b{};       ///< uₙ at the bend, m/s
  S F1{}, F{};   ///< dpₜ/dr on the first and on the last line, kg⁻¹
  S K1{}, K{};   ///< duₙ/dr on the first and on the last line, kg⁻²
  S G2{};        ///< duₜ/dr after a bend, kg⁻²; exactly 0 when it sticks or ends there
  // Last: eight truth values fill a byte, and a gap amid the numbers keeps GCC from using registers for them.
  Condition<S> bends{};           ///< slip stops before the impact ends (at once when uₜ⁻ = 0)
  Condition<S> in_compression{};  ///< and does so while uₙ ≤ 0
  Condition<S> sticks{};          ///< a stop is followed by sticking: |W_tn|/W_tt ≤ μ_s
};

/// pₙ at the bend, N·s
template <class S>
CAROM_HD constexpr S bend(const RouthPath<S>& path) {
  return path.unit * path.r_b;
}

/// Whether slip stops just as the impact ends, to rounding: P_d = (1 + e) P_q (T2.14). That names no stop.
template <class S>
CAROM_HD constexpr Condition<S> stops_with_impact(const RouthPath<S>& path, const S& restitution) {
  const S P_d = path.K1 * abs_of(path.u0.t);
  const S missing = P_d + (S(1) + restitution) * (path.H * path.u0.n);
  return abs_of(missing) < S(PathTolerances<S>::simultaneous) * P_d;
}

/// Whether slip stops just as compression ends, to rounding (case ii).
template <class S>
CAROM_HD constexpr Condition<S> stops_with_compression(const RouthPath<S>& path) {
  return stops_with_impact(path, S(0));
}

/// −det W, raised by as much as rounding may have lowered it, kg⁻²
template <class S>
CAROM_HD constexpr S singularity(const Sym2<S>& W) {
  const S square = W.tt * W.nn;
  return W.tn * W.tn - (S(1) - S(PathTolerances<S>::singular)) * square;
}

/// False where det W vanishes to rounding, or W has an entry that is no number.
template <class S>
CAROM_HD constexpr Condition<S> is_regular(const Sym2<S>& W) {
  return singularity(W) < S(0);
}
template <class S>
CAROM_HD constexpr Condition<S> is_singular(const Sym2<S>& W) {
  return !is_regular(W);
}

namespace detail {

/// What is known of a path before it is known whether it bends: the slopes (T2.17) of
///
///     f₁ = −μs,   h = μ W_tt − s W_tn,   s = sign(uₜ⁻)                        (T2.4)
///     f₂ = −W_tn/W_tt if |W_tn|/W_tt ≤ μ_s,  else −μ sign(W_tn)               (T2.5)
///
/// with F₂ for F. It is written with |W_tn| because friction and sticking both act against the push of W_tn.
template <class S>
CAROM_HD constexpr RouthPath<S> slopes(const Sym2<S>& W, const Vec2<S>& u0,
                                       const ContactLaw<S>& law) {
  const S mu_W_tt = law.friction * W.tt;
  const S against_W_tn = against(W.tn, u0.t);
  const S push = abs_of(W.tn);
  RouthPath<S> path;
  path.u0 = u0;
  path.unit = W.tt;
  path.H = W.tt * (mu_W_tt + against_W_tn);
  path.F1 = against(mu_W_tt, u0.t);
  path.K1 = W.tt * W.nn + mu_W_tt * against_W_tn;
  path.sticks = push <= static_limit(law) * W.tt * (S(1) + S(PathTolerances<S>::sticking));
  path.F = against(select(path.sticks, push, mu_W_tt), W.tn);
  path.G2 = only_if(!path.sticks, along(W.tt * max_of(push - mu_W_tt, S(0)), W.tn));
  return path;
}

}  // namespace detail

/// The path of a regular contact, W ≻ 0. Where slip stops is known without a division, from
///
///     P_d = K₁ |uₜ⁻|,   P_q = H |uₙ⁻|:   in compression ⇔ P_d ≤ P_q,
///                                        before the end ⇔ P_d < (1 + e) P_q    (T2.14)
///     p_b = |uₜ⁻|/h,   u_b = uₙ⁻ + k₁ p_b                               (T2.4), (T2.6)
///
/// Where both happen at once and nothing is restored, the impact ends at the stop: G₂ = 0, so that rounding makes no
/// slip of a last line without length.
///
/// Straight-line code for lanes: hence select, and & and | between conditions. Slip that does not slow
/// down has H ≤ 0 and K₁ > 0; raised to a tiny one, H says just that.
template <class S>
CAROM_HD constexpr RouthPath<S> routh_path(const Sym2<S>& W, const Vec2<S>& u0,
                                           const ContactLaw<S>& law) {
  RouthPath<S> path = detail::slopes(W, u0, law);
  const S H = max_of(path.H, S(ScalarTraits<S>::tiny));
  const S P_d = path.K1 * abs_of(u0.t);
  const S P_q = H * -u0.n;
  const S excess = P_d - P_q;
  const S tie = S(PathTolerances<S>::simultaneous) * P_d;

  path.in_compression = not_above(excess, tie);  // and where uₜ⁻ is no number: then nothing is
  path.bends = path.in_compression | (excess < law.restitution * P_q);
  path.r_b = only_if(path.bends, abs_of(u0.t) / H);
  path.u_b = u0.n + path.K1 * path.r_b;
  path.G2 = only_if(!(abs_of(excess) < only_if(law.restitution == S(0), tie)), path.G2);
  path.F = select(path.bends, path.F, path.F1);
  path.K = W.tt * W.nn + W.tn * path.F;
  return path;
}

/// The path where W is singular (§3): W = d dᵀ, or no tangential mobility at all.
///
/// Sticking then locks the normal too, K = 0 exactly; with uₜ and uₙ proportional, as in a single
/// pendulum, both vanish together, so u_b = 0. Without tangential mobility slip never changes.
template <class S>
CAROM_HD constexpr RouthPath<S> singular_routh_path(const Sym2<S>& W, const Vec2<S>& u0,
                                                    const ContactLaw<S>& law) {
  const bool mobile = W.tt > S(0);
  const Sym2<S> regular{mobile ? W.tt : S(1), mobile ? W.tn : S(0), W.nn};
  RouthPath<S> path = detail::slopes(regular, u0, law);
  path.sticks = !mobile || path.sticks;
  if (!mobile) path.H = path.G2 = S(0);

  const bool slows = path.H > S(0);
  const bool stops = slows || u0.t == S(0);
  const S r_b = slows ? abs_of(u0.t) / path.H : S(0);
  S u_b = u0.n + path.K1 * r_b;
  if (mobile && abs_of(u_b) <= PathTolerances<S>::in_range * abs_of(u0.n)) u_b = S(0);
  path.in_compression = stops && u_b <= S(0);
  path.bends = path.in_compression || (stops && u_b < -(law.restitution * u0.n));
  path.r_b = path.bends ? r_b : S(0);
  path.u_b = path.bends ? u_b : u0.n;
  path.F = path.bends ? path.F : path.F1;
  const bool locked = mobile && path.bends && path.sticks;
  path.K = locked ? S(0) : regular.tt * regular.nn + regular.tn * path.F;
  return path;
}

}  // namespace carom
