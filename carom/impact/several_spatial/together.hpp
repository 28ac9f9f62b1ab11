/// @file
/// Several contacts that collide at one instant, in two phases over all of them, in the plane and in
/// space:
///
///     compression:  u_C = u⁻ + W p_C,    0 ≤ p_nC ⊥ u_nC ≥ 0                            (T18.6)
///     expansion:    u⁺ = u_C + W p_E,    0 ≤ p_nE − e p_nC ⊥ uₙ⁺ ≥ 0                    (T18.7)
///
/// with Coulomb's law in each phase on its impulse and on the slip at its end: two cone problems
/// [GlockerPfeiffer1995]. With one e for all contacts energy never grows, friction or not:
///
///     ½ p·(u⁻ + u⁺) ≤ (1 + e) p_C·u_C − ½ (1 − e²) p_C·W p_C ≤ 0                        (T18.8)
///
/// With several e it can, which the work of the answer shows.
#pragma once

#include <carom/impact/cone/solve.hpp>
#include <carom/impact/several_spatial/spatial_answer.hpp>

namespace carom::several_spatial {

/// (T18.6), (T18.7) under the rule of equal compliance. `undetermined` where velocities at the end of a
/// phase depend on the sharing of loads or several were found. The path has three points.
Answer collide_together(const System& system, const cone::Examination& examination = {});

/// The largest relative violation of (T18.6), (T18.7), by the three points of the path alone.
double together_residual(const System& system, const Answer& answer);

/// How far (T18.8) is missed, against the sum of the absolute terms of the work; ≤ 0 where it holds.
/// Promised for one e only.
double bound_excess(const System& system, const Answer& answer);

}  // namespace carom::several_spatial
