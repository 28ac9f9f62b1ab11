/// @file
/// JSON as text: numbers that read back to the same bits, strings that are always valid.
#pragma once

#include <string>
#include <string_view>

namespace carom {

/// Appends the shortest decimal number that reads back to `x`; whole numbers end in .0, negative zero
/// is written as 0.0, and what is not finite (our mistake: asserted) as null.
void append_json(std::string& out, double x);

/// Appends `text` in quotes; bytes that are not UTF-8 become U+FFFD.
void append_json(std::string& out, std::string_view text);

}  // namespace carom
