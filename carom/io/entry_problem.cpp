#include <carom/io/entry_problem.hpp>

#include <carom/impact/resolve.hpp>
#include <carom/multibody/spatial/scene.hpp>

#include <utility>

namespace carom {
namespace {

std::vector<SceneResult> results_of(const ImpactProblem& problem, const std::vector<LawId>& laws) {
  std::vector<SceneResult> results;
  results.reserve(laws.size());
  for (ImpactResult& impact : resolve(problem, laws))
    results.push_back({.impact = std::move(impact)});
  return results;
}

std::vector<SceneResult> results_of(const Scene& scene, const std::vector<LawId>& laws) {
  return resolve(scene, laws);
}

std::vector<SceneResult> results_of(const spatial::Scene& scene, const std::vector<LawId>& laws) {
  return resolve(scene, laws);
}

}  // namespace

EntryProblem entry_problem(const ProblemEntry& entry) {
  if (entry.scene) return &*entry.scene;
  if (entry.spatial) return &*entry.spatial;
  return &entry.problem;
}

bool is_scene(const ProblemEntry& entry) {
  return !std::holds_alternative<const ImpactProblem*>(entry_problem(entry));
}

std::vector<SceneResult> resolve(const ProblemEntry& entry) {
  return std::visit([&](const auto* problem) { return results_of(*problem, entry.laws); },
                    entry_problem(entry));
}

std::vector<LawId> defined_laws(const ProblemEntry& entry) {
  return std::visit([](const auto* problem) { return defined_laws(*problem); },
                    entry_problem(entry));
}

Contacts contact_space(const ProblemEntry& entry) {
  return std::visit([](const auto* problem) { return contact_problem(*problem); },
                    entry_problem(entry));
}

}  // namespace carom
