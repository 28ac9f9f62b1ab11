/// @file
/// The law of Chatterjee and Ruina for one contact with two tangents: (T16.11) with D_t a vector.
///
///     S D_t = −c,   D_n = −b·D_t/W_nn,   S = A − b bᵀ/W_nn,   c = uₜ⁻ − b uₙ⁻/W_nn              (T16.13)
///     uₜ⁺ = (1 − κ) c − e b uₙ⁻/W_nn
///
/// [ChatterjeeRuina1998].
#pragma once

#include <carom/core/planar/chatterjee_ruina.hpp>
#include <carom/core/spatial/cone_impact.hpp>

namespace carom {

/// As in the plane. W singular: P_II of least norm where u⁻ is in the range of W; elsewhere the limit of W + εI.
template <class S>
CAROM_HD constexpr SpatialConeImpact<S> resolve_chatterjee_ruina(const Sym3<S>& W,
                                                                 const Vec3<S>& u0,
                                                                 const ChatterjeeRuinaLaw<S>& law);

/// By how much an impact misses momentum, uₙ⁺ = −e uₙ⁻, the line, the cone or the choice of κ, relative to the terms.
template <class S>
CAROM_HD constexpr S chatterjee_ruina_violation(const Sym3<S>& W, const Vec3<S>& u0,
                                                const ChatterjeeRuinaLaw<S>& law,
                                                const SpatialConeImpact<S>& impact);

// ------------------------------------------------------------------------------------------------

namespace detail {

template <class S>
struct SpatialPlasticLine {
  Tangent2<S> c{};
  Vec3<S> D{};
  bool endless = false;  ///< no finite P_II: D is its direction
  bool free = false;     ///< W singular: the least of many P_II
};

/// D along the eigenvectors of S; where an eigenvalue is 0 the limit of W + εI.
template <class S>
CAROM_HD constexpr SpatialPlasticLine<S> plastic_line(const Sym3<S>& W, const Vec3<S>& u0) {
  const ConeLine<S> line = cone_line<S>({W, u0, S(0), S(0)});
  SpatialPlasticLine<S> plastic;
  plastic.c = line.axes.out_of({line.c[0], line.c[1]});
  S d[2]{};
  for (int i = 0; i < 2; ++i)
    plastic.endless = plastic.endless || (line.s[i] == S(0) && line.c[i] != S(0));
  for (int i = 0; i < 2; ++i) {
    if (line.c[i] == S(0)) continue;
    if (plastic.endless) d[i] = line.s[i] == S(0) ? -line.c[i] : S(0);
    if (!plastic.endless) d[i] = -(line.c[i] / line.s[i]);
  }
  S D_n = -((line.b[0] * d[0] + line.b[1] * d[1]) / W.nn);
  const S bx = line.s[0] == S(0) ? line.b[0] : S(0);
  const S by = line.s[1] == S(0) ? line.b[1] : S(0);
  plastic.free = !plastic.endless && (bx != S(0) || by != S(0));
  if (plastic.free) {
    const S p_n = -(u0.n / W.nn) + D_n;
    const S share = p_n * W.nn / (W.nn * W.nn + bx * bx + by * by);
    d[0] = d[0] + share * bx;
    d[1] = d[1] + share * by;
    D_n = D_n - share * (bx * bx + by * by) / W.nn;
  }
  plastic.D = {line.axes.out_of({d[0], d[1]}), D_n};
  return plastic;
}

}  // namespace detail

template <class S>
CAROM_HD constexpr SpatialConeImpact<S> resolve_chatterjee_ruina(const Sym3<S>& W,
                                                                 const Vec3<S>& u0,
                                                                 const ChatterjeeRuinaLaw<S>& law) {
  if (u0.n > S(0)) return detail::nothing_in_space(u0, ImpactStatus::no_impact);
  const ImpactStatus none = u0.n < S(0) ? ImpactStatus::no_solution : ImpactStatus::no_impact;
  if (!(W.nn > S(0))) return detail::nothing_in_space(u0, none);
  const detail::SpatialPlasticLine<S> line = detail::plastic_line(W, u0);
  const S e = law.restitution;
  const S push = -(u0.n + e * u0.n) / W.nn;
  const S wanted = S(1) + law.tangential_restitution;
  const S edge = detail::leaves_cone(law.friction, push, detail::slip_length(line.D.t), line.D.n);
  if (line.endless && edge < S(0)) return detail::nothing_in_space(u0, none);
  const bool cut = !(edge < S(0)) && (line.endless || edge < wanted);
  const bool rests = line.c.x == S(0) && line.c.y == S(0);
  const S kappa = cut ? edge : wanted;
  const Vec3<S> p{kappa * line.D.t, push + kappa * line.D.n};
  if (!(p.n > S(0))) return detail::nothing_in_space(u0, ImpactStatus::no_impact);
  const S kept = cut ? S(1) - kappa : -law.tangential_restitution;
  const S back = e * u0.n / W.nn;
  const Tangent2<S> u_t =
      line.endless ? u0.t + (W.tt * p.t + p.n * W.tn) : kept * line.c - back * W.tn;
  SpatialConeImpact<S> impact;
  impact.impulse = p;
  impact.u_after = {u_t, S(0) - e * u0.n};
  impact.mode = cut && !rests ? ImpactMode::sliding : ImpactMode::sticking;
  impact.status = u0.n < S(0) ? ImpactStatus::solved : ImpactStatus::tangential_impact;
  impact.unique_impulse = !line.free;
  return impact;
}

template <class S>
CAROM_HD constexpr S chatterjee_ruina_violation(const Sym3<S>& W, const Vec3<S>& u0,
                                                const ChatterjeeRuinaLaw<S>& law,
                                                const SpatialConeImpact<S>& impact) {
  using detail::slip_length;
  const Vec3<S>& p = impact.impulse;
  const Vec3<S>& u = impact.u_after;
  if (p.n < S(0)) return S(1);
  const S e = law.restitution;
  const Vec3<S> wanted = u0 + W * p;
  const Vec3<S> terms = detail::row_terms<S>({W, u0, law.friction, S(0)}, p);
  const S slips = max_of(terms.t.x, terms.t.y) + slip_length(W.tn) * abs_of(u0.n) / W.nn;
  S worst = max_of(detail::relative(slip_length(u.t - wanted.t), slips),
                   detail::relative(u.n - wanted.n, terms.n));
  worst = max_of(worst, detail::relative(u.n + e * u0.n, abs_of(u0.n)));
  // (1 − κ) c is parallel to c.
  const Tangent2<S> c = u0.t - u0.n / W.nn * W.tn;
  const Tangent2<S> left = u.t + e * u0.n / W.nn * W.tn;
  worst = max_of(worst, detail::relative(cross(left, c), slips * slip_length(c) + slips * slips));
  const S force = slip_length(p.t) + law.friction * p.n;
  const S over = slip_length(p.t) - law.friction * p.n;
  worst = max_of(worst, detail::relative(max_of(S(0), over), force));
  // (1 + e_t − κ) c, which the cone makes larger than 0 and leaves below (1 + e_t) c
  const Tangent2<S> rest = left + law.tangential_restitution * c;
  const S size = slip_length(c);
  const S along = size > S(0) ? dot(rest, c) / size : S(0);
  const S most = (S(1) + law.tangential_restitution) * size;
  const S beyond = detail::relative(max_of(S(0), max_of(-along, along - most)), slips);
  const S chosen = detail::relative(slip_length(rest), slips);
  const S on_edge = max_of(beyond, detail::relative(over, force));
  return max_of(worst, chosen < on_edge ? chosen : on_edge);
}

}  // namespace carom
