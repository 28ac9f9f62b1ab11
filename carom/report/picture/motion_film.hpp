/// @file
/// A motion as JSON, for whoever plays it elsewhere: the picture at its start, and poses from then on.
#pragma once

#include <carom/io/tree/json_line.hpp>
#include <carom/simulation/simulation.hpp>

#include <string>

namespace carom {

/// A motion while it is collected.
struct MotionFilm {
  JsonLine samples{};
  JsonLine events{};
};

/// Most events and samples that a page can hold; longer motions belong into a table.
inline constexpr int most_film_moments = 20'000;

/// A moment of the motion: t, `poses` of the bodies (x, y, angle, one after the other), `driven`, how far each
/// prescribed body and then each surface of the picture has been moved (x ↦ position + R(angle) x; empty if
/// none moves), the modes of the contacts, the ledger in the order of MotionLedger with its sum at the end.
void add(MotionFilm& film, const Scene& scene, const MotionSample& sample);

/// The same, with what happened: kind, contacts, and of an impact its result as `carom solve` has it.
void add(MotionFilm& film, const Scene& scene, const MotionEvent& event);

/// One line: {"simulation": {law, duration, sample}, "picture": ..., "samples": [...], "events": [...],
/// "end": {...}}, the first of them what was in force.
std::string to_json(const MotionFilm& film, const Scene& scene, const SimulationOptions& options,
                    const SimulationEnd& end);

}  // namespace carom
