// carom example: lists the example files that travel inside the program, and prints them.

#include "output.hpp"
#include "suggestion.hpp"

#include <carom/io/embedded.hpp>
#include <carom/io/problem_file.hpp>
#include <fmt/format.h>
#include <vector>

namespace carom::app {
namespace {

constexpr std::string_view folder = "examples/";

std::vector<EmbeddedFile> examples() {
  std::vector<EmbeddedFile> files;
  for (const EmbeddedFile& file : embedded_files())
    if (file.name.starts_with(folder)) files.push_back(file);
  return files;
}

/// "falling_rod.yaml"
std::string_view file_name(const EmbeddedFile& file) { return file.name.substr(folder.size()); }

/// "falling_rod"
std::string_view short_name(const EmbeddedFile& file) {
  const std::string_view name = file_name(file);
  return name.substr(0, name.rfind('.'));
}

/// The comment that a file starts with, or what it holds.
std::string about(const EmbeddedFile& file) {
  const std::string_view line = file.text.substr(0, file.text.find('\n'));
  if (line.starts_with("# ")) return std::string(line.substr(2));
  const auto entries = read_problems(file.text, *format_of(file.name), {});
  return fmt::format("{} problems, one per line: {}, ...", entries.size(),
                     entries.front().problem.name);
}

std::string listing(const TextStyle& style) {
  std::string text;
  for (const EmbeddedFile& file : examples())
    text +=
        tinted(file_name(file), Tint::strong, style) + "\n" + wrapped(about(file), style.width, 4);
  return text +
         "\nPrint one: carom example falling_rod     Solve it: carom example falling_rod | carom "
         "solve\n";
}

}  // namespace

int example(const ExampleOptions& options) {
  Output output("");
  if (options.name.empty()) {
    output.write(listing(output.style(options.color)));
    return success;
  }
  std::vector<std::string_view> names;
  for (const EmbeddedFile& file : examples()) {
    if (options.name == file_name(file) || options.name == short_name(file)) {
      output.write(file.text);
      return success;
    }
    names.push_back(short_name(file));
  }
  throw UnknownName("example", options.name, names);
}

}  // namespace carom::app
