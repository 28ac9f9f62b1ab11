/// @file
/// Parts of `carom show` that scenes in space and robots have.
#pragma once

#include <carom/io/tree/json_line.hpp>
#include <carom/multibody/spatial/scene.hpp>
#include <carom/report/table/layout.hpp>

#include <string>

namespace carom {

/// "3 bodies, 2 joints, 12 velocities, 13.7 kg; robot spot.xml"
std::string summary_in_space(const spatial::Scene& scene);

/// Bodies, joints, where the contacts are, and what was dropped of the robot's file.
std::string shown_in_space(const spatial::Scene& scene, const TextStyle& style);

/// A robot as it stands in its file, without contacts: as text, and as one line of JSON.
std::string shown_robot(const spatial::Scene& robot, const TextStyle& style);
std::string robot_json(const spatial::Scene& robot);

/// The keys bodies, joints, points of contact, total_mass and notes of the scene's JSON.
void write_in_space(JsonLine& json, const spatial::Scene& scene);

}  // namespace carom
