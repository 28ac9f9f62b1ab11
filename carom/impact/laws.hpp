/// @file
/// The table of laws: the one place where a name becomes a function.
#pragma once

#include <carom/impact/impact_problem.hpp>
#include <carom/impact/law_id.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace carom {

struct ContactProblem;
struct OneContact;
struct ContactAnswer;
struct ContactSystem;
struct SystemAnswer;
struct SystemWorkspace;

/// A law: its function, and what people are told of it.
struct Law {
  LawId id = LawId::poisson;
  std::string_view name{};                               ///< as in files and on the command line
  std::string_view title{};                              ///< one line
  std::string_view statement{};                          ///< what it assumes
  std::string_view guarantees{};                         ///< what always holds, and what does not
  std::string_view use{};                                ///< when to choose it
  std::string_view reference{};                          ///< keys of docs/references.bib
  bool follows_path = false;                             ///< follows Routh's path, event by event
  ContactAnswer (*answer)(const OneContact&) = nullptr;  ///< one contact, normalised
  const SystemAnswer& (*answer_system)(const ContactSystem&, SystemWorkspace&) =
      nullptr;  ///< several contacts, normalised; null where the law takes one only
};

/// All laws, in the order in which results are listed.
std::span<const Law> laws();

/// The law's entry.
const Law& law_of(LawId id);

/// The law of that name.
std::optional<LawId> find_law(std::string_view name);

/// Why `law` is not defined for the problem, as "contacts[0].friction: missing; ..."; absent if it is.
/// @throws std::invalid_argument if the problem is malformed whatever the law.
std::optional<std::string> undefined_because(const ImpactProblem& problem, LawId law);

/// The same for contacts that are already in contact space.
std::optional<std::string> undefined_because(const std::vector<Contact>& contacts,
                                             const ContactProblem& c, LawId law);

}  // namespace carom
