/// @file
/// The keys of a contact in a problem, for whoever is given them outside a file.
#pragma once

#include <cstdint>
#include <string_view>

namespace carom {

/// What a key of a contact speaks of.
enum class ContactKey : std::uint8_t {
  none,      ///< nothing of a contact, or its name
  material,  ///< a number or a truth
  row,       ///< a list of numbers: a row of J or a velocity
  mistaken,  ///< no key, but meant as one of a contact, which refuses it and says which: "restituton", "mu"
};

ContactKey contact_key(std::string_view key);

}  // namespace carom
