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
#include <carom/core/planar/planar_contact.hpp>
#include <carom/core/scalar.hpp>

namespace carom {

/// Relative widths, in units of the scalar's epsilon, inside which two numbers count as equal.
/// They only decide names at ties, where the impulse itself is continuous.
template <class S>
struct PathTolerances {
  /// |W_tn|/W_tt ≤ μ_s (1 + this) sticks: a μ_s copied from the printed threshold must stick.
  static constexpr S sticking = S(4) * ScalarTraits<S>::epsilon;
  /// |P_d − P_q| < this · P_d: slip stops exactly at the end of compression (case ii). Also for uₜ⁺.
  static constexpr S simultaneous = S(4) * ScalarTraits<S>::epsilon;
  /// |k₁| ≤ this · W_nn at uₙ⁻ = 0: neither an impact nor none, undetermined.
  static constexpr S grazing = S(4) * ScalarTraits<S>::epsilon;
};

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
  Vec2<S> u0{};        ///< u⁻, m/s
  S unit{};            ///< pₙ/r = W_tt, kg⁻¹; 1 where W_tt = 0
  S H{};               ///< −d|uₜ|/dr on the first line, kg⁻²
  S r_b{};             ///< r at the bend, kg·N·s
  S u_b{};             ///< uₙ at the bend, m/s
  S F1{}, F{};         ///< dpₜ/dr on the first and on the last line, kg⁻¹
  S K1{}, K{};         ///< duₙ/dr on the first and on the last line, kg⁻²
  S G2{};              ///< duₜ/dr after a bend, kg⁻²; exactly 0 when it sticks or ends there
  bool bends = false;  ///< slip stops before the impact ends (at once when uₜ⁻ = 0)
  bool in_compression = false;  ///< and does so while uₙ ≤ 0
  bool sticks = false;          ///< a stop is followed by sticking: |W_tn|/W_tt ≤ μ_s
};

/// pₙ at the bend, N·s
template <class S>
CAROM_HD constexpr S bend(const RouthPath<S>& path) {
  return path.unit * path.r_b;
}

/// −det W, raised by as much as still leaves three digits fewer in it than in W, kg⁻²
template <class S>
CAROM_HD constexpr S narrowness(const Sym2<S>& W) {
  const S square = W.tt * W.nn;
  return W.tn * W.tn - (S(1) - S(StickTolerances<S>::narrow)) * square;
}

/// True where det W is small beside W_tt W_nn, or an entry of W is not finite: the path then needs k_s and u_s.
template <class S>
CAROM_HD constexpr bool is_narrow(const Sym2<S>& W) {
  return !(narrowness(W) < S(0));
}

