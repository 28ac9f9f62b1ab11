/// @file
/// A sweep that is ready to run: which points, which laws, which columns.
#pragma once

#include <carom/io/problem/bound.hpp>
#include <carom/io/result/columns.hpp>
#include <carom/io/scene/bound.hpp>
#include <carom/io/sweep_file.hpp>
#include <carom/io/tree/key.hpp>
#include <carom/multibody/spatial/scene.hpp>

#include <cstdint>
#include <string>
#include <variant>
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
  SceneParts parts{};  ///< of the results that the columns read
  ResultShape shape{};
  std::uint64_t points = 0;
  std::uint64_t draws = 1;  ///< per point of the variables that are not random
  std::uint64_t seed = 0;
  Sampling sampling = Sampling::independent;
  std::string identity{};  ///< 16 hexadecimal digits; another sweep has others
};

/// Checks the sweep on some of its points.
/// @throws std::invalid_argument, "chain.yaml: bodies.uper: not in the problem; did you mean upper?"
SweepPlan plan_sweep(const StatedSweep& sweep);

/// The values of all variables in a point.
void values_at(const SweepPlan& plan, std::uint64_t point, std::vector<double>& values);

/// What one law says of a point.
struct PointAnswer {
  LawId law = LawId::poisson;
  SceneResult result{};  ///< of a problem without bodies: `impact` only
  std::string error{};   ///< why there is none; "" if there is
};

/// A scene in space whose numbers change: its text is read again at every point.
struct SpatialSceneAtPoint {
  TreeNode root{};
  std::vector<TreeKey> keys{};
  std::string source{};  ///< beside which a robot's file is found

  /// Sets the number of the key with this index, SI.
  void set(std::size_t key, double x);
  /// @throws TreeError or std::invalid_argument as read_spatial_scene()
  spatial::Scene scene() const;
};

/// Solves one point after the other; every thread has its own.
class PointSolver {
 public:
  /// @param plan  must live as long as the solver
  explicit PointSolver(const SweepPlan& plan);

  /// One answer per law of the plan, valid until the next call.
  const std::vector<PointAnswer>& solve(const std::vector<double>& values);

 private:
  template <class Problem>
  void resolve_all(const Problem& problem);
  void set_values(const std::vector<double>& values);

  const SweepPlan* plan_;
  std::variant<BoundProblem, BoundScene, SpatialSceneAtPoint>
      bound_;  ///< keys in the order of the plan
  std::vector<PointAnswer> answers_{};
};

}  // namespace carom
