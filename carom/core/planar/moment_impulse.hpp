/// @file
/// A contact whose bodies turn against each other: the moment impulse of a phase, and a phase without it.
///
/// Beside (pₜ, pₙ) a moment impulse p_m acts on the relative turning u_m of the two bodies. At the end of a
/// phase
///
///     e_m p_m = (1 + e_m) u_m/W_mm,   e_m in [−1, 0]                                   (T11.2)
///
/// so that u_m = −e_m times the turning that the phase would end with otherwise: −1 no moment, 0 no turning.
/// The sign is not that of the paper: docs/errata.md, E-CS4.
///
/// [CataldoSampaio2002].
#pragma once

#include <carom/core/planar/routh_path.hpp>
#include <carom/core/scalar.hpp>

namespace carom {

/// Relative widths inside which numbers of this law count as equal.
template <class S>
struct TwoPhaseTolerances {
  /// |pₜ| of a sticking compression up to this share of pₙ, in units where W_tt and W_nn are about one,
  /// has no sign in (T11.7): there the law jumps, and rounding must not choose the side.
  static constexpr S no_sign = S(1024) * ScalarTraits<S>::epsilon;
  /// What is left of a mobility or a velocity after cancellation is zero up to this share of its terms.
  static constexpr S cancelled = S(32) * ScalarTraits<S>::epsilon;
};

/// A vector of contact space with the turning.
template <class S>
struct TurningVec3 {
  S t{};  ///< along the tangent
  S n{};  ///< along the normal
  S m{};  ///< about the axis out of the plane
};

/// One contact: mobilities and velocity before the impact. Without turning the entries of m are zero.
template <class S>
struct TurningContact {
  PlanarContact<S> at{};  ///< W, u and what of them a sticking contact feels
  S W_tm{}, W_nm{}, W_mm{};
  S u_m{};
};

/// A phase: its impulse, and the velocity and slip with which it ends.
template <class S>
struct ImpactPhase {
  TurningVec3<S> p{};
  TurningVec3<S> u{};
  S slip{};  ///< −1, 0 (sticks) or +1
};

// ------------------------------------------------------------------------------------------------

namespace detail {

/// A phase without its moment: with p_m from (T11.2) put into (T11.1),
///
///     A = W − g w wᵀ,   f = u − g w u_m,   w = (W_tm, W_nm),   g = (1 + e_m)/W_mm      (T11.3)
///
/// For e_m in [−1, 0] A lies between W and its Schur complement: A ⪰ 0.
template <class S>
struct ReducedPhase {
  Sym2<S> A{};
  Vec2<S> f{};
  S f_t_terms{};  ///< size of the terms of fₜ
  S g{};          ///< (1 + e_m)/W_mm, 0 without moment
  S e_m{};
  S d{};            ///< fₜ − A_tn fₙ/A_nn, the slip once the approach is gone; A_nn > 0
  S det{};          ///< of A, 0 where singular
  bool singular{};  ///< det A is zero to rounding
};

template <class S>
CAROM_HD constexpr S unless_cancelled(const S& x, const S& terms) {
  return abs_of(x) <= TwoPhaseTolerances<S>::cancelled * terms ? S(0) : x;
}

template <class S>
CAROM_HD constexpr ReducedPhase<S> reduced(const TurningContact<S>& c, const TurningVec3<S>& u,
                                           const S& e_m) {
  ReducedPhase<S> r;
  r.e_m = e_m;
  r.g = c.W_mm > S(0) ? (S(1) + e_m) / c.W_mm : S(0);
  const S g_t = r.g * c.W_tm;
  const S g_n = r.g * c.W_nm;
  const Sym2<S>& W = c.at.W;
  r.A = {unless_cancelled(W.tt - g_t * c.W_tm, W.tt), W.tn - g_t * c.W_nm,
         unless_cancelled(W.nn - g_n * c.W_nm, W.nn)};
  if (!(r.A.tt > S(0)) || !(r.A.nn > S(0))) r.A.tn = S(0);
  r.f = {u.t - g_t * u.m, unless_cancelled(u.n - g_n * u.m, abs_of(u.n) + abs_of(g_n * u.m))};
  r.f_t_terms = abs_of(u.t) + abs_of(g_t * u.m);
  r.d = r.f.t - (r.A.nn > S(0) ? r.A.tn * r.f.n / r.A.nn : S(0));
  if (r.g == S(0)) {
    const bool before = u.t == c.at.u.t && u.n == c.at.u.n;
    if (before && r.A.nn > S(0)) r.d = slip_without_approach(c.at);
    r.det = W.tt * c.at.k_s;
    r.singular = c.at.singular;
  } else {
    r.det = difference_of_products(r.A.tt, r.A.nn, r.A.tn, r.A.tn);
    r.singular = !(r.det > singular_share<S> * W.tt * W.nn);
  }
  if (r.singular) r.det = S(0);
  return r;
}

/// The whole phase from its (pₜ, pₙ) and the (uₜ, uₙ) with which it ends (T11.2).
template <class S>
CAROM_HD constexpr ImpactPhase<S> with_moment(const TurningContact<S>& c, const ReducedPhase<S>& r,
                                              const TurningVec3<S>& before, const Vec2<S>& p,
                                              const Vec2<S>& u) {
  const S free = before.m + c.W_tm * p.t + c.W_nm * p.n;
  ImpactPhase<S> phase;
  phase.p = {p.t, p.n, -(r.g * free)};
  phase.u = {u.t, u.n, r.g > S(0) ? -(r.e_m * free) : free};
  phase.slip = sign(u.t);
  return phase;
}

}  // namespace detail

}  // namespace carom
