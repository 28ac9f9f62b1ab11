#include <carom/impact/resolve.hpp>
#include <carom/multibody/problem.hpp>

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

void check_laws(const ImpactProblem& problem, const std::vector<LawId>& laws) {
  const Contacts contacts = contact_problem(problem);
  for (const LawId law : laws)
    if (const auto why = undefined_because(problem.contacts, contacts, law)) throw Objection(*why);
}

void check_laws(const Scene& scene, const std::vector<LawId>& laws) { check(scene, laws); }

void check_laws(const spatial::Scene& scene, const std::vector<LawId>& laws) { check(scene, laws); }

template <class AnyScene>
std::vector<Contact> materials_in(const AnyScene& scene) {
  std::vector<Contact> materials;
  materials.reserve(scene.contacts.size());
  for (const auto& contact : scene.contacts) materials.push_back(contact.material);
  return materials;
}

std::vector<Contact> materials_in(const ImpactProblem& problem) { return problem.contacts; }

}  // namespace

const std::string& name_of(const Problem& problem) {
  return std::visit([](const auto& p) -> const std::string& { return p.name; }, problem);
}

std::vector<Contact> materials_of(const Scene& scene) { return materials_in(scene); }

std::vector<Contact> materials_of(const spatial::Scene& scene) { return materials_in(scene); }

std::vector<Contact> materials_of(const Problem& problem) {
  return std::visit([](const auto& p) { return materials_in(p); }, problem);
}

std::vector<SceneResult> resolve(const Problem& problem, const std::vector<LawId>& laws) {
  return std::visit([&](const auto& p) { return results_of(p, laws); }, problem);
}

std::vector<ImpactResult> impacts_of(const std::vector<SceneResult>& results) {
  std::vector<ImpactResult> impacts;
  impacts.reserve(results.size());
  for (const SceneResult& result : results) impacts.push_back(result.impact);
  return impacts;
}

std::vector<LawId> defined_laws(const Problem& problem) {
  return std::visit([](const auto& p) { return defined_laws(p); }, problem);
}

void check(const Problem& problem, const std::vector<LawId>& laws) {
  std::visit([&](const auto& p) { check_laws(p, laws); }, problem);
}

Contacts contact_problem(const Problem& problem) {
  return std::visit([](const auto& p) { return contact_problem(p); }, problem);
}

void set_path_points(Problem& problem, int count) {
  if (auto* matrices = std::get_if<ImpactProblem>(&problem)) matrices->path_points = count;
  if (auto* scene = std::get_if<spatial::Scene>(&problem)) scene->path_points = count;
}

}  // namespace carom
