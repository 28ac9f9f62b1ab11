#include <carom/study/fit/random_numbers.hpp>
#include <carom/study/fit/resampling.hpp>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Half of a difference quotient's width, as a share of the range: wide enough to smooth kinks.
constexpr double difference_share = 0.01;

std::vector<double> difference_steps(const ParameterModels& models) {
  std::vector<double> steps;
  for (const ParameterModel& model : models.models)
    for (std::size_t k = 0; k < model.size(); ++k)
      steps.push_back(difference_share * (model.dependence == Dependence::power && k == 1
                                              ? 1
                                              : model.to - model.from));
  return steps;
}

/// Losses of all impacts at θ.
std::vector<double> losses_at(const FitTask& task, const std::vector<double>& theta) {
  std::vector<double> squares;
  squared_errors(*task.impacts, task.law, columns_at(task.models, theta, task.impacts->count()),
                 squares);
  return impact_losses(task, squares);
}

std::vector<double> moved(std::vector<double> theta, std::size_t k, double by) {
  theta[k] += by;
  return theta;
}

double loss_of(const FitTask& task, const std::vector<double>& theta) {
  return loss_at(task, theta, {});
}

/// Second derivatives of S by differences.
Eigen::MatrixXd curvature(const FitTask& task, const std::vector<double>& theta) {
  const std::vector<double> h = difference_steps(task.models);
  const double middle = loss_of(task, theta);
  const auto size = static_cast<Eigen::Index>(theta.size());
  Eigen::MatrixXd H(size, size);
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const auto a = static_cast<Eigen::Index>(i);
    H(a, a) = (loss_of(task, moved(theta, i, h[i])) + loss_of(task, moved(theta, i, -h[i])) -
               2 * middle) /
              (h[i] * h[i]);
    for (std::size_t j = 0; j < i; ++j) {
      const auto corner = [&](double s, double t) {
        return loss_of(task, moved(moved(theta, i, s * h[i]), j, t * h[j]));
      };
      H(a, static_cast<Eigen::Index>(j)) = H(static_cast<Eigen::Index>(j), a) =
          (corner(1, 1) + corner(-1, -1) - corner(1, -1) - corner(-1, 1)) / (4 * h[i] * h[j]);
    }
  }
  return H;
}

/// Roots of the diagonal; 0 where rounding or a flat direction leaves a negative number.
std::vector<double> roots(const Eigen::VectorXd& variances) {
  std::vector<double> errors;
  for (const double v : variances) errors.push_back(v > 0 && std::isfinite(v) ? std::sqrt(v) : 0);
  return errors;
}

/// Gᵀ, one column per group: the slope of the losses of its impacts.
Eigen::MatrixXd group_slopes(const FitTask& task, const std::vector<double>& theta) {
  const std::vector<double> h = difference_steps(task.models);
  const std::vector<std::size_t>& group = task.impacts->group;
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(theta.size()),
                                            static_cast<Eigen::Index>(group_count(group)));
  for (std::size_t k = 0; k < theta.size(); ++k) {
    const std::vector<double> up = losses_at(task, moved(theta, k, h[k]));
    const std::vector<double> down = losses_at(task, moved(theta, k, -h[k]));
    for (std::size_t i = 0; i < up.size(); ++i)
      G(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(group[i])) +=
          (up[i] - down[i]) / (2 * h[k]);
  }
  return G;
}

// --- one or two numbers: a local table -------------------------------------------------------------

/// Losses on a grid around the minimum, summed over each group: [group][node].
struct LocalTable {
  std::vector<double> centre{}, spacing{};
  std::vector<std::vector<double>> losses{};
  std::vector<double> prior{};  ///< of every node

  static constexpr int half = 8;
  static constexpr int side = 2 * half + 1;
  bool flat() const { return centre.size() == 1; }
  int columns() const { return flat() ? 1 : side; }
  std::size_t node(int row, int column) const {
    return static_cast<std::size_t>(row * columns() + column);
  }
  std::vector<double> theta(double row, double column) const {
    std::vector<double> theta{centre[0] + (row - half) * spacing[0]};
    if (!flat()) theta.push_back(centre[1] + (column - half) * spacing[1]);
    return theta;
  }
};

LocalTable local_table(const FitTask& task, const std::vector<double>& centre,
                       const std::vector<double>& spacing, const Workers& workers) {
  LocalTable table{.centre = centre, .spacing = spacing, .losses = {}, .prior = {}};
  const auto nodes = static_cast<std::size_t>(LocalTable::side * table.columns());
  table.losses.assign(group_count(task.impacts->group), std::vector<double>(nodes, 0.0));
  table.prior.assign(nodes, 0.0);
  const double scale = has_prior(task.models) ? variance_left(task, centre) : 0;
  parallel_for(workers, "table", nodes, [&](std::size_t node) {
    const int row = static_cast<int>(node) / table.columns();
    const std::vector<double> theta = table.theta(row, static_cast<int>(node) % table.columns());
    const std::vector<double> losses = losses_at(task, theta);
    for (std::size_t i = 0; i < losses.size(); ++i)
      table.losses[task.impacts->group[i]][node] += losses[i];
    if (scale > 0) table.prior[node] = scale * prior_penalty(task.models, theta);
  });
  return table;
}

/// Where the parabola through f(−1), f(0), f(1) is least, within half a step.
double parabola_minimum(double left, double middle, double right) {
  const double bend = left + right - 2 * middle;
  return bend > 0 ? std::clamp((left - right) / (2 * bend), -0.5, 0.5) : 0;
}

