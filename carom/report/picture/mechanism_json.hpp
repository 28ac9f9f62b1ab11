/// @file
/// A mechanism's picture as JSON, for whoever draws it elsewhere and lets it move.
#pragma once

#include <carom/report/picture/mechanism.hpp>

#include <string>

namespace carom {

/// One line, without line break. Bodies come with their pose, and their outlines in their own frames, so
/// that another pose moves them; joints say which body they move with; everything else is in the world.
std::string to_json(const MechanismPicture& picture, const Scene& scene);

}  // namespace carom
