/// @file
/// Makes of any MJCF file one that libmujoco 2.2 compiles and that holds the mechanics only.
///
/// What no impact feels (actuators, sensors, pictures, solver options, damping, limits) is left out and
/// listed; so are keys of newer versions. Meshes are replaced by points without mass where the body states
/// its inertia; where it does not, they are needed.
#pragma once

#include <Eigen/Core>
#include <map>
#include <string>
#include <vector>

namespace carom::robots {

/// A mesh geom that a point stands in for.
struct StandIn {
  std::string geom{};  ///< name in the filtered text
  std::string name{};  ///< name in the file; may be empty
  std::string mesh{};
};

/// A <connect> or <weld> between two sites.
struct SiteLoop {
  std::string name{};
  std::string first{};  ///< the sites
  std::string second{};
  bool welds = false;
  bool active = true;
};

/// The filtered text and what is known of the file besides.
struct FilteredMjcf {
  std::string text{};
  std::string name{};  ///< of the model
  std::vector<StandIn> stand_ins{};
  std::vector<SiteLoop> site_loops{};
  /// By place of the body in the text: inertias stated by six numbers, along the body's axes, kg·m².
  /// libmujoco 2.2 diagonalises them to nine digits only.
  std::map<int, Eigen::Matrix3d> full_inertias{};
  double stated_mass = 0;         ///< of all <inertial>, kg
  bool all_state_inertia = true;  ///< of the bodies that have joints or geoms
  std::vector<std::string> notes{};
};

/// @throws std::invalid_argument naming the file, the line and what cannot be read.
FilteredMjcf filtered_mjcf(const std::string& path);

}  // namespace carom::robots
