/// @file
/// The law of Chatterjee and Ruina for one planar contact, in closed form.
///
/// P_I is the plastic frictionless impulse, P_II the plastic sticking one, D = P_II − P_I:
///
///     p = (1 + e) P_I + κ D,   κ = min(1 + e_t, κ*),   κ* = μ (1 + e) P_I,n/(|D_t| − μ D_n)        (T16.11)
///
/// with κ* infinite where its denominator is ≤ 0. P_I and D are orthogonal in W, so that
///
///     uₙ⁺ = −e uₙ⁻,   uₜ⁺ = (1 − κ) c − e W_tn uₙ⁻/W_nn,   c = uₜ⁻ − W_tn uₙ⁻/W_nn                  (T16.12)
///
/// Never gains energy (docs/theory.md, Prop. 16.3). [ChatterjeeRuina1998].
#pragma once

#include <carom/core/planar/cone_impact.hpp>

namespace carom {

/// The parameters of the law.
template <class S>
struct ChatterjeeRuinaLaw {
  S friction{};                ///< μ ≥ 0
  S restitution{};             ///< e in [0, 1]
  S tangential_restitution{};  ///< e_t in [−1, 1]; −1: no friction; it acts on the slip at compression's end
};

/// Resolves one collision: `sticking` where 1 + e_t decides, `sliding` where the cone does.
///
/// W singular is the limit of W + εI: P_II of least norm where u⁻ is in the range of W, else the line to the
/// edge of the cone that does not jam, else `no_solution`. uₙ⁻ = 0 is an impact only where P_II pushes and holds.
template <class S>
CAROM_HD constexpr ConeImpact<S> resolve_chatterjee_ruina(const PlanarContact<S>& contact,
                                                          const ChatterjeeRuinaLaw<S>& law);

/// By how much an impact misses momentum, uₙ⁺ = −e uₙ⁻, the line, the cone or the choice of κ, relative to the terms.
template <class S>
CAROM_HD constexpr S chatterjee_ruina_violation(const PlanarContact<S>& contact,
                                                const ChatterjeeRuinaLaw<S>& law,
                                                const ConeImpact<S>& impact);

// ------------------------------------------------------------------------------------------------

namespace detail {

/// D = (D_t, −W_tn/W_nn D_t) with D_t = −c W_nn/det W; where W is singular, what W + εI tends to.
template <class S>
struct ChatterjeeRuinaLine {
  S slip{};              ///< c, m/s; exactly 0 where u⁻ lies in the range of a singular W
  S p_i{};               ///< normal part of P_I
  Vec2<S> D{};           ///< of unit tangent where `endless`
  bool endless = false;  ///< no finite P_II
};

template <class S>
CAROM_HD constexpr ChatterjeeRuinaLine<S> chatterjee_ruina_line(const PlanarContact<S>& c) {
  ChatterjeeRuinaLine<S> line;
  line.p_i = -c.u.n / c.W.nn;
  line.slip = slip_without_approach(c);
  const S lever = c.W.tn / c.W.nn;
  S D_t = S(0);
  if (!c.singular) {
    D_t = -(line.slip * c.W.nn) / (c.W.tt * c.k_s);
  } else {
    const S terms = abs_of(c.u.t) + abs_of(lever * c.u.n);
    if (abs_of(line.slip) <= StickTolerances<S>::in_range * terms) line.slip = S(0);
    line.endless = line.slip != S(0);
    D_t = line.endless ? -sign(line.slip) : line.p_i * lever / (S(1) + lever * lever);
  }
  line.D = {D_t, -(lever * D_t)};
  return line;
}

/// κ*, or a negative number where the line never leaves the cone.
template <class S>
CAROM_HD constexpr S leaves_cone(const S& mu, const S& push, const S& D_t, const S& D_n) {
  const S rate = abs_of(D_t) - mu * D_n;
  return rate > S(0) ? mu * push / rate : S(-1);
}

}  // namespace detail

template <class S>
CAROM_HD constexpr ConeImpact<S> resolve_chatterjee_ruina(const PlanarContact<S>& contact,
                                                          const ChatterjeeRuinaLaw<S>& law) {
  const PlanarContact<S>& c = contact;
  if (c.u.n > S(0)) return detail::no_cone_impact(c.u, ImpactStatus::no_impact);
  if (!(c.W.nn > S(0)))
    return detail::no_cone_impact(
        c.u, c.u.n < S(0) ? ImpactStatus::no_solution : ImpactStatus::no_impact);
  const detail::ChatterjeeRuinaLine<S> line = detail::chatterjee_ruina_line(c);
  const S e = law.restitution;
  const S push = line.p_i + e * line.p_i;
  const S wanted = S(1) + law.tangential_restitution;
  const S edge = detail::leaves_cone(law.friction, push, line.D.t, line.D.n);
  const bool sticks = line.slip == S(0) || (!line.endless && (edge < S(0) || wanted <= edge));
  if (line.endless && edge < S(0))
    return detail::no_cone_impact(
        c.u, c.u.n < S(0) ? ImpactStatus::no_solution : ImpactStatus::no_impact);
  const bool free = !(edge < S(0)) && edge < wanted;
  const S kappa = free ? edge : wanted;
  ConeImpact<S> impact;
  impact.impulse = {kappa * line.D.t, push + kappa * line.D.n};
  if (!(impact.impulse.n > S(0))) return detail::no_cone_impact(c.u, ImpactStatus::no_impact);
  const S left = line.endless ? line.slip
                 : sticks     ? -(law.tangential_restitution * line.slip)
                              : line.slip - kappa * line.slip;
  const S u_t = left - c.W.tn / c.W.nn * (e * c.u.n);
  impact.u_after = {u_t, S(0) - e * c.u.n};
  impact.mode = sticks ? ImpactMode::sticking : ImpactMode::sliding;
  impact.status = c.u.n < S(0) ? ImpactStatus::solved : ImpactStatus::tangential_impact;
  impact.unique_impulse = !c.singular || line.endless || line.D.t == S(0);
  return impact;
}

template <class S>
CAROM_HD constexpr S chatterjee_ruina_violation(const PlanarContact<S>& contact,
                                                const ChatterjeeRuinaLaw<S>& law,
                                                const ConeImpact<S>& impact) {
  const PlanarContact<S>& c = contact;
  const Vec2<S>& p = impact.impulse;
  if (p.n < S(0)) return S(1);
  const S terms_n = abs_of(c.W.tn * p.t) + abs_of(c.W.nn * p.n);
  const S line = c.W.tn * p.t + c.W.nn * p.n + (c.u.n + law.restitution * c.u.n);
  S worst = max_of(detail::momentum_violation(c, p, impact.u_after),
                   detail::relative(line, terms_n + abs_of(c.u.n)));
  worst =
      max_of(worst, detail::relative(impact.u_after.n + law.restitution * c.u.n, abs_of(c.u.n)));
  const S force = abs_of(p.t) + law.friction * p.n;
  worst = max_of(worst, detail::relative(max_of(S(0), abs_of(p.t) - law.friction * p.n), force));
  const S slip = slip_without_approach(c);
  const S back = -(c.W.tn / c.W.nn * (law.restitution * c.u.n));
  const S slips = abs_of(c.u.t) + abs_of(c.W.tn / c.W.nn * c.u.n) + abs_of(c.W.tt * p.t);
  // (1 + e_t − κ) c, which the cone makes larger than 0 and leaves below (1 + e_t) c
  const S rest = impact.u_after.t - back + law.tangential_restitution * slip;
  const S along = sign(slip) * rest;
  const S most = (S(1) + law.tangential_restitution) * abs_of(slip);
  const S beyond = detail::relative(max_of(S(0), max_of(-along, along - most)), slips);
  const S chosen = detail::relative(rest, slips);
  const S on_edge = max_of(beyond, detail::relative(abs_of(p.t) - law.friction * p.n, force));
  return max_of(worst, chosen < on_edge ? chosen : on_edge);
}

}  // namespace carom
