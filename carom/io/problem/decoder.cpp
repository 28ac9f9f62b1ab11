#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/io/problem/contact_key.hpp>
#include <carom/io/problem/decoder.hpp>
#include <carom/io/problem/material_keys.hpp>
#include <carom/io/tree/decode.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace carom {
namespace {

// --- keys ---------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 11> problem_keys{
    "name", "law", "contacts", "simultaneous", "format", "path", "required_friction",
    "W",    "u",   "mass",     "velocity"};

constexpr std::string_view no_scenes =
    "belongs to scenes, which have bodies; without them give W and u, or mass and velocity";

constexpr std::string_view no_sweeps = "belongs to sweeps: carom sweep FILE";

constexpr std::array<RefusedKey, 19> refused_problem_keys{{
    {"problem", no_sweeps},
    {"vary", no_sweeps},
    {"joints", no_scenes},
    {"points", no_scenes},
    {"surfaces", no_scenes},
    {"materials", no_scenes},
    {"pairs", no_scenes},
    {"gravity", no_scenes},
    {"state", no_scenes},
    {"units", no_scenes},
    {"M", "unknown key; did you mean mass?"},
    {"qdot", "unknown key; did you mean velocity?"},
    {"laws", "unknown key; did you mean law?"},
    {"contact", "unknown key; did you mean contacts?"},
    {"J", "unknown key; each contact has its rows of J, tangent and normal"},
    {"restitution", "unknown key; it belongs to a contact: contacts[0].restitution"},
    {"friction", "unknown key; it belongs to a contact: contacts[0].friction"},
    {"static_friction", "unknown key; it belongs to a contact: contacts[0].static_friction"},
    {"surface_velocity", "unknown key; it belongs to a contact: contacts[0].surface_velocity"},
}};

constexpr auto plain_contact_keys =
    joined(std::array<std::string_view, 2>{"name", "touching"}, material_keys);
/// For mass and velocity only.
constexpr std::array<std::string_view, 4> row_keys{"tangent", "normal", "surface_velocity",
                                                   "spin_row"};
constexpr auto contact_keys = joined(plain_contact_keys, row_keys);
/// For W and u only.
constexpr auto contact_keys_with_W =
    joined(plain_contact_keys, std::array<std::string_view, 1>{"tangents"});

constexpr std::string_view two_rows =
    "unknown key; a contact in space has two rows: tangent: [[...], [...]]";
constexpr std::string_view not_with_mass =
    "belongs to problems given by W and u; here the rows of tangent say it";
constexpr std::string_view not_with_W =
    "belongs to problems given by mass and velocity; here W and u are given";

constexpr std::array<RefusedKey, 9> refused_contact_keys{{
    {"tangent1", two_rows},
    {"tangent2", two_rows},
    {"tangent_1", two_rows},
    {"tangent_2", two_rows},
    {"tangents", not_with_mass},
    {"e", "unknown key; did you mean restitution?"},
    {"mu", "unknown key; did you mean friction?"},
    {"mu_s", "unknown key; did you mean static_friction?"},
    {"law", "unknown key; it belongs to the problem"},
}};

/// The keys of a contact where the dynamics are given by W and u.
constexpr auto refused_contact_keys_with_W = [] {
  constexpr std::size_t others = refused_contact_keys.size() - 1;  // all but `tangents`
  std::array<RefusedKey, others + row_keys.size()> keys{};
  std::size_t next = 0;
  for (const RefusedKey& key : refused_contact_keys)
    if (key.key != "tangents") keys[next++] = key;
  for (const std::string_view row : row_keys) keys[next++] = {row, not_with_W};
  return keys;
}();

// --- the parts of a problem -----------------------------------------------------------------------

/// One row of J, or two: a contact in space.
void decode_tangent(const Place& place, CoordinateRows& rows) {
  const std::size_t size = size_at(place, "a list of numbers");
  if (size == 0 || place.node->items[0].kind != NodeKind::sequence) {
    rows.tangent = vector_at(place);
    return;
  }
  if (size > 2) refuse(place, fmt::format("expected one row or two, got {}", size));
  rows.tangent = vector_at(item(place, 0));
  if (size == 2) rows.tangent2 = vector_at(item(place, 1));
}

