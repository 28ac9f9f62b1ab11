#include <carom/study/fit/bfgs.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Update of the inverse curvature B by a step s that changed the slope by y.
void update_inverse(Eigen::MatrixXd& B, const Eigen::VectorXd& s, const Eigen::VectorXd& y) {
  constexpr double positive = 1e-10;  // of |s||y|; below, the step does not measure the curvature
  const double sy = s.dot(y);
  if (!(sy > positive * s.norm() * y.norm())) return;
  const Eigen::VectorXd By = B * y;
  B += (1 + y.dot(By) / sy) / sy * (s * s.transpose()) -
       (By * s.transpose() + s * By.transpose()) / sy;
}

}  // namespace

BfgsResult minimise_by_bfgs(
    const std::function<double(const Eigen::VectorXd& x, Eigen::VectorXd& slope)>& f,
    const Eigen::VectorXd& start, const Eigen::VectorXd& scales, double gain, int most_steps) {
  constexpr double armijo = 1e-4;
  constexpr int most_halvings = 20;
  constexpr double longest = 4;  // in units of the scales, for any coordinate
  const auto size = start.size();
  Eigen::MatrixXd B = scales.array().square().matrix().asDiagonal();
  Eigen::VectorXd slope(size), next_slope(size);
  BfgsResult at{start, f(start, slope), 0};
  int small_gains = 0;
  while (at.steps < most_steps && small_gains < 2) {
    ++at.steps;
    Eigen::VectorXd step = -(B * slope);
    const double reach = (step.array() / scales.array()).abs().maxCoeff();
    if (reach > longest) step *= longest / reach;
    double value = 0;
    int halvings = 0;
    for (; halvings < most_halvings; ++halvings, step /= 2) {
      value = f(at.x + step, next_slope);
      if (value <= at.value + armijo * step.dot(slope)) break;
    }
    if (halvings == most_halvings) break;
    update_inverse(B, step, next_slope - slope);
    small_gains = at.value - value < gain ? small_gains + 1 : 0;
    at.x += step;
    at.value = value;
    slope = next_slope;
  }
  return at;
}

}  // namespace carom
