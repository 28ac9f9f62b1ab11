#include <carom/io/result/provenance.hpp>

#include <carom/io/tree/checksum.hpp>
#include <carom/io/tree/json_line.hpp>
#include <carom/io/tree/key.hpp>
#include <carom/version.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace carom {

std::string input_hash(const TreeNode& document, const std::vector<std::string>& files) {
  std::string text;
  append_canonical(text, document);
  Checksum checksum;
  checksum.add(text);
  for (const std::string& path : files) {
    const std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    checksum.add("\n");
    checksum.add(bytes.str());
  }
  return to_string(checksum);
}

std::vector<std::string> files_named_in(const TreeNode& problem, const std::string& source) {
  const TreeNode* robot = value_of(problem, "robot");
  if (robot == nullptr || robot->kind != NodeKind::string) return {};
  return {(std::filesystem::path(source).parent_path() / robot->text).string()};
}

std::string provenance_line(const Provenance& provenance) {
  std::string text = fmt::format("carom {}, format 1, input {}, laws {}", version, provenance.input,
                                 fmt::join(provenance.laws, " "));
  if (provenance.seed) text += fmt::format(", seed {}", *provenance.seed);
  for (const NamedTolerance& tolerance : provenance.tolerances)
    text += fmt::format(", {} {}", tolerance.name, tolerance.value);
  return text;
}

std::vector<std::pair<std::string, std::string>> provenance_texts(const Provenance& provenance) {
  std::vector<std::pair<std::string, std::string>> texts{
      {"carom", std::string(version)},
      {"format", "1"},
      {"input", provenance.input},
      {"laws", fmt::format("{}", fmt::join(provenance.laws, " "))}};
  if (provenance.seed) texts.emplace_back("seed", fmt::format("{}", *provenance.seed));
  for (const NamedTolerance& tolerance : provenance.tolerances)
    texts.emplace_back(tolerance.name, fmt::format("{}", tolerance.value));
  return texts;
}

std::string provenance_fields(const Provenance& provenance) {
  JsonLine json;
  json.begin('{');
  json.field("carom", std::string_view(version));
  json.count("format", 1);
  json.field("input", std::string_view(provenance.input));
  json.key("laws");
  json.words(provenance.laws);
  if (provenance.seed) json.key("seed");
  if (provenance.seed) json.out += std::to_string(*provenance.seed);
  json.key("tolerances");
  json.begin('{');
  for (const NamedTolerance& tolerance : provenance.tolerances)
    json.field(tolerance.name, tolerance.value);
  json.end('}');
  return json.out.substr(1);
}

}  // namespace carom
