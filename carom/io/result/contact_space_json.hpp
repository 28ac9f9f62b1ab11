/// @file
/// A problem reduced to contact space, in the words of the format: W, u and the materials.
#pragma once

#include <carom/multibody/problem.hpp>

#include <string>

namespace carom {

/// One line, without line break: name, simultaneous, W, u and the contacts with every material key that was
/// given, so that read_problems() reads the same impact again. Left out is what contact space cannot say: rows
/// of J, the relative turning of the bodies, velocities of surfaces (u is relative to them). A contact
/// without tangent has friction 0.
///
/// @param contact  W and u of the problem's contacts
std::string contact_space_json(const Problem& problem, const Contacts& contact);

}  // namespace carom
