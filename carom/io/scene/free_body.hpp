/// @file
/// Bodies whose place and motion the file states outright: free bodies, and those that are prescribed.
#pragma once

#include <carom/io/scene/statement.hpp>
#include <carom/multibody/planar/model.hpp>

namespace carom {

/// A vector turned by an angle.
Eigen::Vector2d turned(double angle, const Eigen::Vector2d& x);

/// Where the body's frame lies, from the point that its position is given for.
/// @throws TreeError if there is no such point.
Pose free_pose(const StatedBody& body);

/// How the body's frame moves, from the point that its velocity is given for.
/// @throws TreeError if there is no such point.
Twist free_twist(const StatedBody& body);

}  // namespace carom
