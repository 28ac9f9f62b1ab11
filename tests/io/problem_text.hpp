/// @file
/// Problems as text, for the tests of the readers.
#pragma once

#include <carom/io/problem_file.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// Way 1, as JSON.
inline constexpr std::string_view falling_rod =
    R"({"name": "falling rod", "law": ["newton", "poisson"], "W": [[2.5, -1.5], [-1.5, 2.5]],)"
    R"( "u": [0.6, -1.0], "contacts": [{"restitution": 1.0, "friction": 0.8}]})";

/// Way 2, as YAML; the contact is on lines 7 to 11.
inline constexpr std::string_view rod_on_belt = R"(name: rod on a belt
law: poisson
mass:
  - [1, 0]
  - [0, 2]
velocity: [0.5, -1]
contacts:
  - tangent: [1, 0]
    normal: [0, 1]
    restitution: 0.5
    friction: 0.25
    surface_velocity: [0.1, 0]
)";

/// `text` with the first `old` replaced.
inline std::string with(std::string_view text, std::string_view old, std::string_view fresh) {
  std::string changed(text);
  const std::size_t at = changed.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  if (at != std::string::npos) changed.replace(at, old.size(), fresh);
  return changed;
}

inline std::string name_of(FileFormat format) {
  switch (format) {
    case FileFormat::yaml: return "p.yaml";
    case FileFormat::json: return "p.json";
    case FileFormat::jsonl: return "p.jsonl";
  }
  return "";
}

inline std::vector<ProblemEntry> read(std::string_view text, FileFormat format) {
  return read_problems(text, format, {.source = name_of(format)});
}

/// The message about the one problem of a text; "" if there is nothing to complain about.
inline std::string error_of(std::string_view text, FileFormat format) {
  const auto entries = read(text, format);
  EXPECT_EQ(entries.size(), 1U) << text;
  return entries.empty() ? "no entry" : entries.front().error;
}

inline std::string json_error(std::string_view text) { return error_of(text, FileFormat::json); }
inline std::string yaml_error(std::string_view text) { return error_of(text, FileFormat::yaml); }

/// The one problem of a text that is in order.
inline ProblemEntry good(std::string_view text, FileFormat format) {
  auto entries = read(text, format);
  EXPECT_EQ(entries.size(), 1U) << text;
  if (entries.empty()) return {};
  EXPECT_EQ(entries.front().error, "");
  return entries.front();
}

}  // namespace carom
