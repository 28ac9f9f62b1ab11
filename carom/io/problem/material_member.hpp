/// @file
/// The number of a contact that a key of its material means.
#pragma once

#include <carom/impact/impact_problem.hpp>

#include <array>
#include <optional>
#include <string_view>

namespace carom {

using MaterialMember = std::optional<double> Contact::*;

/// A null pointer for a key that is no number of the material.
constexpr MaterialMember material_member(std::string_view key) {
  struct Entry {
    std::string_view key;
    MaterialMember member;
  };
  constexpr std::array<Entry, 9> entries{{
      {"restitution", &Contact::restitution},
      {"friction", &Contact::friction},
      {"static_friction", &Contact::static_friction},
      {"impulse_ratio", &Contact::impulse_ratio},
      {"critical_fraction", &Contact::critical_fraction},
      {"tangential_restitution", &Contact::tangential_restitution},
      {"friction_recovery", &Contact::friction_recovery},
      {"moment_compression", &Contact::moment_compression},
      {"moment_restitution", &Contact::moment_restitution},
  }};
  for (const Entry& entry : entries)
    if (entry.key == key) return entry.member;
  return nullptr;
}

}  // namespace carom
