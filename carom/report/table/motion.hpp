/// @file
/// A motion as a person reads it: its events, where the energy went, and how it ended.
#pragma once

#include <carom/report/table/layout.hpp>
#include <carom/simulation/simulation.hpp>

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace carom {

/// The events of a motion, the first and the last of them where they are many.
class EventDigest {
 public:
  void add(const MotionEvent& event);

  const std::vector<MotionEvent>& first() const { return first_; }
  const std::deque<MotionEvent>& last() const { return last_; }
  std::int64_t count() const { return count_; }
  /// How many lie between the first and the last.
  std::int64_t left_out() const;

 private:
  std::vector<MotionEvent> first_{};
  std::deque<MotionEvent> last_{};
  std::int64_t count_ = 0;
};

/// The whole report.
std::string motion_table(const Scene& scene, const SimulationOptions& options,
                         const EventDigest& events, const SimulationEnd& end,
                         const TextStyle& style);

/// The report on vehicles of the impacts among the events, one after the other.
/// @throws std::invalid_argument if the scene has no vehicle.
std::string motion_vehicle_table(const Scene& scene, const EventDigest& events,
                                 const TextStyle& style);

/// One sentence where the ledger is not met; "" where it is.
std::string ledger_objection(const SimulationEnd& end);

}  // namespace carom
