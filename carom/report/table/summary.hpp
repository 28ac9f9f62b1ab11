/// @file
/// What many problems came to, in a sentence or three below their tables.
#pragma once

#include <carom/impact/impact_result.hpp>
#include <carom/report/table/layout.hpp>

#include <string>
#include <vector>

namespace carom {

/// Counts; fed one problem after the other and of constant size.
struct ResultSummary {
  int problems = 0;                     ///< that could be read
  int errors = 0;                       ///< that could not
  int results = 0;                      ///< problems times laws
  int without_solution = 0;             ///< of them with status no_solution
  int creating = 0;                     ///< of them creating energy
  int creating_problems = 0;            ///< with at least one law that creates energy
  std::vector<std::string> creators{};  ///< "problem 2 (newton, whittaker)": the first few
};

/// Counts the results of one more problem.
void add_to(ResultSummary& summary, int number, const std::vector<ImpactResult>& results);

/// The summary; "" where a single problem leaves nothing to sum up.
std::string summary_text(const ResultSummary& summary, const TextStyle& style);

}  // namespace carom
