/// What a file may say of the material at a contact. The same keys belong to a problem's contact, to a scene's
/// contact and to a pair of materials.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace carom {

inline constexpr std::array<std::string_view, 10> material_keys{"restitution",
                                                                "friction",
                                                                "static_friction",
                                                                "impulse_ratio",
                                                                "critical_fraction",
                                                                "allow_negative_restitution",
                                                                "tangential_restitution",
                                                                "friction_recovery",
                                                                "moment_compression",
                                                                "moment_restitution"};

/// The keys of both lists, in order.
template <std::size_t m, std::size_t n>
constexpr std::array<std::string_view, m + n> joined(
    const std::array<std::string_view, m>& first, const std::array<std::string_view, n>& second) {
  std::array<std::string_view, m + n> keys{};
  std::copy(second.begin(), second.end(), std::copy(first.begin(), first.end(), keys.begin()));
  return keys;
}

}  // namespace carom
