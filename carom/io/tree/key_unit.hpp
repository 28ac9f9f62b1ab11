/// @file
/// The unit of a number in a problem or scene, as the keys on the way to it tell.
#pragma once

#include <string_view>

namespace carom {

/// Of a path as find_number() takes it: "m" of "bodies.rod.length", "m/s" of "u[1]", "deg" of
/// "bodies.rod.angle_deg", "1" of a coefficient. Empty where the keys alone do not tell, as of entries
/// of a generalized mass, of a density or of a stiffness.
std::string_view unit_of_path(std::string_view path);

}  // namespace carom
