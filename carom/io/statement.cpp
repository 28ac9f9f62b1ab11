#include <carom/io/problem/decoder.hpp>
#include <carom/io/scene/reader.hpp>
#include <carom/io/spatial/reader.hpp>
#include <carom/io/statement.hpp>
#include <carom/io/tree/error_at.hpp>

#include <utility>

namespace carom {
namespace {

TreeError objection_at(const TreeNode& root, const ImpactProblem&,
                       const std::invalid_argument& objection) {
  return error_at(root, objection);
}

TreeError objection_at(const TreeNode& root, const Scene& scene,
                       const std::invalid_argument& objection) {
  return scene_objection(root, scene, objection);
}

TreeError objection_at(const TreeNode& root, const spatial::Scene& scene,
                       const std::invalid_argument& objection) {
  return spatial_objection(root, scene, objection);
}

}  // namespace

Statement read_statement(const TreeNode& root, const std::string& source) {
  if (is_spatial_scene(root)) {
    StatedSpatialScene stated = read_spatial_scene(root, source);
    return {std::move(stated.scene), std::move(stated.law)};
  }
  if (is_scene(root)) {
    StatedScene stated = read_scene(root);
    return {std::move(stated.scene), std::move(stated.law)};
  }
  StatedProblem stated = decode_problem(root);
  return {std::move(stated.problem), std::move(stated.law)};
}

std::vector<LawId> laws_for(const Problem& problem, const LawChoice& choice) {
  if (choice.all) return defined_laws(problem);
  check(problem, choice.names);
  return choice.names;
}

TreeError problem_objection(const TreeNode& root, const Problem& problem,
                            const std::invalid_argument& objection) {
  return std::visit([&](const auto& p) { return objection_at(root, p, objection); }, problem);
}

}  // namespace carom