namespace detail {

/// What is known of a path before it is known whether it bends: the slopes (T2.17) of
///
///     f₁ = −μs,   h = μ W_tt − s W_tn,   s = sign(uₜ⁻)                        (T2.4)
///     f₂ = −W_tn/W_tt if |W_tn|/W_tt ≤ μ_s,  else −μ sign(W_tn)               (T2.5)
///
/// with F for f W_tt and H for h W_tt.
template <class S>
CAROM_HD constexpr RouthPath<S> slopes(const Sym2<S>& W, const Vec2<S>& u0,
                                       const ContactLaw<S>& law) {
  const S s = u0.t < S(0) ? S(-1) : S(1);
  const S mu_W_tt = law.friction * W.tt;
  RouthPath<S> path;
  path.u0 = u0;
  path.unit = W.tt;
  path.H = W.tt * (mu_W_tt - s * W.tn);
  path.F1 = -s * mu_W_tt;
  path.K1 = W.tt * W.nn + W.tn * path.F1;
  path.sticks = abs_of(W.tn) <= static_limit(law) * W.tt * (S(1) + PathTolerances<S>::sticking);
  if (path.sticks) {
    path.F = -W.tn;
    path.G2 = S(0);
  } else {
    path.F = W.tn < S(0) ? mu_W_tt : -mu_W_tt;
    path.G2 = W.tt * (W.tn + path.F);
  }
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
template <class S>
CAROM_HD constexpr RouthPath<S> routh_path(const Sym2<S>& W, const Vec2<S>& u0,
                                           const ContactLaw<S>& law) {
  RouthPath<S> path = detail::slopes(W, u0, law);
  path.u_b = u0.n;
  if (u0.t == S(0)) {
    path.bends = path.in_compression = true;
  } else if (path.H > S(0)) {
    const S P_d = path.K1 * abs_of(u0.t);
    const S P_q = path.H * -u0.n;
    const S excess = P_d - P_q;
    const S tie = PathTolerances<S>::simultaneous * P_d;
    path.in_compression = excess <= tie;
    path.bends = path.in_compression || excess < law.restitution * P_q;
    if (law.restitution == S(0) && abs_of(excess) < tie) path.G2 = S(0);
  }
  if (path.bends) {  // H ≤ 0 only where uₜ⁻ = 0: the derivative of r_b then has no bound
    path.r_b = abs_of(u0.t) / max_of(path.H, S(ScalarTraits<S>::tiny));
    path.u_b = u0.n + path.K1 * path.r_b;
  }
  if (!path.bends) path.F = path.F1;
  path.K = W.tt * W.nn + W.tn * path.F;
  return path;
}

/// When slip stops against the end of compression (T2.14), by (T2.20).
template <class S>
struct SlipStop {
  S h{};       ///< μ W_tt − s W_tn (T2.4), kg⁻¹
  S excess{};  ///< P_d − P_q, m·kg⁻²/s
  S P_q{};     ///< H |uₙ⁻|
  S tie{};     ///< what rounding of the given numbers leaves of an excess that is zero
};

template <class S>
CAROM_HD constexpr SlipStop<S> slip_stop(const PlanarContact<S>& c, const ContactLaw<S>& law) {
  const S s = sign(c.u.t);
  const S det = c.W.tt * c.k_s;
  const S u_t = abs_of(c.u.t);
  SlipStop<S> stop;
  stop.h = difference_of_products(law.friction, c.W.tt, s, c.W.tn);
  const S by_friction = stop.h * (c.W.tt * c.u_s);
  stop.excess = det * u_t + by_friction;
  stop.P_q = c.W.tt * stop.h * -c.u.n;
  const S P_d = abs_of(det - s * c.W.tn * stop.h) * u_t;
  stop.tie = PathTolerances<S>::simultaneous * (P_d + S(2) * (det * u_t + abs_of(by_friction)));
  return stop;
}

/// Slip stops just as the impact ends, to rounding: P_d = (1 + e) P_q (T2.14). That names no stop.
template <class S>
CAROM_HD constexpr bool stops_with_impact(const SlipStop<S>& stop, const S& e) {
  return abs_of(stop.excess - e * stop.P_q) <= (S(1) + e) * stop.tie;
}

/// Slip stops just as compression ends, to rounding (case ii).
template <class S>
CAROM_HD constexpr bool stops_with_compression(const SlipStop<S>& stop) {
  return stops_with_impact(stop, S(0));
}

/// The path of any contact, from k_s and u_s: for singular (§3) and nearly singular W, and at ties.
///
/// Where W is singular sticking locks the normal too, K = 0 exactly; with uₜ and uₙ proportional, as in a single
/// pendulum, both vanish together, so u_b = 0. Without tangential mobility slip never changes.
template <class S>
CAROM_HD constexpr RouthPath<S> narrow_routh_path(const PlanarContact<S>& c,
                                                  const ContactLaw<S>& law) {
  const bool mobile = c.W.tt > S(0);
  const Sym2<S> W{mobile ? c.W.tt : S(1), mobile ? c.W.tn : S(0), c.W.nn};
  const S s = sign(c.u.t);
  const S det = W.tt * c.k_s;
  const SlipStop<S> stop = slip_stop(c, law);
  RouthPath<S> path = detail::slopes(W, c.u, law);
  path.sticks = !mobile || path.sticks;
  path.H = mobile ? W.tt * stop.h : S(0);
  path.K1 = mobile ? det - s * W.tn * stop.h : W.nn;
  if (!mobile) path.G2 = S(0);

  const bool slows = path.H > S(0);
  const bool stops = slows || c.u.t == S(0);
  const bool with_compression = slows && stops_with_compression(stop);
  const S u_b = with_compression ? S(0) : (slows ? stop.excess / path.H : c.u.n);
  path.in_compression = stops && u_b <= S(0);
  path.bends = path.in_compression || (stops && u_b < -(law.restitution * c.u.n) &&
                                       !stops_with_impact(stop, law.restitution));
  path.r_b = path.bends && slows ? abs_of(c.u.t) / path.H : S(0);
  path.u_b = path.bends ? u_b : c.u.n;
  if (with_compression && law.restitution == S(0)) path.G2 = S(0);
  path.F = path.bends ? path.F : path.F1;
  const S push = abs_of(W.tn);
  const S beyond = difference_of_products(push, S(1), law.friction, W.tt);
  path.K = !path.bends ? path.K1 : (path.sticks ? det : det + push * beyond);
  if (!path.sticks && path.G2 != S(0))
    path.G2 = (W.tn < S(0) ? -W.tt : W.tt) * max_of(beyond, S(0));
  return path;
}

}  // namespace carom
