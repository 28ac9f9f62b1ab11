/// @file
/// Where the energy of a motion is and where it went.
///
///     T + V + impacts + closing + friction + dampers − efforts − surfaces = constant  (T10.1)
#pragma once

#include <array>

namespace carom {

/// The terms of (T10.1) at one instant, J; losses and works since the start.
struct MotionLedger {
  double kinetic = 0;
  double potential = 0;  ///< of gravity and springs
  double impacts = 0;    ///< lost in impacts; negative where a law creates energy
  double closing = 0;    ///< of speeds that cannot be told from rest, made exactly zero
  double friction = 0;   ///< lost in sustained sliding, and to the ground
  double dampers = 0;    ///< lost in dampers
  double efforts = 0;    ///< put in by torques and forces of joints
  double surfaces = 0;   ///< put in by moving surfaces and prescribed bodies, impacts included

  double total() const {
    return kinetic + potential + impacts + closing + friction + dampers - efforts - surfaces;
  }
};

/// A term of (T10.1), for whoever lists them.
struct LedgerTerm {
  const char* key;    ///< in files
  const char* words;  ///< for people
  double MotionLedger::* value;
};

/// All terms, in the order of (T10.1).
inline constexpr std::array<LedgerTerm, 8> ledger_terms{{
    {"kinetic", "kinetic", &MotionLedger::kinetic},
    {"potential", "potential", &MotionLedger::potential},
    {"impacts", "lost in impacts", &MotionLedger::impacts},
    {"closing", "lost in closing", &MotionLedger::closing},
    {"friction", "lost to friction", &MotionLedger::friction},
    {"dampers", "lost in dampers", &MotionLedger::dampers},
    {"efforts", "put in by torques and forces", &MotionLedger::efforts},
    {"surfaces", "put in by moving surfaces", &MotionLedger::surfaces},
}};

}  // namespace carom
