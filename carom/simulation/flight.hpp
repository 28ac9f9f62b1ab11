/// @file
/// Motion from one event to the next: integrated step by step, every step searched for events.
#pragma once

#include <carom/simulation/motion_bounds.hpp>
#include <carom/simulation/motion_run.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace carom {

/// What ended a flight.
enum class FlightEnd : std::uint8_t {
  limit,   ///< the time it was given is over
  gap,     ///< gaps have closed
  slip,    ///< the slip of a sliding contact is zero
  forces,  ///< the modes satisfy (T10.2) no longer
  edge,    ///< a closed contact has come to the end of its edge
  failed,  ///< no step is short enough
};

/// The end of a flight and the contacts concerned; not with `forces`, which concern all.
struct FlightEvent {
  FlightEnd end = FlightEnd::limit;
  std::vector<int> contacts{};
};

/// Memory and step size of the flights of a run.
struct Flight {
  std::unique_ptr<Integrator> integrator{};
  std::vector<double> packed{};  ///< q, v and the works of friction, dampers, surfaces, efforts
  std::vector<double> scale{};   ///< of the packed state
  double rate_scale = 0;         ///< largest rate so far, 1/s
  Instant seen{};                ///< a state within a step, and where the bodies are then
  MotionBounds bounds{};         ///< of the last step
  std::vector<std::vector<GapSample>>
      samples{};                ///< of all contacts, at the ends of a step's pieces
  std::vector<double> times{};  ///< of these
  std::vector<std::vector<int>>
      bodies{};  ///< by contact: those that its place depends on, parents first
};

/// The earliest event of a step so far.
struct StepEvent {
  FlightEnd end = FlightEnd::limit;
  double t = 0;
  int contact = 0;
};

/// The state within the last step, by its interpolant, and where the bodies are.
const Instant& look_at(const MotionRun& run, Flight& flight, double t);

/// The same for the bodies of one contact alone.
const Instant& look_at_contact(const MotionRun& run, Flight& flight, std::size_t contact, double t);

/// Moves run.x on until an event or t_limit, and gives the samples on the way.
FlightEvent fly(MotionRun& run, Flight& flight, double t_limit);

}  // namespace carom
