// carom check: reads and validates, solves nothing.

#include "output.hpp"
#include "problem_stream.hpp"

#include <cstddef>
#include <fmt/format.h>

namespace carom::app {
namespace {

/// What one input came to.
struct Count {
  std::string source{};
  int problems = 0;
  int refused = 0;
};

std::string verdict(const Count& count) {
  const std::string problems =
      fmt::format("{} problem{}", count.problems, count.problems == 1 ? "" : "s");
  if (count.refused == 0) return fmt::format("{}: {}, fine\n", count.source, problems);
  return fmt::format("{}: {}, {} refused\n", count.source, problems, count.refused);
}

}  // namespace

int check(const CheckOptions& options) {
  Output output;
  ProblemStream problems(options.files, {.motions = true});
  Count count;
  bool empty = true;
  int refused = 0;
  while (const auto batch = problems.next()) {
    if (batch->options.source != count.source) {
      if (count.problems > 0) output.write(verdict(count));
      count = {batch->options.source};
    }
    for (std::size_t i = 0; i < size(*batch); ++i) {
      const std::string error = entry_at(*batch, i).error;
      ++count.problems;
      empty = false;
      if (error.empty()) continue;
      complain_about_input(error);
      ++count.refused;
      ++refused;
    }
  }
  if (count.problems > 0) output.write(verdict(count));
  if (empty && problems.unreadable() == 0) output.write("0 problems\n");
  return refused > 0 || problems.unreadable() > 0 ? bad_input : success;
}

}  // namespace carom::app
