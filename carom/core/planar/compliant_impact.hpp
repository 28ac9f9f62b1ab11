/// @file
/// The compliant law: a contact patch on two springs that slides with Coulomb friction.
///
/// A massless patch hangs on the body by a normal spring with hysteresis and a tangential spring, and touches the
/// other body with dry friction. Only η² = K_n/K_t and e matter, so K_n = 1:
///
///     u′ = W F,   Fₙ′ = −k uₙ,   k = 1 when F is new, 1/e² below the largest F so far        (T16.15)
///     stick:  Fₜ′ = −uₜ/η²   while |Fₜ| < μ Fₙ
///     slip:   Fₜ = −s μ Fₙ   while s v_s > 0,   v_s = uₜ + s μ η² k uₙ                         (T16.16)
///
/// Slip is polynomial in pₙ and stick two sines, so every event is exact; no choice is ever left and the answer is
/// unique. The tangential spring can turn slip back, which rigid contacts cannot. It stores nothing at separation.
///
/// [Stronge2000], [Jia2013]. Proofs: docs/theory.md, §16.5.
#pragma once

#include <carom/core/impact_mode.hpp>
#include <carom/core/planar/compliant_stage.hpp>
#include <carom/core/planar/planar_impact.hpp>

namespace carom {

/// What one collision did.
template <class S>
struct CompliantImpact {
  Vec2<S> impulse{};     ///< p on the first body, N·s
  Vec2<S> u_after{};     ///< u⁺, m/s
  S compression{};       ///< p_c, normal impulse at the largest force, N·s
  WorkLedger<S> work{};  ///< J
  /// By the first stop of slip: `stick_in_*`, or `sliding`; a patch that sticks from the start has stopped there.
  ImpactMode mode = ImpactMode::none;
  ImpactStatus status = ImpactStatus::no_impact;
  int stages = 0;  ///< closed forms that were followed
};

/// Resolves one collision; `watch(event, state)` sees the start, each event and the end.
///
/// uₙ⁻ = 0 is an impact only where slip drives the bodies together (a jam), the limit uₙ⁻ → 0 of an approach.
/// `no_solution` where W is singular and the contact locks, or where `most_stages` do not end it.
template <class S, class Watch>
CAROM_HD constexpr CompliantImpact<S> resolve_compliant(const PlanarContact<S>& contact,
                                                        const CompliantLaw<S>& law, Watch&& watch);

template <class S>
CAROM_HD constexpr CompliantImpact<S> resolve_compliant(const PlanarContact<S>& contact,
                                                        const CompliantLaw<S>& law) {
  return resolve_compliant(contact, law, [](CompliantEvent, const CompliantState<S>&) {});
}

/// By how much an impact misses its own law, relative to the terms: momentum, the ledger, the cone, the events, and
/// at the ends of each stage what that stage conserves,
///
///     slip: Fₙ² + 2k ∫uₙ dpₙ     stick: ½ uᵀW⁻¹u + η² Fₜ²/2 + Fₙ²/(2k)                        (T16.17)
template <class S>
CAROM_HD constexpr S compliant_violation(const PlanarContact<S>& contact,
                                         const CompliantLaw<S>& law,
                                         const CompliantImpact<S>& impact);

// ------------------------------------------------------------------------------------------------

namespace detail {

/// Starts slipping iff |uₜ⁻| > μ η² |uₙ⁻|; without friction from any slip, or where W_tn makes one.
template <class S>
CAROM_HD constexpr CompliantState<S> compliant_start(const PlanarContact<S>& c,
                                                     const CompliantLaw<S>& law) {
  CompliantState<S> at;
  at.u = c.u;
  at.sticks =
      law.friction > S(0) && !(abs_of(c.u.t) > law.friction * law.stiffness_ratio * abs_of(c.u.n));
  if (!at.sticks) at.slip = c.u.t == S(0) ? sign(c.W.tn) : sign(c.u.t);
  return at;
}

/// Both springs hold too little for a slip to matter; with much friction the tangential one may hold more.
template <class S>
CAROM_HD constexpr bool is_spent(const CompliantLaw<S>& law, const CompliantState<S>& at) {
  const S little = CompliantLimits<S>::spent * at.F_max;
  return at.F.n <= little && law.stiffness_ratio * at.F.t * at.F.t <= little * little;
}

/// Follows one closed form to its event; false where there is none.
template <class S>
CAROM_HD constexpr bool follow_stage(const PlanarContact<S>& c, const CompliantLaw<S>& law,
                                     CompliantState<S>& at, NextEvent<S>& next) {
  if (at.sticks) {
    const StickStage<S> stick = stick_stage(c, law, at);
    next = next_in_stick(stick, law, at);
    if (next.found) follow_stick(stick, at, next.at);
    at.approaches = at.u.n < S(0);
    if (next.event == CompliantEvent::slip_starts && !is_new(at) && is_spent(law, at))
      next.event = CompliantEvent::end;
  } else {
    const SlipStage<S> slip = slip_stage(c, law, at);
    next = next_in_slip(slip, at);
    if (next.found) follow_slip(slip, law, at, next.at);
  }
  return next.found;
}

/// The first stop of slip decides the mode; where the patch sticks, that stop comes before this event.
template <class S>
CAROM_HD constexpr void note_stop(CompliantImpact<S>& impact, const CompliantState<S>& at) {
  if (impact.mode != ImpactMode::sliding) return;
  if (at.sticks)
    impact.mode =
        at.approaches ? ImpactMode::stick_in_compression : ImpactMode::stick_in_restitution;
  else
    impact.mode =
        at.approaches ? ImpactMode::reverse_in_compression : ImpactMode::reverse_in_restitution;
}

template <class S>
CAROM_HD constexpr void pass_slip_event(const NextEvent<S>& next, const CompliantLaw<S>& law,
                                        CompliantState<S>& at, CompliantImpact<S>& impact) {
  if (next.event == CompliantEvent::slip_starts) {
    at.sticks = at.just_stuck = false;
    at.slip = next.side;
    at.F.t = -(next.side * law.friction * at.F.n);
    return;
  }
  at.sticks = at.just_stuck = law.friction > S(0);
  if (!at.sticks) {
    at.slip = -at.slip;
    at.u.t = S(0);
  }
  note_stop(impact, at);
}

/// What changes at an event.
template <class S>
CAROM_HD constexpr void pass(const NextEvent<S>& next, const CompliantLaw<S>& law,
                             CompliantState<S>& at, CompliantImpact<S>& impact) {
  switch (next.event) {
    case CompliantEvent::slip_stops:
    case CompliantEvent::slip_starts: pass_slip_event(next, law, at, impact); return;
    case CompliantEvent::compression_ends:
      impact.compression = at.p.n;
      impact.work.normal_compression = -(S(0.5) * at.F.n * at.F.n);
      at.F_max = at.F.n;
      at.k = law.restitution > S(0) ? returning(law) : at.k;
      at.u.n = S(0);
      at.approaches = false;
      break;
    case CompliantEvent::turns:
      at.u.n = S(0);
      at.approaches = !at.approaches;
      break;
    case CompliantEvent::compression_starts:
      at.F.n = at.F_max;
      at.F_max = S(0);
      at.k = S(1);
      at.approaches = true;
      break;
    case CompliantEvent::start:
    case CompliantEvent::end: at.F = {}; break;
  }
  at.just_stuck = false;
}

/// Whether there is an impact: uₙ⁻ < 0, or a jam.
template <class S>
CAROM_HD constexpr ImpactStatus compliant_occurrence(const PlanarContact<S>& c,
                                                     const CompliantLaw<S>& law) {
  if (c.u.n > S(0)) return ImpactStatus::no_impact;
  if (!is_finite(c.W.tt + c.W.tn + c.W.nn + c.u.t + c.u.n + law.friction + law.restitution) ||
      !is_finite(law.stiffness_ratio))
    return ImpactStatus::no_solution;
  if (c.u.n < S(0)) return ImpactStatus::solved;
  const S h = c.W.nn - sign(c.u.t) * law.friction * c.W.tn;
  return h < -(PathTolerances<S>::grazing * c.W.nn) ? ImpactStatus::tangential_impact
                                                    : ImpactStatus::no_impact;
}

/// The spring's energy that is left where e = 0 is lost in an infinitely short slip.
template <class S>
CAROM_HD constexpr void close_ledger(const CompliantLaw<S>& law, const CompliantState<S>& at,
                                     const S& F_t, CompliantImpact<S>& impact) {
  const S e = law.restitution;
  impact.impulse = at.p;
  impact.u_after = at.u;
  impact.work.normal_restitution = -(e * e * impact.work.normal_compression);
  const S lost = e > S(0) ? S(0) : S(0.5) * law.stiffness_ratio * F_t * F_t;
  impact.work.friction = at.friction_work - lost;
}

}  // namespace detail

template <class S, class Watch>
CAROM_HD constexpr CompliantImpact<S> resolve_compliant(const PlanarContact<S>& contact,
                                                        const CompliantLaw<S>& law, Watch&& watch) {
  CompliantImpact<S> impact;
  impact.u_after = contact.u;
  impact.status = detail::compliant_occurrence(contact, law);
  if (!detail::happens(impact.status)) return impact;

  CompliantState<S> at = detail::compliant_start(contact, law);
  impact.mode = ImpactMode::sliding;
  if (at.sticks || at.slip == S(0)) impact.mode = ImpactMode::stick_in_compression;
  watch(CompliantEvent::start, at);
  while (impact.stages < detail::CompliantLimits<S>::most_stages) {
    detail::NextEvent<S> next;
    ++impact.stages;
    if (!detail::follow_stage(contact, law, at, next)) break;
    const S F_t = at.F.t;
    detail::pass(next, law, at, impact);
    watch(next.event, at);
    const bool plastic = next.event == CompliantEvent::compression_ends && law.restitution == S(0);
    if (plastic || next.event == CompliantEvent::end) {
      detail::close_ledger(law, at, F_t, impact);
      if (plastic) watch(CompliantEvent::end, at);
      return impact;
    }
  }
  impact.status = ImpactStatus::no_solution;
  return impact;
}

namespace detail {

template <class S>
CAROM_HD constexpr S miss(const S& a, const S& terms) {
  return a == S(0) ? S(0) : abs_of(a) / (terms + ScalarTraits<S>::tiny);
}

/// The energies and impulses that a state is made of: what rounding is relative to.
template <class S>
struct StateTerms {
  S normal{}, tangential{};  ///< |pᵤ| + F²/k in each direction, J
  S impulse{};               ///< |pₜ| + μ pₙ, N·s
};

template <class S>
CAROM_HD constexpr StateTerms<S> state_terms(const CompliantLaw<S>& law, const CompliantState<S>& a,
                                             const CompliantState<S>& b) {
  const auto sum = [](const S& x, const S& y) { return abs_of(x) + abs_of(y); };
  const S F_t = sum(a.F.t, b.F.t);
  const S F_n = sum(a.F.n, b.F.n);
  const S p_t = sum(a.p.t, b.p.t);
  const S p_n = sum(a.p.n, b.p.n);
  return {p_n * sum(a.u.n, b.u.n) + F_n * F_n / a.k,
          p_t * sum(a.u.t, b.u.t) + law.stiffness_ratio * F_t * F_t, p_t + law.friction * p_n};
}

/// What a stage conserves, between its ends (T16.17), as energies and impulses.
template <class S>
CAROM_HD constexpr S stage_violation(const CompliantLaw<S>& law, const CompliantState<S>& a,
                                     const CompliantState<S>& b) {
  const StateTerms<S> terms = state_terms(law, a, b);
  const Vec2<S> dp{b.p.t - a.p.t, b.p.n - a.p.n};
  const S half = S(0.5);
  const S normal = half * dp.n * (a.u.n + b.u.n) + half * (b.F.n - a.F.n) * (b.F.n + a.F.n) / a.k;
  if (!a.sticks) {
    const S edge = dp.t + a.slip * law.friction * dp.n;
    return max_of(miss(normal, terms.normal), miss(edge, terms.impulse));
  }
  const S tangential = half * dp.t * (a.u.t + b.u.t) +
                       half * law.stiffness_ratio * (b.F.t - a.F.t) * (b.F.t + a.F.t);
  return miss(normal + tangential, terms.normal + terms.tangential);
}

/// u⁺ = u⁻ + W p, and the ledger against ½ p·(u⁻ + u⁺), both relative to the terms of u⁻ + W p.
template <class S>
CAROM_HD constexpr S compliant_balance(const PlanarContact<S>& c,
                                       const CompliantImpact<S>& impact) {
  const Vec2<S>& p = impact.impulse;
  const Vec2<S>& u = impact.u_after;
  const Vec2<S> du = c.W * p;
  const S t = abs_of(c.W.tt * p.t) + abs_of(c.W.tn * p.n) + abs_of(c.u.t) + abs_of(u.t);
  const S n = abs_of(c.W.tn * p.t) + abs_of(c.W.nn * p.n) + abs_of(c.u.n) + abs_of(u.n);
  const S momentum = max_of(miss(u.t - c.u.t - du.t, t), miss(u.n - c.u.n - du.n, n));
  const WorkLedger<S>& work = impact.work;
  const S sum = work.normal_compression + work.normal_restitution + work.friction;
  const S terms = abs_of(p.t) * t + abs_of(p.n) * n + abs_of(work.normal_compression);
  return max_of(momentum, miss(sum - contact_work(c, p, u), terms));
}

}  // namespace detail

template <class S>
CAROM_HD constexpr S compliant_violation(const PlanarContact<S>& contact,
                                         const CompliantLaw<S>& law,
                                         const CompliantImpact<S>& impact) {
  S worst = detail::compliant_balance(contact, impact);
  CompliantState<S> before;
  const auto watch = [&](CompliantEvent event, const CompliantState<S>& at) {
    if (event != CompliantEvent::start)
      worst = max_of(worst, detail::stage_violation(law, before, at));
    const S force = abs_of(at.F.t) + law.friction * at.F.n;
    const S outside = max_of(S(0), abs_of(at.F.t) - law.friction * at.F.n);
    worst = max_of(worst, detail::miss(outside, force));
    before = at;
  };
  const CompliantImpact<S> again = resolve_compliant(contact, law, watch);
  const Vec2<S>& p = impact.impulse;
  const S apart = abs_of(again.impulse.t - p.t) + abs_of(again.impulse.n - p.n);
  return max_of(worst, detail::miss(apart, abs_of(p.t) + abs_of(p.n)));
}

}  // namespace carom
