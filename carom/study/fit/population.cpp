#include <carom/study/fit/bfgs.hpp>
#include <carom/study/fit/population.hpp>
#include <carom/study/fit/random_numbers.hpp>

#include <Eigen/Dense>
#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <numbers>

namespace carom {
namespace {

constexpr std::size_t friction_nodes = 26;
constexpr std::size_t restitution_nodes = 37;
constexpr double grid_reach = 4.5;  // in standard deviations

std::vector<double> evenly(double from, double to, std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t k = 0; k < count; ++k)
    values[k] = from + (to - from) * static_cast<double>(k) / static_cast<double>(count - 1);
  return values;
}

/// The values that the population's centres take, widened by its scatter, inside [least, most].
std::vector<double> covering(const std::vector<double>& centres, double scatter, double least,
                             double most, std::size_t count) {
  const auto [lo, hi] = std::minmax_element(centres.begin(), centres.end());
  return evenly(std::max(least, *lo - grid_reach * scatter),
                std::min(most, *hi + grid_reach * scatter), count);
}

PopulationGrid population_grid(const FitTask& task, const Population& around,
                               const Workers& workers) {
  constexpr double least_friction = 1e-3;
  constexpr double most_friction = 5;
  const std::size_t n = task.impacts->count();
  LawColumns columns = columns_at(task.models, around.theta, n);
  std::vector<double> logs = columns[LawParameter::friction];
  for (double& x : logs) x = std::log(std::max(x, least_friction));
  PopulationGrid grid;
  grid.log_friction = covering(logs, around.friction_scatter, std::log(least_friction),
                               std::log(most_friction), friction_nodes);
  grid.restitution = covering(columns[LawParameter::restitution], around.restitution_scatter, 0, 1,
                              restitution_nodes);
  grid.squares.assign(n, std::vector<double>(friction_nodes * restitution_nodes));
  parallel_for(
      workers, "population grid", friction_nodes * restitution_nodes, [&](std::size_t node) {
        LawColumns at = columns;
        const double mu = std::exp(grid.log_friction[node / restitution_nodes]);
        at[LawParameter::friction].assign(n, mu);
        at[LawParameter::static_friction].assign(n, mu);
        at[LawParameter::restitution].assign(n, grid.restitution[node % restitution_nodes]);
        std::vector<double> squares;
        squared_errors(*task.impacts, task.law, at, squares);
        for (std::size_t i = 0; i < n; ++i) grid.squares[i][node] = squares[i];
      });
  return grid;
}

constexpr double least_scatter = 1e-3;  // of log μ and of e: what a grid can still tell from none
constexpr double least_noise = 1e-6;    // m/s

/// Steps in which the likelihood is expected to change by about one.
Eigen::VectorXd likelihood_scales(Eigen::Index size, std::size_t n) {
  const double root = std::sqrt(static_cast<double>(n));
  Eigen::VectorXd scales = Eigen::VectorXd::Constant(size, 0.1 / root);
  scales.tail(3).setConstant(1 / root);
  return scales;
}

BfgsResult maximise(const FitTask& task, Noise noise, const PopulationGrid& grid,
                    const Population& start, const Weights& weights, const Workers& workers) {
  constexpr double gain = 1e-4;  // of the log likelihood: no statistical meaning
  constexpr int most_steps = 200;
  const auto minus_likelihood = [&](const Eigen::VectorXd& x, Eigen::VectorXd& slope) {
    Eigen::VectorXd kept = x;
    kept.tail(3) = kept.tail(3).cwiseMax(std::log(least_scatter)).cwiseMin(2.0);
    kept[x.size() - 1] = std::clamp(x[x.size() - 1], std::log(least_noise), 10.0);
    const double value =
        -log_likelihood(task, noise, grid, unpacked_population(kept), weights, workers, slope);
    slope = -slope;
    // Beyond the bounds a slope that leads back.
    const Eigen::VectorXd beyond = x - kept;
    slope += 2 * beyond * static_cast<double>(task.impacts->count());
    return value + beyond.squaredNorm() * static_cast<double>(task.impacts->count());
  };
  const Eigen::VectorXd x = packed_population(start);
  return minimise_by_bfgs(minus_likelihood, x, likelihood_scales(x.size(), task.impacts->count()),
                          gain, most_steps);
}

/// The inverse curvature, by differences of the slopes.
Eigen::MatrixXd likelihood_covariance(const FitTask& task, Noise noise, const PopulationGrid& grid,
                                      const Population& at, const Workers& workers) {
  const Eigen::VectorXd x = packed_population(at);
  const Eigen::VectorXd steps = likelihood_scales(x.size(), task.impacts->count());
  Eigen::MatrixXd H(x.size(), x.size());
  Eigen::VectorXd up, down;
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    Eigen::VectorXd y = x;
    y[k] = x[k] + steps[k];
    log_likelihood(task, noise, grid, unpacked_population(y), {}, workers, up);
    y[k] = x[k] - steps[k];
    log_likelihood(task, noise, grid, unpacked_population(y), {}, workers, down);
    H.col(k) = (down - up) / (2 * steps[k]);
  }
  return ((H + H.transpose()) / 2).completeOrthogonalDecomposition().pseudoInverse();
}

