/// @file
/// FNV-1a with 64 bits: tells texts apart and finds damage, is no protection against ill will.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace carom {

/// The checksum of all text added so far. A single changed byte always changes it: every step is a
/// bijection of the state.
struct Checksum {
  std::uint64_t state = 0xcbf29ce484222325U;

  void add(std::string_view text) {
    for (const char c : text) state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }

  bool operator==(const Checksum&) const = default;
};

/// 16 hexadecimal digits.
inline std::string to_string(const Checksum& checksum) {
  return fmt::format("{:016x}", checksum.state);
}

}  // namespace carom
