/// @file
/// What to say of a name that does not exist.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace carom::app {

/// A name on the command line that nothing has: bad arguments. The message suggests the nearest name
/// and lists the names.
struct UnknownName : std::invalid_argument {
  UnknownName(std::string_view what, std::string_view name,
              const std::vector<std::string_view>& known);
};

/// The names of all laws.
std::vector<std::string_view> law_names();

/// "newton,poisson" and several of them as a list of names, each known; "all" stands for every law.
/// @throws UnknownName
std::vector<std::string> law_list(const std::vector<std::string>& arguments);

}  // namespace carom::app
