/// @file
/// The points of two bodies that a contact's names mean to be one place.
#pragma once

#include <carom/io/scene/side.hpp>

namespace carom {

/// Where the file gives a contact's place and normal, no geometry is asked whether the bodies are there.
/// Their points tell: those that `between` names, and of free bodies those that the file calls as the point
/// of `at` (at: first.impact means second.impact, too). Says in `words` which two of them and the place are
/// farthest apart, if they are: farther than a small share of the distance to the bodies' centres.
void compare_meeting_points(const Setting& s, const StatedContact& contact, const Side& a,
                            const Side& b, ContactWords& words);

}  // namespace carom
