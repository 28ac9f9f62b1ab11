/// @file
/// Which laws a file or a command line asks for.
#pragma once

#include <carom/impact/law_id.hpp>
#include <carom/io/tree/decode.hpp>

#include <span>
#include <string>
#include <vector>

namespace carom {

/// Which laws are asked for.
struct LawChoice {
  bool all = false;            ///< every law that is defined for the problem
  std::vector<LawId> names{};  ///< otherwise these, in order
};

/// The choice that a value makes: a name, a list of names, or "all".
/// @throws TreeError
LawChoice decode_law(const Place& place);

/// The choice that names as on the command line make; "all" stands alone.
/// @throws TreeError at the path `where` and line 0.
LawChoice law_choice(std::span<const std::string> names, const ObjectionPath& where);

}  // namespace carom
