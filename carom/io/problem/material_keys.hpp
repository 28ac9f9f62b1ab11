/// What a file may say of the material at a contact. The same keys belong to a problem's contact, to a scene's
/// contact and to a pair of materials.
#pragma once

#include <carom/impact/material_rows.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace carom {

/// The names of the rows of impact/material_rows.hpp.
inline constexpr auto material_keys = [] {
  std::array<std::string_view, material_rows.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = material_rows[i].name;
  return names;
}();

/// The keys of both lists, in order.
template <std::size_t m, std::size_t n>
constexpr std::array<std::string_view, m + n> joined(
    const std::array<std::string_view, m>& first, const std::array<std::string_view, n>& second) {
  std::array<std::string_view, m + n> keys{};
  std::copy(second.begin(), second.end(), std::copy(first.begin(), first.end(), keys.begin()));
  return keys;
}

}  // namespace carom
