#include <fmt/format.h>

#include <algorithm>
#include <carom/io/embedded.hpp>
#include <carom/papers/reproduction.hpp>
#include <carom/papers/reproduction_quantity.hpp>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

namespace carom {

namespace {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

constexpr std::string_view data_folder = "data/papers/";
constexpr std::string_view data_ending = ".json";

// --- what is printed ----------------------------------------------------------------------------

/// A printed number and what its last digit is worth.
struct PrintedNumber {
  double value{};
  double last_digit{};  ///< "0.03" has 0.01, "-2" has 1
};

double number_in(const std::string& text) {
  const Json number = Json::parse(text, nullptr, false);
  if (!number.is_number()) throw std::invalid_argument("\"" + text + "\" is no number");
  return number.get<double>();
}

PrintedNumber parse_printed(const std::string& text) {
  PrintedNumber printed{.value = number_in(text)};
  if (text.find_first_of("eE") != std::string::npos)
    throw std::invalid_argument("\"" + text + "\": give all decimals instead of a power of ten");
  const std::size_t point = text.find('.');
  const std::size_t decimals = point == std::string::npos ? 0 : text.size() - point - 1;
  printed.last_digit = std::pow(10.0, -static_cast<double>(decimals));
  return printed;
}

/// One text, or several.
Words words_of(const Json& printed) {
  if (printed.is_array()) return printed.get<Words>();
  return {printed.get<std::string>()};
}

// --- comparing ----------------------------------------------------------------------------------

/// `yes`, `last_digit` or `no`.
Agreement compare(const Part& computed, const std::string& text, bool exact) {
  if (!computed.number) return computed.word == text ? Agreement::yes : Agreement::no;
  const PrintedNumber printed = parse_printed(text);
  const double difference = std::abs(*computed.number - printed.value);
  if (exact) {
    const double limit = reproduction_exact * std::max(1.0, std::abs(printed.value));
    return difference <= limit ? Agreement::yes : Agreement::no;
  }
  const double unit = printed.last_digit * (1 + 1e-9);  // 1.40625 counts as rounded to 1.4062
  if (difference <= unit / 2) return Agreement::yes;
  return difference <= unit ? Agreement::last_digit : Agreement::no;
}

/// The worst of the parts.
Agreement compare(const std::vector<Part>& computed, const Words& printed, bool exact) {
  if (computed.size() != printed.size())
    throw std::invalid_argument(
        fmt::format("{} values computed, {} printed", computed.size(), printed.size()));
  Agreement worst = Agreement::yes;
  for (std::size_t i = 0; i < printed.size(); ++i) {
    const Agreement part = compare(computed[i], printed[i], exact);
    if (part == Agreement::no || worst == Agreement::no)
      worst = Agreement::no;
    else if (part == Agreement::last_digit)
      worst = Agreement::last_digit;
  }
  return worst;
}

/// What the data file may expect, and in its words.
std::optional<Agreement> find_expected(std::string_view name) {
  for (const Agreement agreement :
       {Agreement::yes, Agreement::last_digit, Agreement::misprint, Agreement::not_printed})
    if (name == to_string(agreement)) return agreement;
  return std::nullopt;
}

/// What the comparison amounts to, given what the data file says of the item.
Agreement judge(Agreement compared, Agreement expected) {
  if (compared == Agreement::no && expected == Agreement::misprint) return Agreement::misprint;
  if (compared == Agreement::yes && expected == Agreement::not_printed)
    return Agreement::not_printed;
  return compared;
}

/// How far two values of one quantity are apart, relative to the larger one.
double difference(const std::vector<Part>& a, const std::vector<Part>& b) {
  double worst = a.size() == b.size() ? 0 : std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (!a[i].number || !b[i].number) {
      if (a[i].number || b[i].number || a[i].word != b[i].word)
        worst = std::numeric_limits<double>::infinity();
      continue;
    }
    const double scale = std::max({std::abs(*a[i].number), std::abs(*b[i].number)});
    if (scale > routes_agree)
      worst = std::max(worst, std::abs(*a[i].number - *b[i].number) / scale);
  }
  return worst;
}

// --- showing ------------------------------------------------------------------------------------

std::string shown(const Part& part, bool exact) {
  if (!part.number) return part.word;
  const bool zero = *part.number == 0 || (exact && std::abs(*part.number) <= reproduction_exact);
  return zero ? "0" : fmt::format("{:.8g}", *part.number);
}

/// {"0.4", "0", "-0.625"} as "0.4 - 0.625 e^2".
std::string polynomial_text(const Words& coefficients) {
  std::string text;
  for (std::size_t power = 0; power < coefficients.size(); ++power) {
    std::string_view c = coefficients[power];
    const double value = number_in(coefficients[power]);
    if (value == 0) continue;
    if (value < 0) c.remove_prefix(1);
    text += text.empty() ? (value < 0 ? "-" : "") : (value < 0 ? " - " : " + ");
    if (power == 0)
      text += c;
    else
      text += fmt::format("{}{}{}", std::abs(value) == 1 ? "" : c, std::abs(value) == 1 ? "" : " ",
                          power == 1 ? "e" : fmt::format("e^{}", power));
  }
  return text.empty() ? "0" : text;
}

/// The parts of a value as one text: a polynomial, or a list.
std::string assembled(const Words& parts, const Json& item) {
  if (!item.contains("polynomial")) return fmt::format("{}", fmt::join(parts, ", "));
  std::string numerator = polynomial_text(parts);
  const Json& shape = item.at("polynomial");
  if (!shape.contains("over")) return numerator;
  Words over;
  for (const Json& c : shape.at("over")) over.push_back(fmt::format("{}", c.get<double>()));
  return fmt::format("({})/({})", numerator, polynomial_text(over));
}

// --- items --------------------------------------------------------------------------------------

/// Takes `key` out of the item; "" if it is not there.
std::string taken(Json& item, const char* key) {
  std::string text = item.value(key, std::string());
  item.erase(key);
  return text;
}

/// A scene that comes to another value than the matrices is never as expected.
void compare_routes(const std::vector<Part>& matrices, const std::vector<Part>& scene,
                    ReproducedItem& item) {
  item.scene_difference = difference(matrices, scene);
  if (*item.scene_difference <= routes_agree) return;
  Words texts;
  for (const Part& part : scene) texts.push_back(shown(part, false));
  item.as_expected = false;
  item.note = fmt::format("the scene gives {}", fmt::join(texts, ", "));
}

/// Computes the item; what cannot be computed is an error in its place, never as expected.
///
/// @param item     the figure: item, printed or recorded, expect, exact, note, erratum; all other keys
///                 say what to compute (reproduction_quantity.hpp).
/// @param context  problem, law and set of the group.
ReproducedItem reproduce_item(Json item, Json context, const std::string& definitions) {
  ReproducedItem reproduced;
  reproduced.item = taken(item, "item");
  reproduced.note = taken(item, "note");
  reproduced.erratum = taken(item, "erratum");
  const std::string expectation = taken(item, "expect");
  try {
    const std::optional<Agreement> expected = find_expected(expectation);
    if (!expected) throw std::invalid_argument("expect: \"" + expectation + "\" is no agreement");
    const bool printed = *expected != Agreement::not_printed;
    const char* const key = printed ? "printed" : "recorded";
    const Words reference = words_of(item.at(key));
    const bool exact = item.value("exact", false);
    for (const char* own : {key, "exact"}) item.erase(own);
    reproduced.printed = printed ? assembled(reference, item) : "-";

    context["list"] = Json::array({item});
    const std::vector<Part> computed =
        *evaluate_quantity(context.dump(), definitions, Route::matrices);
    Words texts;
    for (const Part& part : computed) texts.push_back(shown(part, exact));
    reproduced.computed = assembled(texts, item);
    reproduced.agreement = judge(compare(computed, reference, exact), *expected);
    reproduced.as_expected = reproduced.agreement == *expected;
    if (const auto scene = evaluate_quantity(context.dump(), definitions, Route::scenes))
      compare_routes(computed, *scene, reproduced);
  } catch (const std::exception& error) {
    reproduced.computed = "error";
    reproduced.note = error.what();
  }
  return reproduced;
}

}  // namespace