/// The minimum of a resample; `at_edge` where the table is too small for it.
std::vector<double> table_minimum(const LocalTable& table, const std::vector<double>& draws,
                                  bool& at_edge) {
  std::vector<double> sums = table.prior;
  for (std::size_t g = 0; g < draws.size(); ++g) {
    if (draws[g] == 0) continue;
    const double* losses = table.losses[g].data();
    for (std::size_t node = 0; node < sums.size(); ++node) sums[node] += draws[g] * losses[node];
  }
  const auto best = std::min_element(sums.begin(), sums.end()) - sums.begin();
  const int row = static_cast<int>(best) / table.columns();
  const int column = static_cast<int>(best) % table.columns();
  const auto inside = [](int k) { return k > 0 && k < LocalTable::side - 1; };
  at_edge = !inside(row) || (!table.flat() && !inside(column));
  const auto shift = [&](int dr, int dc) {
    return parabola_minimum(sums[table.node(row - dr, column - dc)], sums[table.node(row, column)],
                            sums[table.node(row + dr, column + dc)]);
  };
  const double down = inside(row) ? shift(1, 0) : 0;
  const double across = !table.flat() && inside(column) ? shift(0, 1) : 0;
  return table.theta(row + down, column + across);
}

std::vector<std::vector<double>> table_bootstrap(const FitTask& task, const PointFit& best,
                                                 std::size_t resamples, std::uint64_t seed,
                                                 const Workers& workers) {
  constexpr double reach = 6;  // half of the table, in standard errors
  constexpr int most_enlargements = 4;
  constexpr double least_spacing = 2e-4;  // of the range
  std::vector<double> spacing = sandwich_errors(task, best.theta);
  for (double& s : spacing) s = std::max(s * reach / LocalTable::half, least_spacing);
  std::vector<std::vector<double>> cloud(resamples);
  for (int round = 0; round <= most_enlargements; ++round) {
    const LocalTable table = local_table(task, best.theta, spacing, workers);
    std::vector<char> edges(resamples, 0);
    const std::size_t groups = group_count(task.impacts->group);
    const auto resample = [&](std::size_t b) {
      bool at_edge = false;
      cloud[b] = table_minimum(table, group_draws(groups, seed, b), at_edge);
      edges[b] = at_edge ? 1 : 0;
    };
    const auto pack = [&](std::size_t b) {
      std::vector<double> numbers = cloud[b];
      numbers.push_back(edges[b]);
      return numbers;
    };
    const auto unpack = [&](std::size_t b, std::span<const double> numbers) {
      cloud[b].assign(numbers.begin(), numbers.end() - 1);
      edges[b] = numbers.back() > 0 ? 1 : 0;
    };
    parallel_for(workers, "bootstrap", resamples, resample, {pack, unpack});
    const auto outside = std::count(edges.begin(), edges.end(), 1);
    if (outside * 200 <= static_cast<std::ptrdiff_t>(resamples)) break;  // at most 0.5 %
    for (double& s : spacing) s *= 2;
  }
  for (std::vector<double>& theta : cloud)
    for (std::size_t k = 0; k < theta.size(); ++k)
      theta[k] = std::clamp(theta[k], task.models.models[k].from, task.models.models[k].to);
  return cloud;
}

}  // namespace

std::vector<double> group_draws(std::size_t groups, std::uint64_t seed, std::uint64_t resample) {
  RandomStream random(seed, resample);
  std::vector<double> draws(groups, 0.0);
  for (std::size_t k = 0; k < groups; ++k) draws[random.below(groups)] += 1;
  return draws;
}

Weights drawn_weights(const std::vector<std::size_t>& group, std::uint64_t seed,
                      std::uint64_t resample) {
  const std::vector<double> draws = group_draws(group_count(group), seed, resample);
  Weights weights(group.size());
  for (std::size_t i = 0; i < group.size(); ++i) weights[i] = draws[group[i]];
  return weights;
}

Interval percentile_interval(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const auto quantile = [&](double q) {
    const double place = q * static_cast<double>(values.size() - 1);
    const auto left = static_cast<std::size_t>(place);
    const std::size_t right = std::min(left + 1, values.size() - 1);
    return values[left] + (place - static_cast<double>(left)) * (values[right] - values[left]);
  };
  return {quantile((1 - share) / 2), quantile((1 + share) / 2)};
}

std::vector<std::vector<double>> bootstrap(const FitTask& task, const PointFit& best,
                                           std::size_t resamples, std::uint64_t seed,
                                           const Workers& workers) {
  const bool constants = best.theta.size() == task.models.models.size();
  if (constants && best.theta.size() <= 2)
    return table_bootstrap(task, best, resamples, seed, workers);
  const double scale = has_prior(task.models) ? variance_left(task, best.theta) : 0;
  std::vector<std::vector<double>> cloud(resamples);
  const auto resample = [&](std::size_t b) {
    cloud[b] =
        fit_nearby(task, best.theta, drawn_weights(task.impacts->group, seed, b), scale).theta;
  };
  parallel_for(workers, "bootstrap", resamples, resample, parcel_of(cloud));
  return cloud;
}

std::vector<double> curvature_errors(const FitTask& task, const std::vector<double>& theta) {
  const Eigen::MatrixXd H = curvature(task, theta);
  const Eigen::MatrixXd inverse = H.completeOrthogonalDecomposition().pseudoInverse();
  return roots(2 * variance_left(task, theta) * inverse.diagonal());
}

std::vector<double> sandwich_errors(const FitTask& task, const std::vector<double>& theta) {
  const Eigen::MatrixXd G = group_slopes(task, theta);
  const Eigen::MatrixXd inverse =
      curvature(task, theta).completeOrthogonalDecomposition().pseudoInverse();
  return roots((inverse * (G * G.transpose()) * inverse).diagonal());
}

}  // namespace carom
