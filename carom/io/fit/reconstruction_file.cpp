#include <carom/io/fit/reconstruction_file.hpp>
#include <carom/io/problem/trees.hpp>
#include <carom/io/scene/quantity.hpp>
#include <carom/io/tree/decode.hpp>
#include <carom/io/tree/units.hpp>
#include <carom/io/tree/utf8.hpp>
#include <carom/multibody/planar/crush_energy.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <numbers>
#include <sstream>

namespace carom {
namespace {

constexpr std::array<std::string_view, 9> reconstruction_keys{
    "name", "problem", "number", "unknown", "drag", "wheels", "evidence", "method", "report"};
constexpr std::array<std::string_view, 3> unknown_keys{"uniform", "normal", "keys"};
constexpr std::array<std::string_view, 2> follower_keys{"factor", "offset"};

/// What a quantity must be, and the factor from SI to the unit that counts: degrees where a path ends in _deg.
struct WantedQuantity {
  Dimension dimension{};
  double per_si = 1;
};

/// By the end of its path; absent where any dimension will do.
std::optional<WantedQuantity> wanted_by(std::string_view path) {
  constexpr double degrees = 180 / std::numbers::pi;
  constexpr Dimension energy{.length = 2, .mass = 1, .time = -2};
  const auto ends = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return path.ends_with(word); });
  };
  if (ends({"rate_change_deg", "rate_deg"})) return WantedQuantity{dimensions::rate, degrees};
  if (ends({"_deg"})) return WantedQuantity{dimensions::angle, degrees};
  if (ends({"delta_v", "_speed", "speed_before", "closing_total", ".vx", ".vy", "velocity[0]"}))
    return WantedQuantity{dimensions::speed};
  if (ends({"yaw_rate_change", ".omega", ".rate"})) return WantedQuantity{dimensions::rate};
  if (ends({".distance"})) return WantedQuantity{dimensions::length};
  if (ends({"energy.change"})) return WantedQuantity{energy};
  if (ends({".mass"})) return WantedQuantity{dimensions::mass};
  if (ends({".restitution", ".friction", ".critical_fraction", ".impulse_ratio", "drag"}))
    return WantedQuantity{dimensions::number};
  return std::nullopt;
}

/// A number as the path counts it, or a quantity with a unit.
double quantity_of(const Place& place, const std::optional<WantedQuantity>& wanted) {
  if (place.node->kind != NodeKind::string) return number_at(place);
  if (wanted) return wanted->per_si * quantity_at(place, wanted->dimension);
  const ParsedQuantity parsed = parse_quantity(place.node->text);
  if (!parsed.quantity) refuse(place, parsed.error);
  return parsed.quantity->value;
}

std::array<double, 2> pair_of_quantities(const Place& place, std::string_view form,
                                         const std::optional<WantedQuantity>& wanted) {
  if (size_at(place, form) != 2)
    refuse(place, fmt::format("expected {}, got {} values", form, place.node->items.size()));
  return {quantity_of(item(place, 0), wanted), quantity_of(item(place, 1), wanted)};
}

Place entry_of(const Place& map, std::size_t index) {
  return {.node = &map.node->items[index], .parent = &map, .key = &map.node->keys[index]};
}

/// The first key that an unknown drives, which says what it is; its own name without keys.
std::string first_key(const Place& unknown) {
  const auto keys = field(unknown, "keys");
  const bool named = keys && keys->node->kind == NodeKind::map && !keys->node->keys.empty();
  return named ? keys->node->keys[0].text : unknown.key->text;
}

