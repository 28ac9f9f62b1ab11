/// @file
/// Extractions in files: samples of position and angle around impacts, for carom extract.
///
/// docs/fitting.md explains the format.
#pragma once

#include <carom/io/problem_file.hpp>
#include <carom/io/tree/shape.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// Samples of trajectories, each with one impact.
struct StatedExtraction {
  std::vector<std::string> group{};           ///< name of each sample's trajectory
  std::vector<double> t{};                    ///< s
  std::array<std::vector<double>, 3> pose{};  ///< x, y of the centre of mass, angle; m and rad
  Eigen::Vector2d gravity{0, -9.81};          ///< acceleration in flight, m/s²
  std::size_t least = 4;                      ///< samples on each side of an impact
  std::optional<std::size_t> window{};        ///< the most on each side
  Eigen::Vector2d normal{0, 1};               ///< from floor to body, of length 1
  std::optional<Shape> shape{};  ///< about the centre of mass: its lowest point is the contact
  double gyration = 0;           ///< of the body, m; 0: not stated
};

/// @param source  path of the file; the table is found beside it
/// @throws std::invalid_argument "drops.yaml:4: data.columns.pose[0]: poses.csv has no column "x"; ..."
StatedExtraction read_extraction(std::string_view text, FileFormat format,
                                 const std::string& source);

}  // namespace carom
