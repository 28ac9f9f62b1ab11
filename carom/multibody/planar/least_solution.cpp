#include <carom/multibody/planar/least_solution.hpp>

#include <Eigen/QR>

namespace carom {
namespace {

Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors(const Eigen::MatrixXd& A) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> qr;
  qr.setThreshold(rank_tolerance);
  qr.compute(A);
  return qr;
}

}  // namespace

LeastSolution<Eigen::VectorXd> least_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  const auto qr = factors(A);
  return {qr.solve(b), qr.rank()};
}

LeastSolution<Eigen::MatrixXd> least_solutions(const Eigen::MatrixXd& A, const Eigen::MatrixXd& b) {
  const auto qr = factors(A);
  if (b.cols() == 0) return {Eigen::MatrixXd(A.cols(), 0), qr.rank()};
  return {qr.solve(b), qr.rank()};
}

}  // namespace carom
