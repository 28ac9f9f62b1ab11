/// @file
/// From samples of position and angle around impacts to velocities before and after, with their noise.
///
/// A body flies, meets something once at τ, and flies on. With its acceleration g in flight known, each coordinate is
/// one curve with one bend, s = t − τ:
///
///     x(t) = x_τ + v⁻ min(s, 0) + v⁺ max(s, 0) + g s²/2                                    (T19.11)
///
/// Positions go on through an impact, so both flights share x_τ, and the bends of all coordinates share τ. For a given τ
/// this is linear least squares; τ minimises the sum over the coordinates, each relative to its noise σ, which is that
/// of all trajectories together. Standard errors are those of all unknowns at once, τ among them.
#pragma once

#include <carom/io/fit/extraction_file.hpp>

#include <array>
#include <string>
#include <vector>

namespace carom {

/// One trajectory's impact. Coordinates are (x, y, angle).
struct ExtractedImpact {
  std::string group{};
  double t = 0;                                   ///< τ, s
  std::array<double, 3> pose{};                   ///< at τ; m, rad
  std::array<double, 3> before{}, after{};        ///< v⁻, v⁺; m/s, rad/s
  std::array<double, 3> before_sd{}, after_sd{};  ///< their standard errors
  std::array<double, 2> arm{};  ///< contact minus centre of mass, m; 0 without a shape
  std::size_t samples_before = 0, samples_after = 0;
  double misfit = 0;  ///< root of χ² per degree of freedom: 1 where the curve is right
};

struct Extraction {
  std::vector<ExtractedImpact> impacts{};
  std::array<double, 3> noise{};         ///< σ of a sample; m, rad
  std::array<double, 2> acceleration{};  ///< that the flights themselves want, m/s²
  std::array<double, 2> acceleration_sd{};
  std::vector<std::string> notes{};  ///< sentences for people
};

/// @throws std::invalid_argument if no trajectory has an impact
Extraction extract(const StatedExtraction& stated);

}  // namespace carom
