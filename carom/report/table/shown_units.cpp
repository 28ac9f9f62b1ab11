#include <carom/io/tree/units.hpp>
#include <carom/report/table/shown_units.hpp>
#include <cassert>

namespace carom {
namespace {

/// As scenes write it; "" for a plain number.
const char* symbol_of(Measure measure, UnitSystem system) {
  const bool si = system == UnitSystem::si;
  switch (measure) {
    case Measure::number: return "";
    case Measure::length: return si ? "m" : "ft";
    case Measure::mass: return si ? "kg" : "lb";
    case Measure::inertia: return si ? "kg m^2" : "slug ft^2";
    case Measure::inverse_inertia: return si ? "1/(kg m^2)" : "1/(slug ft^2)";
    case Measure::inverse_mass: return si ? "1/kg" : "1/slug";
    case Measure::angle: return "deg";
    case Measure::speed: return si ? "m/s" : "mph";
    case Measure::rate: return si ? "rad/s" : "deg/s";
    case Measure::acceleration: return si ? "m/s^2" : "ft/s^2";
    case Measure::impulse: return si ? "N s" : "lbf s";
    case Measure::angular_momentum: return si ? "N m s" : "lbf ft s";
    case Measure::energy: return si ? "J" : "ft lbf";
    case Measure::force: return si ? "N" : "lbf";
    case Measure::torque: return si ? "N m" : "lbf ft";
    case Measure::stiffness: return si ? "N/m" : "lbf/ft";
    case Measure::turning_stiffness: return si ? "N m/rad" : "lbf ft/rad";
    case Measure::damping: return si ? "N s/m" : "lbf s/ft";
    case Measure::turning_damping: return si ? "N m s/rad" : "lbf ft s/rad";
  }
  return "";
}

/// What one of the unit is in SI, by the table of units that scenes are read with.
double factor_of(std::string_view symbol) {
  if (symbol.empty()) return 1;
  if (symbol.starts_with("1/(")) return 1 / factor_of(symbol.substr(3, symbol.size() - 4));
  if (symbol.starts_with("1/")) return 1 / factor_of(symbol.substr(2));
  const ParsedQuantity one = parse_quantity("1 " + std::string(symbol));
  assert(one.quantity);
  return one.quantity->value;
}

}  // namespace

ShownUnit unit_of(Measure measure, UnitSystem system) {
  const char* symbol = symbol_of(measure, system);
  return {symbol, factor_of(symbol)};
}

ShownUnit unit_for(std::string_view si, UnitSystem system) {
  if (system == UnitSystem::si || si.empty()) return {std::string(si), 1};
  if (si == "rad") return unit_of(Measure::angle, system);
  for (int i = 0; i <= static_cast<int>(Measure::turning_damping); ++i)
    if (si == symbol_of(static_cast<Measure>(i), UnitSystem::si))
      return unit_of(static_cast<Measure>(i), system);
  return {std::string(si), 1};
}

double shown_in(double si, Measure measure, UnitSystem system) {
  return si / unit_of(measure, system).si;
}

}  // namespace carom
