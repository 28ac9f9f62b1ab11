/// @file
/// Values of a scene file: numbers in SI or with units, points, angles, names.
#pragma once

#include <carom/io/scene/statement.hpp>
#include <carom/io/tree/decode.hpp>
#include <carom/io/tree/units.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace carom {

Where where(const Place& place);

/// A plain number is SI, a string has a unit.
/// @throws TreeError "'3 m' is a length; want a mass, such as 3 kg"
double quantity_at(const Place& place, const Dimension& wanted);

/// The same, greater than zero (or at least zero).
double positive_at(const Place& place, const Dimension& wanted);
double not_negative_at(const Place& place, const Dimension& wanted);

/// [[time, value], ...], times not decreasing: a number that changes over time.
TimeTable time_table_at(const Place& place, const Dimension& wanted);

/// Velocity and rate of something prescribed, where one of them is a table over time: `velocity` of rows
/// [time, x, y], `rate` of rows [time, rate], straight between them. Empty where both are constant.
std::array<TimeTable, 3> prescribed_tables(const Place& map);

/// [x, y], each with or without a unit; or [size, direction], where the second has the unit of an angle:
/// [35 mph, 32 deg].
Eigen::Vector2d pair_at(const Place& place, const Dimension& wanted);

/// The value of `key`; absent if it is not there.
std::optional<Given> given_quantity(const Place& map, std::string_view key,
                                    const Dimension& wanted);

/// The same, at least zero.
std::optional<Given> given_not_negative(const Place& map, std::string_view key,
                                        const Dimension& wanted);

/// The value of `key` (rad, or with its unit) or of `key`_deg (a number of degrees, or of degrees per
/// second); both together are refused.
std::optional<Given> given_angle(const Place& map, std::string_view key,
                                 const Dimension& wanted = dimensions::angle);

/// A string that may serve as a name: not empty, no dot, bracket or control character, not "world".
void require_name(const Place& place, std::string_view name);

/// "upper.end" or "upper".
PartName part_at(const Place& place);

/// Two of them, [upper.end, lower.start].
std::pair<PartName, PartName> parts_at(const Place& place);

/// [x, y] or the name of a part.
PointOrPart point_or_part_at(const Place& place);

/// Refuses a name that is none of `known`: "no body 'uper'; did you mean upper?".
[[noreturn]] void refuse_name(const Where& where, std::string_view kind, std::string_view name,
                              const std::vector<std::string>& known);

}  // namespace carom
