/// @file
/// The units in which tables and pictures show quantities. Inside, and in JSON, everything is SI.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace carom {

/// Whose units.
enum class UnitSystem : std::uint8_t {
  si,
  us,  ///< as accident reconstruction in the United States writes them: mph, lb, slug ft^2, lbf s
};

/// What is shown.
enum class Measure : std::uint8_t {
  number,  ///< has no unit
  length,
  mass,
  inertia,          ///< moment of inertia
  inverse_inertia,  ///< entries of W of a turning joint's stop
  inverse_mass,     ///< entries of W
  angle,            ///< degrees in both systems
  speed,
  rate,  ///< of turning
  acceleration,
  impulse,           ///< and momentum
  angular_momentum,  ///< and moment of an impulse
  energy,
  force,
  torque,
  stiffness,          ///< force per length
  turning_stiffness,  ///< torque per angle
  damping,            ///< force per speed
  turning_damping,    ///< torque per rate
};

/// A unit and what one of it is in SI.
struct ShownUnit {
  std::string symbol{};
  double si = 1;
};

/// The unit of a measure; the factors are those that scenes are read with.
ShownUnit unit_of(Measure measure, UnitSystem system);

/// What a unit in SI is shown as: itself in SI, or where no other unit is defined for it.
ShownUnit unit_for(std::string_view si, UnitSystem system);

/// A quantity in SI, as a number of those units.
double shown_in(double si, Measure measure, UnitSystem system);

}  // namespace carom
