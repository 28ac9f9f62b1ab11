/// @file
/// Problems in files: YAML, JSON and JSON lines, read strictly.
///
/// Nothing is guessed and nothing is dropped: unknown or repeated keys, wrong types and shapes and
/// numbers that are not finite are refused with the place and the expectation.
#pragma once

#include <carom/impact/laws.hpp>
#include <carom/io/tree/tree.hpp>
#include <carom/multibody/problem.hpp>
#include <carom/simulation/simulation.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// How a text is written. JSON is read by its own parser, not as YAML.
enum class FileFormat : std::uint8_t {
  yaml,   ///< one problem, a list of problems, or several documents
  json,   ///< one problem or a list of problems
  jsonl,  ///< one JSON problem per line; empty lines are skipped
};

/// The format by the file's ending (.yaml, .yml, .json, .jsonl); absent for any other.
std::optional<FileFormat> format_of(std::string_view path);

/// One problem of a file, or what is wrong with it.
struct ProblemEntry {
  int number = 0;  ///< counted from 1 over the whole input
  /// Checked: by none of `laws` does resolve() refuse it, unless an answer does not fit into double numbers. With an
  /// error: only its name, where it can be told.
  Problem problem{};
  /// Of a scene that was read as a motion, and checked as one.
  std::optional<SimulationOptions> motion{};
  std::vector<LawId> laws{};  ///< to resolve it by, in order
  std::string
      error{};  ///< "problems.jsonl:7: contacts[0].restitution: 1.3 is outside [0, 1]"; "" if fine
};

/// What overrides the file's own wishes.
struct ReadOptions {
  std::string source = "standard input";  ///< shown in messages
  std::optional<std::vector<std::string>>
      laws{};                 ///< instead of the problem's own; ["all"] allowed
  bool command_line = false;  ///< the reader sits there: messages name its options
  int first_number = 1;       ///< of the first problem
  bool motions =
      false;  ///< scenes with a map `simulation` are motions: their contacts may be apart
};

/// All problems of a text. A text that cannot be parsed at all is one entry with an error (for jsonl:
/// one per bad line).
std::vector<ProblemEntry> read_problems(std::string_view text, FileFormat format,
                                        const ReadOptions& options);

/// One line of JSON lines; `line` counts from 1 and appears in the message.
ProblemEntry read_problem_line(std::string_view text, int line, const ReadOptions& options);

}  // namespace carom
