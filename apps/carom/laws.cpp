// carom laws: what each law is, where it comes from, what it guarantees, when to use it.

#include "output.hpp"
#include "suggestion.hpp"

#include <algorithm>
#include <carom/impact/laws.hpp>
#include <carom/io/embedded.hpp>
#include <fmt/format.h>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace carom::app {
namespace {

constexpr int label_width = 14;

std::string field(std::string_view label, std::string_view text, const TextStyle& style) {
  const std::string lines = wrapped(text, style.width, label_width, 0);
  return tinted(fmt::format("  {:<{}}", label, label_width - 2), Tint::faint, style) +
         lines.substr(label_width);
}

std::string description(const Law& law, const TextStyle& style) {
  return tinted(law.name, Tint::strong, style) + "\n" + field("is", law.title, style) +
         field("says", law.statement, style) + field("guarantees", law.guarantees, style) +
         field("use it", law.use, style) + field("reference", law.reference, style);
}

/// The repository's references.bib.
std::string_view bibliography() {
  for (const EmbeddedFile& file : embedded_files())
    if (file.name == "docs/references.bib") return file.text;
  return {};
}

/// The entries that some laws refer to, each once and in the order of the bibliography.
std::string references_of(const std::vector<std::reference_wrapper<const Law>>& chosen) {
  std::string text;
  std::string_view rest = bibliography();
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find("\n\n"), rest.size());
    const std::string_view entry = rest.substr(0, end);
    rest.remove_prefix(std::min(rest.find_first_not_of('\n', end), rest.size()));
    const std::size_t brace = entry.find('{');
    if (brace == std::string_view::npos) continue;
    const std::string key =
        fmt::format("[{}]", entry.substr(brace + 1, entry.find(',') - brace - 1));
    const auto refers = [&](const Law& law) {
      return law.reference.find(key) != std::string_view::npos;
    };
    if (std::any_of(chosen.begin(), chosen.end(), refers))
      text += fmt::format("{}{}\n", text.empty() ? "" : "\n", entry);
  }
  return text;
}

}  // namespace

int show_laws(const LawsOptions& options) {
  Output output;
  const TextStyle style = output.style(options.color);
  if (!options.name.empty()) {
    const std::optional<LawId> id = find_law(options.name);
    if (!id) throw UnknownName("law", options.name, law_names());
    output.write(options.bibtex ? references_of({law_of(*id)}) : description(law_of(*id), style));
    return success;
  }
  if (options.bibtex) {
    output.write(references_of(laws()));
    return success;
  }
  std::string text;
  for (const Law& law : laws()) text += description(law, style) + "\n";
  text +=
      wrapped("Without other reasons choose stronge or poisson. See who creates energy: carom demo",
              style.width);
  output.write(text);
  return success;
}

}  // namespace carom::app
