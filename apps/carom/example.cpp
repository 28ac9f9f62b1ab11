// carom example: lists the example files that travel inside the program, and prints them.

#include "output.hpp"
#include "suggestion.hpp"

#include <algorithm>
#include <carom/io/embedded.hpp>
#include <carom/io/problem/trees.hpp>
#include <carom/io/problem_file.hpp>
#include <carom/io/tree/json_line.hpp>
#include <carom/io/tree/text.hpp>
#include <fmt/format.h>
#include <vector>

namespace carom::app {
namespace {

constexpr std::string_view example_folder = "examples/";
constexpr std::string_view scenes = "scenes/";
constexpr std::string_view sweeps = "sweeps/";
constexpr std::string_view motions = "motion/";

/// "falling_rod.yaml", "scenes/falling_rod.yaml"
std::string_view file_name(const EmbeddedFile& file) {
  return file.name.substr(example_folder.size());
}

/// The folder below the examples: "scenes/", "sweeps/", "motion/", or "" for problems.
std::string_view kind_of(const EmbeddedFile& file) {
  const std::string_view name = file_name(file);
  return name.substr(0, name.find('/') == name.npos ? 0 : name.find('/') + 1);
}

/// "falling_rod", "scenes/falling_rod"
std::string_view short_name(const EmbeddedFile& file) {
  const std::string_view name = file_name(file);
  return name.substr(0, name.rfind('.'));
}

/// What stands above the examples of a folder.
std::string_view heading(std::string_view kind) {
  if (kind == motions) return "Motion: scenes to simulate";
  if (kind == scenes) return "Scenes: bodies, joints and contacts";
  if (kind == sweeps) return "Sweeps: one problem over ranges of its numbers";
  return "Problems, by their matrices";
}

/// Problems first, then motions, scenes and sweeps.
std::vector<EmbeddedFile> examples() {
  std::vector<EmbeddedFile> files;
  for (const EmbeddedFile& file : embedded_files())
    if (file.name.starts_with(example_folder)) files.push_back(file);
  std::stable_sort(files.begin(), files.end(), [](const EmbeddedFile& a, const EmbeddedFile& b) {
    return kind_of(a) < kind_of(b);
  });
  return files;
}

/// A name that no problem has may leave out the folder; of several of the same name it means the scene, the
/// sweep, the motion, in this order.
const EmbeddedFile* find(const std::vector<EmbeddedFile>& files, std::string_view name) {
  for (const std::string_view kind : {std::string_view(), scenes, sweeps, motions}) {
    const std::string wanted = std::string(kind) + std::string(name);
    for (const EmbeddedFile& file : files)
      if (wanted == file_name(file) || wanted == short_name(file)) return &file;
  }
  return nullptr;
}

/// The shortest name by which find() finds the file.
std::string_view shortest_name(const std::vector<EmbeddedFile>& files, const EmbeddedFile& file) {
  const std::string_view name = short_name(file);
  const std::string_view stem = name.substr(kind_of(file).size());
  return find(files, stem)->name == file.name ? stem : name;
}

/// The comment that a file starts with, or what it holds.
std::string about(const EmbeddedFile& file) {
  const std::string_view line = file.text.substr(0, file.text.find('\n'));
  if (line.starts_with("# ")) return std::string(line.substr(2));
  const auto entries = read_problems(file.text, *format_of(file.name), {});
  return fmt::format("{} problems, one per line: {}, ...", entries.size(),
                     name_of(entries.front().problem));
}

std::string listing(const TextStyle& style) {
  std::string text;
  std::string_view kind = "none";
  for (const EmbeddedFile& file : examples()) {
    if (kind_of(file) != kind)
      text += fmt::format("{}{}\n\n", text.empty() ? "" : "\n", heading(kind_of(file)));
    kind = kind_of(file);
    text +=
        tinted(file_name(file), Tint::strong, style) + "\n" + wrapped(about(file), style.width, 4);
  }
  return text +
         "\n"
         "Print one: carom example falling_rod     Solve it: carom example falling_rod | carom solve\n";
}

void write_json(JsonLine& json, const EmbeddedFile& file) {
  json.next();
  json.begin('{');
  json.field("name", short_name(file));
  json.field("file", file_name(file));
  json.field("about", about(file));
  json.key("documents");
  json.begin('[');
  for (const TreeNode& document : problem_trees(file.text, *format_of(file.name))) {
    json.next();
    json.out += json_text(document);
  }
  json.end(']');
  json.end('}');
}

/// One object per file: its name, what it is about, and what it holds.
std::string as_json(const std::vector<EmbeddedFile>& files) {
  JsonLine json;
  json.begin('[');
  for (const EmbeddedFile& file : files) write_json(json, file);
  json.end(']');
  return std::move(json.out) + "\n";
}

}  // namespace

int example(const ExampleOptions& options) {
  Output output;
  if (options.name.empty()) {
    output.write(options.json ? as_json(examples()) : listing(output.style(options.color)));
    return success;
  }
  const std::vector<EmbeddedFile> files = examples();
  if (const EmbeddedFile* file = find(files, options.name)) {
    output.write(options.json ? as_json({*file}) : std::string(file->text));
    return success;
  }
  std::vector<std::string_view> names;
  names.reserve(files.size());
  for (const EmbeddedFile& file : files) names.push_back(shortest_name(files, file));
  throw UnknownName("example", options.name, names);
}

}  // namespace carom::app
