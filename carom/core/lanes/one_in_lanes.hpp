/// @file
/// One contact in double precision by the text for lanes: the bits of the plain text in half the time, where the processor has
/// vector registers.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/lanes/lane_path.hpp>
#include <carom/core/planar/planar_result.hpp>
#include <carom/core/scalar.hpp>

namespace carom::detail {

/// Whether contacts of this scalar have a quick way.
template <class S>
inline constexpr bool has_quick_way = false;

/// The impact of a contact with W ≻ 0 and uₙ⁻ < 0, for scalars with a quick way only.
template <class S>
PlanarImpact<S> quick_impact(const Sym2<S>& W, const Vec2<S>& u0, const ContactLaw<S>& law);

#if defined(__SSE2__) && !defined(__CUDACC__)

template <>
inline constexpr bool has_quick_way<double> = true;

/// The other lane holds a contact at rest.
inline PlanarImpact<double> quick_impact(const Sym2<double>& W, const Vec2<double>& u0,
                                         const ContactLaw<double>& law) {
  using S = Lanes<2>;
  const auto pair = [](double ours, double idle) { return lanes_of<2>(S::Numbers{ours, idle}); };
  const Sym2<S> both_W{pair(W.tt, 1), pair(W.tn, 0), pair(W.nn, 1)};
  const Vec2<S> both_u{pair(u0.t, 0), pair(u0.n, 0)};
  const ContactLaw<S> both_law{pair(law.friction, 0), pair(law.static_friction, 0),
                               pair(law.restitution, 0), law.rule};
  const LanePath<2> path = routh_path(both_W, both_u, both_law);
  const LaneEnd<2> end = end_of(path, both_law);
  const Vec2<S> impulse = impulse_at(path, end);
  const S slip = abs_of(path.u0.t) - path.H * end.r;
  const S kept = only_if(slip > S(PathTolerances<S>::simultaneous) * abs_of(path.u0.t), slip);
  const S u_t = select(path.bends, path.G2 * end.after, along(kept, path.u0.t));
  const ImpactMode mode = static_cast<ImpactMode>(classify(path).codes & 0xFFU);
  return {{impulse.t.x[0], impulse.n.x[0]},
          {u_t.x[0], end.u_n.x[0]},
          (path.unit * end.r_c).x[0],
          mode,
          ImpactStatus::solved};
}

#endif

}  // namespace carom::detail
