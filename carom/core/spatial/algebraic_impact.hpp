/// @file
/// The algebraic laws in space: Newton's coefficient and a statement about the total impulse.
///
/// On uₙ⁺ = −e uₙ⁻ the tangential impulse is left to choose. With K = −(1 + e) uₙ⁻,
///
///     pₙ = (K − b·pₜ)/W_nn,   uₜ⁺ = d + S pₜ,   d = uₜ⁻ + K b/W_nn,   S = A − b bᵀ/W_nn      (T12.10)
///
/// | law          | pₜ when the contact does not stick                                    |
/// |--------------|-----------------------------------------------------------------------|
/// | whittaker    | friction opposes the final slip: a secular equation        (T12.11)    |
/// | conventional | friction opposes the initial slip                                     |
/// | brach        | whittaker's, shortened until no energy is gained           (T12.12)    |
///
/// They stick where the end without slip pushes and lies in the static cone. A problem that is planar along
/// t1 or t2 is the planar law's.
///
/// [Whittaker1917], [KaneLevinson1985], [ShenTownsend1998], [Brach1989].
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/impact_mode.hpp>
#include <carom/core/planar/algebraic_impact.hpp>
#include <carom/core/scalar.hpp>
#include <carom/core/spatial/planar_in_space.hpp>
#include <carom/core/spatial/quartic.hpp>
#include <carom/core/spatial/spatial_contact.hpp>
#include <carom/core/spatial/vec3.hpp>

