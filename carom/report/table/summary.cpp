#include <carom/impact/laws.hpp>
#include <carom/report/table/summary.hpp>
#include <carom/report/table/table.hpp>
#include <cstddef>
#include <fmt/format.h>

namespace carom {
namespace {

/// How many problems a summary names.
constexpr std::size_t named_creators = 8;

std::string counted(int n, const char* noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

std::string creation(const ResultSummary& summary) {
  if (summary.creating == 0) return "none creates energy.";
  std::string text = fmt::format("energy CREATED in {}: ", summary.creating);
  for (std::size_t i = 0; i < summary.creators.size(); ++i)
    text += (i == 0 ? "" : "; ") + summary.creators[i];
  const int more = summary.creating_problems - static_cast<int>(summary.creators.size());
  return text + (more > 0 ? fmt::format("; and {} more.", counted(more, "problem")) : ".");
}

}  // namespace

void add_to(ResultSummary& summary, int number, const std::vector<ImpactResult>& results) {
  std::string creators;
  for (const ImpactResult& result : results) {
    ++summary.results;
    if (!has_answer(result.status)) ++summary.without_solution;
    if (!creates_energy(result)) continue;
    ++summary.creating;
    creators += fmt::format("{}{}", creators.empty() ? "" : ", ", law_of(result.law).name);
  }
  ++summary.problems;
  if (creators.empty()) return;
  ++summary.creating_problems;
  if (summary.creators.size() < named_creators)
    summary.creators.push_back(fmt::format("problem {} ({})", number, creators));
}

std::string summary_text(const ResultSummary& summary, const TextStyle& style) {
  if (summary.problems + summary.errors < 2) return "";
  std::string text =
      counted(summary.problems, "problem") + ", " + counted(summary.results, "result") + "; ";
  if (summary.errors > 0) text += counted(summary.errors, "problem") + " refused; ";
  if (summary.without_solution > 0)
    text += fmt::format("{} without solution; ", summary.without_solution);
  return paragraph(text + creation(summary), style);
}

}  // namespace carom
