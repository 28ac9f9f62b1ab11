#include <carom/study/sweep/point_solver.hpp>

#include <carom/impact/resolve.hpp>
#include <carom/io/scene/reader.hpp>
#include <carom/io/spatial/reader.hpp>

#include <type_traits>

namespace carom {

namespace {

void resolve_into(const ImpactProblem& problem, const std::vector<LawId>& laws,
                  const SweepPlan& plan, PointMemory& memory) {
  Workspace& hall = memory.scene.hall;
  contact_problem(problem, hall.statement, hall.contacts);
  hall.contacts.thresholds = plan.thresholds;
  memory.impacts.clear();
  for (SceneResult* result : memory.results) memory.impacts.push_back(&result->impact);
  resolve(problem.name, problem.contacts, hall.contacts, laws, hall, memory.impacts);
}

void resolve_into(const Scene& scene, const std::vector<LawId>& laws, const SweepPlan& plan,
                  PointMemory& memory) {
  resolve(scene, laws, plan.parts, memory.scene, memory.results);
}

void resolve_into(const spatial::Scene& scene, const std::vector<LawId>& laws,
                  const SweepPlan& plan, PointMemory& memory) {
  std::vector<SceneResult> results = resolve(scene, laws, plan.thresholds);
  for (std::size_t i = 0; i < results.size(); ++i) *memory.results[i] = std::move(results[i]);
}

/// The report on vehicles of an answer by a scene in the plane.
template <class Problem>
std::optional<VehicleReport> report_of(const Problem& problem, const SceneResult& result) {
  if constexpr (std::is_same_v<Problem, Scene>)
    if (has_answer(result.impact.status)) return vehicle_report(problem, result);
  return std::nullopt;
}

/// "contacts.hit.friction: -1 is negative"
std::string message_of(const TreeError& error) {
  return error.path().empty() ? error.what() : carom::written(error.path()) + ": " + error.what();
}

/// The problem with the words of a point, and all keys of numbers, variable by variable.
BoundPoint bound(const SweepPlan& plan, const std::vector<double>& values) {
  TreeNode problem = plan.problem;
  set_words(plan, values, problem);
  std::vector<TreeKey> keys;
  for (std::size_t i = 0; i < plan.keys.size(); ++i)
    if (!has_words(plan.variables[i]))
      for (const DrivenTreeKey& driven : plan.keys[i]) keys.push_back(driven.key);
  if (is_spatial_scene(problem))
    return BoundSpatialScene(std::move(problem), std::move(keys), plan.source);
  if (is_scene(problem)) return BoundScene(std::move(problem), keys);
  return BoundProblem(std::move(problem), std::move(keys));
}

}  // namespace

PointSolver::PointSolver(const SweepPlan& plan) : plan_(&plan) {
  for (const LawId law : plan.laws) answers_.push_back({.law = law});
}

/// By all laws at once; where that is refused, by each of them, so that one law's refusal does not cost
/// the others' answers.
template <class Problem>
void PointSolver::resolve_all(const Problem& problem) {
  memory_.results.clear();
  for (PointAnswer& answer : answers_) memory_.results.push_back(&answer.result);
  try {
    resolve_into(problem, plan_->laws, *plan_, memory_);
    for (PointAnswer& answer : answers_) {
      answer.error.clear();
      if (plan_->vehicle) answer.vehicle = report_of(problem, answer.result);
    }
    return;
  } catch (const std::invalid_argument&) {
    if (answers_.size() == 1) throw;
  }
  for (PointAnswer& answer : answers_) {
    answer.error.clear();
    memory_.results = {&answer.result};
    try {
      resolve_into(problem, {answer.law}, *plan_, memory_);
      if (plan_->vehicle) answer.vehicle = report_of(problem, answer.result);
    } catch (const std::invalid_argument& objection) {
      answer.error = objection.what();
    }
  }
}

/// Binds the problem with the words of the point, where that has not been done.
/// @throws TreeError where they make no problem
void PointSolver::choose_words(const std::vector<double>& values) {
  std::vector<std::size_t> words;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (has_words(plan_->variables[i])) words.push_back(static_cast<std::size_t>(values[i]));
  auto found = bound_.find(words);
  if (found == bound_.end()) found = bound_.emplace(std::move(words), bound(*plan_, values)).first;
  now_ = &found->second;
}

void PointSolver::set_values(const std::vector<double>& values) {
  std::size_t key = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (has_words(plan_->variables[i])) continue;
    for (const DrivenTreeKey& driven : plan_->keys[i]) {
      const double x = driven.factor * values[i] + driven.offset;
      std::visit([&](auto& bound) { bound.set(key, x); }, *now_);
      ++key;
    }
  }
}

const std::vector<PointAnswer>& PointSolver::solve(const std::vector<double>& values) {
  std::string error;
  try {
    choose_words(values);
    set_values(values);
    if (auto* scene = std::get_if<BoundScene>(now_))
      resolve_all(scene->scene());
    else if (auto* in_space = std::get_if<BoundSpatialScene>(now_))
      resolve_all(in_space->scene());
    else
      resolve_all(std::get<BoundProblem>(*now_).problem());
    return answers_;
  } catch (const TreeError& objection) {
    error = message_of(objection);
  } catch (const std::invalid_argument& objection) {
    error = objection.what();
  }
  for (PointAnswer& answer : answers_) answer.error = error;
  return answers_;
}

}  // namespace carom
