#include <carom/io/problem/bound.hpp>

#include <carom/io/problem/decoder.hpp>
#include <carom/io/problem/material_member.hpp>

#include <cmath>
#include <string_view>
#include <utility>

namespace carom {
namespace {

using Eigen::Index;

/// Steps of a key below the first one.
struct Steps {
  const TreeNode& root;
  const std::vector<std::size_t>& steps;

  std::string_view first() const { return root.keys[steps[0]].text; }
  Index at(std::size_t i) const { return static_cast<Index>(steps[i]); }
  std::size_t size() const { return steps.size(); }
};

double* entry(Eigen::VectorXd& x, Index i) { return i < x.size() ? &x[i] : nullptr; }

double* entry(Eigen::MatrixXd& A, Index i, Index j) {
  return i < A.rows() && j < A.cols() ? &A(i, j) : nullptr;
}

/// A number of contacts[k].
double* target_in_contact(const Steps& key, ImpactProblem& problem) {
  const auto k = static_cast<std::size_t>(key.at(1));
  const std::string_view name =
      key.root.items[key.steps[0]].items[key.steps[1]].keys[key.steps[2]].text;
  if (key.size() == 3) {
    const MaterialMember member = material_member(name);
    if (member == nullptr) return nullptr;
    std::optional<double>& value = problem.contacts[k].*member;
    return value ? &*value : nullptr;
  }
  auto* space = std::get_if<GeneralizedSpace>(&problem.dynamics);
  if (space == nullptr || key.size() != 4) return nullptr;
  CoordinateRows& rows = space->rows[k];
  if (name == "normal") return entry(rows.normal, key.at(3));
  if (name == "tangent" && rows.tangent) return entry(*rows.tangent, key.at(3));
  return nullptr;
}

double* target_of(const Steps& key, ImpactProblem& problem) {
  const std::string_view list = key.first();
  if (list == "contacts" && key.size() >= 3) return target_in_contact(key, problem);
  if (auto* space = std::get_if<ContactSpace>(&problem.dynamics)) {
    if (list == "u" && key.size() == 2) return entry(space->u, key.at(1));
    if (list == "W" && key.size() == 3) return entry(space->W, key.at(1), key.at(2));
  }
  if (auto* space = std::get_if<GeneralizedSpace>(&problem.dynamics)) {
    if (list == "velocity" && key.size() == 2) return entry(space->velocity, key.at(1));
    if (list == "mass" && key.size() == 3) return entry(space->mass, key.at(1), key.at(2));
  }
  return nullptr;
}

}  // namespace

BoundProblem::BoundProblem(TreeNode root, std::vector<TreeKey> keys)
    : root_(std::move(root)), keys_(std::move(keys)), targets_(keys_.size(), nullptr) {}

void BoundProblem::set(std::size_t key, double x) {
  set_number(root_, keys_[key], x);
  double* target = targets_[key];
  if (target == nullptr || !std::isfinite(x))  // the decoder will say what is wrong
    decoded_ = false;
  else
    *target = x;
}

const ImpactProblem& BoundProblem::problem() {
  if (decoded_) return problem_;
  problem_ = decode_problem(root_).problem;
  for (std::size_t i = 0; i < keys_.size(); ++i)
    targets_[i] = target_of({root_, keys_[i].steps}, problem_);
  decoded_ = true;
  return problem_;
}

}  // namespace carom