SweepVariable decode_unknown(const Place& place) {
  require_keys(place, {.accepted = unknown_keys, .refused = {}});
  SweepVariable unknown{.name = place.key->text};
  const auto uniform = field(place, "uniform");
  const auto normal = field(place, "normal");
  if (uniform.has_value() == normal.has_value())
    refuse(place, "give one prior: uniform: [low, high] or normal: [mean, deviation]");
  const auto wanted = wanted_by(first_key(place));
  const auto pair = uniform ? pair_of_quantities(*uniform, "[low, high]", wanted)
                            : pair_of_quantities(*normal, "[mean, deviation]", wanted);
  unknown.spread = uniform ? Spread::uniform : Spread::normal;
  unknown.a = pair[0];
  unknown.b = pair[1];
  check_variable(unknown, path_to(place), place.node->line);
  if (normal && !(unknown.b > 0)) refuse(*normal, "a deviation of 0 leaves nothing unknown");
  const auto keys = field(place, "keys");
  if (!keys) {
    if (unknown.name != "drag") unknown.keys.push_back({.path = unknown.name});
    return unknown;
  }
  if (keys->node->kind != NodeKind::map) refuse_kind(*keys, "a map of keys: {PATH: {}}");
  for (std::size_t i = 0; i < keys->node->items.size(); ++i) {
    const Place entry = entry_of(*keys, i);
    DrivenKey key{.path = entry.key->text};
    if (entry.node->kind != NodeKind::null) {
      require_keys(entry, {.accepted = follower_keys, .refused = {}});
      key.factor = optional_number(entry, "factor").value_or(1);
      key.offset = optional_number(entry, "offset").value_or(0);
    }
    unknown.keys.push_back(std::move(key));
  }
  return unknown;
}

/// {first: {A, B, width, depths, force_angle_deg}, deviation: 0.2}: the energy that crushed the bodies, as evidence.
StatedEvidence decode_crush(const Place& place) {
  static constexpr std::array<std::string_view, 5> keys{"A", "B", "width", "depths",
                                                        "force_angle_deg"};
  constexpr Dimension pressure{.length = -1, .mass = 1, .time = -2};
  StatedEvidence evidence{.path = "energy.change"};
  double share = 0;
  for (std::size_t i = 0; i < place.node->items.size(); ++i) {
    const Place body = entry_of(place, i);
    if (body.key->text == "deviation") {
      share = number_at(body);
      continue;
    }
    require_keys(body, {.accepted = keys, .refused = {}});
    Crush crush{.A = positive_at(required_field(body, "A", "N/m"), dimensions::stiffness),
                .B = positive_at(required_field(body, "B", "N/m^2"), pressure),
                .width = positive_at(required_field(body, "width", "m"), dimensions::length)};
    const Place depths = required_field(body, "depths", "two of them or more, [C1, ..., C6]");
    for (std::size_t k = 0; k < size_at(depths, "a list of depths"); ++k)
      crush.depths.push_back(quantity_at(item(depths, k), dimensions::length));
    if (crush.depths.size() < 2) refuse(depths, "want two depths or more");
    crush.force_angle =
        optional_number(body, "force_angle_deg").value_or(0) * std::numbers::pi / 180;
    evidence.value -= crush_energy(crush);
  }
  if (!(share > 0))
    refuse(place, "deviation: want the standard deviation as a share of the energy, such as 0.2");
  if (!(evidence.value < 0)) refuse(place, "want at least one body: {A, B, width, depths}");
  evidence.deviation = share * -evidence.value;
  return evidence;
}

void decode_evidence(const Place& place, StatedReconstruction& stated) {
  if (place.node->kind != NodeKind::map || place.node->items.empty())
    refuse_kind(place, "a map: bodies.first.delta_v: [39.5 mph, 1.5 mph]");
  for (std::size_t i = 0; i < place.node->items.size(); ++i) {
    const Place entry = entry_of(place, i);
    if (entry.key->text == "crush") {
      if (entry.node->kind != NodeKind::map) refuse_kind(entry, "a map of bodies, and deviation");
      stated.evidence.push_back(decode_crush(entry));
      continue;
    }
    const auto pair =
        pair_of_quantities(entry, "[value, standard deviation]", wanted_by(entry.key->text));
    if (!(pair[1] > 0))
      refuse(entry, fmt::format("a standard deviation of {}; want one above 0", pair[1]));
    stated.evidence.push_back({entry.key->text, pair[0], pair[1]});
  }
}

