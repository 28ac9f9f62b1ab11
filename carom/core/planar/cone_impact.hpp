/// @file
/// One planar contact as a cone problem: the laws moreau, fremond and anitescu_potra.
///
/// **C(W, q, l)**: find p with w = q + W p and
///
///     0 ≤ pₙ − l ⊥ wₙ ≥ 0,   |pₜ| ≤ μ pₙ,   pₜ = −μ pₙ sign(wₜ) where wₜ ≠ 0                    (T16.1)
///
/// | law            | q                             | l                              |
/// |----------------|-------------------------------|--------------------------------|
/// | moreau         | ((1 + e_t) uₜ⁻, (1 + e) uₙ⁻)  | 0                              |
/// | fremond        | (2 uₜ⁻, (1 + e) uₙ⁻)          | 0, friction on the mean slip   |
/// | anitescu_potra | u⁻, then u at maximum         | 0, then e times pₙ of the first|
///
/// In the plane each has one answer where W ≻ 0. fremond is moreau with e_t = 1.
///
/// [Moreau1988], [Fremond2002], [AnitescuPotra1997]. Proofs: docs/theory.md, §16.1 to §16.4.
#pragma once

#include <carom/core/impact_mode.hpp>
#include <carom/core/planar/planar_contact.hpp>
#include <carom/core/planar/routh_path.hpp>
#include <carom/core/scalar.hpp>