/// Impulses of one draw of the population for all impacts.
void draw_impulses(const FitTask& task, const Population& population, const LawColumns& centres,
                   RandomStream& random, Impulses& p) {
  LawColumns columns = centres;
  std::vector<double>& mu = columns[LawParameter::friction];
  std::vector<double>& e = columns[LawParameter::restitution];
  for (std::size_t i = 0; i < mu.size(); ++i) {
    mu[i] *= std::exp(population.friction_scatter * random.normal());
    e[i] = std::clamp(e[i] + population.restitution_scatter * random.normal(), 0.0, 1.0);
  }
  columns[LawParameter::static_friction] = mu;
  predict(*task.impacts, task.law, columns, p);
}

/// A factor of W, W = L Lᵀ, so that Lᵀ p is a part of q.
Eigen::Matrix3d mobility_factor(const MeasuredImpacts& m, std::size_t i) {
  Eigen::Matrix3d W = Eigen::Matrix3d::Identity();
  if (m.spatial) W = m.W[i];
  if (!m.spatial) {
    W(0, 0) = m.W_tt[i];
    W(0, 1) = W(1, 0) = m.W_tn[i];
    W(1, 1) = m.W_nn[i];
  }
  Eigen::Matrix3d L = W.llt().matrixL();
  if (!m.spatial) L(2, 2) = 0;
  return L;
}

/// A draw's distance from the mean prediction: that of the impulse, and noise in all coordinates of q.
double draw_distance(const Eigen::Vector3d& along, int coordinates, Noise noise, double sigma,
                     RandomStream& random) {
  double scale = sigma;
  if (noise == Noise::t4) {
    double chi2 = 0;
    for (int k = 0; k < static_cast<int>(noise_freedom); ++k) chi2 += std::pow(random.normal(), 2);
    scale *= std::sqrt(noise_freedom / chi2);
  }
  double square = 0;
  for (int k = 0; k < coordinates; ++k) {
    const double x = (k < 3 ? along[k] : 0) + scale * random.normal();
    square += x * x;
  }
  return square;
}

}  // namespace

