#include <carom/impact/delassus.hpp>

#include <carom/core/scaling.hpp>

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

using Eigen::Index;

/// S M S, of which the lower triangle counts.
void scale_mass(const Eigen::Ref<const Eigen::MatrixXd>& M, MassFactors& factors) {
  const Index n = M.rows();
  factors.scale.resize(n);
  factors.L.resize(n, n);
  for (Index i = 0; i < n; ++i) {
    if (!(M(i, i) > 0) || !std::isfinite(M(i, i)))
      throw std::invalid_argument("M is not positive definite");
    factors.scale[i] = times_power_of_two(1, -(std::ilogb(M(i, i)) >> 1));
  }
  for (Index j = 0; j < n; ++j)
    for (Index i = j; i < n; ++i) factors.L(i, j) = factors.scale[i] * M(i, j) * factors.scale[j];
}

}  // namespace

void factorise(const Eigen::Ref<const Eigen::MatrixXd>& M, MassFactors& factors) {
  scale_mass(M, factors);
  Eigen::MatrixXd& L = factors.L;
  const Index n = L.rows();
  for (Index j = 0; j < n; ++j) {
    for (Index k = 0; k < j; ++k) {
      const double weight = L(j, k) * L(k, k);
      for (Index i = j; i < n; ++i) L(i, j) -= weight * L(i, k);
    }
    const double pivot = L(j, j);
    if (!(pivot > 0) || !std::isfinite(pivot))
      throw std::invalid_argument("M is not positive definite");
    for (Index i = j + 1; i < n; ++i) L(i, j) /= pivot;
  }
}

void solve_in_place(const MassFactors& factors, Eigen::MatrixXd& B) {
  const Eigen::MatrixXd& L = factors.L;
  const Index n = L.rows();
  for (Index c = 0; c < B.cols(); ++c) {
    auto b = B.col(c);
    for (Index i = 0; i < n; ++i) b[i] *= factors.scale[i];
    for (Index k = 0; k < n; ++k)
      for (Index i = k + 1; i < n; ++i) b[i] -= L(i, k) * b[k];
    for (Index i = 0; i < n; ++i) b[i] /= L(i, i);
    for (Index k = n; k-- > 0;)
      for (Index i = k + 1; i < n; ++i) b[k] -= L(i, k) * b[i];
    for (Index i = 0; i < n; ++i) b[i] *= factors.scale[i];
  }
}

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
  MassFactors factors;
  factorise(M, factors);
  Eigen::MatrixXd X = B;
  solve_in_place(factors, X);
  return X;
}

}  // namespace carom
