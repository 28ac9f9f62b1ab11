#include <carom/study/fit/metropolis.hpp>
#include <carom/study/fit/random_numbers.hpp>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

constexpr std::size_t chains = 40;
constexpr int learning_rounds = 3;
constexpr int learning_steps = 1500;
constexpr int kept_steps = 6000;
constexpr int thinning = 10;
constexpr double first_step = 0.1;  // of the prior's deviation

struct Chain {
  Eigen::VectorXd z{};
  double log_density = 0;
  std::vector<Eigen::VectorXd> visited{};
};

void walk(const std::function<double(const Eigen::VectorXd&)>& log_density,
          const Eigen::MatrixXd& root, int steps, RandomStream& random, Chain& chain) {
  chain.visited.clear();
  for (int step = 0; step < steps; ++step) {
    Eigen::VectorXd kick(chain.z.size());
    for (double& x : kick) x = random.normal();
    const Eigen::VectorXd z = chain.z + root * kick;
    const double density = log_density(z);
    if (std::log(1 - random.uniform()) < density - chain.log_density) {
      chain.z = z;
      chain.log_density = density;
    }
    if (step % thinning == thinning - 1) chain.visited.push_back(chain.z);
  }
}

/// A chain as numbers for other processes.
std::vector<double> packed(const Chain& chain) {
  std::vector<double> numbers{chain.log_density};
  numbers.insert(numbers.end(), chain.z.begin(), chain.z.end());
  for (const Eigen::VectorXd& z : chain.visited) numbers.insert(numbers.end(), z.begin(), z.end());
  return numbers;
}

Chain unpacked_chain(std::span<const double> numbers, Eigen::Index dim) {
  Chain chain{.log_density = numbers.front()};
  auto next = [&, at = std::size_t{1}]() mutable {
    const Eigen::VectorXd z = Eigen::Map<const Eigen::VectorXd>(numbers.data() + at, dim);
    at += static_cast<std::size_t>(dim);
    return z;
  };
  chain.z = next();
  const std::size_t visited = (numbers.size() - 1) / static_cast<std::size_t>(dim) - 1;
  for (std::size_t i = 0; i < visited; ++i) chain.visited.push_back(next());
  return chain;
}

/// The step's root from the second half of what the chains visited.
Eigen::MatrixXd learnt_root(const std::vector<Chain>& all) {
  const auto dim = all.front().z.size();
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(dim);
  Eigen::MatrixXd square = Eigen::MatrixXd::Zero(dim, dim);
  double count = 0;
  for (const Chain& chain : all)
    for (std::size_t k = chain.visited.size() / 2; k < chain.visited.size(); ++k) {
      mean += chain.visited[k];
      square += chain.visited[k] * chain.visited[k].transpose();
      count += 1;
    }
  mean /= count;
  Eigen::MatrixXd covariance = square / count - mean * mean.transpose();
  covariance.diagonal().array() += 1e-8;
  return 2.4 / std::sqrt(static_cast<double>(dim)) * Eigen::MatrixXd(covariance.llt().matrixL());
}

/// n σ²/(variance of the chains' means times the length of a chain), the least over the coordinates.
double effective_size(const std::vector<Chain>& all) {
  const auto dim = all.front().z.size();
  double least = std::numeric_limits<double>::infinity();
  for (Eigen::Index k = 0; k < dim; ++k) {
    double sum = 0, square = 0, means = 0, mean_squares = 0, count = 0;
    for (const Chain& chain : all) {
      double own = 0;
      for (const Eigen::VectorXd& z : chain.visited) {
        own += z[k];
        square += z[k] * z[k];
      }
      sum += own;
      count += static_cast<double>(chain.visited.size());
      own /= static_cast<double>(chain.visited.size());
      means += own;
      mean_squares += own * own;
    }
    const double m = static_cast<double>(all.size());
    const double variance = square / count - sum * sum / (count * count);
    const double between = (mean_squares - means * means / m) / (m - 1);
    if (between > 0) least = std::min(least, m * variance / between);
  }
  return std::min(least, static_cast<double>(all.size() * all.front().visited.size()));
}

}  // namespace

MetropolisResult metropolis(const std::function<double(const Eigen::VectorXd&)>& log_likelihood,
                            const std::vector<Eigen::VectorXd>& starts, std::uint64_t seed,
                            const Workers& workers) {
  const auto log_density = [&](const Eigen::VectorXd& z) {
    return log_likelihood(z) - z.squaredNorm() / 2;
  };
  const auto dim = starts.front().size();
  std::vector<Chain> all(chains);
  for (std::size_t c = 0; c < chains; ++c) {
    all[c].z = starts[c % starts.size()];
    all[c].log_density = log_density(all[c].z);
  }
  Eigen::MatrixXd root = first_step * Eigen::MatrixXd::Identity(dim, dim);
  MetropolisResult result;
  for (int round = 0; round <= learning_rounds; ++round) {
    const int steps = round < learning_rounds ? learning_steps : kept_steps;
    const auto go = [&](std::size_t c) {
      RandomStream random(seed, (static_cast<std::uint64_t>(round) << 32U) + c + 1);
      walk(log_density, root, steps, random, all[c]);
    };
    const auto pack = [&](std::size_t c) { return packed(all[c]); };
    const auto unpack = [&](std::size_t c, std::span<const double> numbers) {
      all[c] = unpacked_chain(numbers, dim);
    };
    parallel_for(workers, "chains", chains, go, {pack, unpack});
    root = learnt_root(all);
    result.evaluations += chains * static_cast<std::uint64_t>(steps);
  }
  for (const Chain& chain : all)
    result.sample.insert(result.sample.end(), chain.visited.begin(), chain.visited.end());
  result.effective = effective_size(all);
  return result;
}

}  // namespace carom