namespace carom {

/// What an algebraic law says of one collision in space; it has no path.
template <class S>
struct SpatialAlgebraicImpact {
  Vec3<S> impulse{};  ///< p on the first body, N·s
  Vec3<S> u_after{};  ///< u⁺ = u⁻ + W p, m/s
  ImpactMode mode = ImpactMode::none;
  ImpactStatus status = ImpactStatus::no_impact;
  bool singular = false;  ///< W has no inverse; the reason of a no_solution
};

/// Whittaker's law with all its answers.
///
/// Sticking is taken where it is admissible, else the sliding answer that loses most energy. Where others
/// exist the status is undetermined; the one sliding answer beside a sticking one that only μ_s > μ
/// admits is not counted, as in the plane.
template <class S>
struct SpatialWhittaker {
  static constexpr int most = 4;
  SpatialAlgebraicImpact<S> impact{};
  SpatialAlgebraicImpact<S> alternatives[most]{};  ///< the others, by rising contact work
  int alternative_count = 0;
};

/// The end without slip: the impulse that gives uₙ⁺ = −e uₙ⁻ and uₜ⁺ = 0; W ≻ 0. Its |pₜ|/pₙ is the
/// critical ratio, where pₙ > 0.
template <class S>
CAROM_HD Vec3<S> no_slip_end(const SpatialContact<S>& c, const S& restitution);

/// Friction opposes the final slip. uₙ⁻ = 0 is an impact only where it sticks.
template <class S>
CAROM_HD SpatialWhittaker<S> resolve_whittaker(const SpatialContact<S>& c,
                                               const ContactLaw<S>& law);

/// Friction opposes the initial slip (the final one where uₜ⁻ = 0); no_solution in a jam, W_nn ≤ μ b·w.
template <class S>
CAROM_HD SpatialAlgebraicImpact<S> resolve_conventional(const SpatialContact<S>& c,
                                                        const ContactLaw<S>& law);

/// Whittaker's answer with |pₜ| lowered to the value of zero loss where it would gain energy.
template <class S>
CAROM_HD SpatialAlgebraicImpact<S> resolve_brach(const SpatialContact<S>& c,
                                                 const ContactLaw<S>& law);

/// The same for a contact given by W and u.
template <class S>
CAROM_HD SpatialWhittaker<S> resolve_whittaker(const Sym3<S>& W, const Vec3<S>& u0,
                                               const ContactLaw<S>& law) {
  return resolve_whittaker(spatial_contact(W, u0), law);
}
template <class S>
CAROM_HD SpatialAlgebraicImpact<S> resolve_conventional(const Sym3<S>& W, const Vec3<S>& u0,
                                                        const ContactLaw<S>& law) {
  return resolve_conventional(spatial_contact(W, u0), law);
}
template <class S>
CAROM_HD SpatialAlgebraicImpact<S> resolve_brach(const Sym3<S>& W, const Vec3<S>& u0,
                                                 const ContactLaw<S>& law) {
  return resolve_brach(spatial_contact(W, u0), law);
}

// ------------------------------------------------------------------------------------------------

namespace detail {

/// (T12.10)
template <class S>
struct NewtonPlane {
  S K{};                ///< m/s
  Tangent2<S> d{};      ///< m/s
  TangentSym2<S> S_{};  ///< S, kg⁻¹
};

template <class S>
CAROM_HD NewtonPlane<S> newton_plane(const SpatialContact<S>& c, const S& e) {
  const Sym3<S>& W = c.W;
  const S K = -(c.u.n + e * c.u.n);
  const auto schur = [&](const S& a, const S& b1, const S& b2) {
    return difference_of_products(a, W.nn, b1, b2) / W.nn;
  };
  return {K,
          c.u.t + K / W.nn * W.tn,
          {schur(W.tt.xx, W.tn.x, W.tn.x), schur(W.tt.xy, W.tn.x, W.tn.y),
           schur(W.tt.yy, W.tn.y, W.tn.y)}};
}

template <class S>
CAROM_HD SpatialAlgebraicImpact<S> algebraic_answer(const SpatialContact<S>& c, ImpactStatus status,
                                                    ImpactMode mode = ImpactMode::none) {
  SpatialAlgebraicImpact<S> impact;
  impact.u_after = c.u;
  impact.status = status;
  impact.mode = mode;
  impact.singular = is_singular(c);
  return impact;
}

/// The answer with the tangential impulse p_t on Newton's plane.
template <class S>
CAROM_HD SpatialAlgebraicImpact<S> slides_with(const SpatialContact<S>& c, const S& e,
                                               const Tangent2<S>& p_t) {
  const NewtonPlane<S> plane = newton_plane(c, e);
  SpatialAlgebraicImpact<S> impact = algebraic_answer(c, ImpactStatus::solved, ImpactMode::sliding);
  impact.impulse = {p_t, (plane.K - dot(c.W.tn, p_t)) / c.W.nn};
  impact.u_after = {plane.d + plane.S_ * p_t, -(e * c.u.n)};
  return impact;
}

template <class S>
CAROM_HD S contact_work(const SpatialContact<S>& c, const SpatialAlgebraicImpact<S>& r) {
  return S(0.5) * (dot(r.impulse.t, c.u.t + r.u_after.t) + r.impulse.n * (c.u.n + r.u_after.n));
}

template <class S>
CAROM_HD SpatialAlgebraicImpact<S> from_plane(const SpatialContact<S>& c, const Tangent2<S>& t,
                                              const AlgebraicImpact<S>& flat) {
  SpatialAlgebraicImpact<S> impact = algebraic_answer(c, flat.status, flat.mode);
  impact.impulse = {flat.impulse.t * t, flat.impulse.n};
  if (happens(flat.status)) impact.u_after = {flat.u_after.t * t, flat.u_after.n};
  return impact;
}

template <class S>
CAROM_HD PlanarContact<S> planar_part(const SpatialContact<S>& c, const Tangent2<S>& t) {
  return planar_contact(Sym2<S>{dot(t, c.W.tt * t), dot(t, c.W.tn), c.W.nn},
                        Vec2<S>{dot(t, c.u.t), c.u.n});
}

/// Where W locks, k_s = 0, every sticking impulse rests: the least one inside the cone, for e = 0. Its pₙ is
/// the least with |A⁻¹ uₜ⁻ + v pₙ| ≤ μ_s pₙ; 0 if there is none.
template <class S>
CAROM_HD S least_resting_impulse(const SpatialContact<S>& c, const S& limit) {
  using std::sqrt;
  const Tangent2<S> a = solve(c.W.tt, c.u.t);
  const S square = dot(c.v, c.v) - limit * limit;
  const S half = dot(a, c.v);
  const S discriminant = half * half - square * dot(a, a);
  if (!(discriminant >= S(0))) return S(0);
  const S root = discriminant > S(0) ? sqrt(discriminant) : S(0);
  if (square > S(0)) return half < S(0) ? dot(a, a) / (root - half) : S(0);
  return dot(a, a) / (root - half) > S(0) ? dot(a, a) / (root - half) : S(0);
}

/// pₙ at the end without slip; 0 where there is none that the cone admits.
template <class S>
CAROM_HD S sticking_impulse(const SpatialContact<S>& c, const ContactLaw<S>& law) {
  const S limit = static_limit(law);
  const S e = law.restitution;
  if (c.locks) return e * c.u.n == S(0) && c.u_s == S(0) ? least_resting_impulse(c, limit) : S(0);
  const Vec3<S> D = no_slip_end(c, e);
  const S P = (abs_of(c.u_s) + abs_of(e * c.u.n)) / c.k_s;
  const S terms = length(solve(c.W.tt, c.u.t)) + (length(c.v) + limit) * P;
  const bool inside =
      D.n > S(0) && length(D.t) - limit * D.n <= S(PathTolerances<S>::sticking) * terms;
  return inside ? D.n : S(0);
}

template <class S>
CAROM_HD SpatialAlgebraicImpact<S> sticks_with(const SpatialContact<S>& c, const S& e,
                                               const S& p_n) {
  const ImpactStatus status = c.u.n < S(0) ? ImpactStatus::solved : ImpactStatus::tangential_impact;
  SpatialAlgebraicImpact<S> impact = algebraic_answer(c, status, ImpactMode::sticking);
  impact.impulse = {S(-1) * solve(c.W.tt, c.u.t) - p_n * c.v, p_n};
  impact.u_after = {{}, -(e * c.u.n)};
  return impact;
}

/// (T12.11): −pₜ = y(κ) = (S + κ I)⁻¹ d with κ = |uₜ⁺|/|pₜ|, and W_nn |y| = μ (K + b·y).
template <class S>
struct FinalSlip {
  const SpatialContact<S>& c;
  NewtonPlane<S> plane;
  S mu{};

