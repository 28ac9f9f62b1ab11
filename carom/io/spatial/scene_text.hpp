/// @file
/// A robot as the text of a plain scene in space, which needs none of the robots' libraries.
#pragma once

#include <carom/robots/robot_model.hpp>

#include <string>

namespace carom {

/// YAML: bodies, joints, loops, shapes, points and surfaces, in the robot's initial pose; contacts, laws and
/// another state are left to the user. Positions and velocities count as in the robot's own file, so that
/// `state: {qpos, qvel}` stays what it is. What was dropped stands in comments.
std::string scene_text(const robots::RobotModel& robot);

}  // namespace carom
