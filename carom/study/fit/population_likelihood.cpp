#include <carom/study/fit/population_likelihood.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace carom {
namespace {

constexpr double weight_reach = 6.5;  // standard deviations beyond which a density counts as 0
constexpr double least_friction = 1e-3;
constexpr std::size_t portion = 128;  // impacts of a piece of the sum

/// A normal density on nodes, as weights of sum 1.
struct NodeWeights {
  std::size_t first = 0, last = 0;  ///< nodes with a weight
  std::vector<double> weight{};
  std::vector<double> z{};         ///< (x − centre)/s of every node
  double mean_z = 0, mean_z2 = 0;  ///< under the weights
};

void weigh(const std::vector<double>& nodes, double centre, double s, NodeWeights& w) {
  w.weight.assign(nodes.size(), 0.0);
  w.z.resize(nodes.size());
  const double inside = std::clamp(centre, nodes.front(), nodes.back());
  const double reach = std::max(weight_reach * s, nodes[1] - nodes[0]);
  double sum = 0;
  w.first = nodes.size();
  w.mean_z = w.mean_z2 = 0;
  double least = 0;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    w.z[k] = (nodes[k] - centre) / s;
    if (std::abs(nodes[k] - inside) > reach) continue;
    const double exponent = w.z[k] * w.z[k] / 2;
    if (w.first == nodes.size()) {
      w.first = k;
      least = exponent;
    }
    least = std::min(least, exponent);
    w.last = k + 1;
  }
  for (std::size_t k = w.first; k < w.last; ++k) {
    w.weight[k] = std::exp(least - w.z[k] * w.z[k] / 2);
    sum += w.weight[k];
  }
  for (std::size_t k = w.first; k < w.last; ++k) {
    w.weight[k] /= sum;
    w.mean_z += w.weight[k] * w.z[k];
    w.mean_z2 += w.weight[k] * w.z[k] * w.z[k];
  }
}

/// The density of the noise without its constant.
class Kernel {
 public:
  Kernel(Noise noise, double sigma, int coordinates)
      : gauss_(noise == Noise::gauss), s2_(sigma * sigma), d_(coordinates) {}

  /// Relative to that of `least`, where it might underflow.
  double density(double square, double least) const {
    if (gauss_) return std::exp((least - square) / (2 * s2_));
    const double x = 1 / (1 + square / (noise_freedom * s2_));
    return d_ == 3 ? x * x * x * std::sqrt(x) : x * x * x * x * x;  // x^((ν + d)/2)
  }
  /// d − d log density/d log σ
  double pull(double square) const {
    return gauss_ ? square / s2_ : (noise_freedom + d_) * square / (noise_freedom * s2_ + square);
  }
  double log_constant(double least) const {
    const double scale = -0.5 * d_ * std::log(s2_);
    if (gauss_) return scale - 0.5 * d_ * std::log(2 * std::numbers::pi) - least / (2 * s2_);
    return scale + std::lgamma((noise_freedom + d_) / 2) - std::lgamma(noise_freedom / 2) -
           0.5 * d_ * std::log(noise_freedom * std::numbers::pi);
  }

 private:
  bool gauss_;
  double s2_;
  int d_;
};

/// What one impact says: log p, and its slopes.
struct ImpactTerm {
  double log_p = 0;
  double by_log_friction = 0, by_friction_scatter = 0;    ///< log μ̂, log s_μ
  double by_restitution = 0, by_restitution_scatter = 0;  ///< ê, log s_e
  double by_noise = 0;                                    ///< log σ
};

/// Moments of a node's share in the sum over the grid.
struct GridSums {
  double total = 0, mu1 = 0, mu2 = 0, e1 = 0, e2 = 0, pull = 0;
};

GridSums sums_over(const std::vector<double>& squares, std::size_t columns, const Kernel& kernel,
                   const NodeWeights& mu, const NodeWeights& e, double least) {
  GridSums sums;
  for (std::size_t j = mu.first; j < mu.last; ++j) {
    double row = 0, e1 = 0, e2 = 0, pull = 0;
    for (std::size_t k = e.first; k < e.last; ++k) {
      const double square = squares[j * columns + k];
      const double p = e.weight[k] * kernel.density(square, least);
      row += p;
      e1 += p * e.z[k];
      e2 += p * e.z[k] * e.z[k];
      pull += p * kernel.pull(square);
    }
    const double w = mu.weight[j];
    sums.total += w * row;
    sums.mu1 += w * row * mu.z[j];
    sums.mu2 += w * row * mu.z[j] * mu.z[j];
    sums.e1 += w * e1;
    sums.e2 += w * e2;
    sums.pull += w * pull;
  }
  return sums;
}

double least_square(const std::vector<double>& squares, std::size_t columns, const NodeWeights& mu,
                    const NodeWeights& e) {
  double least = squares[mu.first * columns + e.first];
  for (std::size_t j = mu.first; j < mu.last; ++j)
    for (std::size_t k = e.first; k < e.last; ++k)
      least = std::min(least, squares[j * columns + k]);
  return least;
}

