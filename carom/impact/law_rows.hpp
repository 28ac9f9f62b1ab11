/// @file
/// The list of the built-in laws: a new law is one more row here, and its name in law_id.hpp.
#pragma once

#include <carom/impact/laws.hpp>
#include <carom/impact/name_list.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

using LawRows = std::array<Law, built_in_laws>;

/// In the order of LawId, in which results are listed.
const LawRows& law_rows();

/// "a, b or c": the names of the laws of which something holds, users' own among them.
template <class Holds>
std::string names_of_laws(const Holds& holds) {
  std::vector<std::string_view> names;
  for (const Law& law : laws())
    if (holds(law)) names.push_back(law.name);
  return alternatives(names);
}

/// The laws that let several contacts collide together.
inline std::string names_of_laws_together() {
  return names_of_laws([](const Law& law) { return law.at_once.together; });
}

}  // namespace carom
