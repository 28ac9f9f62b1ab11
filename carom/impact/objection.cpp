#include <carom/impact/objection.hpp>

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace carom {
namespace {

/// What a part of a list is called.
struct PartWord {
  std::string_view list;
  std::string_view part;
};

constexpr std::array<PartWord, 3> part_words{
    {{"contacts", "contact"}, {"joints", "joint"}, {"bodies", "body"}}};

/// "contact 'tip'" of the steps contacts, tip; "" of others.
std::string part_named_by(const ObjectionPath& path) {
  if (path.size() < 2) return "";
  const auto* list = std::get_if<std::string>(&path[0]);
  const auto* name = std::get_if<std::string>(&path[1]);
  if (list == nullptr || name == nullptr) return "";
  for (const PartWord& word : part_words)
    if (*list == word.list) return fmt::format("{} '{}'", word.part, *name);
  return "";
}

/// "contacts[0].restitution: 1.3 is outside [0, 1]"
std::string sentence(const ObjectionPath& path, const std::string& mistake) {
  std::string text = part_named_by(path);
  std::string_view between = text.empty() ? "" : ": ";
  for (std::size_t i = text.empty() ? 0 : 2; i < path.size(); ++i) {
    if (const auto* index = std::get_if<std::size_t>(&path[i]))
      text += fmt::format("[{}]", *index);
    else
      text += fmt::format("{}{}", between, std::get<std::string>(path[i]));
    between = ".";
  }
  return text.empty() ? mistake : fmt::format("{}: {}", text, mistake);
}

}  // namespace

Objection::Objection(ObjectionPath path, std::string mistake)
    : std::invalid_argument(sentence(path, mistake)),
      path_(std::move(path)),
      mistake_(std::move(mistake)) {}

ObjectionPath path_to_contact(std::size_t k) { return {"contacts", k}; }

ObjectionPath path_to_contact(std::size_t k, std::string key) {
  return {"contacts", k, std::move(key)};
}

ObjectionPath path_to_contact(const std::string& name) { return {"contacts", name}; }

ObjectionPath path_to_joint(const std::string& name) { return {"joints", name}; }

ObjectionPath path_to_body(const std::string& name) { return {"bodies", name}; }

}  // namespace carom
