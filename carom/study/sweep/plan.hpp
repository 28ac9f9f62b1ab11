/// @file
/// A sweep that is ready to run: which points, which laws, which columns.
#pragma once

#include <carom/io/result/columns.hpp>
#include <carom/io/result/provenance.hpp>
#include <carom/io/sweep_file.hpp>
#include <carom/io/tree/key.hpp>
#include <carom/multibody/spatial/scene.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace carom {

/// Most points of a sweep.
inline constexpr std::uint64_t max_sweep_points = 1'000'000'000'000;

/// The keys that follow a variable.
struct DrivenTreeKey {
  TreeKey key{};
  double factor = 1;
  double offset = 0;
};

/// The unit of a variable: that of the keys which it drives, where it drives them unscaled and they
/// agree; else empty.
std::string unit_of(const std::vector<DrivenTreeKey>& keys);

/// Points are numbered so that the last variable runs fastest, and the draws of the random ones faster
/// still; the same draw is the same numbers in every point of the others.
struct SweepPlan {
  std::string source{};  ///< of the problem; a robot's file is found beside it
  TreeNode problem{};    ///< with the numbers of some point
  std::vector<SweepVariable> variables{};
  std::vector<std::vector<DrivenTreeKey>> keys{};  ///< per variable
  std::vector<LawId> laws{};
  std::vector<ResultColumn> columns{};
  SceneParts parts{};      ///< of the results that the columns read
  bool vehicle = false;    ///< a column reads the report on vehicles
  bool thresholds = true;  ///< a column reads `to_stick`, which takes further impacts in space
  ResultShape shape{};
  std::uint64_t points = 0;
  std::uint64_t draws = 1;  ///< per point of the variables that are not random
  std::uint64_t seed = 0;
  Sampling sampling = Sampling::independent;
  std::string identity{};   ///< 16 hexadecimal digits; another sweep has others
  Provenance provenance{};  ///< what the result says of how it was made
  std::string document{};   ///< the sweep as a file of its own, JSON; only for stores
};

/// Checks the sweep on some of its points.
/// @throws std::invalid_argument, "chain.yaml: bodies.uper: not in the problem; did you mean upper?"
SweepPlan plan_sweep(const StatedSweep& sweep);

/// The values of all variables in a point; of words their places in the list.
void values_at(const SweepPlan& plan, std::uint64_t point, std::vector<double>& values);

/// Puts the words of a point into the problem.
void set_words(const SweepPlan& plan, const std::vector<double>& values, TreeNode& problem);

/// A value as it stands in a row: a number, or one of the variable's words.
ResultValue shown_value(const SweepVariable& variable, double value);

}  // namespace carom
