/// @file
/// The motions of the examples that travel inside the program, run to their end.
#pragma once

#include <carom/io/motion_file.hpp>
#include <carom/report/picture/motion.hpp>

#include <string>
#include <vector>

namespace carom {

/// A motion and everything that happened in it.
struct ExampleMotion {
  StatedMotion motion{};
  std::vector<MotionEvent> events{};
  std::vector<MotionMoment> moments{};  ///< samples and events in the order of time
  SimulationEnd end{};
};

/// Runs scene `number`, counted from 1, of examples/NAME.
/// @param law  instead of the scene's own; "": its own
/// @throws std::invalid_argument if there is no such example, or it cannot be simulated.
ExampleMotion example_motion(const std::string& name, int number, const std::string& law = "");

/// {"impacts": {"t": [...], BODY: {"x": [...], "y": [...], "vx": [...], "vy": [...], "omega": [...]}, ...},
/// "end": ...}: what reproductions read, as JSON text. The reference is {"example": "motion/ball.yaml",
/// "problem": 2, "law": "poisson"}; the law may be left out.
std::string motion_document(const std::string& reference);

}  // namespace carom