  CAROM_HD Tangent2<S> y(const S& kappa) const {
    const TangentSym2<S>& s = plane.S_;
    return solve(TangentSym2<S>{s.xx + kappa, s.xy, s.yy + kappa}, plane.d);
  }
  /// One step of Newton's iteration on W_nn |y| − μ (K + b·y).
  CAROM_HD S refined(const S& kappa) const {
    const TangentSym2<S>& s = plane.S_;
    const Tangent2<S> y0 = y(kappa);
    const Tangent2<S> dy = S(-1) * solve(TangentSym2<S>{s.xx + kappa, s.xy, s.yy + kappa}, y0);
    const S size = length(y0);
    const S value = c.W.nn * size - mu * (plane.K + dot(c.W.tn, y0));
    const S slope = c.W.nn * dot(y0, dy) / size - mu * dot(c.W.tn, dy);
    const S next = kappa - value / slope;
    return next > S(0) && is_finite(next) ? next : kappa;
  }
  CAROM_HD bool pushes(const S& kappa) const { return plane.K + dot(c.W.tn, y(kappa)) > S(0); }
  /// The square of (T12.11), times the squared determinant of S + κ I: a quartic in κ.
  CAROM_HD Quartic<S> polynomial() const {
    const TangentSym2<S>& s = plane.S_;
    const Tangent2<S>& d = plane.d;
    const Tangent2<S> adj{difference_of_products(s.yy, d.x, s.xy, d.y),
                          difference_of_products(s.xx, d.y, s.xy, d.x)};
    const S det = difference_of_products(s.xx, s.yy, s.xy, s.xy);
    const S trace = s.xx + s.yy;
    const S w2 = c.W.nn * c.W.nn;
    // y det(S + κ I) = adj + κ d, and det(S + κ I) = det + κ trace + κ².
    const S k0 = mu * (plane.K * det + dot(c.W.tn, adj));
    const S k1 = mu * (plane.K * trace + dot(c.W.tn, d));
    const S k2 = mu * plane.K;
    return {{w2 * dot(adj, adj) - k0 * k0, w2 * S(2) * dot(adj, d) - S(2) * k0 * k1,
             w2 * dot(d, d) - k1 * k1 - S(2) * k0 * k2, S(-2) * k1 * k2, -(k2 * k2)}};
  }
};

/// All sliding answers, by rising contact work.
template <class S>
CAROM_HD int final_slips(const SpatialContact<S>& c, const ContactLaw<S>& law,
                         SpatialAlgebraicImpact<S>* answers) {
  const S e = law.restitution;
  if (law.friction == S(0)) {
    answers[0] = slides_with(c, e, Tangent2<S>{});
    return 1;
  }
  const FinalSlip<S> slip{c, newton_plane(c, e), law.friction};
  S roots[4];
  const int found = positive_roots(slip.polynomial(), roots);
  int count = 0;
  for (int i = 0; i < found; ++i) {
    if (!slip.pushes(roots[i])) continue;
    S kappa = roots[i];
    for (int round = 0; round < 3; ++round) kappa = slip.refined(kappa);
    const SpatialAlgebraicImpact<S> next = slides_with(c, e, S(-1) * slip.y(kappa));
    int at = count++;
    for (; at > 0 && contact_work(c, next) < contact_work(c, answers[at - 1]); --at)
      answers[at] = answers[at - 1];
    answers[at] = next;
    answers[at].u_after.t = kappa * slip.y(kappa);
  }
  return count;
}

}  // namespace detail

template <class S>
CAROM_HD Vec3<S> no_slip_end(const SpatialContact<S>& c, const S& restitution) {
  const S p_n = -(c.u_s + restitution * c.u.n) / c.k_s;
  return {S(-1) * solve(c.W.tt, c.u.t) - p_n * c.v, p_n};
}

template <class S>
CAROM_HD SpatialWhittaker<S> resolve_whittaker(const SpatialContact<S>& c,
                                               const ContactLaw<S>& law) {
  using detail::algebraic_answer;
  SpatialWhittaker<S> result;
  result.impact = algebraic_answer(c, ImpactStatus::no_impact);
  if (c.u.n > S(0)) return result;
  const detail::PlaneInSpace<S> plane = detail::plane_of(c);
  if (plane.holds) {
    const auto flat = resolve_whittaker(detail::planar_part(c, plane.tangent), law);
    result.impact = detail::from_plane(c, plane.tangent, flat);
    return result;
  }
  result.impact.status = ImpactStatus::no_solution;
  if (!(c.W.nn > S(0))) return result;

  const S p_n = c.flat ? S(0) : detail::sticking_impulse(c, law);
  const bool sticks = p_n > S(0);
  if (sticks) result.impact = detail::sticks_with(c, law.restitution, p_n);
  if (!sticks && c.u.n == S(0)) result.impact.status = ImpactStatus::no_impact;
  if (c.u.n == S(0)) return result;
  SpatialAlgebraicImpact<S> slips[SpatialWhittaker<S>::most];
  const int count = detail::final_slips(c, law, slips);
  const bool by_static = sticks && length(result.impact.impulse.t) > law.friction * p_n;
  if (!sticks && count > 0) result.impact = slips[0];
  for (int i = sticks ? 0 : 1; i < count && count > (by_static ? 1 : 0); ++i)
    result.alternatives[result.alternative_count++] = slips[i];
  if (result.alternative_count > 0) result.impact.status = ImpactStatus::undetermined;
  return result;
}

template <class S>
CAROM_HD SpatialAlgebraicImpact<S> resolve_conventional(const SpatialContact<S>& c,
                                                        const ContactLaw<S>& law) {
  using detail::algebraic_answer;
  if (c.u.n > S(0)) return algebraic_answer(c, ImpactStatus::no_impact);
  const detail::PlaneInSpace<S> plane = detail::plane_of(c);
  if (plane.holds) {
    const auto flat = resolve_conventional(detail::planar_part(c, plane.tangent), law);
    return detail::from_plane(c, plane.tangent, flat);
  }
  const S s = length(c.u.t);
  if (s == S(0)) return resolve_whittaker(c, law).impact;
  const S p_n = c.flat ? S(0) : detail::sticking_impulse(c, law);
  if (p_n > S(0)) return detail::sticks_with(c, law.restitution, p_n);
  if (c.u.n == S(0)) return algebraic_answer(c, ImpactStatus::no_impact);
  const Tangent2<S> w = S(1) / s * c.u.t;
  const S mobility = c.W.nn - law.friction * dot(c.W.tn, w);
  if (!(mobility > S(PathTolerances<S>::grazing) * c.W.nn))
    return algebraic_answer(c, ImpactStatus::no_solution);
  const S K = -(c.u.n + law.restitution * c.u.n);
  return detail::slides_with(c, law.restitution, -(law.friction * K / mobility) * w);
}

template <class S>
CAROM_HD SpatialAlgebraicImpact<S> resolve_brach(const SpatialContact<S>& c,
                                                 const ContactLaw<S>& law) {
  using std::sqrt;
  const detail::PlaneInSpace<S> plane = detail::plane_of(c);
  if (plane.holds) {
    const auto flat = resolve_brach(detail::planar_part(c, plane.tangent), law);
    return detail::from_plane(c, plane.tangent, flat);
  }
  SpatialAlgebraicImpact<S> impact = resolve_whittaker(c, law).impact;
  if (!(c.u.n < S(0)) || !has_answer(impact.status)) return impact;
  const Tangent2<S> q = impact.impulse.t;
  const S terms = length(q) * (length(c.u.t) + length(impact.u_after.t)) +
                  impact.impulse.n * (abs_of(c.u.n) + abs_of(impact.u_after.n));
  if (detail::contact_work(c, impact) <= S(PathTolerances<S>::grazing) * terms) return impact;

  // Twice the work of the share τ of pₜ is a τ² + 2β τ − lost.                      (T12.12)
  const S e = law.restitution;
  const S a = dot(q, detail::newton_plane(c, e).S_ * q);
  const S beta = dot(q, c.u.t - c.u.n / c.W.nn * c.W.tn);
  const S lost = (S(1) - e) * (S(1) + e) * c.u.n * (c.u.n / c.W.nn);
  const S square = beta * beta + a * lost;
  const S root = square > S(0) ? sqrt(square) : S(0);
  const S share = beta > S(0) ? lost / (beta + root) : (root - beta) / a;
  const ImpactStatus status = impact.status;
  impact = detail::slides_with(c, e, share * q);
  impact.mode = ImpactMode::capped;
  impact.status = status;
  return impact;
}

}  // namespace carom