void decode_method(const Place& place, StatedReconstruction& stated) {
  static constexpr std::array<std::string_view, 3> keys{"draws", "effective", "seed"};
  require_keys(place, {.accepted = keys, .refused = {}});
  const auto count = [&](std::string_view key, double fallback) {
    const auto entry = field(place, key);
    if (!entry) return fallback;
    const double x = number_at(*entry);
    if (!(x >= 1) || std::trunc(x) != x || x > 1e12)
      refuse(*entry, fmt::format("{} is no number of them; want a whole one above 0", x));
    return x;
  };
  stated.draws = static_cast<std::uint64_t>(count("draws", 1e7));
  stated.effective = count("effective", 2000);
  stated.seed = static_cast<std::uint64_t>(count("seed", 1));
}

void read_crash(const Place& place, std::optional<int> number, const std::string& source,
                StatedReconstruction& stated) {
  stated.source = source;
  if (place.node->kind == NodeKind::map) {
    stated.problem = *place.node;
    return;
  }
  const std::filesystem::path beside = std::filesystem::path(source).parent_path();
  const std::string path = (beside / string_at(place)).string();
  const auto format = format_of(path);
  if (!format) refuse(place, "unknown ending; a problem file ends in .yaml, .yml or .json");
  if (!std::filesystem::is_regular_file(path))
    refuse(place, fmt::format("there is no file {}", in_quotes(path, std::string::npos)));
  const std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  stated.problem = chosen_problem(problem_trees(text.str(), *format), number);
  stated.source = path;
}

void decode_report(const Place& place, StatedReconstruction& stated) {
  for (std::size_t i = 0; i < size_at(place, "a list of names and paths"); ++i)
    stated.report.push_back(string_at(item(place, i)));
}

StatedReconstruction decode_reconstruction(const TreeNode& node, const std::string& source) {
  const Place root{.node = &node};
  require_keys(root, {.accepted = reconstruction_keys, .refused = {}});
  StatedReconstruction stated;
  std::optional<int> number;
  if (const auto which = field(root, "number")) number = static_cast<int>(number_at(*which));
  if (number && *number < 1) refuse(root, "number: problems count from 1");
  const Place unknown = required_field(root, "unknown", "what is not known, with priors");
  if (unknown.node->kind != NodeKind::map || unknown.node->items.empty())
    refuse_kind(unknown, "a map: v1: {uniform: [5 mph, 80 mph], keys: {...}}");
  for (std::size_t i = 0; i < unknown.node->items.size(); ++i)
    stated.unknowns.push_back(decode_unknown(entry_of(unknown, i)));
  decode_evidence(required_field(root, "evidence", "what was measured"), stated);
  if (const auto drag = optional_number(root, "drag")) stated.drag = *drag;
  if (!(stated.drag > 0)) refuse(root, "drag: want a coefficient above 0");
  if (const auto wheels = field(root, "wheels"))
    for (std::size_t i = 0; i < wheels->node->items.size(); ++i) {
      const Place car = entry_of(*wheels, i);
      stated.wheels[car.key->text] =
          pair_of_quantities(car, "[wheelbase, track]", WantedQuantity{dimensions::length});
      for (const double size : stated.wheels[car.key->text])
        if (!(size > 0)) refuse(car, "want [wheelbase, track] above 0");
    }
  if (const auto method = field(root, "method")) decode_method(*method, stated);
  if (const auto report = field(root, "report")) decode_report(*report, stated);
  read_crash(required_field(root, "problem", "a scene's file, or the scene itself"), number, source,
             stated);
  return stated;
}

}  // namespace

StatedReconstruction read_reconstruction(std::string_view text, FileFormat format,
                                         const std::string& source) {
  try {
    const std::vector<TreeNode> documents = problem_trees(text, format);
    if (documents.size() != 1)
      throw TreeError({}, fmt::format("{} documents; expected one", documents.size()), 0);
    return decode_reconstruction(documents.front(), source);
  } catch (const TreeError& error) {
    throw std::invalid_argument(located_message(source, error));
  }
}

}  // namespace carom
