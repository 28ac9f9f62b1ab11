/// @file
/// Parts of `carom show`'s text that scenes and other problems share or that have a file of their own.
#pragma once

#include <fmt/format.h>

#include <carom/report/show/show.hpp>

namespace carom {

/// A heading on a line of its own, with an empty line before it.
std::string shown_heading(const std::string& text, const TextStyle& style);

/// Rows of quantities, named on the left; as many columns beside each other as the width allows.
struct QuantityTable {
  struct Column {
    std::string label{};
    Measure measure = Measure::number;
    std::vector<std::optional<double>> values{};  ///< one per row
  };
  std::string title{};
  std::vector<std::string> names{};
  std::vector<Column> columns{};
};
std::string shown_quantities(const QuantityTable& table, const TextStyle& style);

/// A contact: its material and where each value comes from, its place, its velocity.
std::string shown_contact(const ContactView& contact, std::size_t index, const TextStyle& style);

/// "2 bodies, 2 joints, 2 degrees of freedom; ..."
std::string mechanism_summary(const Scene& scene, const ProblemView& view);

/// Bodies, joints and springs of a scene.
std::string shown_mechanism(const Scene& scene, const ProblemView& view, const TextStyle& style);

/// "1 body", "3 bodies".
inline std::string counted(std::size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

}  // namespace carom
