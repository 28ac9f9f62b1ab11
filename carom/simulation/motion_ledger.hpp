/// @file
/// Where the energy of a motion is and where it went.
///
///     T + V + impacts + friction + dampers − efforts − surfaces = constant            (T10.1)
#pragma once

namespace carom {

/// The terms of (T10.1) at one instant, J; losses and works since the start.
struct MotionLedger {
  double kinetic = 0;
  double potential = 0;  ///< of gravity and springs
  double impacts = 0;    ///< lost in impacts; negative where a law creates energy
  double friction = 0;   ///< lost in sustained sliding
  double dampers = 0;    ///< lost in dampers
  double efforts = 0;    ///< put in by constant torques and forces of joints
  double surfaces = 0;   ///< put in by moving surfaces and prescribed bodies, impacts included

  double total() const {
    return kinetic + potential + impacts + friction + dampers - efforts - surfaces;
  }
};

}  // namespace carom
