/// @file
/// The derivatives of a path with several contacts, of which one collides: newton, poisson and stronge.
///
/// The path is walked again with its modes. Between events changes obey the differential of the rates (T18.10); at
/// an event, whose place η* moves with the variables, rates jump from f to f⁺:
///
///     δz′ = ∂f/∂z δz + ∂f,      δη* = −δg/g′,      δz⁺ = δz + (f − f⁺) δη*                        (T18.15)
///
/// where g is what is zero at the event. Where slip begins inside a stage, under load, there are no slopes: the
/// directions in which it begins are found by an expansion (T18.11).
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/derivatives.hpp>

namespace carom {

/// As derivatives(), for contacts of which one collides, in the plane and in space.
/// @throws std::invalid_argument for other laws, and with a static friction that differs.
ImpactDerivatives derivatives_of_path(const std::vector<Contact>& contacts, const Contacts& c,
                                      LawId law);

}  // namespace carom
