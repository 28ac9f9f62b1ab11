/// @file
/// What a result file says of how it was made, so that anybody can make it again: the version, the format, what
/// was read, laws, seed and tolerances. Never a time, a host or a path: the same work gives the same bytes.
#pragma once

#include <carom/io/tree/tree.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace carom {

/// A tolerance by its name; relative unless docs/sweeps.md says otherwise.
struct NamedTolerance {
  std::string_view name{};
  double value = 0;
};

struct Provenance {
  std::string input{};  ///< hash of what was read, 16 hexadecimal digits
  std::vector<std::string> laws{};
  std::optional<std::uint64_t> seed{};  ///< absent where nothing is drawn
  std::vector<NamedTolerance> tolerances{};
};

/// The hash of a document and of the files that it names: FNV-1a with 64 bits of the document in its canonical
/// form, in which neither layout nor comments count, and of the files' bytes.
/// @param files  paths; one that cannot be read counts as empty
std::string input_hash(const TreeNode& document, const std::vector<std::string>& files = {});

/// The robot's file that a scene names, to be hashed with it; none of other problems.
/// @param source  path of the scene's own file
std::vector<std::string> files_named_in(const TreeNode& problem, const std::string& source);

/// "carom 0.2.0, format 1, input 0123456789abcdef, laws newton stronge, seed 1, residual 1e-09"
std::string provenance_line(const Provenance& provenance);

/// The same by names, all as texts.
std::vector<std::pair<std::string, std::string>> provenance_texts(const Provenance& provenance);

/// The same as the fields of a JSON object, without its brackets: carom, format, input, laws, seed, tolerances.
std::string provenance_fields(const Provenance& provenance);

}  // namespace carom
