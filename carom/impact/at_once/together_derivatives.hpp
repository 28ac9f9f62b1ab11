/// @file
/// The derivatives of two phases over several contacts.
///
/// Where modes do not change every phase is a system of equations, w = q + W p with, at every contact,
///
///     pₙ = l  or  wₙ = 0,      wₜ = 0  or  pₜ = −μ pₙ wₜ/|wₜ|                                 (T18.14)
///
/// and its differential is linear in dp: implicit differentiation. Compression has q = u and l = 0, expansion
/// q = u_C and l = e pₙ of compression (T18.6), (T18.7).
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/derivatives.hpp>

namespace carom {

/// As derivatives(), for contacts that feel each other and collide `together` under newton, poisson, stronge or
/// anitescu_potra.
/// @throws std::invalid_argument for other rules and laws.
ImpactDerivatives derivatives_together(const std::vector<Contact>& contacts, const Contacts& c,
                                       LawId law);

}  // namespace carom
