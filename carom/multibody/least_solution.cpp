#include <carom/multibody/least_solution.hpp>

#include <Eigen/QR>

namespace carom {

LeastSolution least_solution(const Eigen::MatrixXd& A, const Eigen::MatrixXd& b) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> qr;
  qr.setThreshold(rank_tolerance);
  qr.compute(A);
  return {qr.solve(b), qr.rank()};
}

}  // namespace carom
