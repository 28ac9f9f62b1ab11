// Any bytes as a problem file: nothing crashes or hangs, what is accepted is resolved, and every result
// is valid JSON that keeps its promises.
//
// The first byte chooses: j JSON, l JSON lines, y YAML (and every other byte); capitals ask for all laws.

#include "tests/fuzz/promises.hpp"

#include <carom/io/problem_file.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

carom::FileFormat format_by(char choice) {
  if (choice == 'j' || choice == 'J') return carom::FileFormat::json;
  if (choice == 'l' || choice == 'L') return carom::FileFormat::jsonl;
  return carom::FileFormat::yaml;
}

std::string resolve_all(const std::vector<carom::ProblemEntry>& entries) {
  std::string all;
  for (const carom::ProblemEntry& entry : entries) all += carom::fuzz::results_of(entry);
  return all;
}

bool all_accepted(const std::vector<carom::ProblemEntry>& entries) {
  for (const carom::ProblemEntry& entry : entries)
    if (!entry.error.empty()) return false;
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string bytes(data, data + size);
  const std::string_view text = std::string_view(bytes).substr(1);
  const carom::FileFormat format = format_by(bytes[0]);
  carom::ReadOptions options{.source = "input"};
  if (bytes[0] >= 'A' && bytes[0] <= 'Z') options.laws = std::vector<std::string>{"all"};

  const auto entries = carom::read_problems(text, format, options);
  const std::string results = resolve_all(entries);

  // JSON is YAML: where both readers take a text, they take it the same way. (Escapes in names differ.)
  if (format == carom::FileFormat::json && text.find('\\') == std::string_view::npos) {
    const auto again = carom::read_problems(text, carom::FileFormat::yaml, options);
    if (all_accepted(entries) && all_accepted(again))
      carom::fuzz::require(resolve_all(again) == results, "JSON read as YAML is the same", results);
  }
  return 0;
}
