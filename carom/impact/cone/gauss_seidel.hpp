/// @file
/// Block Gauss-Seidel for the cone problem: contact after contact, each solved exactly.
#pragma once

#include <carom/impact/cone/block.hpp>

namespace carom::cone {

/// Improves p by so many sweeps over all contacts. w is overwritten with q + W p.
void sweep(const Problem& problem, const Eigen::MatrixXd& W, const std::vector<Block>& blocks,
           int sweeps, Eigen::VectorXd& p, Eigen::VectorXd& w);

}  // namespace carom::cone