ContactVector decode_surface_velocity(const Place& place, bool in_space) {
  const Eigen::VectorXd v = vector_at(place);
  if (v.size() != (in_space ? 3 : 2))
    refuse(place,
           fmt::format("expected {}, got {}",
                       in_space ? "three numbers [t1, t2, n]" : "two numbers [t, n]", v.size()));
  if (in_space) return {.t = v[0], .n = v[2], .t2 = v[1], .tangents = 2};
  return {.t = v[0], .n = v[1]};
}

CoordinateRows decode_rows(const Place& contact) {
  CoordinateRows rows;
  if (const auto tangent = field(contact, "tangent")) decode_tangent(*tangent, rows);
  rows.normal = vector_at(required_field(contact, "normal", "give the row of J along the normal"));
  if (const auto surface = field(contact, "surface_velocity"))
    rows.surface_velocity = decode_surface_velocity(*surface, rows.tangent2.has_value());
  if (const auto spin = field(contact, "spin_row")) rows.spin = vector_at(*spin);
  return rows;
}

/// `tangents` of every contact; empty where none says it.
std::vector<int> decode_tangents(const Place& contacts) {
  const std::size_t count = contacts.node->items.size();
  std::vector<int> tangents;
  for (std::size_t k = 0; k < count; ++k) {
    const Place contact = item(contacts, k);
    const auto place = field(contact, "tangents");
    if (!place) continue;
    const double x = number_at(*place);
    if (x != 0 && x != 1 && x != 2) refuse(*place, fmt::format("{} is none of 0, 1 and 2", x));
    if (tangents.size() != k)
      refuse(item(contacts, tangents.size()), "tangents: missing; another contact gives it");
    tangents.push_back(static_cast<int>(x));
  }
  if (!tangents.empty() && tangents.size() != count)
    refuse(item(contacts, tangents.size()), "tangents: missing; another contact gives it");
  return tangents;
}

ContactSpace decode_contact_space(const Place& problem, const Place& contacts) {
  const Place W = required_field(problem, "W", "u is given without it");
  const Place u = required_field(problem, "u", "W is given without it");
  return {.W = matrix_at(W), .u = vector_at(u), .tangents = decode_tangents(contacts)};
}

GeneralizedSpace decode_generalized_space(const Place& problem, const Place& contacts) {
  const Place mass = required_field(problem, "mass", "velocity is given without it");
  const Place velocity = required_field(problem, "velocity", "mass is given without it");
  GeneralizedSpace space{.mass = matrix_at(mass), .velocity = vector_at(velocity)};
  for (std::size_t k = 0; k < contacts.node->items.size(); ++k)
    space.rows.push_back(decode_rows(item(contacts, k)));
  return space;
}

void check_format(const Place& problem) {
  const auto format = field(problem, "format");
  if (format && number_at(*format) != 1)
    refuse(*format,
           fmt::format("{} is not known; this version reads format 1", number_at(*format)));
}

Simultaneous decode_simultaneous(const Place& problem) {
  const auto place = field(problem, "simultaneous");
  if (!place) return Simultaneous::refuse;
  const std::string& wish = string_at(*place);
  for (const Simultaneous rule : {Simultaneous::refuse, Simultaneous::together,
                                  Simultaneous::sequential, Simultaneous::springs})
    if (wish == to_string(rule)) return rule;
  refuse(*place,
         fmt::format("expected refuse, together, sequential or springs, got {}", in_quotes(wish)));
}

/// More points between two events than this make no better picture.
constexpr double most_path_points = 10000;

/// True if the dynamics are given as W and u, false for mass and velocity.
bool is_contact_space(const Place& problem) {
  const auto first = [&](std::string_view a, std::string_view b) {
    const auto place = field(problem, a);
    return place ? place : field(problem, b);
  };
  const auto contact_space = first("W", "u");
  const auto generalized = first("mass", "velocity");
  if (contact_space && generalized)
    refuse(*generalized, fmt::format("given together with {}; give W and u, or mass and velocity",
                                     contact_space->key->text));
  if (!contact_space && !generalized)
    refuse(problem, "no dynamics; give W and u, or mass and velocity");
  return contact_space.has_value();
}

/// Refuses keys that are not known, with a word on those that belong elsewhere.
void require_problem_keys(const Place& root) {
  if (root.node->kind != NodeKind::map) refuse_kind(root, "a problem (a map)");
  for (const NodeKey& key : root.node->keys)
    if (key.text.size() > 4 && key.text.substr(key.text.size() - 4) == "_deg")
      throw TreeError({key.text}, std::string(no_scenes), key.line);
  require_keys(root, {.accepted = problem_keys, .refused = refused_problem_keys});
}

