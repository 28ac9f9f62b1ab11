/// @file
/// Islands at rest fall asleep: they cost nothing until something touches them.
///
/// An island is the bodies that closed contacts, joints and springs connect. It falls asleep if its speeds
/// cannot be told from rest and (T10.2) at v = 0 has an answer without accelerations: an exact equilibrium of
/// the rigid model, stable or not. Its velocities become zero, what they held is booked under closing, and its
/// forces stay what they are. It wakes where a contact closes on it.
#pragma once

#include <carom/simulation/impact_event.hpp>

#include <vector>

namespace carom {

/// Whether no side of the contact moves: its bodies sleep, or are the world's.
bool sleeps(const MotionRun& run, int contact);

/// Puts islands to sleep that are at rest.
void fall_asleep(MotionRun& run);

/// Wakes the islands of the contacts; true if there was one.
bool wake(MotionRun& run, const std::vector<MeetingContact>& meeting);

}  // namespace carom
