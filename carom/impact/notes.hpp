/// @file
/// What a reader should know of an answer besides its numbers, in words.
#pragma once

#include <carom/impact/contact_problem.hpp>
#include <carom/impact/law_id.hpp>
#include <carom/impact/system_answer.hpp>

#include <string>
#include <vector>

namespace carom {

/// Choices that were made, parameters that do not act, why there is no solution.
std::vector<std::string> notes_on(const std::vector<Contact>& contacts, const ContactProblem& c,
                                  const ContactSystem& system, LawId law,
                                  const SystemAnswer& answer);

/// The same for contacts that collide at once, together or in a sequence.
std::vector<std::string> notes_at_once(const std::vector<Contact>& contacts,
                                       const ContactProblem& c, const ContactSystem& system,
                                       LawId law, const SystemAnswer& answer);

}  // namespace carom
