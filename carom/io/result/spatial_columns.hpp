/// @file
/// The quantities of the bodies and joints of scenes in space.
#pragma once

#include <carom/io/result/columns.hpp>

namespace carom {

/// Velocities before and after of body b: vx, vy, vz, wx, wy, wz.
void add_body_in_space(std::vector<ResultColumn>& columns, const std::string& name, std::size_t b);

/// Impulse, moment and position of a joint of the tree, or of a loop.
void add_joint_in_space(std::vector<ResultColumn>& columns, const std::string& name,
                        std::size_t index, bool loop);

}  // namespace carom
