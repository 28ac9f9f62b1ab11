/// @file
/// The answer of one contact, brought from its own units to those of the system (T5.8).
#pragma once

#include <carom/core/scaling.hpp>
#include <carom/impact/several/answer.hpp>

namespace carom {

/// From the units of one contact to those of the system.
void change_units(const ContactScale& scale, SystemAnswer& answer);

/// The contacts with materials in the units of the system.
std::vector<Contact> in_units_of(const ContactSystem& system, std::vector<Contact> contacts);

}  // namespace carom