/// The population with everything that is the same for all impacts, and a workspace.
class Likelihood {
 public:
  Likelihood(const FitTask& task, Noise noise, const PopulationGrid& grid, const Population& at)
      : grid_(grid),
        at_(at),
        kernel_(noise, at.noise, task.impacts->coordinates()),
        d_(task.impacts->coordinates()) {
    const LawColumns columns = columns_at(task.models, at.theta, task.impacts->count());
    friction_ = columns[LawParameter::friction];
    restitution_ = columns[LawParameter::restitution];
    for (double& x : friction_) x = std::max(x, least_friction);
  }

  double friction(std::size_t i) const { return friction_[i]; }

  ImpactTerm term(std::size_t i, NodeWeights& mu, NodeWeights& e) const {
    weigh(grid_.log_friction, std::log(friction_[i]), at_.friction_scatter, mu);
    weigh(grid_.restitution, restitution_[i], at_.restitution_scatter, e);
    const std::size_t columns = grid_.restitution.size();
    const double least = least_square(grid_.squares[i], columns, mu, e);
    const GridSums s = sums_over(grid_.squares[i], columns, kernel_, mu, e, least);
    return {.log_p = std::log(s.total) + kernel_.log_constant(least),
            .by_log_friction = (s.mu1 / s.total - mu.mean_z) / at_.friction_scatter,
            .by_friction_scatter = s.mu2 / s.total - mu.mean_z2,
            .by_restitution = (s.e1 / s.total - e.mean_z) / at_.restitution_scatter,
            .by_restitution_scatter = s.e2 / s.total - e.mean_z2,
            .by_noise = s.pull / s.total - d_};
  }

 private:
  const PopulationGrid& grid_;
  const Population& at_;
  Kernel kernel_;
  int d_;
  std::vector<double> friction_{}, restitution_{};
};

/// Adds the slopes of one impact's term with respect to the packed numbers.
void add_slopes(const FitTask& task, const Population& at, const Likelihood& likelihood,
                std::size_t i, double weight, const ImpactTerm& term, Eigen::VectorXd& slope) {
  std::vector<double> basis(at.theta.size());
  std::size_t first = 0;
  for (const ParameterModel& model : task.models.models) {
    double by_value = 0;
    if (model.parameter == LawParameter::friction)
      by_value = term.by_log_friction / likelihood.friction(i);
    if (model.parameter == LawParameter::restitution) by_value = term.by_restitution;
    slopes_at(model, &at.theta[first], i, basis.data());
    for (std::size_t k = 0; k < model.size(); ++k)
      slope[static_cast<Eigen::Index>(first + k)] += weight * by_value * basis[k];
    first += model.size();
  }
  const Eigen::Index scatters = slope.size() - 3;
  slope[scatters] += weight * term.by_friction_scatter;
  slope[scatters + 1] += weight * term.by_restitution_scatter;
  slope[scatters + 2] += weight * term.by_noise;
}

}  // namespace

Eigen::VectorXd packed_population(const Population& p) {
  Eigen::VectorXd x(static_cast<Eigen::Index>(p.theta.size() + 3));
  for (std::size_t k = 0; k < p.theta.size(); ++k) x[static_cast<Eigen::Index>(k)] = p.theta[k];
  x.tail(3) << std::log(p.friction_scatter), std::log(p.restitution_scatter), std::log(p.noise);
  return x;
}

Population unpacked_population(const Eigen::VectorXd& x) {
  const Eigen::Index size = x.size() - 3;
  return {.theta = std::vector<double>(x.data(), x.data() + size),
          .friction_scatter = std::exp(x[size]),
          .restitution_scatter = std::exp(x[size + 1]),
          .noise = std::exp(x[size + 2])};
}

double log_likelihood(const FitTask& task, Noise noise, const PopulationGrid& grid,
                      const Population& population, const Weights& weights, const Workers& workers,
                      Eigen::VectorXd& slope) {
  const Likelihood likelihood(task, noise, grid, population);
  const std::size_t n = task.impacts->count();
  const std::size_t portions = (n + portion - 1) / portion;
  const auto size = static_cast<Eigen::Index>(population.theta.size() + 3);
  std::vector<double> values(portions, 0.0);
  std::vector<Eigen::VectorXd> slopes(portions, Eigen::VectorXd::Zero(size));
  parallel_for(workers, "population", portions, [&](std::size_t p) {
    NodeWeights mu, e;
    for (std::size_t i = p * portion; i < std::min(n, (p + 1) * portion); ++i) {
      const double weight = weights.empty() ? 1 : weights[i];
      if (weight == 0) continue;
      const ImpactTerm term = likelihood.term(i, mu, e);
      values[p] += weight * term.log_p;
      add_slopes(task, population, likelihood, i, weight, term, slopes[p]);
    }
  });
  double sum = 0;
  slope = Eigen::VectorXd::Zero(size);
  for (std::size_t p = 0; p < portions; ++p) {
    sum += values[p];
    slope += slopes[p];
  }
  return sum;
}

std::vector<double> log_densities(const FitTask& task, Noise noise, const PopulationGrid& grid,
                                  const Population& population) {
  const Likelihood likelihood(task, noise, grid, population);
  NodeWeights mu, e;
  std::vector<double> densities(task.impacts->count());
  for (std::size_t i = 0; i < densities.size(); ++i) densities[i] = likelihood.term(i, mu, e).log_p;
  return densities;
}

}  // namespace carom
