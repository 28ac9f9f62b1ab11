/// @file
/// The memory of the hall: kept from one problem to the next, nothing is allocated after the first of a kind.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_result.hpp>
#include <carom/impact/restore.hpp>
#include <carom/impact/several/answer.hpp>
#include <carom/impact/several/contact_system.hpp>

#include <string>
#include <vector>

namespace carom {

/// What walks through the hall: contacts, in units of order one, the law's answer, the result.
struct Workspace {
  StatementMemory statement{};
  Contacts contacts{};     ///< of a stated problem
  ContactSystem system{};  ///< the contacts in normalised units
  SystemWorkspace law{};   ///< with the answer, in law.state.answer
  RestoreMemory restored{};
  ImpactResult result{};
};

/// resolve() of contacts by each of the laws, each into the result at its place, which keeps its memory.
/// @throws std::invalid_argument as resolve(); the results are then of no use.
void resolve(const std::string& name, const std::vector<Contact>& contacts, const Contacts& c,
             const std::vector<LawId>& laws, Workspace& work,
             const std::vector<ImpactResult*>& results);

}  // namespace carom
