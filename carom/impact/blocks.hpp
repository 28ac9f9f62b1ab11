/// @file
/// Contacts that do not feel each other are problems of their own.
///
/// Where the entries of W between two groups of contacts are exactly zero, an impulse at one changes no velocity at the
/// other. Each group is scaled, answered and judged alone, so that a contact which is far away changes no bit of
/// another's answer.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_result.hpp>

#include <cstddef>
#include <vector>

namespace carom {

/// The groups of contacts that feel each other, each in ascending order, in the order of their first contact.
std::vector<std::vector<std::size_t>> blocks_of(const Contacts& c);

/// The contacts of a block as a problem of their own, in contact space.
Contacts part_of(const Contacts& c, const std::vector<std::size_t>& block);

/// The materials of a block, each named as in the whole.
std::vector<Contact> part_of(const std::vector<Contact>& contacts,
                             const std::vector<std::size_t>& block);

/// The result of the whole from those of its blocks, in the order of `blocks`.
///
/// Path events follow each other block by block. The status is the most severe of the blocks': no_solution,
/// undetermined, tangential_impact, solved, no_impact.
ImpactResult merged(const Contacts& c, const std::vector<Contact>& contacts,
                    const std::vector<std::vector<std::size_t>>& blocks,
                    std::vector<ImpactResult> parts);

}  // namespace carom
