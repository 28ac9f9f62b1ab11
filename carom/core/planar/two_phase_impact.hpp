/// @file
/// Two phases with tangential restitution and a moment impulse, the law of Cataldo and Sampaio, put right.
///
/// Compression and expansion are two small complementarity problems. Friction looks at the slip with
/// which a phase ends, unlike Routh's path; expansion gives back a part of the tangential impulse of
/// compression; beside (pₜ, pₙ) a moment impulse p_m acts on the relative turning u_m of the bodies:
///
///     u⁺ = u⁻ + W p   with rows (t, n, m)                                            (T11.1)
///     e_m p_m = (1 + e_m) u_m/W_mm   at the end of each phase                        (T11.2)
///
/// Without the moment this is the law of Glocker and Pfeiffer for one contact. Both phases have closed
/// forms: no iteration. Where we differ from the paper: docs/errata.md, E-CS1 to E-CS11.
///
/// [CataldoSampaio2002], [GlockerPfeiffer1995].
#pragma once

#include <carom/core/impact_mode.hpp>
#include <carom/core/planar/moment_impulse.hpp>
#include <carom/core/planar/routh_path.hpp>
#include <carom/core/scalar.hpp>

#include <cstdint>
#include <initializer_list>

namespace carom {

/// The parameters of the law.
template <class S>
struct TwoPhaseLaw {
  S friction{};                ///< μ ≥ 0
  S restitution{};             ///< e in [0, 1], pₙ of expansion over pₙ of compression
  S tangential_restitution{};  ///< e_t in [0, 1]
  S friction_recovery{};       ///< ν in [0, 1]
  S moment_compression{-1};    ///< e_mC in [−1, 0]; −1: no moment
  S moment_restitution{-1};    ///< e_mE in [−1, 0]; −1: no moment
};

/// Why the law has no answer.
enum class TwoPhaseFailure : std::uint8_t {
  none,
  no_compression,   ///< nothing with pₙ > 0 ends compression at uₙ = 0
  penetrating,      ///< uₙ⁺ < 0 after both phases
  moment_singular,  ///< the moment takes all normal mobility, or cannot act on the turning
  rank_one,         ///< the contact locks and no cone holds the impulse
};

/// What the law says.
template <class S>
struct TwoPhaseImpact {
  ImpactPhase<S> compression{};
  ImpactPhase<S> expansion{};
  ImpactMode mode = ImpactMode::none;
  ImpactStatus status = ImpactStatus::no_impact;
  TwoPhaseFailure failure = TwoPhaseFailure::none;
  bool unique_impulse =
      true;  ///< false: the least of many that end compression with the same velocity
};

/// Between two tangential impulses, lo ≤ 0 ≤ hi.
template <class S>
struct ImpulseInterval {
  S lo{}, hi{};
};

/// How far the tangential impulse of expansion may differ from e times that of compression, (pₜ, pₙ). With
///
///     2 I_S = μ ν e pₙ sign(pₜ) + e e_t pₜ                                              (T11.7)
///     pₜ ≥ 0:  [−μ e pₙ + 2 I_S, μ e pₙ];     pₜ ≤ 0:  [−μ e pₙ, μ e pₙ + 2 I_S]        (T11.8)
///
/// this is (T11.8) less e pₜ, written without cancellation; 0 is always inside.
template <class S>
CAROM_HD constexpr ImpulseInterval<S> expansion_interval(const TwoPhaseLaw<S>& law,
                                                         const ImpactPhase<S>& compression);

/// Resolves one contact by the law; second_answer() says whether that is the only answer.
template <class S>
CAROM_HD constexpr TwoPhaseImpact<S> resolve_two_phases(const TurningContact<S>& contact,
                                                        const TwoPhaseLaw<S>& law);

/// Another answer that satisfies the law as well; status no_impact where there is none.
template <class S>
CAROM_HD constexpr TwoPhaseImpact<S> second_answer(const TurningContact<S>& contact,
                                                   const TwoPhaseLaw<S>& law,
                                                   const TwoPhaseImpact<S>& first);

// ------------------------------------------------------------------------------------------------

namespace detail {

/// Compression seen along the line uₙ = 0: pₙ and uₜ as functions of pₜ, and where the cone cuts it.
///
///     pₙ = −(fₙ + A_tn pₜ)/A_nn,   uₜ = d + κ pₜ
///     d = fₜ − A_tn fₙ/A_nn,   κ = det A/A_nn ≥ 0                                        (T11.4)
template <class S>
struct CompressionLine {
  S d{}, kappa{};
  bool has_lo{}, has_hi{};  ///< the cone's edges pₜ = −μ pₙ and pₜ = μ pₙ cut the line at pₙ > 0
  S lo{}, hi{};             ///< there
};

template <class S>
CAROM_HD constexpr CompressionLine<S> compression_line(const ReducedPhase<S>& r, const S& mu) {
  CompressionLine<S> line;
  const S shift = r.A.tn * r.f.n / r.A.nn;
  line.d = r.d;
  line.kappa = r.det / r.A.nn;
  if (r.singular && abs_of(line.d) <= StickTolerances<S>::in_range * (r.f_t_terms + abs_of(shift)))
    line.d = S(0);
  const S k_lo = r.A.nn - mu * r.A.tn;
  const S k_hi = r.A.nn + mu * r.A.tn;
  const S grazing = PathTolerances<S>::grazing * r.A.nn;
  line.has_lo = r.f.n < S(0) ? k_lo > grazing : r.f.n > S(0) && k_lo < -grazing;
  line.has_hi = r.f.n < S(0) ? k_hi > grazing : r.f.n > S(0) && k_hi < -grazing;
  line.lo = line.has_lo ? mu * r.f.n / k_lo : S(0);
  line.hi = line.has_hi ? -(mu * r.f.n) / k_hi : S(0);
  return line;
}

template <class S>
CAROM_HD constexpr Vec2<S> on_line(const ReducedPhase<S>& r, const S& p_t) {
  return {p_t, -(r.f.n + r.A.tn * p_t) / r.A.nn};
}

/// True for an impulse that pushes and lies in the friction cone.
template <class S>
CAROM_HD constexpr bool holds(const Vec2<S>& p, const S& mu) {
  return p.n > S(0) && abs_of(p.t) <= mu * p.n * (S(1) + PathTolerances<S>::sticking);
}

/// A way to end compression.
template <class S>
struct CompressionEnd {
  bool found = false;
  bool unique = true;
  Vec2<S> p{};
  S u_t{};
};

/// On the cone's edge with slip s = ±1: pₜ = −s μ pₙ, s uₜ ≥ 0.
template <class S>
CAROM_HD constexpr CompressionEnd<S> slip_end(const ReducedPhase<S>& r,
                                              const CompressionLine<S>& line, const S& mu,
                                              const S& s) {
  CompressionEnd<S> end;
  if (s > S(0) ? !line.has_lo : !line.has_hi) return end;
  const S p_t = s > S(0) ? line.lo : line.hi;
  const S p_n = -r.f.n / (r.A.nn - s * mu * r.A.tn);
  const S terms = abs_of(line.d) + abs_of(line.kappa * p_t);
  end.u_t = unless_cancelled(line.d + line.kappa * p_t, terms);
  end.p = {p_t, p_n};
  end.found = p_n > S(0) && s * end.u_t >= S(0);
  return end;
}

/// Where uₜ = 0 inside the cone. With κ = 0 and d = 0 the whole segment does: the least impulse of it.
template <class S>
CAROM_HD constexpr CompressionEnd<S> stick_end(const ReducedPhase<S>& r,
                                               const CompressionLine<S>& line, const S& mu) {
  CompressionEnd<S> end;
  if (line.kappa > S(0)) {
    end.p = on_line(r, -line.d / line.kappa);
    end.found = holds(end.p, mu);
    return end;
  }
  if (line.d != S(0)) return end;
  S p_t = -(r.f.n * r.A.tn) / (r.A.tn * r.A.tn + r.A.nn * r.A.nn);
  const bool beyond = r.f.n >= S(0);  // the cone's part of the line begins at its edge
  if (line.has_lo && (beyond || p_t < line.lo)) p_t = line.lo;
  if (line.has_hi && (beyond || p_t > line.hi)) p_t = line.hi;
  end.p = on_line(r, p_t);
  end.found = holds(end.p, mu);
  end.unique = line.has_lo && line.has_hi && line.lo == line.hi;
  return end;
}

/// Without tangential impulse, where any one of the cone's segment ends compression.
template <class S>
CAROM_HD constexpr CompressionEnd<S> direct_end(const ReducedPhase<S>& r,
                                                const CompressionLine<S>& line) {
  CompressionEnd<S> end;
  end.p = {S(0), -r.f.n / r.A.nn};
  end.found = r.f.n < S(0) && line.kappa == S(0) && line.d == S(0);
  return end;
}

/// uₙ = 0, pₙ > 0, |pₜ| ≤ μ pₙ, pₜ = −μ pₙ sign(uₜ) where uₜ ≠ 0                          (T11.5)
///
/// For fₙ < 0 and κ > 0 there is exactly one: uₜ grows along the line and the cone cuts a segment, so pₜ
/// is −d/κ clipped to it. Sticking is asked first; with fₙ > 0 (the moment alone would separate the bodies)
/// and a jam, sticking and slipping hold together.
template <class S>
CAROM_HD constexpr CompressionEnd<S> compression_end(const ReducedPhase<S>& r, const S& mu) {
  const CompressionLine<S> line = compression_line(r, mu);
  const CompressionEnd<S> stick = stick_end(r, line, mu);
  if (stick.found) return stick;
  const CompressionEnd<S> forwards = slip_end(r, line, mu, S(1));
  return forwards.found ? forwards : slip_end(r, line, mu, S(-1));
}

/// The velocity with which expansion would end with e times the impulse of compression: f + A (e p).
///
/// A p of compression is known without rounding of its terms, from the velocities between which it acts;
/// that keeps the digits where W is nearly singular, and uₙ⁺ = −e uₙ⁻ exact where the moment is off.
template <class S>
CAROM_HD constexpr Vec2<S> proportional_end(const TurningContact<S>& c,
                                            const ReducedPhase<S>& first,
                                            const ReducedPhase<S>& second,
                                            const ImpactPhase<S>& compression, const S& e) {
  const S turned = (first.g - second.g) * (c.W_tm * compression.p.t + c.W_nm * compression.p.n);
  return {second.f.t + e * ((compression.u.t - first.f.t) + c.W_tm * turned),
          second.f.n + e * ((compression.u.n - first.f.n) + c.W_nm * turned)};
}

/// pₙ = e pₙ of compression; uₜ = 0 where lo < pₜ < hi, uₜ ≥ 0 at lo, uₜ ≤ 0 at hi         (T11.9)
///
/// uₜ does not fall with pₜ, so pₜ is the stuck one clipped to [lo, hi]; lo = hi leaves uₜ free.
template <class S>
CAROM_HD constexpr TwoPhaseImpact<S> expanded(const TurningContact<S>& c, const TwoPhaseLaw<S>& law,
                                              const ReducedPhase<S>& first,
                                              TwoPhaseImpact<S> impact) {
  const ImpactPhase<S>& compression = impact.compression;
  const S e = law.restitution;
  const ReducedPhase<S> r = reduced(c, compression.u, law.moment_restitution);
  const ImpulseInterval<S> interval = expansion_interval(law, compression);
  const Vec2<S> b = proportional_end(c, first, r, compression, e);
  const S b_t_terms = r.f_t_terms + e * (abs_of(compression.u.t) + first.f_t_terms);
  const bool mobile = r.A.tt > S(0);
  const bool rests = unless_cancelled(b.t, b_t_terms) == S(0);

  S delta = mobile ? -(b.t / r.A.tt) : (rests ? -(e * compression.p.t) : -b.t);
  const bool inside = delta >= interval.lo && delta <= interval.hi;
  if (delta < interval.lo || (!mobile && !rests && b.t > S(0))) delta = interval.lo;
  if (delta > interval.hi || (!mobile && !rests && b.t < S(0))) delta = interval.hi;
  const bool sticks = mobile ? inside : rests;
  const S u_t =
      sticks ? S(0) : unless_cancelled(b.t + r.A.tt * delta, b_t_terms + abs_of(r.A.tt * delta));
  const S push = r.A.tn * delta;
  const S n_terms = abs_of(r.f.n) + e * abs_of(first.f.n) + abs_of(push);
  const Vec2<S> p{e * compression.p.t + delta, e * compression.p.n};
  impact.expansion =
      with_moment(c, r, compression.u, p, {u_t, unless_cancelled(b.n + push, n_terms)});
  impact.mode = u_t == S(0) ? ImpactMode::sticking : ImpactMode::sliding;
  if (impact.expansion.u.n < S(0)) {
    impact.status = ImpactStatus::no_solution;
    impact.failure = TwoPhaseFailure::penetrating;
  }
  return impact;
}

template <class S>
CAROM_HD constexpr TwoPhaseImpact<S> from_compression(const TurningContact<S>& c,
                                                      const TwoPhaseLaw<S>& law,
                                                      const ReducedPhase<S>& r,
                                                      const CompressionEnd<S>& end) {
  TwoPhaseImpact<S> impact;
  impact.status = c.at.u.n < S(0) ? ImpactStatus::solved : ImpactStatus::tangential_impact;
  impact.unique_impulse = end.unique;
  impact.compression = with_moment(c, r, {c.at.u.t, c.at.u.n, c.u_m}, end.p, {end.u_t, S(0)});
  return expanded(c, law, r, impact);
}

template <class S>
CAROM_HD constexpr TwoPhaseImpact<S> failed(TwoPhaseFailure failure) {
  TwoPhaseImpact<S> impact;
  impact.status = ImpactStatus::no_solution;
  impact.failure = failure;
  return impact;
}

/// At uₙ⁻ = 0 only friction begins an impact, as in (T2.13): −1 drives the bodies together, 0 neither does
/// nor parts them, +1 there is none.
template <class S>
CAROM_HD constexpr S at_rest(const TurningContact<S>& c, const S& mu) {
  if (c.at.u.t == S(0) || c.at.u.n > S(0)) return S(1);
  const S k = c.at.W.nn - sign(c.at.u.t) * mu * c.at.W.tn;
  return abs_of(k) <= PathTolerances<S>::grazing * c.at.W.nn ? S(0) : sign(k);
}

/// What follows from another end of compression, if it leaves with other velocities than `first`.
template <class S>
CAROM_HD constexpr TwoPhaseImpact<S> other_answer(const TurningContact<S>& c,
                                                  const TwoPhaseLaw<S>& law,
                                                  const CompressionEnd<S>& end,
                                                  const TwoPhaseImpact<S>& first) {
  if (!end.found) return {};
  const ReducedPhase<S> r = reduced(c, {c.at.u.t, c.at.u.n, c.u_m}, law.moment_compression);
  const TwoPhaseImpact<S> other = from_compression(c, law, r, end);
  if (!has_answer(other.status)) return {};
  const TurningVec3<S>& a = first.expansion.u;
  const TurningVec3<S>& b = other.expansion.u;
  const S size = abs_of(c.at.u.t) + abs_of(c.at.u.n) + abs_of(a.t) + abs_of(a.n);
  const S apart = abs_of(a.t - b.t) + abs_of(a.n - b.n) + abs_of(a.m - b.m);
  return apart > StickTolerances<S>::in_range * size ? other : TwoPhaseImpact<S>{};
}

}  // namespace detail

template <class S>
CAROM_HD constexpr ImpulseInterval<S> expansion_interval(const TwoPhaseLaw<S>& law,
                                                         const ImpactPhase<S>& compression) {
  const S e = law.restitution;
  const bool sticks = compression.slip == S(0);
  // A slip says which way friction pushes, without friction too: slopes at μ = 0 need it.
  const S p_t = sticks ? abs_of(compression.p.t) : -(compression.slip * compression.p.t);
  const bool pushes = sticks ? compression.p.t > S(0) : compression.slip < S(0);
  const S edge = law.friction * (e * compression.p.n);
  const S along = sticks ? max_of(edge - e * p_t, S(0)) : S(0);
  const bool no_sign = sticks && p_t <= TwoPhaseTolerances<S>::no_sign * compression.p.n;
  const S against = no_sign ? edge + e * p_t
                            : (S(1) - law.friction_recovery) * edge +
                                  e * ((S(1) - law.tangential_restitution) * p_t);
  return pushes ? ImpulseInterval<S>{-against, along} : ImpulseInterval<S>{-along, against};
}

template <class S>
CAROM_HD constexpr TwoPhaseImpact<S> resolve_two_phases(const TurningContact<S>& contact,
                                                        const TwoPhaseLaw<S>& law) {
  TwoPhaseImpact<S> none;
  none.compression.u = none.expansion.u = {contact.at.u.t, contact.at.u.n, contact.u_m};
  const bool approaches = contact.at.u.n < S(0);
  if (!approaches) {
    const S rate = detail::at_rest(contact, law.friction);
    if (rate == S(0)) none.status = ImpactStatus::undetermined;
    if (rate >= S(0)) return none;
  }
  const bool moment = law.moment_compression > S(-1) || law.moment_restitution > S(-1);
  if (moment && !(contact.W_mm > S(0)) && contact.u_m != S(0))
    return detail::failed<S>(TwoPhaseFailure::moment_singular);
  const detail::ReducedPhase<S> r = detail::reduced(
      contact, {contact.at.u.t, contact.at.u.n, contact.u_m}, law.moment_compression);
  if (!(r.A.nn > S(0)))
    return detail::failed<S>(contact.at.W.nn > S(0) ? TwoPhaseFailure::moment_singular
                                                    : TwoPhaseFailure::no_compression);
  const detail::CompressionEnd<S> end = detail::compression_end(r, law.friction);
  if (!end.found && !approaches) return none;  // p = 0 is left
  if (!end.found)
    return detail::failed<S>(r.singular && r.f.n < S(0) ? TwoPhaseFailure::rank_one
                                                        : TwoPhaseFailure::no_compression);
  const TwoPhaseImpact<S> first = detail::from_compression(contact, law, r, end);
  if (has_answer(first.status)) return first;
  const TwoPhaseImpact<S> other = second_answer(contact, law, first);
  if (other.mode != ImpactMode::none) return other;
  return approaches ? first : none;
}

template <class S>
CAROM_HD constexpr TwoPhaseImpact<S> second_answer(const TurningContact<S>& contact,
                                                   const TwoPhaseLaw<S>& law,
                                                   const TwoPhaseImpact<S>& first) {
  const detail::ReducedPhase<S> r = detail::reduced(
      contact, {contact.at.u.t, contact.at.u.n, contact.u_m}, law.moment_compression);
  if (!(r.A.nn > S(0)) || first.status == ImpactStatus::no_impact) return {};
  const detail::CompressionLine<S> line = detail::compression_line(r, law.friction);
  if (first.status == ImpactStatus::undetermined) {  // p = 0, and all up to the stop of slip
    const detail::CompressionEnd<S> stick = detail::stick_end(r, line, law.friction);
    return stick.found ? detail::from_compression(contact, law, r, stick) : TwoPhaseImpact<S>{};
  }
  if (r.f.n < S(0) && line.kappa > S(0)) return {};  // (T11.5) has one answer
  for (const S s : {S(1), S(-1), S(0)}) {
    const TwoPhaseImpact<S> other = detail::other_answer(
        contact, law,
        s == S(0) ? detail::direct_end(r, line) : detail::slip_end(r, line, law.friction, s),
        first);
    if (other.status != ImpactStatus::no_impact) return other;
  }
  return {};
}

}  // namespace carom
