/// @file
/// Quantities with units: "40 mph", "2336.3 slug ft^2", "15 deg".
///
/// A closed table of units, products by a space or *, powers by ^, division by /. Everything inside the
/// product is SI; here is where other units end. Angles are a dimension of their own, so that a rate in
/// 1/s or an angle in m is noticed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace carom {

/// Powers of length, mass, time and angle.
struct Dimension {
  int length = 0;
  int mass = 0;
  int time = 0;
  int angle = 0;

  friend bool operator==(const Dimension&, const Dimension&) = default;
};

namespace dimensions {
inline constexpr Dimension number{};
inline constexpr Dimension length{.length = 1};
inline constexpr Dimension mass{.mass = 1};
inline constexpr Dimension time{.time = 1};
inline constexpr Dimension angle{.angle = 1};
inline constexpr Dimension speed{.length = 1, .time = -1};
inline constexpr Dimension rate{.time = -1, .angle = 1};
inline constexpr Dimension acceleration{.length = 1, .time = -2};
inline constexpr Dimension force{.length = 1, .mass = 1, .time = -2};
inline constexpr Dimension torque{.length = 2, .mass = 1, .time = -2};
inline constexpr Dimension stiffness{.mass = 1, .time = -2};
inline constexpr Dimension turning_stiffness{.length = 2, .mass = 1, .time = -2, .angle = -1};
inline constexpr Dimension damping{.mass = 1, .time = -1};
inline constexpr Dimension turning_damping{.length = 2, .mass = 1, .time = -1, .angle = -1};
inline constexpr Dimension inertia{.length = 2, .mass = 1};
inline constexpr Dimension density_of_lines{.length = -1, .mass = 1};
inline constexpr Dimension density_of_areas{.length = -2, .mass = 1};
inline constexpr Dimension density_of_volumes{.length = -3, .mass = 1};
}  // namespace dimensions

/// "a mass", "a moment of inertia"; powers of SI units where there is no word for it: "kg m^-3 s".
std::string described(const Dimension& dimension);

/// How a quantity of that dimension is written in SI, "kg m^2", "N m/rad"; "" for a plain number.
std::string si_unit(const Dimension& dimension);

/// A unit that may stand in a file.
struct Unit {
  std::string_view symbol{};
  double si = 1;  ///< one of it in SI
  Dimension dimension{};
};

/// All of them.
std::span<const Unit> known_units();

/// A number with its dimension, in SI.
struct Quantity {
  double value = 0;
  Dimension dimension{};
};

/// A quantity, or why there is none.
struct ParsedQuantity {
  std::optional<Quantity> quantity{};
  std::string error{};  ///< "unknown unit lbs; did you mean lb?"
};

/// Reads a number and its unit: a space may stand between them. After a / only the next unit divides,
/// and nothing but another / may follow it, since "kg/m s" means two things to two readers.
ParsedQuantity parse_quantity(std::string_view text);

}  // namespace carom
