/// @file
/// A fit as its file states it: numbers in SI units, names checked, nothing computed.
#pragma once

#include <carom/io/problem/law_choice.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace carom {

/// Numbers of a column.
struct StatedColumn {
  std::string name{};
  std::vector<double> values{};  ///< one per impact
};

/// The impacts of a table. In the plane velocities are (vx, vy, w, 0, 0, 0) and arms (rx, ry, 0).
struct StatedImpacts {
  bool spatial = false;
  std::vector<std::array<double, 6>> before{}, after{};  ///< m/s, rad/s
  std::vector<std::array<double, 3>> arm{};              ///< contact minus centre, m
  std::array<double, 3> normal{0, 1, 0};                 ///< of length 1
  std::vector<std::string> group{};                      ///< name of each impact's group
  std::vector<StatedColumn> columns{};  ///< all of numbers, but those of the velocities after
};

/// How a parameter depends on the data.
enum class StatedDependence : std::uint8_t { constant, knots, power };

/// A parameter that is fitted.
struct StatedParameter {
  std::string name{};
  StatedDependence dependence = StatedDependence::constant;
  double from = 0, to = 1;
  std::string column{};          ///< that it follows; "approach" and "slip" need none in the table
  std::vector<double> values{};  ///< of that column; empty for approach and slip
  std::size_t knots = 8;
  std::optional<std::pair<double, double>> prior{};  ///< mean and deviation
};

/// A parameter with a given value.
struct StatedValue {
  std::string name{};
  double value = 0;
};

struct StatedFit {
  StatedImpacts impacts{};
  double gyration = 0;                                        ///< m
  std::optional<std::pair<double, double>> gyration_range{};  ///< m
  LawChoice law{};
  std::vector<StatedParameter> parameters{};
  std::vector<StatedValue> given{};
  std::string loss = "squares";  ///< squares, student, huber
  bool population = false;
  bool gauss = false;                      ///< noise of a population; else Student's t
  std::size_t folds = 5;                   ///< by a hash of the group; 0: none
  std::vector<std::string> fold_column{};  ///< name of each impact's fold instead
  std::size_t bootstrap = 1000;
  std::uint64_t seed = 1;
};

}  // namespace carom
