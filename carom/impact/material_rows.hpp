/// @file
/// The keys of a contact's material: one row each, over which reading, checks, tables and schemas loop.
#pragma once

#include <carom/impact/impact_problem.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

namespace carom {

/// What a key belongs to.
enum class MaterialGroup : std::uint8_t {
  normal,      ///< restitution along the normal
  friction,    ///< Coulomb's friction
  ratio,       ///< the given impulse ratio of the law impulse_ratio
  two_phases,  ///< tangential restitution and moments: one material has them together
  patch,       ///< the springs of the law compliant
  springs,     ///< simultaneous: springs
};

/// One key of a contact's material.
struct MaterialRow {
  std::string_view name{};                    ///< as in files, tables and Python
  std::optional<double> Contact::* number{};  ///< where a number is kept
  bool Contact::* flag{};                     ///< where true or false is kept, instead of a number
  double least = 0;                           ///< smallest value
  double most = 0;                            ///< largest value
  bool excludes_least = false;                ///< `least` itself is refused
  std::string_view unit{};                    ///< "1" for a ratio, "" for true or false
  MaterialGroup group{};
  std::string_view words{};  ///< what it means
};

inline constexpr double unbounded = std::numeric_limits<double>::infinity();

/// True of the groups that say what acts along the tangent: a contact without tangent has none of them.
constexpr bool is_tangential(MaterialGroup group) {
  return group == MaterialGroup::friction || group == MaterialGroup::ratio ||
         group == MaterialGroup::two_phases || group == MaterialGroup::patch;
}

/// True of the groups that single laws and rules take, and others ignore.
constexpr bool is_of_single_laws(MaterialGroup group) {
  return group == MaterialGroup::two_phases || group == MaterialGroup::patch ||
         group == MaterialGroup::springs;
}

/// All keys, in the order in which files and tables list them.
inline constexpr std::array<MaterialRow, 12> material_rows{{
    {"restitution", &Contact::restitution, nullptr, -1, 1, false, "1", MaterialGroup::normal,
     "coefficient of restitution e, from 0 to 1 (below 0: allow_negative_restitution)"},
    {"friction", &Contact::friction, nullptr, 0, unbounded, false, "1", MaterialGroup::friction,
     "kinetic coefficient of friction"},
    {"static_friction", &Contact::static_friction, nullptr, 0, unbounded, false, "1",
     MaterialGroup::friction, "largest impulse ratio that sticking may use; absent: friction"},
    {"impulse_ratio", &Contact::impulse_ratio, nullptr, -unbounded, unbounded, false, "1",
     MaterialGroup::ratio, "given ratio p_t/p_n"},
    {"critical_fraction", &Contact::critical_fraction, nullptr, 0, 1, false, "1",
     MaterialGroup::ratio, "share of the ratio that just ends without slip"},
    {"allow_negative_restitution", nullptr, &Contact::allow_negative_restitution, 0, 1, false, "",
     MaterialGroup::normal, "restitution may be down to -1 (law impulse_ratio)"},
    {"tangential_restitution", &Contact::tangential_restitution, nullptr, -1, 1, false, "1",
     MaterialGroup::two_phases, "tangential restitution e_t; its range is the law's"},
    {"friction_recovery", &Contact::friction_recovery, nullptr, 0, 1, false, "1",
     MaterialGroup::two_phases, "share of friction that expansion recovers"},
    {"moment_compression", &Contact::moment_compression, nullptr, -1, 0, false, "1",
     MaterialGroup::two_phases, "moment coefficient of compression, -1: no moment"},
    {"moment_restitution", &Contact::moment_restitution, nullptr, -1, 0, false, "1",
     MaterialGroup::two_phases, "moment coefficient of expansion, -1: no moment"},
    {"stiffness_ratio", &Contact::stiffness_ratio, nullptr, 0, unbounded, true, "1",
     MaterialGroup::patch, "normal over tangential stiffness of the contact"},
    {"stiffness", &Contact::stiffness, nullptr, 0, unbounded, true, "1", MaterialGroup::springs,
     "stiffness relative to the other contacts, for simultaneous: springs; absent: 1"},
}};

/// The row of that name; null if there is none.
constexpr const MaterialRow* material_row(std::string_view name) {
  for (const MaterialRow& row : material_rows)
    if (row.name == name) return &row;
  return nullptr;
}

/// Whether the material says a number of the group.
inline bool gives(const Contact& material, MaterialGroup group) {
  for (const MaterialRow& row : material_rows)
    if (row.group == group && row.number != nullptr && material.*row.number) return true;
  return false;
}

/// Takes what `from` says under the key.
inline void take(const Contact& from, const MaterialRow& row, Contact& to) {
  if (row.number != nullptr) to.*row.number = from.*row.number;
  if (row.flag != nullptr) to.*row.flag = to.*row.flag || from.*row.flag;
}

/// Takes all that `from` says of the group.
inline void take_group(const Contact& from, MaterialGroup group, Contact& to) {
  for (const MaterialRow& row : material_rows)
    if (row.group == group) take(from, row, to);
}

}  // namespace carom