namespace carom {

/// The parameters of the cone laws.
template <class S>
struct ConeLaw {
  S friction{};                ///< μ ≥ 0
  S restitution{};             ///< e in [0, 1]
  S tangential_restitution{};  ///< e_t in [0, 1]; moreau only
};

/// What a law without a path says of one collision.
template <class S>
struct ConeImpact {
  Vec2<S> impulse{};                   ///< p on the first body, N·s
  Vec2<S> u_after{};                   ///< m/s
  ImpactMode mode = ImpactMode::none;  ///< `sticking`: wₜ = 0, which moreau reads as uₜ⁺ = −e_t uₜ⁻
  ImpactStatus status = ImpactStatus::no_impact;
  bool unique_impulse =
      true;  ///< false: the least of many impulses with the same velocity (W singular)
};

/// Friction opposes uₜ⁺ + e_t uₜ⁻, and uₙ⁺ = −e uₙ⁻. Never gains energy if e_t ≥ e (docs/theory.md, Prop. 16.1).
///
/// uₙ⁻ = 0 is an impact only in a jam that sticks; `no_solution` where W is singular and the contact locks.
template <class S>
CAROM_HD constexpr ConeImpact<S> resolve_moreau(const PlanarContact<S>& contact,
                                                const ConeLaw<S>& law);

/// moreau with e_t = 1: friction opposes the mean slip ½ (uₜ⁻ + uₜ⁺). Never gains energy.
template <class S>
CAROM_HD constexpr ConeImpact<S> resolve_fremond(const PlanarContact<S>& contact, ConeLaw<S> law) {
  law.tangential_restitution = S(1);
  return resolve_moreau(contact, law);
}

/// Two phases: what the first one ended with, and the whole.
template <class S>
struct TwoConePhases {
  ConeImpact<S> compression{};  ///< C(W, u⁻, 0)
  ConeImpact<S> whole{};        ///< impulses of both phases together
};

/// Compression C(W, u⁻, 0) and expansion C(W, u_C, e pₙ of compression). Never gains energy.
template <class S>
CAROM_HD constexpr TwoConePhases<S> resolve_anitescu_potra(const PlanarContact<S>& contact,
                                                           const ConeLaw<S>& law);

/// By how much an impact misses (T16.1), momentum and uₙ⁺ = −e uₙ⁻, relative to the terms.
template <class S>
CAROM_HD constexpr S moreau_violation(const PlanarContact<S>& contact, const ConeLaw<S>& law,
                                      const ConeImpact<S>& impact);
template <class S>
CAROM_HD constexpr S fremond_violation(const PlanarContact<S>& contact, ConeLaw<S> law,
                                       const ConeImpact<S>& impact) {
  law.tangential_restitution = S(1);
  return moreau_violation(contact, law, impact);
}
/// The same for both phases.
template <class S>
CAROM_HD constexpr S anitescu_potra_violation(const PlanarContact<S>& contact,
                                              const ConeLaw<S>& law,
                                              const TwoConePhases<S>& impact);

// ------------------------------------------------------------------------------------------------

namespace detail {

template <class S>
CAROM_HD constexpr ConeImpact<S> no_cone_impact(const Vec2<S>& u0, ImpactStatus status) {
  ConeImpact<S> impact;
  impact.u_after = u0;
  impact.status = status;
  return impact;
}

/// The velocity with which a cone answer ends, wₜ = 0 or not; uₙ⁺ = −e uₙ⁻ exactly.
template <class S>
CAROM_HD constexpr ConeImpact<S> cone_answer(const PlanarContact<S>& c, const ConeLaw<S>& law,
                                             const Vec2<S>& p, bool sticks, const S& slip) {
  ConeImpact<S> impact;
  impact.impulse = p;
  const S kept = law.tangential_restitution * c.u.t;
  impact.u_after = {sticks ? S(0) - kept : slip, S(0) - law.restitution * c.u.n};
  impact.mode = sticks ? ImpactMode::sticking : ImpactMode::sliding;
  impact.status = c.u.n < S(0) ? ImpactStatus::solved : ImpactStatus::tangential_impact;
  return impact;
}

/// p with wₜ = wₙ = 0, by elimination as in (T4.1):
///
///     pₙ = −q_s/k_s,   pₜ = −(qₜ + W_tn pₙ)/W_tt,   q_s = qₙ − κ qₜ = u_s + e uₙ⁻ − κ e_t uₜ⁻     (T16.2)
template <class S>
struct ConeStick {
  Vec2<S> p{};
  bool admissible = false;  ///< pushes, inside the cone
  S side{};                 ///< sign of pₜ on the edge where it is not
};

template <class S>
CAROM_HD constexpr ConeStick<S> cone_stick(const PlanarContact<S>& c, const ConeLaw<S>& law) {
  const S kappa = c.W.tn / c.W.tt;
  const S kept = law.tangential_restitution * c.u.t;
  const S q_t = c.u.t + kept;
  const S p_n = -((c.u_s + law.restitution * c.u.n) - kappa * kept) / c.k_s;
  const S P = (abs_of(c.u_s) + abs_of(law.restitution * c.u.n) + abs_of(kappa * kept)) / c.k_s;
  const S slip = q_t + c.W.tn * p_n;
  const S slip_terms = abs_of(q_t) + abs_of(c.W.tn) * P;
  const bool none = abs_of(slip) <= PathTolerances<S>::sticking * abs_of(q_t);
  ConeStick<S> stick;
  stick.p = {none ? S(0) : -(slip / c.W.tt), p_n};
  const S terms = slip_terms / c.W.tt + law.friction * P;
  stick.admissible =
      p_n > S(0) && abs_of(stick.p.t) - law.friction * p_n <= PathTolerances<S>::sticking * terms;
  stick.side = p_n > S(0) ? sign(stick.p.t) : sign(c.W.tn);  // as whittaker, (T4.4)
  return stick;
}

/// pₜ = ρ pₙ on wₙ = 0; not found where the contact jams.
template <class S>
CAROM_HD constexpr Vec2<S> on_edge(const PlanarContact<S>& c, const ConeLaw<S>& law,
                                   const S& ratio) {
  const S mobility = difference_of_products(c.W.nn, S(1), -ratio, c.W.tn);
  if (!(mobility > PathTolerances<S>::grazing * c.W.nn)) return {};
  const S p_n = -(c.u.n + law.restitution * c.u.n) / mobility;
  return {ratio * p_n, p_n};
}

/// W of rank one: wₜ = c on the whole line wₙ = 0, so the law is left with its sign.
template <class S>
CAROM_HD constexpr ConeImpact<S> resolve_singular_cone(const PlanarContact<S>& c,
                                                       const ConeLaw<S>& law) {
  if (c.u.n == S(0)) return no_cone_impact(c.u, ImpactStatus::no_impact);
  if (!(c.W.nn > S(0))) return no_cone_impact(c.u, ImpactStatus::no_solution);
  const S lever = c.W.tn / c.W.nn;
  const S kept = law.tangential_restitution * c.u.t;
  const S reversed = lever * (law.restitution * c.u.n);
  const S q_t = slip_without_approach(c) + (kept - reversed);
  const S terms = abs_of(c.u.t) + abs_of(kept) + abs_of(reversed);
  const bool sticks = abs_of(q_t) <= StickTolerances<S>::in_range * terms;
  const S mu = law.friction;
  const S held = abs_of(lever) <= mu ? lever : sign(lever) * mu;
  const Vec2<S> p = on_edge(c, law, sticks ? held : -(sign(q_t) * mu));
  if (!(p.n > S(0))) return no_cone_impact(c.u, ImpactStatus::no_solution);
  ConeImpact<S> impact = cone_answer(c, law, p, sticks, q_t - kept);
  impact.unique_impulse = !sticks || mu == S(0) || !(c.W.tt > S(0));
  return impact;
}

/// |a| against the size of its terms.
template <class S>
CAROM_HD constexpr S relative(const S& a, const S& terms) {
  return a == S(0) ? S(0) : abs_of(a) / (terms + ScalarTraits<S>::tiny);
}

/// u⁺ − u⁻ − W p, row by row.
template <class S>
CAROM_HD constexpr S momentum_violation(const PlanarContact<S>& c, const Vec2<S>& p,
                                        const Vec2<S>& u) {
  const Vec2<S> du = c.W * p;
  const S t = abs_of(c.W.tt * p.t) + abs_of(c.W.tn * p.n) + abs_of(c.u.t) + abs_of(u.t);
  const S n = abs_of(c.W.tn * p.t) + abs_of(c.W.nn * p.n) + abs_of(c.u.n) + abs_of(u.n);
  return max_of(relative(u.t - c.u.t - du.t, t), relative(u.n - c.u.n - du.n, n));
}

/// |pₜ| ≤ μ pₙ, and pₜ = −μ pₙ sign(wₜ): by how much pₜ misses it, or the slip itself, whichever is smaller.
template <class S>
CAROM_HD constexpr S friction_violation(const S& mu, const Vec2<S>& p, const S& w_t,
                                        const S& w_terms) {
  const S force = abs_of(p.t) + mu * abs_of(p.n);
  const S outside = relative(max_of(S(0), abs_of(p.t) - mu * p.n), force);
  const S missing = relative(p.t + mu * p.n * sign(w_t), force);
  const S slip = relative(w_t, w_terms);
  return max_of(outside, missing < slip ? missing : slip);
}

}  // namespace detail

template <class S>
CAROM_HD constexpr ConeImpact<S> resolve_moreau(const PlanarContact<S>& contact,
                                                const ConeLaw<S>& law) {
  const PlanarContact<S>& c = contact;
  if (c.u.n > S(0)) return detail::no_cone_impact(c.u, ImpactStatus::no_impact);
  if (c.singular) return detail::resolve_singular_cone(c, law);
  const detail::ConeStick<S> stick = detail::cone_stick(c, law);
  if (stick.admissible) return detail::cone_answer(c, law, stick.p, true, S(0));
  if (c.u.n == S(0)) return detail::no_cone_impact(c.u, ImpactStatus::no_impact);
  const S ratio = stick.side * law.friction;
  const Vec2<S> p = detail::on_edge(c, law, ratio);
  if (!(p.n > S(0))) return detail::no_cone_impact(c.u, ImpactStatus::no_solution);
  return detail::cone_answer(c, law, p, false, c.u.t + (c.W.tt * ratio + c.W.tn) * p.n);
}

/// Expansion needs no second normal condition: at pₙ = e pₙ of compression uₙ ≥ 0 always (docs/theory.md, Prop. 11.2).
/// uₜ grows with pₜ, so pₜ is the stuck impulse, or the edge on its side.
template <class S>
CAROM_HD constexpr TwoConePhases<S> resolve_anitescu_potra(const PlanarContact<S>& contact,
                                                           const ConeLaw<S>& law) {
  const PlanarContact<S>& c = contact;
  TwoConePhases<S> impact;
  impact.compression = impact.whole = resolve_moreau(c, ConeLaw<S>{.friction = law.friction});
  if (impact.compression.mode == ImpactMode::none) return impact;
  const Vec2<S> p_c = impact.compression.impulse;
  const S u_c = impact.compression.u_after.t;
  const S p_n = law.restitution * p_c.n;
  const S push = c.W.tn * p_n;
  const S limit = law.friction * p_n;
  const S needed = -(u_c + push);
  const bool sticks =
      abs_of(needed) <= limit * c.W.tt + PathTolerances<S>::sticking * (abs_of(u_c) + abs_of(push));
  const S held = c.W.tt > S(0) ? needed / c.W.tt : S(0);
  const S p_t = sticks ? held : sign(needed) * limit;
  const S pushed = c.W.tn * p_t;
  // Where both phases stick, or slip on one edge, the second is e times the first.
  const S u_n = u_c == S(0) && sticks && c.W.tt > S(0) ? c.k_s * p_n : pushed + c.W.nn * p_n;
  impact.whole.impulse = {p_c.t + p_t, p_c.n + p_n};
  impact.whole.u_after = {sticks ? S(0) : c.W.tt * p_t - needed, max_of(S(0), u_n)};
  impact.whole.mode = sticks ? ImpactMode::sticking : ImpactMode::sliding;
  return impact;
}

template <class S>
CAROM_HD constexpr S moreau_violation(const PlanarContact<S>& contact, const ConeLaw<S>& law,
                                      const ConeImpact<S>& impact) {
  const Vec2<S>& u = impact.u_after;
  const Vec2<S>& p = impact.impulse;
  const S kept = law.tangential_restitution * contact.u.t;
  const S terms = abs_of(contact.u.t) + abs_of(u.t) + abs_of(kept) + abs_of(contact.W.tt * p.t) +
                  abs_of(contact.W.tn * p.n);
  const S back = law.restitution * contact.u.n;
  S worst = detail::momentum_violation(contact, p, u);
  worst = max_of(worst, detail::friction_violation(law.friction, p, u.t + kept, terms));
  if (p.n != S(0)) worst = max_of(worst, detail::relative(u.n + back, abs_of(contact.u.n)));
  return p.n < S(0) ? S(1) : worst;
}

template <class S>
CAROM_HD constexpr S anitescu_potra_violation(const PlanarContact<S>& contact,
                                              const ConeLaw<S>& law,
                                              const TwoConePhases<S>& impact) {
  const ConeLaw<S> plastic{.friction = law.friction};
  const ConeImpact<S>& first = impact.compression;
  const ConeImpact<S>& whole = impact.whole;
  const Vec2<S> p{whole.impulse.t - first.impulse.t, whole.impulse.n - first.impulse.n};
  const S u_terms = abs_of(contact.u.t) + abs_of(contact.W.tt * whole.impulse.t) +
                    abs_of(contact.W.tn * whole.impulse.n);
  const S n_terms = abs_of(contact.u.n) + abs_of(contact.W.tn * whole.impulse.t) +
                    abs_of(contact.W.nn * whole.impulse.n);
  S worst = moreau_violation(contact, plastic, first);
  worst = max_of(worst, detail::momentum_violation(contact, whole.impulse, whole.u_after));
  worst = max_of(
      worst, detail::relative(p.n - law.restitution * first.impulse.n, abs_of(whole.impulse.n)));
  worst = max_of(worst, detail::relative(max_of(S(0), -whole.u_after.n), n_terms));
  const S edge = law.friction * abs_of(whole.impulse.n);
  const S outside = max_of(S(0), abs_of(p.t) - law.friction * p.n);
  const S missing = p.t + law.friction * p.n * sign(whole.u_after.t);
  const S lacks = detail::relative(missing, abs_of(whole.impulse.t) + edge);
  const S slip = detail::relative(whole.u_after.t, u_terms);
  worst = max_of(worst, detail::relative(outside, abs_of(whole.impulse.t) + edge));
  return max_of(worst, lacks < slip ? lacks : slip);
}

}  // namespace carom
