// carom laws: what each law is, where it comes from, what it guarantees, when to use it.

#include "output.hpp"
#include "suggestion.hpp"

#include <carom/impact/laws.hpp>
#include <fmt/format.h>

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

}  // namespace

int show_laws(const LawsOptions& options) {
  Output output;
  const TextStyle style = output.style(options.color);
  if (!options.name.empty()) {
    const std::optional<LawId> id = find_law(options.name);
    if (!id) throw UnknownName("law", options.name, law_names());
    output.write(description(law_of(*id), style));
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
