#include <carom/io/sweep_variable_file.hpp>
#include <carom/io/tree/units.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>

namespace carom {
namespace {

constexpr std::array<std::string_view, 8> variable_keys{"from",   "to",      "steps",  "log",
                                                        "values", "uniform", "normal", "keys"};
constexpr std::array<std::string_view, 2> joint_keys{"mean", "covariance"};
constexpr std::array<RefusedKey, 2> refused_variable_keys{{
    {"list", "unknown key; did you mean values?"},
    {"count", "unknown key; how many draws there are is said once, by draws beside vary"},
}};
constexpr std::array<std::string_view, 2> driven_keys{"factor", "offset"};

/// How the values are given: exactly one of a range, a list and two kinds of draws.
std::string_view spread_key(const Place& place) {
  std::optional<std::string_view> chosen;
  for (const std::string_view key : {"from", "values", "uniform", "normal"}) {
    if (!field(place, key)) continue;
    if (chosen)
      refuse(*field(place, key), fmt::format("given together with {}; give one of them", *chosen));
    chosen = key;
  }
  if (!chosen)
    refuse(place, "no values; give from, to and steps, or values, or uniform, or normal");
  return *chosen;
}

/// A number, or a quantity such as "35 mph", of which the variable keeps the unit.
double value_at(const Place& place, SweepVariable& variable) {
  if (place.node->kind != NodeKind::string) return number_at(place);
  const ParsedQuantity parsed = parse_quantity(place.node->text);
  if (!parsed.quantity) refuse(place, parsed.error);
  const std::string unit(si_unit(parsed.quantity->dimension));
  if (!variable.unit.empty() && variable.unit != unit)
    refuse(place, fmt::format("is in {}, another value in {}", unit, variable.unit));
  variable.unit = unit;
  return parsed.quantity->value;
}

void decode_range(const Place& place, SweepVariable& variable) {
  variable.a = value_at(*field(place, "from"), variable);
  variable.b = value_at(required_field(place, "to", "from is given without it"), variable);
  variable.steps = count_at(required_field(place, "steps", "how many values, both ends included?"),
                            "number of steps");
  if (optional_boolean(place, "log").value_or(false)) variable.spread = Spread::logarithmic;
}

void decode_pair(const Place& place, std::string_view wanted, SweepVariable& variable) {
  const std::size_t size = size_at(place, wanted);
  if (size != 2) refuse(place, fmt::format("expected {}, got {}", wanted, size));
  variable.a = value_at(item(place, 0), variable);
  variable.b = value_at(item(place, 1), variable);
}

bool holds_word(const TreeNode& node) {
  return node.kind == NodeKind::boolean ||
         (node.kind == NodeKind::string && !node.text.empty() &&
          std::isalpha(static_cast<unsigned char>(node.text.front())) != 0);
}

/// Numbers, quantities, or words.
void decode_list(const Place& place, SweepVariable& variable) {
  const std::size_t size = size_at(place, "a list of values");
  const std::vector<TreeNode>& items = place.node->items;
  const bool words = size > 0 && std::all_of(items.begin(), items.end(), holds_word);
  variable.spread = words ? Spread::words : Spread::list;
  variable.steps = size;
  for (std::size_t i = 0; i < size; ++i)
    if (!words)
      variable.values.push_back(value_at(item(place, i), variable));
    else if (items[i].kind == NodeKind::boolean)
      variable.words.emplace_back(items[i].truth ? "true" : "false");
    else
      variable.words.push_back(items[i].text);
}

void decode_values(const Place& place, SweepVariable& variable) {
  const std::string_view spread = spread_key(place);
  if (spread == "from") return decode_range(place, variable);
  for (const std::string_view key : {"to", "steps", "log"})
    if (const auto extra = field(place, key)) refuse(*extra, "belongs to a range, with from");
  if (spread == "values") return decode_list(*field(place, "values"), variable);
  variable.spread = spread == "uniform" ? Spread::uniform : Spread::normal;
  decode_pair(*field(place, spread),
              spread == "uniform" ? "two numbers [low, high]" : "two numbers [mean, deviation]",
              variable);
}

void decode_keys(const Place& place, SweepVariable& variable) {
  if (place.node->kind != NodeKind::map)
    refuse_kind(place, "a map of keys: bodies.upper.angle: {factor: -1, offset: 0}");
  for (std::size_t i = 0; i < place.node->items.size(); ++i) {
    const Place entry{.node = &place.node->items[i], .parent = &place, .key = &place.node->keys[i]};
    DrivenKey key{.path = entry.key->text};
    if (entry.node->kind != NodeKind::null) {
      require_keys(entry, {.accepted = driven_keys});
      key.factor = optional_number(entry, "factor").value_or(1);
      key.offset = optional_number(entry, "offset").value_or(0);
    }
    variable.keys.push_back(std::move(key));
  }
  if (variable.keys.empty()) refuse(place, "empty; give at least one key");
}

/// {normal: {mean: [...], covariance: [[...], ...]}, keys: [...]}
std::vector<SweepVariable> decode_joint(const Place& place) {
  const Place normal = *field(place, "normal");
  require_keys(normal, {.accepted = joint_keys});
  const Place keys = required_field(place, "keys", "the list of keys that are drawn together");
  const Place mean = required_field(normal, "mean", "a list, one for each key");
  const std::size_t size = size_at(keys, "a list of keys, in the order of the means");
  if (size_at(mean, "a list of means") != size)
    refuse(mean, fmt::format("expected {} means, one for each key", size));
  const Place covariance = required_field(normal, "covariance", "a symmetric matrix, SI");
  const Eigen::MatrixXd C = matrix_at(covariance);
  if (C.rows() != C.cols() || static_cast<std::size_t>(C.rows()) != size || C != C.transpose())
    refuse(covariance, fmt::format("expected a symmetric matrix of {0} by {0} numbers", size));
  std::vector<SweepVariable> variables(size);
  std::vector<double> lower;
  for (std::size_t i = 0; i < size; ++i) {
    variables[i].name = string_at(item(keys, i));
    variables[i].keys.push_back({.path = variables[i].name});
    variables[i].a = value_at(item(mean, i), variables[i]);
    for (std::size_t j = 0; j <= i; ++j)
      lower.push_back(C(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
  }
  join(variables, lower, path_to(covariance), covariance.node->line);
  return variables;
}

}  // namespace

std::uint64_t count_at(const Place& place, std::string_view what) {
  constexpr double largest = 9007199254740992;  // 2⁵³
  const double x = number_at(place);
  if (!(x >= 0) || x > largest || std::trunc(x) != x)
    refuse(place, fmt::format("{} is no {}; want a whole number", x, what));
  return static_cast<std::uint64_t>(x);
}

std::vector<SweepVariable> decode_variables(const Place& place) {
  const NodeKind kind = place.node->kind;
  if (kind == NodeKind::string)
    return parse_variables(place.key->text, place.node->text, path_to(place), place.node->line);
  SweepVariable variable{.name = place.key->text};
  variable.keys.push_back({.path = variable.name});
  if (kind == NodeKind::sequence) {
    decode_list(place, variable);
  } else if (kind == NodeKind::number || kind == NodeKind::boolean) {
    TreeNode list{.kind = NodeKind::sequence, .line = place.node->line, .items = {*place.node}};
    decode_list({.node = &list, .parent = place.parent, .key = place.key}, variable);
  } else {
    require_keys(place, {.accepted = variable_keys, .refused = refused_variable_keys});
    const auto normal = field(place, "normal");
    if (normal && normal->node->kind == NodeKind::map) return decode_joint(place);
    if (const auto keys = field(place, "keys")) {
      variable.keys.clear();
      decode_keys(*keys, variable);
    }
    decode_values(place, variable);
  }
  check_variable(variable, path_to(place), place.node->line);
  return {std::move(variable)};
}

}  // namespace carom
