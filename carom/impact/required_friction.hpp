/// @file
/// The least friction, the same at all contacts, with which none of them slips after the impact.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/law_id.hpp>

#include <vector>

namespace carom {

/// The least μ = μ_s for which the law's answer leaves no contact that got an impulse with slip. Contacts
/// without tangents, and those that get no impulse, do not count; 0 where nothing happens, ∞ where no
/// friction holds.
///
/// One contact of a path law: its `friction.to_stick`. Otherwise μ is raised in steps of a quarter from 1e-4
/// to 1e4 and the first step that holds is halved to 1e-13 of its value; that a contact holds over a
/// narrower range of μ below can be missed.
/// @throws std::invalid_argument as resolve() does.
double required_friction(const std::vector<Contact>& contacts, const Contacts& c, LawId law);

}  // namespace carom
