/// @file
/// What the columns of results mean, in a few words for files that carry a description with every column.
#pragma once

#include <string>
#include <string_view>

namespace carom {

/// "impulse on the first body along the normal" of contacts.hit.impulse.n; "what varies" of a name that is no
/// quantity of a result.
std::string column_words(std::string_view path);

}  // namespace carom
