#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <carom/papers/reproduction.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace carom {

namespace {

/// How many items came out how.
struct Counts {
  int agree = 0, last_digit = 0, misprints = 0, not_printed = 0, unexpected = 0;
};

Counts counts_of(const Reproduction& reproduction) {
  Counts counts;
  for (const ReproducedItem& item : reproduction.items) {
    if (!item.as_expected) {
      counts.unexpected += 1;
      continue;
    }
    switch (item.agreement) {
      case Agreement::yes: counts.agree += 1; break;
      case Agreement::last_digit: counts.last_digit += 1; break;
      case Agreement::misprint: counts.misprints += 1; break;
      case Agreement::not_printed: counts.not_printed += 1; break;
      case Agreement::no: break;
    }
  }
  return counts;
}

Tint tint_of(const ReproducedItem& item) {
  if (!item.as_expected) return Tint::alarm;
  if (item.agreement == Agreement::yes) return Tint::plain;
  return item.agreement == Agreement::not_printed ? Tint::faint : Tint::strong;
}

/// "misprint", "NO", and for what agrees against all expectation "yes (unexpected)".
std::string verdict(const ReproducedItem& item) {
  const std::string word = to_string(item.agreement);
  return item.as_expected || item.agreement == Agreement::no ? word : word + " (unexpected)";
}

/// "E-ST19: the sign must be +."; "" where there is nothing to remark.
std::string remark(const ReproducedItem& item) {
  if (item.erratum.empty() || item.note.empty()) return item.erratum + item.note;
  return item.erratum + ": " + item.note;
}

/// The next power of ten, "below 1e-14": the digits themselves are rounding.
std::string bound_of(double difference) {
  if (!(difference > 0) || !std::isfinite(difference)) return fmt::format("{}", difference);
  return fmt::format("below 1e{}", static_cast<int>(std::floor(std::log10(difference))) + 1);
}

using Json = nlohmann::ordered_json;
using Cells = std::array<std::string, 4>;
using Widths = std::array<int, 4>;

constexpr int remark_indent = 4;
/// For 80 columns in all; a longer cell pushes the rest of its line to the right.
constexpr Widths longest{33, 16, 16, 11};

Cells cells_of(const ReproducedItem& item) {
  return {"  " + item.item, item.printed, item.computed, verdict(item)};
}

/// The widest cell of every column that is not longer than it may be.
Widths widths_of(const Reproduction& reproduction) {
  Widths widths{0, 7, 8, 6};  // of the headings
  for (const ReproducedItem& item : reproduction.items) {
    const Cells cells = cells_of(item);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const int width = display_width(cells[i]);
      if (width <= longest[i]) widths[i] = std::max(widths[i], width);
    }
  }
  return widths;
}

/// The cells one after the other, each filled up to its width.
std::string row(const Cells& cells, const Widths& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line += cells[i];
    const int missing = std::max(0, widths[i] - display_width(cells[i]));
    if (i + 1 < cells.size()) line.append(static_cast<std::size_t>(missing) + 2, ' ');
  }
  return line;
}

}  // namespace

const char* to_string(Agreement agreement) {
  switch (agreement) {
    case Agreement::yes: return "yes";
    case Agreement::last_digit: return "last digit";
    case Agreement::misprint: return "misprint";
    case Agreement::not_printed: return "not printed";
    case Agreement::no: return "NO";
  }
  return "";
}

std::string summary(const Reproduction& reproduction) {
  const Counts counts = counts_of(reproduction);
  std::string text =
      fmt::format("{} items: {} agree, {} last digit, {} misprints confirmed",
                  reproduction.items.size(), counts.agree, counts.last_digit, counts.misprints);
  if (counts.not_printed > 0) text += fmt::format(", {} not printed", counts.not_printed);
  return text + fmt::format(", {} unexpected", counts.unexpected);
}

std::string routes_summary(const Reproduction& reproduction) {
  int compared = 0;
  double worst = 0;
  for (const ReproducedItem& item : reproduction.items) {
    if (!item.scene_difference) continue;
    compared += 1;
    worst = std::max(worst, *item.scene_difference);
  }
  if (compared == 0) return "";
  const std::string verdict = worst <= routes_agree ? "the same" : "NOT the same";
  return fmt::format("{} of them from the scenes, too: {}, worst relative difference {}", compared,
                     verdict, bound_of(worst));
}

std::string to_table(const Reproduction& reproduction, const TextStyle& style) {
  const Widths widths = widths_of(reproduction);
  std::string text = tinted(reproduction.title, Tint::strong, style) + "\n";
  text += wrapped(reproduction.reference, style.width) + "\n";
  text += tinted(row({"", "printed", "computed", "agrees"}, widths), Tint::strong, style) + "\n";
  std::string group;
  for (const ReproducedItem& item : reproduction.items) {
    if (item.group != group) text += wrapped(item.group, style.width);
    group = item.group;
    text += tinted(row(cells_of(item), widths), tint_of(item), style) + "\n";
    if (!remark(item).empty()) text += wrapped(remark(item), style.width, remark_indent);
  }
  const Tint tint = reproduction.ok ? Tint::strong : Tint::alarm;
  text += "\n" + tinted(summary(reproduction), tint, style) + "\n";
  const std::string routes = routes_summary(reproduction);
  return routes.empty() ? text : text + tinted(routes, tint, style) + "\n";
}

std::string to_json(const Reproduction& reproduction) {
  Json items = Json::array();
  for (const ReproducedItem& item : reproduction.items) {
    Json entry = {{"group", item.group},
                  {"item", item.item},
                  {"printed", item.printed},
                  {"computed", item.computed},
                  {"agreement", to_string(item.agreement)},
                  {"as_expected", item.as_expected}};
    if (item.scene_difference) entry["scene_difference"] = *item.scene_difference;
    if (!item.erratum.empty()) entry["erratum"] = item.erratum;
    if (!item.note.empty()) entry["note"] = item.note;
    items.push_back(std::move(entry));
  }
  const Json document = {{"paper", reproduction.paper},
                         {"title", reproduction.title},
                         {"reference", reproduction.reference},
                         {"ok", reproduction.ok},
                         {"items", std::move(items)}};
  return document.dump();
}

}  // namespace carom
