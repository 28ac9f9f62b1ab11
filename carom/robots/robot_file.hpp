/// @file
/// Reads robots: MJCF through libmujoco, URDF through urdfdom. Both libraries may be missing.
#pragma once

#include <carom/robots/robot_model.hpp>

#include <optional>

namespace carom::robots {

/// How a URDF's root link stands in the world; the format does not say.
enum class Base : std::uint8_t { free, fixed };

/// Reads a robot by its root element: <mujoco> or <robot>.
/// @param base  must be given for URDF, and only there
/// @throws std::invalid_argument naming the file and what is wrong, or the Debian package that is missing.
RobotModel read_robot(const std::string& path, std::optional<Base> base = {});

/// The same for one format.
RobotModel read_mjcf(const std::string& path);
RobotModel read_urdf(const std::string& path, Base base);

/// Whether this build can read the format.
bool reads_mjcf();
bool reads_urdf();

}  // namespace carom::robots
