#include <Eigen/Core>
#include <carom/impact/contacts.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/io/embedded.hpp>
#include <carom/io/problem_file.hpp>
#include <carom/io/result/json.hpp>
#include <carom/papers/reproduction_result.hpp>
#include <carom/report/example_motion.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

namespace carom {

namespace {

using Json = nlohmann::ordered_json;

Json array_of(const Eigen::VectorXd& x) { return std::vector<double>(x.begin(), x.end()); }

/// q̇⁻ + M⁻¹ Jᵀ p (T1.2), where the problem has generalized coordinates.
Json velocity_after(const Contacts& contact, const Eigen::VectorXd& p) {
  if (!contact.velocity) return nullptr;
  return array_of(*contact.velocity + *contact.response * p);
}

/// The only problem of a text.
ProblemEntry only_problem(const std::string& text) {
  std::vector<ProblemEntry> entries = read_problems(text, FileFormat::json, {.source = "problem"});
  if (entries.size() != 1) throw std::invalid_argument("one problem is needed");
  if (!entries[0].error.empty()) throw std::invalid_argument(entries[0].error);
  if (entries[0].laws.size() != 1) throw std::invalid_argument("one law is needed");
  return std::move(entries[0]);
}

/// The scene {example: "scenes/falling_rod.yaml", problem: 2}, counted from 1, with this material.
Scene scene_at(const Json& reference, const Contact& material) {
  const std::string name = "examples/" + reference.at("example").get<std::string>();
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name != name) continue;
    const auto entries = read_problems(file.text, FileFormat::yaml, {.source = name});
    const ProblemEntry& entry = entries.at(reference.at("problem").get<std::size_t>() - 1);
    if (!std::holds_alternative<Scene>(entry.problem))
      throw std::invalid_argument(name + " is no scene");
    Scene scene = std::get<Scene>(entry.problem);
    scene.contacts.at(0).material = material;
    return scene;
  }
  throw std::invalid_argument("no example " + name);
}

/// The result as the program prints it, with `W` and `at`.
Json document_of(const ImpactResult& result, const Contacts& contact, const std::string& text) {
  Json document = Json::parse(text);
  for (Eigen::Index row = 0; row < contact.W.rows(); ++row)
    document["W"].push_back(array_of(contact.W.row(row).transpose()));
  for (const PathEvent& event : result.path)
    document["at"][to_string(event.kind)] = {{"p", array_of(event.p)},
                                             {"u", array_of(event.u)},
                                             {"velocity", velocity_after(contact, event.p)}};
  return document;
}

}  // namespace

std::string result_document(const std::string& text) {
  Json problem = Json::parse(text);
  const bool by_scene = problem.value("route", "") == "scenes";
  if (problem.contains("motion")) {
    if (by_scene) throw NoScene();
    return motion_document(problem.at("motion").dump());
  }
  const Json scene = problem.value("scene", Json());
  for (const char* key : {"route", "scene"}) problem.erase(key);
  const ProblemEntry entry = only_problem(problem.dump());
  if (!by_scene) {
    const SceneResult result = resolve(entry.problem, entry.laws).front();
    return document_of(result.impact, contact_problem(entry.problem), to_json(result, 1)).dump();
  }
  if (scene.is_null()) throw NoScene();
  const Scene mechanism = scene_at(scene, materials_of(entry.problem).at(0));
  const SceneResult result = resolve(mechanism, entry.laws).front();
  return document_of(result.impact, contact_problem(mechanism), to_json(result, 1)).dump();
}

}  // namespace carom
