/// @file
/// The quasi-Newton method of Broyden, Fletcher, Goldfarb and Shanno with a line search that halves its step:
/// a minimum of a smooth function with its slopes.
#pragma once

#include <Eigen/Core>
#include <functional>

namespace carom {

struct BfgsResult {
  Eigen::VectorXd x{};
  double value = 0;
  int steps = 0;
};

/// @param f        the value at x; fills `slope` with its derivatives
/// @param scales   changes of x by which f is expected to change by about 1
/// @param gain     the search ends when a step gains less
BfgsResult minimise_by_bfgs(
    const std::function<double(const Eigen::VectorXd& x, Eigen::VectorXd& slope)>& f,
    const Eigen::VectorXd& start, const Eigen::VectorXd& scales, double gain, int most_steps);

}  // namespace carom
