/// @file
/// Metropolis chains in standard normal coordinates z, with steps shaped by the covariance of earlier draws.
#pragma once

#include <carom/study/fit/parallel_for.hpp>

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <vector>

namespace carom {

struct MetropolisResult {
  std::vector<Eigen::VectorXd> sample{};  ///< chain by chain, thinned
  std::uint64_t evaluations = 0;
  double effective = 0;  ///< from the scatter of the chains' means, least over the coordinates
};

/// Forty chains; three rounds learn the covariance, a fourth is kept. Steps are 2.4/√dim of its root.
///
/// @param log_likelihood  of z; the prior N(0, 1) is added here
/// @param starts          one per chain, repeated where there are fewer
MetropolisResult metropolis(const std::function<double(const Eigen::VectorXd&)>& log_likelihood,
                            const std::vector<Eigen::VectorXd>& starts, std::uint64_t seed,
                            const Workers& workers);

}  // namespace carom
