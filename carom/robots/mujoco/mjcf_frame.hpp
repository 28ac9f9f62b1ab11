/// @file
/// The pose of a <frame>, which newer MJCF files put around elements: libmujoco 2.2 does not know it.
#pragma once

#include <carom/multibody/spatial/model.hpp>

#include <string>
#include <tinyxml2.h>

namespace carom::robots {

/// How a file counts angles.
struct MjcfAngles {
  bool degrees = true;
  std::string euler = "xyz";  ///< axes in order; capitals: fixed ones
};

/// The pose that `pos` and one of quat, axisangle, euler, xyaxes and zaxis give.
/// @throws std::invalid_argument if a list has the wrong length or no direction.
spatial::Pose pose_in_text(const tinyxml2::XMLElement& element, const MjcfAngles& angles);

/// Makes an element that stands in a frame stand in the frame's parent: bodies, geoms, sites, inertials and
/// frames by their pose, joints by their point and axis; `fromto` by its two ends.
void move_by(const spatial::Pose& frame, tinyxml2::XMLElement& element, const MjcfAngles& angles);

}  // namespace carom::robots
