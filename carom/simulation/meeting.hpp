/// @file
/// Which contacts meet at an event.
#pragma once

#include <carom/simulation/flight.hpp>
#include <carom/simulation/impact_event.hpp>

#include <vector>

namespace carom {

/// The contacts at zero gap that do not just leave: closed ones, those that arrive, those that rest there.
/// Normal speeds below v_g (T10.14) are zero.
std::vector<MeetingContact> meeting_contacts(MotionRun& run, const FlightEvent& event);

/// Contacts that touch at the start, to the tolerance with which scenes are given.
std::vector<MeetingContact> starting_contacts(MotionRun& run);

bool any_approaches(const std::vector<MeetingContact>& meeting);

/// Open contacts that the impacts and projections of others have left overlapping carry this gap.
void carry_overlaps(MotionRun& run);

}  // namespace carom