std::vector<std::string> reproducible_papers() {
  std::vector<std::string> papers;
  for (const EmbeddedFile& file : embedded_files()) {
    std::string_view name = file.name;
    if (!name.starts_with(data_folder) || !name.ends_with(data_ending)) continue;
    name.remove_prefix(data_folder.size());
    name.remove_suffix(data_ending.size());
    papers.emplace_back(name);
  }
  std::sort(papers.begin(), papers.end());
  return papers;
}

Reproduction reproduce(std::string_view paper) {
  const std::string name = fmt::format("{}{}{}", data_folder, paper, data_ending);
  for (const EmbeddedFile& file : embedded_files())
    if (file.name == name) return reproduce_text(file.text);
  throw std::invalid_argument(
      fmt::format("no paper \"{}\"; there are: {}", paper, fmt::join(reproducible_papers(), ", ")));
}

Reproduction reproduce_text(std::string_view data) {
  try {
    const Json file = Json::parse(data);
    Reproduction reproduction;
    reproduction.paper = file.at("paper").get<std::string>();
    reproduction.title = file.at("title").get<std::string>();
    reproduction.reference = file.at("reference").get<std::string>();

    Json definitions = Json::object();
    for (const char* key : {"problems", "quantities"})
      definitions[key] = file.value(key, Json::object());
    for (Json group : file.at("groups")) {
      const Json items = group.at("items");
      const std::string where = taken(group, "group");
      group.erase("items");
      for (const Json& item : items) {
        reproduction.items.push_back(reproduce_item(item, group, definitions.dump()));
        reproduction.items.back().group = where;
      }
    }
    reproduction.ok = std::all_of(reproduction.items.begin(), reproduction.items.end(),
                                  [](const ReproducedItem& item) { return item.as_expected; });
    return reproduction;
  } catch (const nlohmann::json::exception& error) {
    throw std::invalid_argument(fmt::format("reproduce_text: {}", error.what()));
  }
}

}  // namespace carom
