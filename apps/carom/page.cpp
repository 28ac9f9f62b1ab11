#include "page.hpp"

#include "sweep_output.hpp"
#include "text_beginning.hpp"

#include <array>
#include <carom/io/problem/trees.hpp>
#include <carom/io/problem_file.hpp>
#include <carom/io/tree/json_line.hpp>
#include <carom/io/tree/text.hpp>
#include <carom/version.hpp>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <stdexcept>

namespace carom::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view slot = R"(<script type="application/json" id="carom-data">)";
constexpr std::string_view slot_end = "</script>";

/// Where the page may lie, from the folder of the program.
constexpr std::array<std::string_view, 2> places{
    "../share/carom/explorer.html",    // installed
    "../../../explorer/explorer.html"  // build/release/apps/carom, page in build/explorer
};

fs::path find_page() {
  if (const char* named = std::getenv("CAROM_PAGE")) return named;
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const std::string_view place : places)
    if (!error && fs::is_regular_file(folder / place)) return (folder / place).lexically_normal();
  throw std::runtime_error(
      "the explorer's page is not built; from a checkout: "
      "./run explore (builds it once, with Emscripten and Node), or name the file explorer.html in CAROM_PAGE");
}

/// JSON that may stand inside a script element: no "</script>", no "<!--".
std::string safe_in_html(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

}  // namespace

std::string page_text() {
  const fs::path path = find_page();
  try {
    return read_whole(path.string());
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(error.what());
  }
}

std::string script_text() {
  const fs::path path = find_page().replace_filename("explorer-3d.js");
  std::error_code missing;
  return fs::is_regular_file(path, missing) ? read_whole(path.string()) : "";
}

std::vector<std::string> with_page(std::vector<std::string> files) {
  if (files.empty()) files.emplace_back("-");
  files.push_back(find_page().string());
  return files;
}

std::string page_with(const PageData& data) {
  JsonLine json;
  json.begin('{');
  json.field("kind", data.kind);
  json.field("title", data.title);
  json.field("version", version);
  if (!data.documents.empty()) {
    json.key("documents");
    json.begin('[');
    for (const TreeNode& document : data.documents) {
      json.next();
      json.out += json_text(document);
    }
    json.end(']');
  }
  json.out += data.more;
  json.end('}');
  std::string page = page_text();
  const std::size_t start = page.find(slot);
  const std::size_t end = start == page.npos ? page.npos : page.find(slot_end, start);
  if (end == page.npos) throw std::runtime_error("the explorer's page has no place for data");
  const std::size_t from = start + slot.size();
  return page.replace(from, end - from, safe_in_html(json.out));
}

std::vector<TreeNode> documents_of(const std::vector<std::string>& files) {
  std::vector<TreeNode> documents;
  for (const std::string& file : files) {
    const bool standard_input = file == "-";
    const std::string text = read_whole(file);
    const auto format = standard_input ? TextBeginning{}.format(text, true) : format_of(file);
    if (!format)
      throw std::invalid_argument(fmt::format(
          "{}: unknown ending; a problem file ends in .yaml, .yml, .json or .jsonl", file));
    try {
      std::vector<TreeNode> own = problem_trees(text, *format);
      std::move(own.begin(), own.end(), std::back_inserter(documents));
    } catch (const TreeError& error) {
      throw std::invalid_argument(located_message(standard_input ? "standard input" : file, error));
    }
  }
  return documents;
}

TreeNode text_node(std::string text) { return {.kind = NodeKind::string, .text = std::move(text)}; }

TreeNode number_node(double x) { return {.kind = NodeKind::number, .number = x}; }

void set_field(TreeNode& map, std::string_view key, TreeNode value) {
  for (std::size_t i = 0; i < map.keys.size(); ++i)
    if (map.keys[i].text == key) {
      map.items[i] = std::move(value);
      return;
    }
  map.keys.push_back({.text = std::string(key)});
  map.items.push_back(std::move(value));
}

std::string title_of(const std::vector<std::string>& files) {
  if (files.empty() || files.front() == "-") return "standard input";
  const std::string first = fs::path(files.front()).filename().string();
  return files.size() == 1 ? first : fmt::format("{} and {} more", first, files.size() - 1);
}

}  // namespace carom::app