bool has(std::span<const std::string_view> keys, std::string_view key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool has(std::span<const RefusedKey> keys, std::string_view key) {
  return std::any_of(keys.begin(), keys.end(), [&](const RefusedKey& k) { return k.key == key; });
}

/// True of an unknown key that a contact refuses by name, or that is nearer to a contact's keys than to
/// those of a problem.
bool is_meant_for_contact(std::string_view key) {
  if (has(refused_problem_keys, key)) return false;
  if (has(refused_contact_keys, key)) return true;
  std::vector<std::string_view> all(problem_keys.begin(), problem_keys.end());
  all.insert(all.end(), contact_keys.begin(), contact_keys.end());
  const auto near = nearest(key, all);
  return near && !has(problem_keys, *near);
}

}  // namespace

// --- the front door -----------------------------------------------------------------------------

Contact decode_contact(const Place& place) {
  Contact contact;
  if (const auto name = field(place, "name")) contact.name = string_at(*name);
  for (const MaterialRow& row : material_rows)
    if (row.number != nullptr)
      contact.*row.number = optional_number(place, row.name);
    else
      contact.*row.flag = optional_boolean(place, row.name).value_or(false);
  contact.touching = optional_boolean(place, "touching").value_or(false);
  return contact;
}

void refuse_along_tangent(const Place& stop, std::span<const std::string_view> place_keys) {
  constexpr std::string_view why =
      "a joint stop has neither friction nor a place; give stop, lower or upper, restitution";
  for (const std::string_view key : place_keys)
    if (const auto given = field(stop, key)) refuse(*given, std::string(why));
  for (const MaterialRow& row : material_rows)
    if (const auto given = field(stop, row.name); given && is_tangential(row.group))
      refuse(*given, std::string(why));
}

Simultaneous decode_heading(const Place& problem) {
  check_format(problem);
  return decode_simultaneous(problem);
}

int decode_path_points(const Place& problem) {
  const auto place = field(problem, "path");
  if (!place) return 0;
  const double x = number_at(*place);
  if (!(x >= 0 && x <= most_path_points) || x != static_cast<double>(static_cast<int>(x)))
    refuse(*place, fmt::format("{} is no whole number from 0 to {}", x, most_path_points));
  return static_cast<int>(x);
}

StatedProblem decode_problem(const TreeNode& node) {
  const Place root{.node = &node};
  require_problem_keys(root);
  StatedProblem stated;
  stated.problem.simultaneous = decode_heading(root);
  if (const auto name = field(root, "name")) stated.problem.name = string_at(*name);
  if (const auto law = field(root, "law")) stated.law = decode_law(*law);

  stated.problem.path_points = decode_path_points(root);
  stated.problem.required_friction = optional_boolean(root, "required_friction").value_or(false);
  const bool contact_space = is_contact_space(root);
  const KnownKeys keys =
      contact_space
          ? KnownKeys{.accepted = contact_keys_with_W, .refused = refused_contact_keys_with_W}
          : KnownKeys{.accepted = contact_keys, .refused = refused_contact_keys};
  const Place contacts = required_field(root, "contacts", "give a list of contacts");
  const std::size_t count = size_at(contacts, "a list of contacts");
  for (std::size_t k = 0; k < count; ++k) {
    const Place contact = item(contacts, k);
    require_keys(contact, keys);
    stated.problem.contacts.push_back(decode_contact(contact));
  }
  if (contact_space)
    stated.problem.dynamics = decode_contact_space(root, contacts);
  else
    stated.problem.dynamics = decode_generalized_space(root, contacts);
  return stated;
}

ContactKey contact_key(std::string_view key) {
  if (has(problem_keys, key)) return ContactKey::none;
  if (has(row_keys, key)) return ContactKey::row;
  if (key == "tangents") return ContactKey::material;
  if (has(plain_contact_keys, key)) return ContactKey::material;
  return is_meant_for_contact(key) ? ContactKey::mistaken : ContactKey::none;
}

std::string stated_name(const TreeNode& root) {
  const TreeNode* name = value_of(root, "name");
  return name != nullptr && name->kind == NodeKind::string ? name->text : "";
}

}  // namespace carom
