/// @file
/// Several contacts that collide at one instant, all in two phases.
///
/// Every contact takes part, those that approach, touch and leave: who is pushed is a result.
///
///     compression:  u_C = u⁻ + W p_C,    0 ≤ p_nC ⊥ u_nC ≥ 0                             (T8.11)
///     expansion:    u⁺ = u_C + W p_E,    0 ≤ p_nE − e p_nC ⊥ uₙ⁺ ≥ 0                     (T8.12)
///
/// with Coulomb's law (T8.3) in each phase on its impulse and on the slip at its end
/// [GlockerPfeiffer1995]. Each contact gives back at least e times what it took, and more where it would
/// be penetrated otherwise. Both phases are problems of modes (T8.1)–(T8.3), so nothing depends on the
/// order of the contacts. Energy cannot grow without friction (T8.13); with friction it can
/// [Glocker2013].
#pragma once

#include <carom/impact/several/answer.hpp>
#include <carom/impact/several/contact_system.hpp>

#include <vector>

namespace carom {

/// (T8.11), (T8.12) for the contacts of a system.
///
/// Where nothing is given back, expansion is p_E = 0. Where compression leaves a choice of impulses (W is
/// singular) the shortest is taken; others that end with other velocities are alternatives. The path of the answer has three points: start,
/// compression_ends and end, with the modes of the phase that follows.
///
/// @param restitution  e of every contact, in [0, 1].
SystemAnswer collide_together(const ContactSystem& contacts, const std::vector<double>& restitution,
                              ModeRoute route = ModeRoute::automatic);

/// (T8.11), (T8.12) with the solver that the contacts ask for, and the residual by its judge.
///
/// In the plane modes are searched. Where their answers differ only in how loads are shared during compression, and in
/// space, the rule of equal compliance decides (T18.5).
SystemAnswer collide_in_two_phases(const ContactSystem& contacts,
                                   const std::vector<double>& restitution, double& residual);

/// The largest relative violation of (T8.11) and (T8.12), momentum and friction included, by the three
/// points of the path alone.
double together_residual(const ContactSystem& contacts, const std::vector<double>& restitution,
                         const SystemAnswer& answer);

}  // namespace carom