PopulationFit fit_population(const FitTask& task, Noise noise, const std::vector<double>& start,
                             const Workers& workers) {
  constexpr int most_rounds = 4;
  constexpr double settled = 1.2;  // factor by which the scatters may still change on the same grid
  PopulationFit fit;
  fit.population = {.theta = start,
                    .friction_scatter = 0.3,
                    .restitution_scatter = 0.07,
                    .noise = std::sqrt(variance_left(task, start))};
  for (int round = 0; round < most_rounds; ++round) {
    const Population before = fit.population;
    fit.grid = population_grid(task, before, workers);
    const BfgsResult best = maximise(task, noise, fit.grid, before, {}, workers);
    fit.population = unpacked_population(best.x);
    fit.population.friction_scatter = std::max(fit.population.friction_scatter, least_scatter);
    fit.population.restitution_scatter =
        std::max(fit.population.restitution_scatter, least_scatter);
    fit.log_likelihood = -best.value;
    const auto same = [&](double a, double b) { return a < settled * b && b < settled * a; };
    if (same(before.friction_scatter, fit.population.friction_scatter) &&
        same(before.restitution_scatter, fit.population.restitution_scatter))
      break;
  }
  fit.covariance = likelihood_covariance(task, noise, fit.grid, fit.population, workers);
  return fit;
}

Population refit_population(const FitTask& task, Noise noise, const PopulationFit& from,
                            const Weights& weights, const Workers& workers) {
  return unpacked_population(maximise(task, noise, from.grid, from.population, weights, workers).x);
}

PopulationPrediction predict_population(const FitTask& task, Noise noise,
                                        const Population& population, std::size_t draws,
                                        std::uint64_t seed, const Workers& workers) {
  const MeasuredImpacts& m = *task.impacts;
  const std::size_t n = m.count();
  const LawColumns centres = columns_at(task.models, population.theta, n);
  std::vector<Impulses> all(draws);
  parallel_for(workers, "draws", draws, [&](std::size_t b) {
    RandomStream random(seed, b);
    draw_impulses(task, population, centres, random, all[b]);
  });
  Impulses mean;
  for (std::size_t row = 0; row < mean.size(); ++row) {
    mean[row].assign(n, 0.0);
    for (const Impulses& p : all)
      for (std::size_t i = 0; i < n; ++i) mean[row][i] += p[row][i] / static_cast<double>(draws);
  }
  PopulationPrediction prediction{std::vector<double>(n), std::vector<double>(n)};
  parallel_for(workers, "coverage", n, [&](std::size_t i) {
    RandomStream random(seed + 1, i);
    const Eigen::Matrix3d turned = mobility_factor(m, i).transpose();
    const double measured = squared_error(m, i, mean);
    std::size_t nearer = 0;
    for (const Impulses& p : all) {
      const Eigen::Vector3d off(p[0][i] - mean[0][i], p[1][i] - mean[1][i], p[2][i] - mean[2][i]);
      const double square =
          draw_distance(turned * off, m.coordinates(), noise, population.noise, random);
      nearer += square < measured ? 1U : 0U;
    }
    prediction.squares[i] = measured;
    prediction.rank[i] = static_cast<double>(nearer) / static_cast<double>(draws);
  });
  return prediction;
}

Coverage coverage_of(const std::vector<double>& rank) {
  Coverage coverage;
  for (const double r : rank) {
    coverage.of_50 += r <= 0.5 ? 1 : 0;
    coverage.of_90 += r <= 0.9 ? 1 : 0;
  }
  coverage.of_50 /= static_cast<double>(rank.size());
  coverage.of_90 /= static_cast<double>(rank.size());
  return coverage;
}

double noise_scale(const std::vector<double>& squares, const Weights& weights, int coordinates) {
  return std::sqrt(student_scale(squares, weights, coordinates));
}

std::vector<double> noise_ranks(const std::vector<double>& squares, double scale, int coordinates) {
  std::vector<double> ranks(squares.size());
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const double x = squares[i] / (scale * scale);
    ranks[i] = boost::math::ibeta(0.5 * coordinates, 0.5 * noise_freedom, x / (x + noise_freedom));
  }
  return ranks;
}

double log_noise_density(double square, double scale, int coordinates) {
  const double half = (noise_freedom + coordinates) / 2;
  return std::lgamma(half) - std::lgamma(noise_freedom / 2) -
         0.5 * coordinates * std::log(noise_freedom * std::numbers::pi) -
         coordinates * std::log(scale) -
         half * std::log1p(square / (noise_freedom * scale * scale));
}

}  // namespace carom
