/// @file
/// A motion as JSON: {"scene": ..., "options": ..., "samples": [...], "events": [...], "end": ...}.
///
/// docs/simulation.md describes the keys. Numbers read back to the same double.
#pragma once

#include <carom/simulation/simulation.hpp>

#include <cstdint>
#include <string>

namespace carom {

/// The scene's name, and the names of its bodies and contacts, as one object.
std::string scene_json(const Scene& scene);

/// What was asked for, as one object.
std::string to_json(const SimulationOptions& options);

/// One sample as one object on one line.
std::string to_json(const Scene& scene, const MotionSample& sample);

/// One event as one object on one line, with the impact as `carom solve` writes it; `number` counts the
/// events from 1 and is the "problem" of that result. `options` say how several contacts collide.
/// @param vehicle  impacts have the report on vehicles as well
std::string to_json(const Scene& scene, const MotionEvent& event, int number,
                    const SimulationOptions& options, bool vehicle = false);

/// How it ended, as one object.
std::string to_json(const SimulationEnd& end);

}  // namespace carom
