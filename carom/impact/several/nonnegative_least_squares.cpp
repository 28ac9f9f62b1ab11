#include <carom/impact/several/nonnegative_least_squares.hpp>

#include <Eigen/QR>
#include <limits>
#include <vector>

namespace carom {
namespace {

using Columns = std::vector<Eigen::Index>;

/// The unconstrained answer on the chosen columns, 0 elsewhere.
Eigen::VectorXd least_squares_on(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
                                 const Columns& chosen) {
  if (chosen.empty()) return Eigen::VectorXd::Zero(A.cols());
  Eigen::MatrixXd sub(A.rows(), static_cast<Eigen::Index>(chosen.size()));
  for (std::size_t j = 0; j < chosen.size(); ++j)
    sub.col(static_cast<Eigen::Index>(j)) = A.col(chosen[j]);
  const Eigen::VectorXd z = sub.completeOrthogonalDecomposition().solve(b);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(A.cols());
  for (std::size_t j = 0; j < chosen.size(); ++j) x[chosen[j]] = z[static_cast<Eigen::Index>(j)];
  return x;
}

/// The column whose growth lowers the residual most, or −1.
Eigen::Index best_column(const Eigen::VectorXd& gradient, const Eigen::VectorXd& tolerance,
                         const std::vector<bool>& in) {
  Eigen::Index best = -1;
  for (Eigen::Index j = 0; j < gradient.size(); ++j)
    if (!in[static_cast<std::size_t>(j)] && gradient[j] > tolerance[j] &&
        (best < 0 || gradient[j] > gradient[best]))
      best = j;
  return best;
}

Columns columns_in(const std::vector<bool>& in) {
  Columns chosen;
  for (std::size_t j = 0; j < in.size(); ++j)
    if (in[j]) chosen.push_back(static_cast<Eigen::Index>(j));
  return chosen;
}

/// The first chosen column that would turn negative on the way from x to z, and the share of the way
/// until then.
struct Step {
  double share = 1;
  Eigen::Index blocking = -1;
};

Step step_to(const Eigen::VectorXd& x, const Eigen::VectorXd& z, const Columns& chosen) {
  Step step;
  for (const Eigen::Index j : chosen) {
    if (z[j] > 0) continue;
    const double share = x[j] > 0 ? x[j] / (x[j] - z[j]) : 0;
    if (step.blocking < 0 || share < step.share) step = {share, j};
  }
  return step;
}

}  // namespace

Eigen::VectorXd nonnegative_least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(A.cols());
  std::vector<bool> in(static_cast<std::size_t>(A.cols()), false);
  const Eigen::VectorXd tolerance =
      64 * std::numeric_limits<double>::epsilon() * A.colwise().norm().transpose() * b.norm();
  for (Eigen::Index round = 0; round < 3 * (A.cols() + 1); ++round) {
    const Eigen::VectorXd gradient = A.transpose() * (b - A * x);
    const Eigen::Index entering = best_column(gradient, tolerance, in);
    if (entering < 0) return x;
    in[static_cast<std::size_t>(entering)] = true;
    for (;;) {
      const Columns chosen = columns_in(in);
      const Eigen::VectorXd z = least_squares_on(A, b, chosen);
      const Step step = step_to(x, z, chosen);
      if (step.blocking < 0) {
        x = z;
        break;
      }
      x += step.share * (z - x);
      x[step.blocking] = 0;
      in[static_cast<std::size_t>(step.blocking)] = false;
    }
  }
  return x;
}

std::optional<Eigen::VectorXd> shortest_vector(const Eigen::MatrixXd& H, const Eigen::VectorXd& h) {
  constexpr double infeasible = 1e-10;
  const Eigen::Index n = H.cols();
  Eigen::MatrixXd E(n + 1, H.rows());
  E.topRows(n) = H.transpose();
  E.row(n) = h.transpose();
  const Eigen::VectorXd target = Eigen::VectorXd::Unit(n + 1, n);
  const Eigen::VectorXd r = E * nonnegative_least_squares(E, target) - target;
  if (r.norm() < infeasible) return std::nullopt;
  return Eigen::VectorXd(-r.head(n) / r[n]);
}

}  // namespace carom
