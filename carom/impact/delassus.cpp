#include <carom/impact/delassus.hpp>

#include <Eigen/Cholesky>
#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

/// The factors L D Lᵀ of M scaled to a unit diagonal, S M S with S = diag(M)^-1/2 rounded to powers
/// of two: the scaling is exact, and units of the coordinates do not decide whether M is definite.
struct ScaledCholesky {
  Eigen::VectorXd scale;                ///< S
  Eigen::LDLT<Eigen::MatrixXd> factor;  ///< of S M S
};

ScaledCholesky cholesky(const Eigen::Ref<const Eigen::MatrixXd>& M, const char* caller) {
  Eigen::VectorXd scale(M.rows());
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    if (!(M(i, i) > 0) || !std::isfinite(M(i, i)))
      throw std::invalid_argument(fmt::format("{}: M is not positive definite", caller));
    scale[i] = std::ldexp(1.0, -(std::ilogb(M(i, i)) >> 1));
  }
  Eigen::LDLT<Eigen::MatrixXd> factor(scale.asDiagonal() * M * scale.asDiagonal());
  if (factor.info() != Eigen::Success || !(factor.vectorD().minCoeff() > 0))
    throw std::invalid_argument(fmt::format("{}: M is not positive definite", caller));
  return {scale, factor};
}

}  // namespace

Eigen::MatrixXd delassus(const Eigen::Ref<const Eigen::MatrixXd>& M,
                         const Eigen::Ref<const Eigen::MatrixXd>& J) {
  if (M.rows() != M.cols() || J.cols() != M.rows())
    throw std::invalid_argument(fmt::format("delassus: M is {}×{} and J is {}×{}; want n×n and m×n",
                                            M.rows(), M.cols(), J.rows(), J.cols()));
  const Eigen::MatrixXd W = J * inverse_times(M, J.transpose());
  return (W + W.transpose()) / 2;
}

Eigen::MatrixXd inverse_times(const Eigen::Ref<const Eigen::MatrixXd>& M,
                              const Eigen::Ref<const Eigen::MatrixXd>& B) {
  if (M.rows() != M.cols() || B.rows() != M.rows())
    throw std::invalid_argument(
        fmt::format("inverse_times: M is {}×{} and B is {}×{}; want n×n and n×m", M.rows(),
                    M.cols(), B.rows(), B.cols()));
  const ScaledCholesky c = cholesky(M, "inverse_times");
  return c.scale.asDiagonal() * c.factor.solve(c.scale.asDiagonal() * B);
}

}  // namespace carom
