/// @file
/// How touching contacts go on from an event: the modes of every island, the velocities exactly as these
/// say, and a whole step where events do not get on.
///
/// (T10.2) decides as long as events are apart. Events that follow each other within h_g (T10.14) are one,
/// and there (T10.2) is degenerate: then the time that follows decides (T10.15). Where even that does not
/// get on, a step of that length is taken whole, ten times as long each time: a step of a scheme that is
/// known to converge [AnitescuPotra1997].
#pragma once

#include <carom/simulation/impact_event.hpp>

#include <optional>
#include <string>
#include <vector>

namespace carom {

/// Notes that an event is looked at: widens the window where it coincides with those before.
void note_event(MotionRun& run);

/// Whether events coincide, so that the time that follows has to decide.
bool looks_ahead(const MotionRun& run);

/// Whether looking ahead has not got on either.
bool needs_whole_step(const MotionRun& run);

/// Moves run.seen to the present state.
void look(MotionRun& run);

ContactMode mode_of_slip(double slip);

/// Chooses how the touching contacts go on, island by island; false if some have no finite forces, or the
/// run was stopped meanwhile. `note` gets what a reader should know.
bool go_on(MotionRun& run, const std::vector<MeetingContact>& touching, std::string& note);

/// The same by looking ahead alone.
bool go_on_ahead(MotionRun& run, const std::vector<MeetingContact>& touching, std::string& note);

/// The velocities exactly as the modes say; what that takes is booked under closing.
void project_modes(MotionRun& run);

/// Where events coincide and a gap closes within the window, faster than what cannot be told from rest, that is the
/// event: moves the motion on to it. Returns the contact.
std::optional<int> reach_gap(MotionRun& run);

/// One step of the window's length with all contacts that touch or would, or until a gap closes;
/// false if it was not taken.
bool take_whole_step(MotionRun& run);

}  // namespace carom
