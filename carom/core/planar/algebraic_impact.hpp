/// @file
/// The algebraic laws: Newton's coefficient between the velocities before and after, and a statement
/// about the total impulse. They do not look inside the impact, which is how they create energy.
///
///     uₙ⁺ = −e uₙ⁻                                                              (T4.1)
///
/// leaves one unknown, the impulse ratio ρ = pₜ/pₙ; each law chooses it its own way:
///
/// | law           | ρ when the contact does not stick                              |
/// |---------------|----------------------------------------------------------------|
/// | whittaker     | friction opposes the final slip                         (T4.4) |
/// | conventional  | friction opposes the initial slip                       (T4.5) |
/// | brach         | whittaker, lowered until no energy is gained            (T4.6) |
/// | impulse_ratio | given, directly or as a share of the critical ratio     (T4.7) |
///
/// [Whittaker1917], [KaneLevinson1985], [ShenTownsend1998], [Brach1989].
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/impact_mode.hpp>
#include <carom/core/planar/planar_contact.hpp>
#include <carom/core/planar/routh_path.hpp>
#include <carom/core/scalar.hpp>

namespace carom {

/// What an algebraic law says of one collision; it has no path.
template <class S>
struct AlgebraicImpact {
  Vec2<S> impulse{};  ///< p on the first body, N·s
  Vec2<S> u_after{};  ///< u⁺ = u⁻ + W p, m/s
  ImpactMode mode = ImpactMode::none;
  ImpactStatus status = ImpactStatus::no_impact;
};

/// The no-slip end: the impulse that gives uₙ⁺ = −e uₙ⁻ and uₜ⁺ = 0, by elimination,
///
///     pₙ = −(u_s + e uₙ⁻)/k_s,   pₜ = −(uₜ⁻ + W_tn pₙ)/W_tt                                  (T4.1)
///
/// with pₜ = 0 where pₙ alone stops the slip, to rounding. It needs W ≻ 0. Its ratio |pₜ/pₙ| is the
/// critical ratio, where pₙ > 0.
template <class S>
CAROM_HD constexpr Vec2<S> no_slip_end(const PlanarContact<S>& c, const S& restitution);

/// Friction opposes the final slip; sticking is tested with static friction.
template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_whittaker(const PlanarContact<S>& c,
                                                        const ContactLaw<S>& law);

/// Friction opposes the initial slip (the final one where uₜ⁻ = 0).
template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_conventional(const PlanarContact<S>& c,
                                                           const ContactLaw<S>& law);

/// Whittaker's answer with pₜ lowered to the value of zero loss where it would gain energy.
template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_brach(const PlanarContact<S>& c,
                                                    const ContactLaw<S>& law);

/// A given impulse ratio ρ = pₜ/pₙ, signed. `no_solution` where W_nn + ρ W_tn ≤ 0.
template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_impulse_ratio(const PlanarContact<S>& c,
                                                            const S& restitution, const S& ratio);

/// A given share of the critical ratio; 1 ends without slip. `no_solution` where the no-slip end pulls (pₙ ≤ 0). Where
/// W is singular every impulse ends without slip for e = 0, and the ratio of the least is the critical one; for e > 0
/// none does, and no share but 0 has an answer.
template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_critical_fraction(const PlanarContact<S>& c,
                                                                const S& restitution,
                                                                const S& fraction);

/// The same for a contact given by W and u.
template <class S>
CAROM_HD constexpr Vec2<S> no_slip_end(const Sym2<S>& W, const Vec2<S>& u0, const S& restitution) {
  return no_slip_end(planar_contact(W, u0), restitution);
}
template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_whittaker(const Sym2<S>& W, const Vec2<S>& u0,
                                                        const ContactLaw<S>& law) {
  return resolve_whittaker(planar_contact(W, u0), law);
}
template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_conventional(const Sym2<S>& W, const Vec2<S>& u0,
                                                           const ContactLaw<S>& law) {
  return resolve_conventional(planar_contact(W, u0), law);
}
template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_brach(const Sym2<S>& W, const Vec2<S>& u0,
                                                    const ContactLaw<S>& law) {
  return resolve_brach(planar_contact(W, u0), law);
}
template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_impulse_ratio(const Sym2<S>& W, const Vec2<S>& u0,
                                                            const S& restitution, const S& ratio) {
  return resolve_impulse_ratio(planar_contact(W, u0), restitution, ratio);
}
template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_critical_fraction(const Sym2<S>& W, const Vec2<S>& u0,
                                                                const S& restitution,
                                                                const S& fraction) {
  return resolve_critical_fraction(planar_contact(W, u0), restitution, fraction);
}

// ------------------------------------------------------------------------------------------------

namespace detail {

template <class S>
CAROM_HD constexpr AlgebraicImpact<S> algebraic_none(const Vec2<S>& u0, ImpactStatus status) {
  AlgebraicImpact<S> impact;
  impact.u_after = u0;
  impact.status = status;
  return impact;
}

template <class S>
CAROM_HD constexpr ImpactStatus happening(const Vec2<S>& u0) {
  return u0.n < S(0) ? ImpactStatus::solved : ImpactStatus::tangential_impact;
}

/// uₜ⁺ where W is singular: Newton's line fixes it, whatever the impulse ratio; exactly 0 where u lies in the range of W.
template <class S>
CAROM_HD constexpr S singular_slip(const PlanarContact<S>& c, const S& e) {
  const S reversed = c.W.tn / c.W.nn * (e * c.u.n);
  const S u_t = slip_without_approach(c) - reversed;
  return abs_of(u_t) <= StickTolerances<S>::in_range * abs_of(c.u.t) ? S(0) : u_t;
}

/// pₙ = K/(W_nn + ρ W_tn), pₜ = ρ pₙ, K = −(1+e) uₙ⁻                             (T4.3)
template <class S>
CAROM_HD constexpr AlgebraicImpact<S> slip_with_ratio(const PlanarContact<S>& c, const S& e,
                                                      const S& ratio) {
  const S mobility = difference_of_products(c.W.nn, S(1), -ratio, c.W.tn);
  if (!(mobility > PathTolerances<S>::grazing * c.W.nn))
    return algebraic_none(c.u, ImpactStatus::no_solution);
  const S p_n = -(c.u.n + e * c.u.n) / mobility;
  const S slip = c.singular ? singular_slip(c, e) : c.u.t + (c.W.tt * ratio + c.W.tn) * p_n;
  AlgebraicImpact<S> impact;
  impact.impulse = {ratio * p_n, p_n};
  impact.u_after = {slip, -(e * c.u.n)};
  impact.mode = ImpactMode::sliding;
  impact.status = ImpactStatus::solved;
  return impact;
}

template <class S>
CAROM_HD constexpr AlgebraicImpact<S> stick_at(const Vec2<S>& p, const Vec2<S>& u0, const S& e) {
  AlgebraicImpact<S> impact;
  impact.impulse = p;
  impact.u_after = {S(0), -(e * u0.n)};
  impact.mode = ImpactMode::sticking;
  impact.status = happening(u0);
  return impact;
}

/// The no-slip end sticks where it pushes and stays inside the static cone      (T4.2)
///
/// What rounding of the terms of p may have added to it does not decide.
template <class S>
CAROM_HD constexpr bool sticks_at(const PlanarContact<S>& c, const Vec2<S>& p,
                                  const ContactLaw<S>& law) {
  const S limit = static_limit(law);
  const S P = (abs_of(c.u_s) + abs_of(law.restitution * c.u.n)) / c.k_s;
  const S terms = (abs_of(c.u.t) + abs_of(c.W.tn) * P) / c.W.tt + limit * P;
  return p.n > S(0) && abs_of(p.t) - limit * p.n <= PathTolerances<S>::sticking * terms;
}

/// W = d dᵀ (§3): Newton's line fixes the velocity after in both components, and only the impulse ratio
/// is left to choose; the least impulse inside the cone where the contact sticks.
template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_singular_algebraic(const PlanarContact<S>& c,
                                                                 const ContactLaw<S>& law,
                                                                 bool opposes_initial_slip) {
  if (c.u.n == S(0)) return algebraic_none(c.u, ImpactStatus::no_impact);
  if (!(c.W.nn > S(0))) return algebraic_none(c.u, ImpactStatus::no_solution);
  const S e = law.restitution;
  const S lever = c.W.tn / c.W.nn;
  const S u_t = singular_slip(c, e);
  if (u_t == S(0)) {
    const S limit = static_limit(law);
    const S ratio = abs_of(lever) <= limit ? lever : sign(lever) * limit;
    return stick_at(slip_with_ratio(c, e, ratio).impulse, c.u, e);
  }
  const bool initial = opposes_initial_slip && c.u.t != S(0);
  return slip_with_ratio(c, e, -(sign(initial ? c.u.t : u_t) * law.friction));
}

}  // namespace detail

template <class S>
CAROM_HD constexpr Vec2<S> no_slip_end(const PlanarContact<S>& c, const S& restitution) {
  const S p_n = -(c.u_s + restitution * c.u.n) / c.k_s;
  const S slip = c.u.t + c.W.tn * p_n;
  const bool none = abs_of(slip) <= PathTolerances<S>::sticking * abs_of(c.u.t);
  return {none ? S(0) : -(slip / c.W.tt), p_n};
}

template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_whittaker(const PlanarContact<S>& c,
                                                        const ContactLaw<S>& law) {
  if (c.u.n > S(0)) return detail::algebraic_none(c.u, ImpactStatus::no_impact);
  if (c.singular) return detail::resolve_singular_algebraic(c, law, false);
  const Vec2<S> D = no_slip_end(c, law.restitution);
  if (detail::sticks_at(c, D, law)) return detail::stick_at(D, c.u, law.restitution);
  if (c.u.n == S(0)) return detail::algebraic_none(c.u, ImpactStatus::no_impact);
  const S side = D.n > S(0) ? sign(D.t) : sign(c.W.tn);  // (T4.4)
  return detail::slip_with_ratio(c, law.restitution, side * law.friction);
}

template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_conventional(const PlanarContact<S>& c,
                                                           const ContactLaw<S>& law) {
  if (c.u.n > S(0)) return detail::algebraic_none(c.u, ImpactStatus::no_impact);
  if (c.singular) return detail::resolve_singular_algebraic(c, law, true);
  if (c.u.t == S(0)) return resolve_whittaker(c, law);
  const Vec2<S> D = no_slip_end(c, law.restitution);
  if (detail::sticks_at(c, D, law)) return detail::stick_at(D, c.u, law.restitution);
  if (c.u.n == S(0)) return detail::algebraic_none(c.u, ImpactStatus::no_impact);
  return detail::slip_with_ratio(c, law.restitution, -(sign(c.u.t) * law.friction));  // (T4.5)
}

template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_brach(const PlanarContact<S>& c,
                                                    const ContactLaw<S>& law) {
  using std::sqrt;
  AlgebraicImpact<S> impact = resolve_whittaker(c, law);
  if (impact.status != ImpactStatus::solved) return impact;
  const Vec2<S> p = impact.impulse;
  const Vec2<S> u = impact.u_after;
  const S work = S(2) * contact_work(c, p, u);
  const S terms = abs_of(p.t) * (abs_of(c.u.t) + abs_of(u.t)) + p.n * (abs_of(c.u.n) + abs_of(u.n));
  if (p.t == S(0) || work <= PathTolerances<S>::grazing * terms) return impact;

  // k_t pₜ² + 2b pₜ − c = 0 has its two roots on both sides of 0; whittaker's side is wanted. (T4.6)
  // Where W is singular, k_t = 0 leaves one root, and slip after does not depend on pₜ.
  const S e = law.restitution;
  const S K = -(c.u.n + e * c.u.n);
  const S side = sign(p.t);
  const S lever = c.W.tn / c.W.nn;
  const S k_t = c.W.tt * c.k_s / c.W.nn;
  const S b = slip_without_approach(c);
  const S lost = (S(1) - e) * (S(1) + e) * c.u.n * (c.u.n / c.W.nn);
  const S root = sqrt(b * b + k_t * lost);
  const bool apart = side * b <= S(0);
  if (c.singular && apart) return impact;
  const S p_t = apart ? (side * root - b) / k_t : lost / (side * root + b);
  impact.impulse = {p_t, (K - c.W.tn * p_t) / c.W.nn};
  if (!c.singular) impact.u_after.t = b - lever * (e * c.u.n) + k_t * p_t;
  impact.mode = ImpactMode::capped;
  return impact;
}

template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_impulse_ratio(const PlanarContact<S>& c,
                                                            const S& restitution, const S& ratio) {
  if (!(c.u.n < S(0))) return detail::algebraic_none(c.u, ImpactStatus::no_impact);
  return detail::slip_with_ratio(c, restitution, ratio);
}

template <class S>
CAROM_HD constexpr AlgebraicImpact<S> resolve_critical_fraction(const PlanarContact<S>& c,
                                                                const S& restitution,
                                                                const S& fraction) {
  if (!(c.u.n < S(0))) return detail::algebraic_none(c.u, ImpactStatus::no_impact);
  if (c.singular) {
    const S least = c.W.tn / c.W.nn;
    const AlgebraicImpact<S> impact = detail::slip_with_ratio(c, restitution, fraction * least);
    const bool rests = has_answer(impact.status) && impact.u_after.t == S(0);
    if (rests && fraction == S(1)) return detail::stick_at(impact.impulse, c.u, restitution);
    if (rests || fraction == S(0)) return impact;
    return detail::algebraic_none(c.u, ImpactStatus::no_solution);
  }
  const Vec2<S> D = no_slip_end(c, restitution);
  if (!(D.n > S(0))) return detail::algebraic_none(c.u, ImpactStatus::no_solution);
  if (fraction == S(1)) return detail::stick_at(D, c.u, restitution);
  return detail::slip_with_ratio(c, restitution, fraction * (D.t / D.n));
}

}  // namespace carom
