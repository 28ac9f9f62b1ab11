#include <carom/impact/laws.hpp>
#include <carom/impact/name_list.hpp>
#include <carom/io/problem/law_choice.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace carom {
namespace {

std::vector<std::string_view> law_names() {
  std::vector<std::string_view> names;
  for (const Law& law : laws()) names.push_back(law.name);
  return names;
}

std::string unknown_law(std::string_view name) {
  const auto names = law_names();
  const auto near = nearest(name, names);
  const std::string known = listed(names);
  if (near)
    return fmt::format("unknown law {}; did you mean {}? Known are {}", in_quotes(name), *near,
                       known);
  return fmt::format("{} is not a law of this version; known are {}", in_quotes(name), known);
}

constexpr std::string_view law_wanted = "a name, a list of names or \"all\"";

/// Why `name` cannot follow the names before it in a list; absent if it can.
std::optional<std::string> objection(const std::vector<LawId>& before, const std::string& name) {
  const auto law = find_law(name);
  if (!law) return name == "all" ? "\"all\" stands alone, not in a list" : unknown_law(name);
  if (std::find(before.begin(), before.end(), *law) != before.end())
    return name + " is listed twice";
  return std::nullopt;
}

}  // namespace

LawChoice decode_law(const Place& place) {
  if (place.node->kind == NodeKind::string) {
    const std::string& name = place.node->text;
    if (name == "all") return {.all = true};
    if (const auto why = objection({}, name)) refuse(place, *why);
    return {.names = {*find_law(name)}};
  }
  LawChoice choice;
  const std::size_t size = size_at(place, law_wanted);
  if (size == 0) refuse(place, fmt::format("the list is empty; give {}", law_wanted));
  for (std::size_t i = 0; i < size; ++i) {
    const Place entry = item(place, i);
    const std::string& name = string_at(entry);
    if (const auto why = objection(choice.names, name)) refuse(entry, *why);
    choice.names.push_back(*find_law(name));
  }
  return choice;
}

LawChoice law_choice(std::span<const std::string> names, const ObjectionPath& where) {
  if (names.size() == 1 && names[0] == "all") return {.all = true};
  if (names.empty()) throw TreeError(where, fmt::format("give {}", law_wanted), 0);
  LawChoice choice;
  for (const std::string& name : names) {
    if (const auto why = objection(choice.names, name)) throw TreeError(where, *why, 0);
    choice.names.push_back(*find_law(name));
  }
  return choice;
}

}  // namespace carom
