/// @file
/// Solves the cone problem with several contacts.
///
/// Block Gauss-Seidel, each contact solved exactly, comes near; a semismooth Newton method on the
/// residual of Alart and Curnier (T18.4) arrives. Neither is a proof that there is no answer: before
/// that is said, few contacts are tried in every set of modes.
///
/// Where contacts depend on each other W is singular and impulses, sometimes velocities too, are not
/// unique. The rule of equal compliance decides: every contact yields a little and equally,
///
///     p = lim_{ε→0} p(ε),     w = q + (W + ε 1) p(ε)                                    (T18.5)
///
/// It depends neither on the order of the contacts nor on the choice of tangents.
#pragma once

#include <carom/impact/cone/alart_curnier.hpp>
#include <carom/impact/cone/block.hpp>

namespace carom::cone {

/// Memory of the solver.
struct Workspace {
  Eigen::MatrixXd W{};          ///< W + ε D
  Eigen::VectorXd w{};          ///< q + (W + ε D) p
  Eigen::VectorXd trial{};      ///< p on its way
  Eigen::VectorXd near{};       ///< p(ε)
  Eigen::VectorXd nearer{};     ///< p(ε/2)
  std::vector<Block> blocks{};  ///< of W + ε D
  NewtonMemory newton{};
};

/// One answer and what is known of others.
///
/// @param start  p to start from, or null for zero.
void solve(const Problem& problem, const Examination& examination, const Eigen::VectorXd* start,
           Workspace& work, Solution& solution);

/// The same with memory of its own.
Solution solve(const Problem& problem, const Examination& examination = {});

}  // namespace carom::cone
