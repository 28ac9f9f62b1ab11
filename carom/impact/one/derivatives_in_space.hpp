/// @file
/// The derivatives of one contact with two tangents.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/derivatives.hpp>

namespace carom {

/// As derivatives(), for a checked contact and a law that is defined for it.
/// @throws std::invalid_argument for compliant, which knows no neighbours out of the plane of slip.
ImpactDerivatives derivatives_in_space(const Contact& contact, const Contacts& c, LawId law);

}  // namespace carom
