#include <carom/impact/material_rows.hpp>
#include <carom/io/fit/fit_file.hpp>
#include <carom/io/fit/fit_impacts.hpp>
#include <carom/io/fit/row_filter.hpp>
#include <carom/io/problem/trees.hpp>
#include <carom/io/scene/quantity.hpp>
#include <carom/io/tree/decode.hpp>
#include <carom/io/tree/utf8.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace carom {
namespace {

constexpr std::array<std::string_view, 7> fit_keys{"name", "data",  "body",    "law",
                                                   "fit",  "model", "validate"};
constexpr std::array<RefusedKey, 1> refused_fit_keys{{{"laws", "unknown key; did you mean law?"}}};
constexpr std::array<std::string_view, 8> parameter_names{
    "friction",          "static_friction", "restitution",        "tangential_restitution",
    "friction_recovery", "stiffness_ratio", "moment_compression", "moment_restitution"};
constexpr std::array<std::string_view, 6> parameter_keys{"from",  "to",       "by",
                                                         "knots", "power_of", "prior"};

std::size_t whole_number_at(const Place& place, double least, double most) {
  const double x = number_at(place);
  if (!(x >= least) || x > most || std::trunc(x) != x)
    refuse(place,
           fmt::format("{} is not right; want a whole number from {} to {}", x, least, most));
  return static_cast<std::size_t>(x);
}

const std::string& word_at(const Place& place, std::span<const std::string_view> words) {
  const std::string& word = string_at(place);
  if (std::find(words.begin(), words.end(), word) != words.end()) return word;
  std::string list;
  for (const std::string_view w : words) list += (list.empty() ? "" : ", ") + std::string(w);
  refuse(place, fmt::format("{} is none of {}", in_quotes(word), list));
}

// --- the body -----------------------------------------------------------------------------------

void decode_gyration(const Place& place, StatedFit& fit) {
  if (place.node->kind != NodeKind::map) {
    fit.gyration = positive_at(place, dimensions::length);
    return;
  }
  static constexpr std::array<std::string_view, 2> keys{"value", "fit"};
  require_keys(place, {.accepted = keys, .refused = {}});
  fit.gyration =
      positive_at(required_field(place, "value", "the radius of gyration"), dimensions::length);
  const auto range = field(place, "fit");
  if (!range) return;
  if (size_at(*range, "[least, largest]") != 2) refuse(*range, "expected [least, largest]");
  fit.gyration_range = {positive_at(item(*range, 0), dimensions::length),
                        positive_at(item(*range, 1), dimensions::length)};
  if (!(fit.gyration_range->first < fit.gyration_range->second))
    refuse(*range, "the first is not below the second; want [least, largest]");
}

void decode_body(const Place& body, StatedFit& fit) {
  static constexpr std::array<std::string_view, 3> keys{"gyration", "mass", "inertia"};
  require_keys(body, {.accepted = keys, .refused = {}});
  const auto gyration = field(body, "gyration");
  const auto mass = field(body, "mass");
  const auto inertia = field(body, "inertia");
  if (gyration && (mass || inertia)) refuse(*gyration, "given with mass or inertia; give one");
  if (gyration) return decode_gyration(*gyration, fit);
  if (!mass || !inertia)
    refuse(body, "give gyration, or mass and inertia: the inertia about the centre of mass");
  fit.gyration =
      std::sqrt(positive_at(*inertia, dimensions::inertia) / positive_at(*mass, dimensions::mass));
}

// --- parameters ---------------------------------------------------------------------------------

void decode_column(const Place& place, const CsvTable& table, StatedParameter& parameter) {
  parameter.column = string_at(place);
  if (table.find(parameter.column)) {
    parameter.values = numbers_in(table, *table.find(parameter.column));
    return;
  }
  if (parameter.column != "approach" && parameter.column != "slip")
    column_at(table, place, parameter.column);
}

void decode_prior(const Place& place, StatedParameter& parameter) {
  static constexpr std::array<std::string_view, 1> keys{"normal"};
  require_keys(place, {.accepted = keys, .refused = {}});
  const Eigen::VectorXd pair = vector_at(required_field(place, "normal", "[mean, deviation]"));
  if (pair.size() != 2 || !(pair[1] > 0)) refuse(place, "want normal: [mean, deviation > 0]");
  if (parameter.dependence != StatedDependence::constant)
    refuse(place, "belongs to a constant, not to a parameter that follows a column");
  parameter.prior = {pair[0], pair[1]};
}

/// The row of the parameter's key of a contact; restitution is not negative here.
const MaterialRow& row_of(std::string_view name) {
  return *std::find_if(material_rows.begin(), material_rows.end(),
                       [&](const MaterialRow& row) { return row.name == name; });
}

void require_in_range(const Place& place, std::string_view name, double value) {
  const MaterialRow& row = row_of(name);
  const double least = name == "restitution" ? 0 : row.least;
  const bool inside = row.excludes_least ? value > least : value >= least;
  if (inside && value <= row.most) return;
  if (row.most == unbounded)
    refuse(place,
           fmt::format("{} is not {}", value, row.excludes_least ? "above 0" : "at least 0"));
  refuse(place, fmt::format("{} is outside [{}, {}]", value, least, row.most));
}

StatedParameter decode_parameter(const Place& place, const CsvTable& table) {
  constexpr double soft = 0.1;  // default range of a stiffness ratio
  constexpr double hard = 10;
  require_keys(place, {.accepted = parameter_keys, .refused = {}});
  StatedParameter parameter{.name = place.key->text};
  const bool stiffness = parameter.name == "stiffness_ratio";
  const bool moment = parameter.name.starts_with("moment_");
  parameter.from = optional_number(place, "from").value_or(stiffness ? soft : moment ? -1 : 0);
  parameter.to = optional_number(place, "to").value_or(stiffness ? hard : moment ? 0 : 1);
  require_in_range(field(place, "from").value_or(place), parameter.name, parameter.from);
  require_in_range(field(place, "to").value_or(place), parameter.name, parameter.to);
  if (!(parameter.from < parameter.to)) refuse(place, "from is not below to");
  const auto by = field(place, "by");
  const auto power = field(place, "power_of");
  if (by && power) refuse(*power, "given together with by; give one of them");
  if (by) {
    parameter.dependence = StatedDependence::knots;
    decode_column(*by, table, parameter);
  }
  if (power) {
    parameter.dependence = StatedDependence::power;
    decode_column(*power, table, parameter);
  }
  if (const auto knots = field(place, "knots")) {
    if (!by) refuse(*knots, "belongs to by: {by: COLUMN, knots: 8}");
    parameter.knots = whole_number_at(*knots, 2, 50);
  }
  if (const auto prior = field(place, "prior")) decode_prior(*prior, parameter);
  return parameter;
}

void decode_parameters(const std::optional<Place>& place, const CsvTable& table, StatedFit& fit) {
  if (!place) {
    fit.parameters = {{.name = "friction"}, {.name = "restitution"}};
    return;
  }
  require_keys(*place, {.accepted = parameter_names, .refused = {}});
  for (const std::string_view name : parameter_names) {
    const auto entry = field(*place, name);
    if (!entry && (name == "friction" || name == "restitution"))
      refuse(*place,
             fmt::format("{}: missing; give a range {{from: 0, to: 1}} or its value", name));
    if (!entry) continue;
    if (entry->node->kind == NodeKind::number) {
      fit.given.push_back({std::string(name), number_at(*entry)});
      require_in_range(*entry, name, fit.given.back().value);
    } else {
      fit.parameters.push_back(decode_parameter(*entry, table));
    }
  }
  if (fit.parameters.empty()) refuse(*place, "nothing is to be fitted; give one a range");
}

// --- model and validation -----------------------------------------------------------------------

void decode_model(const Place& model, StatedFit& fit) {
  static constexpr std::array<std::string_view, 3> keys{"loss", "scatter", "noise"};
  static constexpr std::array<std::string_view, 3> losses{"squares", "student", "huber"};
  static constexpr std::array<std::string_view, 2> scatters{"none", "population"};
  static constexpr std::array<std::string_view, 2> noises{"gauss", "t4"};
  require_keys(model, {.accepted = keys, .refused = {}});
  if (const auto loss = field(model, "loss")) fit.loss = word_at(*loss, losses);
  if (const auto scatter = field(model, "scatter"))
    fit.population = word_at(*scatter, scatters) == "population";
  if (const auto noise = field(model, "noise")) {
    if (!fit.population) refuse(*noise, "belongs to scatter: population");
    fit.gauss = word_at(*noise, noises) == "gauss";
  }
  if (fit.population && fit.loss != "squares")
    refuse(model, "scatter: population has a likelihood instead of a loss; leave out loss");
}

void decode_validation(const Place& validate, const CsvTable& table, StatedFit& fit) {
  static constexpr std::array<std::string_view, 3> keys{"folds", "bootstrap", "seed"};
  static constexpr std::array<std::string_view, 1> fold_keys{"column"};
  require_keys(validate, {.accepted = keys, .refused = {}});
  if (const auto folds = field(validate, "folds")) {
    if (folds->node->kind == NodeKind::map) {
      require_keys(*folds, {.accepted = fold_keys, .refused = {}});
      const Place name = required_field(*folds, "column", "its name");
      const std::size_t column = column_at(table, name, string_at(name));
      for (const std::vector<std::string>& row : table.rows) fit.fold_column.push_back(row[column]);
    } else {
      fit.folds = whole_number_at(*folds, 0, 1000);
      if (fit.folds == 1) refuse(*folds, "one fold holds nothing out; want 0, or 2 and more");
    }
  }
  if (const auto bootstrap = field(validate, "bootstrap"))
    fit.bootstrap = whole_number_at(*bootstrap, 0, 1e6);
  if (const auto seed = field(validate, "seed"))
    fit.seed = whole_number_at(*seed, 0, 9007199254740992.0);
}

StatedFit decode_fit(const TreeNode& node, const FitOverrides& overrides) {
  const Place root{.node = &node};
  require_keys(root, {.accepted = fit_keys, .refused = refused_fit_keys});
  if (const auto name = field(root, "name")) string_at(*name);
  StatedFit fit;
  const Place data = required_field(root, "data", "the table of impacts: {file, columns}");
  const CsvTable table = table_of(data, overrides.source);
  fit.impacts = decode_impacts(data, table);
  decode_body(required_field(root, "body", "its radius of gyration, or mass and inertia"), fit);
  if (overrides.laws)
    fit.law = law_choice(*overrides.laws, {"--law"});
  else
    fit.law = decode_law(required_field(root, "law", "such as [newton, poisson, stronge]"));
  decode_parameters(field(root, "fit"), table, fit);
  if (const auto model = field(root, "model")) decode_model(*model, fit);
  if (const auto validate = field(root, "validate")) decode_validation(*validate, table, fit);
  return fit;
}

TreeNode only_document(std::string_view text, FileFormat format) {
  std::vector<TreeNode> documents = problem_trees(text, format);
  if (documents.size() != 1)
    throw TreeError({}, fmt::format("{} documents; expected one fit", documents.size()), 0);
  return std::move(documents.front());
}

}  // namespace

StatedFit read_fit(std::string_view text, FileFormat format, const FitOverrides& overrides) {
  try {
    return decode_fit(only_document(text, format), overrides);
  } catch (const TreeError& error) {
    throw std::invalid_argument(located_message(overrides.source, error));
  }
}

std::string table_path(std::string_view text, FileFormat format, const std::string& source) {
  try {
    const TreeNode document = only_document(text, format);
    const TreeNode* data = value_of(document, "data");
    const TreeNode* file = data == nullptr ? nullptr : value_of(*data, "file");
    if (file == nullptr || file->kind != NodeKind::string) return "";
    return (std::filesystem::path(source).parent_path() / file->text).string();
  } catch (const TreeError&) {
    return "";
  }
}

}  // namespace carom
