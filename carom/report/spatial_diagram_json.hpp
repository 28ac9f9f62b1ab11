/// @file
/// The diagram of an impact in space as JSON, for whoever draws it elsewhere.
#pragma once

#include <carom/report/spatial_diagram.hpp>

#include <string>

namespace carom {

/// One line, without line break: title, subtitle, u, friction, static_friction, axes, directions, ellipsoid, paths with
/// their points. Vectors are lists: [t1, t2, n], or [t1, t2] in the tangent plane. Each point says its phase, whether the
/// contact sticks from there on, and the work done so far, J.
std::string to_json(const SpatialDiagram& diagram);

}  // namespace carom
