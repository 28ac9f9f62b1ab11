/// @file
/// Lists of names in messages, cut to a length that one can read.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// A message lists this many names and counts the others: a file may have 100,000 bodies.
inline constexpr std::size_t most_names = 16;

/// "a, b, c", or "a, b, c, ... and 99997 more" for more than most_names.
std::string listed(std::span<const std::string_view> names);
std::string listed(const std::vector<std::string>& names);

/// "a, b or c".
std::string alternatives(const std::vector<std::string_view>& names);

}  // namespace carom
