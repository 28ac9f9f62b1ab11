/// @file
/// What becomes of several contacts that collide at one instant.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_result.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/several/contact_system.hpp>

#include <optional>
#include <string>
#include <vector>

namespace carom {

/// "together", as in files.
const char* to_string(Simultaneous rule);

/// True if the contacts of a problem collide together, one after the other or on springs: more than one
/// approaches, or one does and `sequential` or `springs` is asked for. Otherwise one contact collides and the
/// others answer, by the law.
bool collide_at_once(const Contacts& c);

/// Why the law is not defined for contacts that collide at once; absent if it is.
std::optional<Objection> undefined_at_once(const std::vector<Contact>& contacts, const Contacts& c,
                                           const Law& law);

/// Why the law is not defined for a sequence whose contacts it is defined for: two of them come to collide
/// with equal approach energy, and go together. Found by following the sequence; absent if it is defined.
std::optional<Objection> undefined_in_sequence(const std::vector<Contact>& contacts,
                                               const Contacts& c, const Law& law);

/// Resolves contacts that collide at once by the rule of the problem: `together`, `sequential` or
/// `springs`.
/// @param system  of the problem
ImpactResult resolve_at_once(const Law& law, const std::vector<Contact>& contacts,
                             const Contacts& c, const ContactSystem& system);

}  // namespace carom
