#include <carom/impact/material_rows.hpp>
#include <carom/io/tree/key_unit.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace carom {
namespace {

struct KeyUnit {
  std::string_view key{};
  std::string_view unit{};
};

constexpr std::array<KeyUnit, 29> key_units{{
    {"W", "1/kg"},         {"angle", "rad"},     {"at", "m"},
    {"axis", "rad"},       {"centre", "m"},      {"centre_of_mass", "m"},
    {"distance", "m"},     {"duration", "s"},    {"force", "N"},
    {"from", "m"},         {"gravity", "m/s^2"}, {"height", "m"},
    {"inertia", "kg m^2"}, {"length", "m"},      {"mass", "kg"},
    {"normal", "rad"},     {"points", "m"},      {"polygon", "m"},
    {"position", "m"},     {"radius", "m"},      {"rate", "rad/s"},
    {"sample", "s"},       {"speed", "m/s"},     {"surface_velocity", "m/s"},
    {"through", "m"},      {"to", "m"},          {"torque", "N m"},
    {"u", "m/s"},          {"velocity", "m/s"},
}};

/// Parts whose entries have names of the user's own.
constexpr std::array<std::string_view, 5> with_names{"bodies", "joints", "springs", "surfaces",
                                                     "contacts"};

/// Keys from the root, without names of parts and without indices.
std::vector<std::string_view> keys_of(std::string_view path) {
  std::vector<std::string_view> keys;
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find('.', start), path.size());
    keys.push_back(path.substr(start, end - start));
    keys.back() = keys.back().substr(0, keys.back().find('['));
    start = end + 1;
  }
  const bool named = std::find(with_names.begin(), with_names.end(), keys[0]) != with_names.end();
  if (named && keys.size() > 2 && path[keys[0].size()] == '.') keys.erase(keys.begin() + 1);
  return keys;
}

std::string_view unit_of_key(std::string_view key) {
  if (key == "rate_deg") return "deg/s";
  if (key.size() > 4 && key.substr(key.size() - 4) == "_deg") return "deg";
  // The stiffness of a joint or a spring has a unit of its own; a contact's is looked up beside its other keys.
  if (const MaterialRow* row = material_row(key); row != nullptr && key != "stiffness")
    return row->unit;
  const auto* found = std::find_if(key_units.begin(), key_units.end(),
                                   [&](const KeyUnit& known) { return known.key == key; });
  return found == key_units.end() ? "" : found->unit;
}

}  // namespace

std::string_view unit_of_path(std::string_view path) {
  const std::vector<std::string_view> keys = keys_of(path);
  const bool generalized = keys.size() == 1 && (keys[0] == "mass" || keys[0] == "velocity");
  const bool row = keys.back() == "normal" && path.back() == ']';
  if (generalized || row) return "";
  // A point of a body has a name of its own: the key before it tells.
  const std::size_t least = keys.size() > 2 ? keys.size() - 2 : keys.size() - 1;
  for (std::size_t i = keys.size(); i-- > least;)
    if (const std::string_view unit = unit_of_key(keys[i]); !unit.empty()) return unit;
  return "";
}

}  // namespace carom
