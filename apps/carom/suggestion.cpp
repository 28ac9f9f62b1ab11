#include "suggestion.hpp"

#include <carom/impact/laws.hpp>
#include <carom/impact/name_list.hpp>
#include <carom/io/tree/decode.hpp>
#include <fmt/format.h>

namespace carom::app {
namespace {

std::string message(std::string_view what, std::string_view name,
                    const std::vector<std::string_view>& known) {
  std::string text = fmt::format("unknown {} \"{}\"", what, name);
  if (const auto guess = nearest(name, known)) text += fmt::format("; did you mean {}?", *guess);
  return text + fmt::format("\nknown: {}", listed(known));
}

}  // namespace

UnknownName::UnknownName(std::string_view what, std::string_view name,
                         const std::vector<std::string_view>& known)
    : std::invalid_argument(message(what, name, known)) {}

std::vector<std::string_view> law_names() {
  std::vector<std::string_view> names;
  for (const Law& law : laws()) names.push_back(law.name);
  return names;
}

std::vector<std::string> law_list(const std::vector<std::string>& arguments) {
  std::vector<std::string> list;
  for (std::string_view rest : arguments) {
    while (true) {
      const std::string_view name = rest.substr(0, rest.find(','));
      if (name != "all" && !find_law(name)) throw UnknownName("law", name, law_names());
      list.emplace_back(name);
      if (name.size() == rest.size()) break;
      rest.remove_prefix(name.size() + 1);
    }
  }
  return list;
}

}  // namespace carom::app
