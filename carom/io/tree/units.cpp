#include <carom/impact/name_list.hpp>
#include <carom/io/tree/decode.hpp>
#include <carom/io/tree/units.hpp>
#include <carom/io/tree/utf8.hpp>
#include <carom/io/tree/yaml_scalar.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace carom {
namespace {

// --- the table ----------------------------------------------------------------------------------

constexpr double foot = 0.3048;                  // m, by definition
constexpr double mile = 1609.344;                // m, by definition
constexpr double pound = 0.45359237;             // kg, by definition
constexpr double pound_force = 4.4482216152605;  // N, a pound under 9.80665 m/s²
constexpr double slug = pound_force / foot;      // kg
using std::numbers::pi;

constexpr std::array units{
    Unit{"m", 1, dimensions::length},
    Unit{"km", 1000, dimensions::length},
    Unit{"cm", 0.01, dimensions::length},
    Unit{"mm", 0.001, dimensions::length},
    Unit{"in", 0.0254, dimensions::length},
    Unit{"ft", foot, dimensions::length},
    Unit{"yd", 3 * foot, dimensions::length},
    Unit{"mile", mile, dimensions::length},
    Unit{"mi", mile, dimensions::length},
    Unit{"kg", 1, dimensions::mass},
    Unit{"g", 0.001, dimensions::mass},
    Unit{"t", 1000, dimensions::mass},
    Unit{"lb", pound, dimensions::mass},
    Unit{"slug", slug, dimensions::mass},
    Unit{"s", 1, dimensions::time},
    Unit{"ms", 0.001, dimensions::time},
    Unit{"min", 60, dimensions::time},
    Unit{"h", 3600, dimensions::time},
    Unit{"rad", 1, dimensions::angle},
    Unit{"deg", pi / 180, dimensions::angle},
    Unit{"rev", 2 * pi, dimensions::angle},
    Unit{"rpm", 2 * pi / 60, dimensions::rate},
    Unit{"mph", mile / 3600, dimensions::speed},
    Unit{"kph", 1 / 3.6, dimensions::speed},
    Unit{"fps", foot, dimensions::speed},
    Unit{"N", 1, dimensions::force},
    Unit{"kN", 1000, dimensions::force},
    Unit{"lbf", pound_force, dimensions::force},
    Unit{"J", 1, dimensions::torque},
    Unit{"kJ", 1000, dimensions::torque},
};

/// What a dimension is called.
struct DimensionName {
  Dimension dimension{};
  std::string_view name{};
  std::string_view unit{};  ///< in which it is known, where kg, m, rad and s are not
};

constexpr std::array names{
    DimensionName{dimensions::number, "a plain number"},
    DimensionName{dimensions::length, "a length"},
    DimensionName{dimensions::mass, "a mass"},
    DimensionName{dimensions::time, "a time"},
    DimensionName{dimensions::angle, "an angle"},
    DimensionName{dimensions::speed, "a speed"},
    DimensionName{dimensions::rate, "a rate of turning"},
    DimensionName{dimensions::acceleration, "an acceleration"},
    DimensionName{{.length = 2}, "an area"},
    DimensionName{{.length = 3}, "a volume"},
    DimensionName{{.time = -1}, "a frequency"},
    DimensionName{dimensions::inertia, "a moment of inertia"},
    DimensionName{dimensions::density_of_lines, "a mass per length"},
    DimensionName{dimensions::density_of_areas, "a mass per area"},
    DimensionName{dimensions::density_of_volumes, "a mass per volume"},
    DimensionName{dimensions::force, "a force", "N"},
    DimensionName{dimensions::torque, "an energy or torque", "N m"},
    DimensionName{dimensions::stiffness, "a stiffness", "N/m"},
    DimensionName{dimensions::turning_stiffness, "a stiffness against turning", "N m/rad"},
    DimensionName{dimensions::damping, "a damping", "N s/m"},
    DimensionName{dimensions::turning_damping, "a damping of turning", "N m s/rad"},
    DimensionName{{.length = 1, .mass = 1, .time = -1}, "an impulse"},
    DimensionName{{.length = 2, .mass = 1, .time = -1}, "an angular momentum"},
};

// --- reading ------------------------------------------------------------------------------------

constexpr std::string_view blanks = " \t";

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
}

/// Removes and returns what is in front of the first of `ends`.
std::string_view take_until(std::string_view& text, std::string_view ends) {
  const std::string_view front = text.substr(0, text.find_first_of(ends));
  text.remove_prefix(front.size());
  return front;
}

/// Where the number at the front ends: its last digit or point, exponent included.
std::size_t length_of_number(std::string_view text) {
  std::size_t i = 0;
  const auto skip = [&](std::string_view wanted) {
    while (i < text.size() && wanted.find(text[i]) != std::string_view::npos) ++i;
  };
  constexpr std::string_view digits = "0123456789";
  skip("+-");
  skip("0123456789.");
  if (i + 1 < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    const bool sign = text[i + 1] == '-' || text[i + 1] == '+';
    const std::size_t first = i + (sign ? 2 : 1);
    if (first < text.size() && digits.find(text[first]) != std::string_view::npos) {
      i = first;
      skip(digits);
    }
  }
  return i;
}

