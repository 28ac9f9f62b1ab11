#include <carom/impact/name_list.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace carom {

std::string listed(std::span<const std::string_view> names) {
  const std::size_t count = std::min(names.size(), most_names);
  const std::string text = fmt::format("{}", fmt::join(names.first(count), ", "));
  if (names.size() == count) return text;
  return fmt::format("{}, ... and {} more", text, names.size() - count);
}

std::string listed(const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  return listed(std::span(views));
}

std::string alternatives(const std::vector<std::string_view>& names) {
  if (names.empty()) return "none";
  const auto before_last = std::span(names).first(names.size() - 1);
  const std::string text = fmt::format("{}", fmt::join(before_last, ", "));
  return text.empty() ? std::string(names.back()) : fmt::format("{} or {}", text, names.back());
}

}  // namespace carom
