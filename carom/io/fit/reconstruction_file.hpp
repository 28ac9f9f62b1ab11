/// @file
/// Reconstructions in files: which crash, what is unknown of it, what was measured of its outcome.
///
/// docs/reconstruction.md explains the format.
#pragma once

#include <carom/io/problem_file.hpp>
#include <carom/io/sweep_variable.hpp>
#include <carom/io/tree/tree.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// Something measured, with its standard deviation, SI; degrees where the path ends in _deg.
struct StatedEvidence {
  std::string path{};  ///< "bodies.first.delta_v"
  double value = 0;
  double deviation = 0;
};

struct StatedReconstruction {
  std::string source{};                   ///< of the problem, for messages
  TreeNode problem{};                     ///< a scene
  std::vector<SweepVariable> unknowns{};  ///< uniform or normal; "drag" drives no key
  double drag = 0.7;                      ///< of slide-outs, unless it is unknown
  std::map<std::string, std::array<double, 2>> wheels{};  ///< wheelbase and track of run-outs, m
  std::vector<StatedEvidence> evidence{};
  std::uint64_t draws = 10'000'000;  ///< at most
  double effective = 2000;           ///< size of the sample that is enough
  std::uint64_t seed = 1;
  std::vector<std::string> report{};  ///< names of unknowns and paths
};

/// @param source  path of the file; the problem is found beside it
/// @throws std::invalid_argument with file, line and key
StatedReconstruction read_reconstruction(std::string_view text, FileFormat format,
                                         const std::string& source);

}  // namespace carom