std::string unknown_unit(std::string_view symbol) {
  std::vector<std::string_view> symbols;
  symbols.reserve(units.size());
  for (const Unit& unit : units) symbols.push_back(unit.symbol);
  const auto near = symbol.size() > 1 ? nearest(symbol, symbols) : std::nullopt;
  return near ? fmt::format("unknown unit {}; did you mean {}?", printable(symbol), *near)
              : fmt::format("unknown unit {}; known are {}", printable(symbol), listed(symbols));
}

/// Multiplies by a power of a unit; one factor after the other, so that the bits are the same everywhere.
void multiply(Quantity& q, const Unit& unit, int power) {
  for (int i = 0; i < power; ++i) q.value *= unit.si;
  for (int i = 0; i > power; --i) q.value /= unit.si;
  q.dimension.length += power * unit.dimension.length;
  q.dimension.mass += power * unit.dimension.mass;
  q.dimension.time += power * unit.dimension.time;
  q.dimension.angle += power * unit.dimension.angle;
}

/// The exponent after a unit, 1 where there is none; absent if it is no small whole number.
std::optional<int> take_power(std::string_view& text) {
  if (text.empty() || text.front() != '^') return 1;
  text.remove_prefix(1);
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.front() < '1' || text.front() > '9') return std::nullopt;
  const int digit = text.front() - '0';
  text.remove_prefix(1);
  return negative ? -digit : digit;
}

/// Multiplies by the unit at the front of `text`; says what is wrong with it, "" if nothing.
std::string take_unit(std::string_view& text, Quantity& q, bool divides) {
  const std::string_view symbol = take_until(text, " \t*/^");
  if (symbol.empty()) return "a unit is missing";
  const auto unit =
      std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.symbol == symbol; });
  if (unit == units.end()) return unknown_unit(symbol);
  const auto power = take_power(text);
  if (!power) return fmt::format("{}^ wants a whole number from 1 to 9", symbol);
  multiply(q, *unit, divides ? -*power : *power);
  return "";
}

const DimensionName* name_of(const Dimension& dimension) {
  const auto name = std::find_if(names.begin(), names.end(),
                                 [&](const DimensionName& n) { return n.dimension == dimension; });
  return name == names.end() ? nullptr : &*name;
}

}  // namespace

std::span<const Unit> known_units() { return units; }

std::string si_unit(const Dimension& dimension) {
  const DimensionName* known = name_of(dimension);
  if (known != nullptr && !known->unit.empty()) return std::string(known->unit);
  std::array<std::pair<std::string_view, int>, 4> factors{{{"kg", dimension.mass},
                                                           {"m", dimension.length},
                                                           {"rad", dimension.angle},
                                                           {"s", dimension.time}}};
  const auto below =
      std::count_if(factors.begin(), factors.end(), [](auto& f) { return f.second < 0; });
  const auto above =
      std::count_if(factors.begin(), factors.end(), [](auto& f) { return f.second > 0; });
  const bool slash = below == 1 && above > 0;  // what divides is written last
  if (slash) {
    auto* const divisor =
        std::find_if(factors.begin(), factors.end(), [](auto& f) { return f.second < 0; });
    std::rotate(divisor, divisor + 1, factors.end());
  }
  std::string text;
  for (const auto& [symbol, power] : factors) {
    if (power == 0) continue;
    const bool divides = slash && power < 0;
    if (!text.empty()) text += divides ? "/" : " ";
    const int shown = divides ? -power : power;
    text += shown == 1 ? std::string(symbol) : fmt::format("{}^{}", symbol, shown);
  }
  return text;
}

std::string described(const Dimension& dimension) {
  const DimensionName* known = name_of(dimension);
  return known == nullptr ? si_unit(dimension) : std::string(known->name);
}

ParsedQuantity parse_quantity(std::string_view text) {
  skip_blanks(text);
  TreeNode number{.kind = NodeKind::string};
  number.text = text.substr(0, length_of_number(text));
  text.remove_prefix(number.text.size());
  if (!read_plain_scalar(number) || number.kind != NodeKind::number)
    return {.error = "expected a number and its unit, such as 40 mph"};

  Quantity q{.value = number.number};
  bool divided = false;
  for (skip_blanks(text); !text.empty(); skip_blanks(text)) {
    const bool divides = text.front() == '/';
    if (divided && !divides)
      return {.error = "a product after / means two things; divide last, as in kg m/s"};
    if (divides || text.front() == '*') text.remove_prefix(1);
    divided = divides;
    skip_blanks(text);
    if (const std::string error = take_unit(text, q, divides); !error.empty())
      return {.error = error};
  }
  if (!std::isfinite(q.value)) return {.error = "too large for a number"};
  return {.quantity = q};
}

}  // namespace carom
