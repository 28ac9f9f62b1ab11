/// @file
/// A series of impacts in a posture that stands still, within a motion: which contacts take part, and what
/// it does to the velocities and to the ledger.
#pragma once

#include <carom/simulation/impact_event.hpp>

#include <optional>
#include <string>
#include <vector>

namespace carom {

/// What a series left.
struct Clatter {
  bool unresolved = false;  ///< nothing was done: it does not end, or the law has no answer
  bool rests = false;       ///< it has a limit, at which contacts close; else it ended by itself
  std::vector<int> hit{};   ///< contacts of the scene that collided
  std::vector<MeetingContact> closing{};  ///< contacts that stay closed from here on
  ImpactOutcome outcome{};                ///< of these: u_after
  std::string note{};                     ///< how many impacts, how fast, in what time
};

/// Follows the series from the present state, which `run.seen` shows, and moves run.x to the velocities after it.
///
/// Absent with nothing done where nothing approaches or the series takes time; absent with the run stopped
/// where the law is not defined.
std::optional<Clatter> follow_clatter(MotionRun& run);

}  // namespace carom
