/// @file
/// The variables of a sweep as files and dictionaries state them: the entries of `vary`.
#pragma once

#include <carom/io/sweep_variable.hpp>
#include <carom/io/tree/decode.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace carom {

/// A whole number at least 0 that a double holds exactly. @throws TreeError "1.5 is no seed; ..."
std::uint64_t count_at(const Place& place, std::string_view what);

/// What an entry of `vary` states: one variable, or those of a joint normal distribution. Beside the map of a
/// file it may be a list of values, one value, or a text as behind --vary KEY=.
/// @throws TreeError
std::vector<SweepVariable> decode_variables(const Place& place);

}  // namespace carom
