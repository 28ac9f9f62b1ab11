/// @file
/// moreau, fremond and anitescu_potra for one contact with two tangents.
///
/// Each is one or two cone problems (cone_problem.hpp), with the q and l of the plane (cone_impact.hpp). Where several
/// answers exist the one that sticks is taken, else the one with the least contact work; the others are given as well.
/// Proofs: docs/theory.md, §16.2 to §16.4.
#pragma once

#include <carom/core/planar/cone_impact.hpp>
#include <carom/core/spatial/cone_problem.hpp>

namespace carom {

/// An impulse and what it leads to.
template <class S>
struct SpatialOutcome {
  Vec3<S> impulse{};    ///< p on the first body, N·s
  Vec3<S> u_after{};    ///< m/s
  bool sticks = false;  ///< wₜ = 0
};

inline constexpr int most_alternatives = 8;

/// What a law says of one collision in space, and what else satisfies it.
template <class S>
struct SpatialConeImpact {
  Vec3<S> impulse{};  ///< p on the first body, N·s
  Vec3<S> u_after{};  ///< m/s
  ImpactMode mode = ImpactMode::none;
  ImpactStatus status = ImpactStatus::no_impact;  ///< `undetermined` where there are alternatives
  bool unique_impulse = true;  ///< false: the least of many impulses with the same velocity
  SpatialOutcome<S> alternatives[most_alternatives]{};
  int alternative_count = 0;
};

/// Two phases: what the first one ended with, and the whole.
template <class S>
struct SpatialTwoConePhases {
  SpatialOutcome<S> compression{};
  SpatialConeImpact<S> whole{};
};

template <class S>
CAROM_HD constexpr SpatialConeImpact<S> resolve_moreau(const Sym3<S>& W, const Vec3<S>& u0,
                                                       const ConeLaw<S>& law);
template <class S>
CAROM_HD constexpr SpatialConeImpact<S> resolve_fremond(const Sym3<S>& W, const Vec3<S>& u0,
                                                        ConeLaw<S> law) {
  law.tangential_restitution = S(1);
  return resolve_moreau(W, u0, law);
}
template <class S>
CAROM_HD constexpr SpatialTwoConePhases<S> resolve_anitescu_potra(const Sym3<S>& W,
                                                                  const Vec3<S>& u0,
                                                                  const ConeLaw<S>& law);

/// By how much p and u⁺ miss C(W, q, l), momentum and, where l = 0, wₙ = 0; relative to the terms.
template <class S>
CAROM_HD constexpr S cone_violation(const SpatialConeProblem<S>& problem, const Vec3<S>& p,
                                    const Vec3<S>& w);
template <class S>
CAROM_HD constexpr S moreau_violation(const Sym3<S>& W, const Vec3<S>& u0, const ConeLaw<S>& law,
                                      const SpatialOutcome<S>& outcome);
template <class S>
CAROM_HD constexpr S fremond_violation(const Sym3<S>& W, const Vec3<S>& u0, ConeLaw<S> law,
                                       const SpatialOutcome<S>& outcome) {
  law.tangential_restitution = S(1);
  return moreau_violation(W, u0, law, outcome);
}
template <class S>
CAROM_HD constexpr S anitescu_potra_violation(const Sym3<S>& W, const Vec3<S>& u0,
                                              const ConeLaw<S>& law,
                                              const SpatialOutcome<S>& compression,
                                              const SpatialOutcome<S>& whole);

/// ½ p·(u⁻ + u⁺)
template <class S>
CAROM_HD constexpr S contact_work(const Vec3<S>& u0, const Vec3<S>& p, const Vec3<S>& u_after) {
  return S(0.5) * (dot(p.t, u0.t + u_after.t) + p.n * (u0.n + u_after.n));
}

// ------------------------------------------------------------------------------------------------

namespace detail {

/// The index of the answer to take: sticking, else least contact work.
template <class S>
CAROM_HD constexpr int chosen(const SpatialOutcome<S>* outcomes, int count, const Vec3<S>& u0) {
  int best = 0;
  for (int i = 0; i < count; ++i) {
    if (outcomes[i].sticks) return i;
    const SpatialOutcome<S>& a = outcomes[i];
    const SpatialOutcome<S>& b = outcomes[best];
    if (contact_work(u0, a.impulse, a.u_after) < contact_work(u0, b.impulse, b.u_after)) best = i;
  }
  return best;
}

template <class S>
CAROM_HD constexpr SpatialConeImpact<S> nothing_in_space(const Vec3<S>& u0, ImpactStatus status) {
  SpatialConeImpact<S> impact;
  impact.u_after = u0;
  impact.status = status;
  return impact;
}

/// Takes one of the outcomes; the others are alternatives.
template <class S>
CAROM_HD constexpr SpatialConeImpact<S> impact_of(const SpatialOutcome<S>* outcomes, int count,
                                                  const Vec3<S>& u0) {
  const int best = chosen(outcomes, count, u0);
  SpatialConeImpact<S> impact;
  impact.impulse = outcomes[best].impulse;
  impact.u_after = outcomes[best].u_after;
  impact.mode = outcomes[best].sticks ? ImpactMode::sticking : ImpactMode::sliding;
  impact.status = u0.n < S(0) ? ImpactStatus::solved : ImpactStatus::tangential_impact;
  for (int i = 0; i < count; ++i)
    if (i != best && impact.alternative_count < most_alternatives)
      impact.alternatives[impact.alternative_count++] = outcomes[i];
  if (impact.alternative_count > 0) impact.status = ImpactStatus::undetermined;
  return impact;
}

/// The sizes of what each row of q + W p is made of.
template <class S>
CAROM_HD constexpr Vec3<S> row_terms(const SpatialConeProblem<S>& P, const Vec3<S>& p) {
  const TangentSym2<S>& A = P.W.tt;
  const Tangent2<S>& b = P.W.tn;
  const S x = abs_of(p.t.x);
  const S y = abs_of(p.t.y);
  const S n = abs_of(p.n);
  return {{abs_of(P.q.t.x) + abs_of(A.xx) * x + abs_of(A.xy) * y + abs_of(b.x) * n,
           abs_of(P.q.t.y) + abs_of(A.xy) * x + abs_of(A.yy) * y + abs_of(b.y) * n},
          abs_of(P.q.n) + abs_of(b.x) * x + abs_of(b.y) * y + abs_of(P.W.nn) * n};
}

template <class S>
CAROM_HD constexpr S slip_length(const Tangent2<S>& v) {
  using std::sqrt;
  return sqrt(dot(v, v));
}

}  // namespace detail

template <class S>
CAROM_HD constexpr SpatialConeImpact<S> resolve_moreau(const Sym3<S>& W, const Vec3<S>& u0,
                                                       const ConeLaw<S>& law) {
  if (u0.n > S(0)) return detail::nothing_in_space(u0, ImpactStatus::no_impact);
  const ImpactStatus none = u0.n < S(0) ? ImpactStatus::no_solution : ImpactStatus::no_impact;
  if (!(W.nn > S(0))) return detail::nothing_in_space(u0, none);
  const Tangent2<S> kept = law.tangential_restitution * u0.t;
  const S back = law.restitution * u0.n;
  const SpatialConeAnswers<S> all =
      cone_answers<S>({W, {u0.t + kept, u0.n + back}, law.friction, S(0)});
  SpatialOutcome<S> outcomes[most_cone_answers];
  int count = 0;
  for (int i = 0; i < all.count; ++i) {
    if (!(u0.n < S(0)) && !all.answer[i].sticks) continue;  // a jam that slips is no impact
    const SpatialConeAnswer<S>& a = all.answer[i];
    const Tangent2<S> pushed = u0.t + (W.tt * a.p.t + a.p.n * W.tn);
    const Tangent2<S> slip = a.sticks ? Tangent2<S>{S(0) - kept.x, S(0) - kept.y} : pushed;
    outcomes[count++] = {a.p, {slip, S(0) - back}, a.sticks};
  }
  if (count == 0) return detail::nothing_in_space(u0, none);
  SpatialConeImpact<S> impact = detail::impact_of(outcomes, count, u0);
  impact.unique_impulse = all.unique_impulse;
  return impact;
}

namespace detail {

/// All ends of the expansion that follows one compression.
template <class S>
CAROM_HD constexpr int expansions(const Sym3<S>& W, const ConeLaw<S>& law,
                                  const SpatialOutcome<S>& first, SpatialOutcome<S>* ends) {
  const S least = law.restitution * first.impulse.n;
  if (!(least > S(0))) {
    ends[0] = first;
    return 1;
  }
  const SpatialConeAnswers<S> all = cone_answers<S>({W, first.u_after, law.friction, least});
  for (int i = 0; i < all.count; ++i)
    ends[i] = {first.impulse + all.answer[i].p, all.answer[i].w, all.answer[i].sticks};
  return all.count;
}

}  // namespace detail

/// Each phase makes its own choice; all that follows from the other answers are alternatives.
template <class S>
CAROM_HD constexpr SpatialTwoConePhases<S> resolve_anitescu_potra(const Sym3<S>& W,
                                                                  const Vec3<S>& u0,
                                                                  const ConeLaw<S>& law) {
  SpatialTwoConePhases<S> impact;
  const SpatialConeImpact<S> plastic = resolve_moreau(W, u0, ConeLaw<S>{.friction = law.friction});
  impact.compression = {plastic.impulse, plastic.u_after, plastic.mode == ImpactMode::sticking};
  impact.whole = plastic;
  if (plastic.mode == ImpactMode::none) return impact;
  SpatialOutcome<S> ends[most_cone_answers];
  const int count = detail::expansions(W, law, impact.compression, ends);
  if (count == 0) {
    impact.whole = detail::nothing_in_space(u0, ImpactStatus::no_solution);
    return impact;
  }
  impact.whole = detail::impact_of(ends, count, u0);
  impact.whole.unique_impulse = plastic.unique_impulse;
  for (int i = 0; i < plastic.alternative_count; ++i) {
    const int more = detail::expansions(W, law, plastic.alternatives[i], ends);
    for (int k = 0; k < more && impact.whole.alternative_count < most_alternatives; ++k)
      impact.whole.alternatives[impact.whole.alternative_count++] = ends[k];
  }
  if (impact.whole.alternative_count > 0) impact.whole.status = ImpactStatus::undetermined;
  return impact;
}

template <class S>
CAROM_HD constexpr S cone_violation(const SpatialConeProblem<S>& P, const Vec3<S>& p,
                                    const Vec3<S>& w) {
  using detail::slip_length;
  const Vec3<S> wanted = P.q + P.W * p;
  const Vec3<S> terms = detail::row_terms(P, p);
  const S slip_terms = max_of(terms.t.x, terms.t.y);
  const S mu = P.friction;
  const S force = slip_length(p.t) + mu * abs_of(p.n);
  const S slip = slip_length(w.t);
  const Tangent2<S> along = slip > S(0) ? S(1) / slip * w.t : Tangent2<S>{};
  S worst = max_of(detail::relative(w.t.x - wanted.t.x, slip_terms),
                   detail::relative(w.t.y - wanted.t.y, slip_terms));
  worst = max_of(worst, detail::relative(w.n - wanted.n, terms.n));
  worst = max_of(worst, detail::relative(max_of(S(0), -w.n), terms.n));
  worst = max_of(worst, detail::relative(max_of(S(0), P.least - p.n), P.least + abs_of(p.n)));
  worst = max_of(worst, detail::relative(max_of(S(0), slip_length(p.t) - mu * p.n), force));
  const S opens = detail::relative(w.n, terms.n);
  const S more = detail::relative(p.n - P.least, abs_of(p.n));
  worst = max_of(worst, opens < more ? opens : more);
  const S slips = detail::relative(slip, slip_terms);
  const S missing = detail::relative(slip_length(p.t + mu * p.n * along), force);
  // Rounding of w turns a small slip far: an error δ of p does so by δ over the slip, so that their product is δ again.
  return max_of(worst, slips * missing);
}

template <class S>
CAROM_HD constexpr S moreau_violation(const Sym3<S>& W, const Vec3<S>& u0, const ConeLaw<S>& law,
                                      const SpatialOutcome<S>& outcome) {
  const Tangent2<S> kept = law.tangential_restitution * u0.t;
  const S back = law.restitution * u0.n;
  const Vec3<S> w{outcome.u_after.t + kept, outcome.u_after.n + back};
  return cone_violation<S>({W, {u0.t + kept, u0.n + back}, law.friction, S(0)}, outcome.impulse, w);
}

template <class S>
CAROM_HD constexpr S anitescu_potra_violation(const Sym3<S>& W, const Vec3<S>& u0,
                                              const ConeLaw<S>& law,
                                              const SpatialOutcome<S>& compression,
                                              const SpatialOutcome<S>& whole) {
  const S least = law.restitution * compression.impulse.n;
  const S first =
      cone_violation<S>({W, u0, law.friction, S(0)}, compression.impulse, compression.u_after);
  const S second = cone_violation<S>({W, compression.u_after, law.friction, least},
                                     whole.impulse - compression.impulse, whole.u_after);
  // The impulse of expansion is a difference of those of both phases, whose rounding it has.
  const S share =
      detail::relative(whole.impulse.n - compression.impulse.n, abs_of(whole.impulse.n));
  return max_of(first, share > S(0) ? share * second : second);
}

}  // namespace carom
