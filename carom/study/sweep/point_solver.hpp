/// @file
/// What every law says of a point of a sweep: the problem is decoded once and its keys are bound once.
#pragma once

#include <carom/io/problem/bound.hpp>
#include <carom/io/scene/bound.hpp>
#include <carom/io/spatial/bound.hpp>
#include <carom/multibody/scene_workspace.hpp>
#include <carom/study/sweep/plan.hpp>

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace carom {

/// What one law says of a point.
struct PointAnswer {
  LawId law = LawId::poisson;
  SceneResult result{};                    ///< of a problem without bodies: `impact` only
  std::optional<VehicleReport> vehicle{};  ///< where a column asks for it and there is an answer
  std::string error{};                     ///< why there is none; "" if there is
};

using BoundPoint = std::variant<BoundProblem, BoundScene, BoundSpatialScene>;

/// What is kept from point to point.
struct PointMemory {
  SceneWorkspace scene{};
  std::vector<SceneResult*> results{};   ///< of the answers that are worked out
  std::vector<ImpactResult*> impacts{};  ///< likewise
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
  void choose_words(const std::vector<double>& values);
  void set_values(const std::vector<double>& values);

  const SweepPlan* plan_;
  std::map<std::vector<std::size_t>, BoundPoint> bound_{};  ///< by the words; keys as in the plan
  BoundPoint* now_ = nullptr;                               ///< with the words of this point
  std::vector<PointAnswer> answers_{};
  PointMemory memory_{};
};

}  // namespace carom
