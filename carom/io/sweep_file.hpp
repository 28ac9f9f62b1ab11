/// @file
/// Sweeps in files: which problem, which of its numbers vary and how, which laws, which columns.
///
/// docs/sweeps.md explains the format. A file that holds a problem or a scene is a sweep as well, once
/// the command line says what to vary.
#pragma once

#include <carom/io/problem/law_choice.hpp>
#include <carom/io/problem_file.hpp>
#include <carom/io/sweep_sampling.hpp>
#include <carom/io/sweep_variable.hpp>
#include <carom/io/tree/tree.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// A sweep as its file and the command line state it.
struct StatedSweep {
  std::string source{};                    ///< of the problem, for messages
  TreeNode problem{};                      ///< before anything is varied
  std::optional<LawChoice> law{};          ///< absent: the problem's own
  std::vector<SweepVariable> variables{};  ///< at least one
  std::size_t draws = 0;                   ///< of the random variables, all at once
  std::uint64_t seed = 1;
  Sampling sampling = Sampling::independent;  ///< of the random variables
  std::vector<std::string> columns{};         ///< none: the usual ones
};

/// What the command line says instead of the file.
struct SweepOverrides {
  std::string source = "standard input";  ///< path of the file; problems are found beside it
  std::vector<std::string> vary{};        ///< as parse_variables reads them; same name: instead
  TreeNode variables{};                   ///< a map as `vary` of a file; same name: instead
  std::optional<std::vector<std::string>> laws{};
  std::vector<std::string> columns{};
  std::optional<std::size_t> draws{};
  std::optional<std::uint64_t> seed{};
  std::optional<std::string> sampling{};
  std::optional<int> number{};  ///< which problem of the file, from 1
};

/// @throws std::invalid_argument, "sweep.yaml:4: vary.phi.steps: expected a number, got null".
StatedSweep read_sweep(std::string_view text, FileFormat format, const SweepOverrides& overrides);

/// The same from trees: one sweep, or problems.
StatedSweep read_sweep(std::vector<TreeNode> documents, const SweepOverrides& overrides);

}  // namespace carom
