/// @file
/// What `carom solve` shows a person: the answers of several laws to one problem, side by side.
#pragma once

#include <carom/impact/impact_problem.hpp>
#include <carom/impact/impact_result.hpp>
#include <carom/report/table/layout.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// The answers to one problem with these contacts: a heading, one column per law, and below it in sentences what is worth
/// a remark: energy that is created, reasons, notes.
///
/// Laws that do not fit into the width follow in a second block. Quantities that no law of a block has
/// are left out; "—" stands where one law lacks what another has.
std::string impact_table(const std::vector<Contact>& contacts, int number,
                         const std::vector<ImpactResult>& results, const TextStyle& style);

/// The parts of impact_table: who meets with what material, ...
std::string table_heading(const std::vector<Contact>& contacts, int number,
                          const std::vector<ImpactResult>& results, const TextStyle& style);
/// ... the columns of the laws (`turning`: see impact_rows), ...
std::string impact_blocks(const std::vector<ImpactResult>& results, const TextStyle& style,
                          const std::vector<bool>& turning = {});
/// ... and the remarks, each once, with the laws that it concerns.
std::string table_remarks(const std::vector<ImpactResult>& results, const TextStyle& style);

/// "stick_in_compression" as people write it: "stick in compression".
std::string in_words(std::string_view name);

}  // namespace carom
