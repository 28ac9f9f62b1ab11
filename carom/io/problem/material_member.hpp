/// @file
/// The number of a contact that a key of its material means.
#pragma once

#include <carom/impact/material_rows.hpp>

#include <optional>
#include <string_view>

namespace carom {

using MaterialMember = std::optional<double> Contact::*;

/// A null pointer for a key that is no number of the material.
constexpr MaterialMember material_member(std::string_view key) {
  const MaterialRow* row = material_row(key);
  return row == nullptr ? nullptr : row->number;
}

}  // namespace carom
