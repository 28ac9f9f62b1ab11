/// @file
/// A problem without bodies whose numbers change from one point of a study to the next: decoded once, its
/// keys bound once to the numbers of the decoded problem.
#pragma once

#include <carom/impact/impact_problem.hpp>
#include <carom/io/tree/key.hpp>

#include <cstddef>
#include <vector>

namespace carom {

/// Every thread has its own.
class BoundProblem {
 public:
  /// @param root  a problem that can be read, and must not change afterwards
  /// @param keys  numbers of it, each present in the tree
  BoundProblem(TreeNode root, std::vector<TreeKey> keys);
  BoundProblem(BoundProblem&&) = default;             // matrices keep their memory when they move
  BoundProblem& operator=(BoundProblem&&) = default;  // likewise
  BoundProblem(const BoundProblem&) = delete;         // numbers are known by their addresses

  /// Sets the number of the key with this index, SI.
  void set(std::size_t key, double x);

  /// The problem with the numbers last set: the same as decode_problem() gives.
  /// @throws TreeError as decode_problem()
  const ImpactProblem& problem();

 private:
  TreeNode root_;
  std::vector<TreeKey> keys_;
  ImpactProblem problem_{};
  std::vector<double*> targets_{};  ///< in the problem; a null pointer: it is decoded again
  bool decoded_ = false;
};

}  // namespace carom
