/// @file
/// What a reader should know of an answer besides its numbers, in words.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/several/answer.hpp>

#include <string>
#include <vector>

namespace carom {

/// Choices that were made, parameters that do not act, why there is no solution.
std::vector<std::string> notes_on(const std::vector<Contact>& contacts, const Contacts& c,
                                  const ContactSystem& system, const Law& law,
                                  const SystemAnswer& answer);

/// What is odd about the numbers of the one contact's answer: a given impulse ratio whose tangential impulse
/// adds energy, since it has the wrong sign or is beyond the critical one.
///
/// Within the critical ratio Kelvin's tangential work pₜ (uₜ⁻ + uₜ⁺)/2 may be positive, rightly, where the
/// normal impulse alone reverses the slip: friction then opposes the reversed one.
std::vector<MeasuredNote> measured_notes_on(const Contact& contact, const Contacts& c,
                                            const ImpactResult& result);

/// Choices, parameters and reasons for contacts that collide at once, together or in a sequence.
std::vector<std::string> notes_at_once(const std::vector<Contact>& contacts, const Contacts& c,
                                       const ContactSystem& system, const SystemAnswer& answer);

}  // namespace carom
