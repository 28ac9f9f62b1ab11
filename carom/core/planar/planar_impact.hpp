/// @file
/// One frictional collision in the plane, exactly: the main algorithm of carom.
///
/// Routh's path (routh_path.hpp) says how the contact moves; a law of restitution says where on it
/// the impact ends (path_end.hpp). Both are closed forms: no step size, no iteration, no tolerance in
/// the result.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/impact_mode.hpp>
#include <carom/core/lanes/one_in_lanes.hpp>
#include <carom/core/planar/path_end.hpp>
#include <carom/core/planar/planar_result.hpp>
#include <carom/core/planar/routh_path.hpp>
#include <carom/core/scalar.hpp>
#include <limits>
#include <type_traits>

namespace carom {

/// Resolves one frictional collision under Newton's, Poisson's or Stronge's restitution.
///
/// Compression ends at p_c (T2.7); the impact ends at pₙ by (T2.8), (T2.9) or (T2.10). For W ≻ 0 and
/// uₙ⁻ < 0 there is always exactly one answer, jams included (docs/theory.md, Prop. 2.2).
///
/// uₙ⁻ > 0 yields no_impact and p = 0. uₙ⁻ = 0 is a tangential impact (T2.13) where slip drives the
/// bodies together, k₁ < 0; there p = 0 satisfies the law as well and carom takes the impact, as
/// [WangMason1992] do. At k₁ = 0 the impulse is undetermined and p = 0 is returned.
///
/// An input that is not finite has no answer: no_solution, and p is NaN. (For a contact that separates only uₙ⁻ is
/// looked at; μ_s only where it matters.)
///
/// Singular W, to StickTolerances::singular, follows §3 of docs/theory.md; no_solution where the law asks for a
/// velocity that a locked contact cannot take, but no_impact where uₙ⁻ = 0: there p = 0 is left.
///
/// @param W   Delassus matrix of the contact, kg⁻¹; W ⪰ 0, entries and their ratios within 1e±60.
/// @param u0  contact velocity before the impact, m/s; within 1e±30, or 0.
template <class S>
CAROM_HD constexpr PlanarImpact<S> resolve_planar(const Sym2<S>& W, const Vec2<S>& u0,
                                                  const ContactLaw<S>& law);

/// The ledger of an impact along its path.
template <class S>
CAROM_HD constexpr WorkLedger<S> ledger(const RouthPath<S>& path, const PlanarImpact<S>& impact);

/// The same for a contact whose k_s and u_s are known to more digits than W and u tell, such as one of a mechanism.
template <class S>
CAROM_HD constexpr PlanarImpact<S> resolve_planar(const PlanarContact<S>& contact,
                                                  const ContactLaw<S>& law);

/// The path that resolve_planar follows.
template <class S>
CAROM_HD constexpr RouthPath<S> path_of(const PlanarContact<S>& c, const ContactLaw<S>& law);

// ------------------------------------------------------------------------------------------------

namespace detail {

/// The name of the path: by its first stop, if slip stops. Slip that starts from rest does not stop.
template <class S>
CAROM_HD constexpr ImpactMode classify(const RouthPath<S>& path) {
  if (!path.bends) return ImpactMode::sliding;
  if (path.sticks)
    return path.in_compression ? ImpactMode::stick_in_compression
                               : ImpactMode::stick_in_restitution;
  if (path.u0.t == S(0)) return ImpactMode::sliding;
  return path.in_compression ? ImpactMode::reverse_in_compression
                             : ImpactMode::reverse_in_restitution;
}

/// p at the end of the path.
template <class S>
CAROM_HD constexpr Vec2<S> impulse_at(const RouthPath<S>& path, const End<S>& end) {
  return {path.F1 * path.r_b + path.F * end.after, path.unit * end.r};
}

/// The slip that friction on the first line alone leaves; what rounding leaves of none is none.
template <class S>
CAROM_HD constexpr S slip_left(const RouthPath<S>& path, const S& r) {
  const S slip = abs_of(path.u0.t) - path.H * r;
  if (!(slip > PathTolerances<S>::simultaneous * abs_of(path.u0.t))) return S(0);
  return path.u0.t < S(0) ? -slip : slip;
}

/// The impulse and velocity at the end of the path.
template <class S>
CAROM_HD constexpr PlanarImpact<S> arrive(const RouthPath<S>& path, const End<S>& end) {
  PlanarImpact<S> impact;
  impact.impulse = impulse_at(path, end);
  impact.u_after = {path.bends ? path.G2 * end.after : slip_left(path, end.r), end.u_n};
  impact.compression = path.unit * end.r_c;
  impact.mode = classify(path);
  impact.status = ImpactStatus::solved;
  return impact;
}

/// The impact that happens along a regular path.
template <class S>
CAROM_HD constexpr PlanarImpact<S> follow(const RouthPath<S>& path, const ContactLaw<S>& law) {
  return arrive(path, end_of(path, law));
}

/// What happens at all: uₙ⁻ < 0 is an impact; uₙ⁻ = 0 is one where slip compresses (T2.13).
template <class S>
CAROM_HD constexpr ImpactStatus occurrence(const RouthPath<S>& path, const Sym2<S>& W) {
  if (path.u0.n < S(0)) return ImpactStatus::solved;
  if (path.u0.n != S(0) || path.u0.t == S(0)) return ImpactStatus::no_impact;
  const S grazing = PathTolerances<S>::grazing * W.nn * path.unit;
  if (path.K1 < -grazing) return ImpactStatus::tangential_impact;
  const bool mobile = W.tt > S(0) || W.nn > S(0);
  return path.K1 <= grazing && mobile ? ImpactStatus::undetermined : ImpactStatus::no_impact;
}

/// The result of a contact where nothing happens, or nothing can.
template <class S>
CAROM_HD constexpr PlanarImpact<S> nothing(const Vec2<S>& u0, ImpactStatus status) {
  PlanarImpact<S> impact;
  impact.u_after = u0;
  impact.status = status;
  return impact;
}

/// The result of a contact with an input that is not finite.
template <class S>
CAROM_HD constexpr PlanarImpact<S> no_number(const Vec2<S>& u0) {
  PlanarImpact<S> impact = nothing(u0, ImpactStatus::no_solution);
  const S nan(std::numeric_limits<double>::quiet_NaN());
  impact.impulse = impact.u_after = {nan, nan};
  impact.compression = nan;
  return impact;
}

/// What is not finite stays in a sum.
template <class S>
CAROM_HD constexpr bool are_finite(const Sym2<S>& W, const Vec2<S>& u0, const ContactLaw<S>& law) {
  return is_finite(W.tt + W.tn + W.nn + u0.t + u0.n + law.friction + law.restitution);
}

CAROM_HD constexpr bool happens(ImpactStatus status) {
  return status == ImpactStatus::solved || status == ImpactStatus::tangential_impact;
}

template <class S>
CAROM_HD constexpr PlanarImpact<S> resolve_regular(const Sym2<S>& W, const Vec2<S>& u0,
                                                   const ContactLaw<S>& law) {
  const RouthPath<S> path = routh_path(W, u0, law);
  const ImpactStatus status = occurrence(path, W);
  if (!happens(status)) return nothing(u0, status);
  PlanarImpact<S> impact = follow(path, law);
  impact.status = status;
  return impact;
}

/// Whether slip stops just as compression or the impact ends: rounding of P_d and P_q must not decide it.
template <class S>
CAROM_HD constexpr bool is_tie(const PlanarContact<S>& c, const ContactLaw<S>& law) {
  const SlipStop<S> stop = slip_stop(c, law);
  return stop.h > S(0) &&
         (stops_with_compression(stop) || stops_with_impact(stop, law.restitution));
}

/// Slip that stops with the impact, or that has stopped with it, leaves none.
template <class S>
CAROM_HD constexpr PlanarImpact<S> resolve_narrow(const PlanarContact<S>& c,
                                                  const ContactLaw<S>& law) {
  const RouthPath<S> path = narrow_routh_path(c, law);
  const ImpactStatus status = occurrence(path, c.W);
  if (!happens(status)) return nothing(c.u, status);
  const End<S> end = singular_end(path, law);
  if (!end.exists)
    return nothing(c.u, c.u.n < S(0) ? ImpactStatus::no_solution : ImpactStatus::no_impact);
  PlanarImpact<S> impact = arrive(path, end);
  if (!path.bends && path.H > S(0) && stops_with_impact(slip_stop(c, law), law.restitution))
    impact.u_after.t = S(0);
  impact.status = status;
  return impact;
}

}  // namespace detail

template <class S>
CAROM_HD constexpr PlanarImpact<S> resolve_planar(const Sym2<S>& W, const Vec2<S>& u0,
                                                  const ContactLaw<S>& law) {
  if constexpr (detail::has_quick_way<S>)  // to the same bits
    if (u0.n < S(0) && !is_narrow(W) && !std::is_constant_evaluated())
      if (const auto impact = detail::quick_impact(W, u0, law); is_finite(impact.impulse.n))
        return impact;
  if (u0.n > S(0)) return detail::nothing(u0, ImpactStatus::no_impact);
  if (!detail::are_finite(W, u0, law)) return detail::no_number(u0);
  const PlanarImpact<S> impact = is_narrow(W) ? detail::resolve_narrow(planar_contact(W, u0), law)
                                              : detail::resolve_regular(W, u0, law);
  return is_finite(impact.impulse.n) ? impact : detail::no_number(u0);
}

template <class S>
CAROM_HD constexpr PlanarImpact<S> resolve_planar(const PlanarContact<S>& c,
                                                  const ContactLaw<S>& law) {
  if (!is_narrow(c.W) && !detail::is_tie(c, law)) return resolve_planar(c.W, c.u, law);
  if (c.u.n > S(0)) return detail::nothing(c.u, ImpactStatus::no_impact);
  if (!detail::are_finite(c.W, c.u, law)) return detail::no_number(c.u);
  const PlanarImpact<S> impact = detail::resolve_narrow(c, law);
  return is_finite(impact.impulse.n) ? impact : detail::no_number(c.u);
}

template <class S>
CAROM_HD constexpr RouthPath<S> path_of(const PlanarContact<S>& c, const ContactLaw<S>& law) {
  return is_narrow(c.W) || detail::is_tie(c, law) ? narrow_routh_path(c, law)
                                                  : routh_path(c.W, c.u, law);
}

template <class S>
CAROM_HD constexpr WorkLedger<S> ledger(const RouthPath<S>& path, const PlanarImpact<S>& impact) {
  if (impact.mode == ImpactMode::none) return {};
  const bool slides_through = impact.mode == ImpactMode::sliding && !(path.u0.t == S(0));
  const bool in_compression = !slides_through && path.in_compression;
  const S p_b = bend(path);
  const S p_c = impact.compression;
  const S p_n = impact.impulse.n;
  const S half = S(0.5);
  const S u_n = impact.u_after.n;

  WorkLedger<S> work;
  work.normal_compression = in_compression
                                ? half * (p_b * (path.u0.n + path.u_b) + (p_c - p_b) * path.u_b)
                                : half * p_c * path.u0.n;
  work.normal_restitution = (in_compression || slides_through)
                                ? half * (p_n - p_c) * u_n
                                : half * ((p_b - p_c) * path.u_b + (p_n - p_b) * (path.u_b + u_n));
  const S p_t = path.F1 * path.r_b;
  work.friction = slides_through
                      ? half * impact.impulse.t * (path.u0.t + impact.u_after.t)
                      : half * (p_t * path.u0.t + (impact.impulse.t - p_t) * impact.u_after.t);
  return work;
}

}  // namespace carom
