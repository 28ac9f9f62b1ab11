#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/io/problem/trees.hpp>
#include <carom/report/fit/fit_provenance.hpp>

namespace carom {
namespace {

/// The law by which crashes are computed: the scene's first.
std::string law_in(const TreeNode& problem) {
  const TreeNode* law = value_of(problem, "law");
  if (law != nullptr && law->kind == NodeKind::sequence && !law->items.empty())
    law = law->items.data();
  return law != nullptr && law->kind == NodeKind::string ? law->text : "impulse_ratio";
}

}  // namespace

Provenance fit_provenance(const std::string& text, FileFormat format, const std::string& source,
                          const FitProblem& problem) {
  Provenance provenance{
      .input = input_hash(problem_trees(text, format).front(), {table_path(text, format, source)}),
      .seed = problem.seed,
      .tolerances = {{"residual", residual_limit}}};
  for (const LawId law : problem.laws) provenance.laws.emplace_back(law_of(law).name);
  return provenance;
}

Provenance reconstruction_provenance(const std::string& text, FileFormat format,
                                     const std::string& source,
                                     const StatedReconstruction& stated) {
  std::vector<std::string> files;
  if (stated.source != source) files.push_back(stated.source);
  return {.input = input_hash(problem_trees(text, format).front(), files),
          .laws = {law_in(stated.problem)},
          .seed = stated.seed,
          .tolerances = {{"residual", residual_limit}}};
}

}  // namespace carom
