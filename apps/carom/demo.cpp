// carom demo: Kane & Levinson's double pendulum under all laws, and who creates energy.

#include "output.hpp"

#include <algorithm>
#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/io/embedded.hpp>
#include <carom/io/problem_file.hpp>
#include <carom/report/table/energy.hpp>
#include <fmt/format.h>
#include <stdexcept>

namespace carom::app {
namespace {

constexpr std::string_view demo_file = "examples/kane_double_pendulum.yaml";

std::vector<ProblemEntry> pendulums() {
  for (const EmbeddedFile& embedded : embedded_files())
    if (embedded.name == demo_file)
      return read_problems(embedded.text, FileFormat::yaml, {.source = std::string(demo_file)});
  throw std::logic_error(fmt::format("{} is not inside this program", demo_file));
}

/// Every law of the problem, and brach with static friction = friction: it has only one coefficient.
std::vector<ImpactResult> answers(const ImpactProblem& problem, const std::vector<LawId>& laws) {
  std::vector<ImpactResult> results = resolve(problem, laws);
  ImpactProblem one_coefficient = problem;
  one_coefficient.contacts[0].static_friction.reset();
  results.push_back(resolve(one_coefficient, LawId::brach));
  return results;
}

std::vector<std::string> heading(const Contact& contact) {
  return {fmt::format("e = {}", contact.restitution.value_or(0)),
          fmt::format("μ_s = {}", contact.static_friction.value_or(0)),
          fmt::format("μ = {}", contact.friction.value_or(0))};
}

std::string introduction(double energy, const TextStyle& style) {
  return wrapped(
      fmt::format(
          "Kane & Levinson's double pendulum strikes the floor with {:.4f} J, and slip reverses inside the impact. "
          "The change of energy under each law: CREATED marks what comes out of nothing.",
          energy),
      style.width);
}

std::string outlook(const TextStyle& style) {
  return wrapped("* brach takes one coefficient of friction only: run with μ_s = μ.", style.width) +
         "\n" + tinted("Try next", Tint::strong, style) +
         "\n"
         "  carom example kane_double_pendulum > kane.yaml    this problem as a file\n"
         "  carom solve kane.yaml                             everything about it\n"
         "  carom diagram kane.yaml --problem 4 -o kane.svg   the way through the impact\n"
         "  carom laws                                        which law to use when\n";
}

}  // namespace

int demo(const DemoOptions& options) {
  Output output;
  const TextStyle style = output.style(options.color);
  std::vector<EnergyColumn> columns;
  for (const ProblemEntry& entry : pendulums()) {
    if (!entry.error.empty()) throw std::logic_error(entry.error);
    const auto& problem = std::get<ImpactProblem>(entry.problem);
    columns.push_back({heading(problem.contacts[0]), answers(problem, entry.laws)});
  }
  std::vector<std::string> remarks(columns.front().results.size());
  remarks.back() = "*";
  const double energy = columns.front().results.front().energy.before.value_or(0);
  output.write(introduction(energy, style) + "\n" + energy_table(columns, remarks, style) + "\n" +
               outlook(style));
  return success;
}

}  // namespace carom::app
