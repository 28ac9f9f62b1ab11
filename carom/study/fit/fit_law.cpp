#include <carom/study/fit/fit_law.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace carom {
namespace {

constexpr double normal_95 = 1.959963984540054;

/// The value that stands for a parameter: see FittedParameter.
double typical_value(const ParameterModel& model, const double* theta, std::size_t impacts) {
  if (model.dependence != Dependence::knots) return theta[0];
  double sum = 0;
  for (std::size_t i = 0; i < impacts; ++i) sum += value_at(model, theta, i);
  return sum / static_cast<double>(impacts);
}

// --- identified or not --------------------------------------------------------------------------

/// All numbers of model m moved so that it is constant at x.
std::vector<double> with_constant(const FitTask& task, std::vector<double> theta, std::size_t m,
                                  double x) {
  const ParameterModel& model = task.models.models[m];
  const std::size_t first = task.models.first_of(m);
  for (std::size_t k = 0; k < model.size(); ++k) theta[first + k] = x;
  if (model.dependence == Dependence::power) theta[first + 1] = 0;
  return theta;
}

/// True where S changes over the parameter's range by less than its own standard error, or not at all from
/// the best value to the farther end of the range.
bool is_flat(const FitTask& task, const std::vector<double>& theta, std::size_t m) {
  constexpr std::size_t points = 9;
  constexpr double unchanged = 1e-9;  // of S: rounding
  const ParameterModel& model = task.models.models[m];
  std::vector<double> squares;
  squared_errors(*task.impacts, task.law, columns_at(task.models, theta, task.impacts->count()),
                 squares);
  const std::vector<double> losses = impact_losses(task, squares);
  const double n = static_cast<double>(losses.size());
  const double best = std::accumulate(losses.begin(), losses.end(), 0.0);
  double variance = 0;
  for (const double x : losses) variance += (x - best / n) * (x - best / n);
  double largest = 0;
  for (std::size_t k = 0; k < points; ++k) {
    const double x = model.from + (model.to - model.from) * static_cast<double>(k) / (points - 1);
    largest = std::max(largest, loss_at(task, with_constant(task, theta, m, x), {}) - best);
  }
  if (largest < std::sqrt(variance)) return true;
  if (model.dependence != Dependence::constant) return false;
  const double value = theta[task.models.first_of(m)];
  const double end = value < (model.from + model.to) / 2 ? model.to : model.from;
  const double half_way = (value + end) / 2;
  return std::abs(loss_at(task, with_constant(task, theta, m, end), {}) - best) <=
             unchanged * best &&
         std::abs(loss_at(task, with_constant(task, theta, m, half_way), {}) - best) <=
             unchanged * best;
}

// --- parameters ---------------------------------------------------------------------------------

Interval around(double value, double standard_error) {
  return {value - normal_95 * standard_error, value + normal_95 * standard_error};
}

/// 95 % intervals of every number of θ, from the cloud or from standard errors.
std::vector<Interval> intervals_of(const std::vector<double>& theta,
                                   const std::vector<std::vector<double>>& cloud,
                                   const std::vector<double>& errors) {
  std::vector<Interval> intervals;
  for (std::size_t k = 0; k < theta.size(); ++k) {
    if (cloud.empty()) {
      intervals.push_back(around(theta[k], errors[k]));
      continue;
    }
    std::vector<double> values;
    for (const std::vector<double>& draw : cloud) values.push_back(draw[k]);
    intervals.push_back(percentile_interval(values, 0.95));
  }
  return intervals;
}

FittedParameter parameter_of(const FitTask& task, const FittedLaw& law, std::size_t m,
                             const std::vector<Interval>& intervals) {
  const ParameterModel& model = task.models.models[m];
  const std::size_t first = task.models.first_of(m);
  const std::size_t n = task.impacts->count();
  FittedParameter fitted{.model = model, .value = typical_value(model, &law.theta[first], n)};
  for (std::size_t k = 0; k < model.size(); ++k) {
    fitted.theta.push_back(law.theta[first + k]);
    fitted.intervals.push_back(intervals[first + k]);
  }
  fitted.interval = intervals[first];
  if (model.dependence == Dependence::knots && !law.cloud.empty()) {
    std::vector<double> values;
    for (const std::vector<double>& draw : law.cloud)
      values.push_back(typical_value(model, &draw[first], n));
    fitted.interval = percentile_interval(values, 0.95);
  }
  fitted.identified = !is_flat(task, law.theta, m);
  return fitted;
}

/// Half widths of the bootstrap's intervals over those of the curvature, the largest.
double widening_of(const std::vector<Interval>& intervals, const std::vector<double>& curvature) {
  double largest = 1;
  for (std::size_t k = 0; k < intervals.size(); ++k)
    if (curvature[k] > 0)
      largest =
          std::max(largest, (intervals[k].hi - intervals[k].lo) / (2 * normal_95 * curvature[k]));
  return largest;
}

void count_modes(const FitTask& task, FittedLaw& law) {
  constexpr double on_the_cone = 1e-9;
  const LawColumns columns = columns_at(task.models, law.theta, task.impacts->count());
  Impulses p;
  predict(*task.impacts, task.law, columns, p);
  for (std::size_t i = 0; i < p[0].size(); ++i) {
    const std::size_t normal = task.impacts->spatial ? 2 : 1;
    const double along = task.impacts->spatial ? std::hypot(p[0][i], p[1][i]) : std::abs(p[0][i]);
    const double edge = columns[LawParameter::friction][i] * p[normal][i];
    if (!(p[normal][i] > 0)) continue;
    (along >= edge * (1 - on_the_cone) ? law.sliding_share : law.sticking_share) += 1;
  }
  law.sliding_share /= static_cast<double>(p[0].size());
  law.sticking_share /= static_cast<double>(p[0].size());
}

// --- held out -----------------------------------------------------------------------------------

/// What a fit says of impacts that it has not seen.
struct Prediction {
  std::vector<double> squares{}, rank{}, log_density{};

  explicit Prediction(std::size_t n) : squares(n), rank(n), log_density(n) {}
  void take(const Prediction& other, const std::vector<std::size_t>& fold, std::size_t which) {
    for (std::size_t i = 0; i < fold.size(); ++i) {
      if (fold[i] != which) continue;
      squares[i] = other.squares[i];
      rank[i] = other.rank[i];
      log_density[i] = other.log_density[i];
    }
  }
};

/// Constants with Student's noise, whose scale comes from the impacts with weight.
Prediction point_prediction(const FitTask& task, const std::vector<double>& theta,
                            const Weights& weights) {
  const MeasuredImpacts& m = *task.impacts;
  Prediction prediction(m.count());
  squared_errors(m, task.law, columns_at(task.models, theta, m.count()), prediction.squares);
  const double scale = noise_scale(prediction.squares, weights, m.coordinates());
  prediction.rank = noise_ranks(prediction.squares, scale, m.coordinates());
  for (std::size_t i = 0; i < m.count(); ++i)
    prediction.log_density[i] = log_noise_density(prediction.squares[i], scale, m.coordinates());
  return prediction;
}

/// A population: the typical values predict, draws of it say how surely.
Prediction population_prediction(const FitProblem& problem, const FitTask& task,
                                 const PopulationFit& whole, const Weights& weights,
                                 const Workers& workers) {
  constexpr std::size_t draws = 200;
  const Population population = refit_population(task, problem.noise, whole, weights, workers);
  Prediction prediction(task.impacts->count());
  squared_errors(*task.impacts, task.law,
                 columns_at(task.models, population.theta, task.impacts->count()),
                 prediction.squares);
  prediction.rank =
      predict_population(task, problem.noise, population, draws, problem.seed, workers).rank;
  prediction.log_density = log_densities(task, problem.noise, whole.grid, population);
  return prediction;
}

void keep_held_out(const Prediction& all, const MeasuredImpacts& measured, FittedLaw& law) {
  law.held_out = held_out_from(all.squares, measured.size_after);
  law.rank = all.rank;
  law.coverage = coverage_of(all.rank);
  law.log_density = std::accumulate(all.log_density.begin(), all.log_density.end(), 0.0) /
                    static_cast<double>(all.log_density.size());
}

void hold_out(const FitProblem& problem, const FitTask& task, const GridTable& grid,
              const std::optional<PopulationFit>& population, const Workers& workers,
              FittedLaw& law) {
  Prediction all(task.impacts->count());
  std::vector<Prediction> parts(problem.folds, Prediction(task.impacts->count()));
  const auto predict_fold = [&](std::size_t k) {
    const Weights weights = without_fold(problem.fold, k);
    parts[k] = population ? population_prediction(problem, task, *population, weights, workers)
                          : point_prediction(task, fit_point(task, grid, weights).theta, weights);
  };
  if (population)
    for (std::size_t k = 0; k < problem.folds; ++k) predict_fold(k);  // parallel inside
  else
    parallel_for(workers, "folds", problem.folds, predict_fold);
  for (std::size_t k = 0; k < problem.folds; ++k) all.take(parts[k], problem.fold, k);
  keep_held_out(all, *task.impacts, law);
}

// --- a population -------------------------------------------------------------------------------

/// The standard error of a sum of the population's numbers.
double error_of(const PopulationFit& fit, const Eigen::VectorXd& combination) {
  const double variance = combination.dot(fit.covariance * combination);
  return variance > 0 ? std::sqrt(variance) : 0;
}

double error_of(const PopulationFit& fit, std::size_t k) {
  return error_of(fit, Eigen::VectorXd::Unit(fit.covariance.rows(), static_cast<Eigen::Index>(k)));
}

/// The typical value's slopes with respect to the population's numbers.
Eigen::VectorXd typical_slopes(const PopulationFit& fit, const FitTask& task, std::size_t m) {
  const ParameterModel& model = task.models.models[m];
  const std::size_t first = task.models.first_of(m);
  const std::size_t n = task.impacts->count();
  Eigen::VectorXd slopes = Eigen::VectorXd::Zero(fit.covariance.rows());
  if (model.dependence != Dependence::knots)
    return Eigen::VectorXd::Unit(slopes.size(), static_cast<Eigen::Index>(first));
  std::vector<double> at(model.size());
  for (std::size_t i = 0; i < n; ++i) {
    slopes_at(model, &fit.population.theta[first], i, at.data());
    for (std::size_t k = 0; k < at.size(); ++k)
      slopes[static_cast<Eigen::Index>(first + k)] += at[k];
  }
  return slopes / static_cast<double>(n);
}

/// A scatter with its interval, which is symmetric in the logarithm.
void set_scatter(const PopulationFit& fit, std::size_t k, double value, FittedParameter& fitted) {
  const double factor = std::exp(normal_95 * error_of(fit, k));
  fitted.scatter = value;
  fitted.scatter_interval = Interval{value / factor, value * factor};
}

void take_population(const PopulationFit& fit, const FitTask& task, FittedLaw& law) {
  law.theta = fit.population.theta;
  law.cloud.clear();
  law.noise = fit.population.noise;
  std::vector<Interval> intervals;
  for (std::size_t k = 0; k < law.theta.size(); ++k)
    intervals.push_back(around(law.theta[k], error_of(fit, k)));
  for (std::size_t m = 0; m < task.models.models.size(); ++m) {
    const double relative = law.parameters[m].by_relative_loss;
    const bool identified = law.parameters[m].identified;
    FittedParameter& fitted = law.parameters[m] = parameter_of(task, law, m, intervals);
    fitted.by_relative_loss = relative;
    fitted.identified = identified;
    fitted.interval = around(fitted.value, error_of(fit, typical_slopes(fit, task, m)));
    if (fitted.model.parameter == LawParameter::friction)
      set_scatter(fit, law.theta.size(), fit.population.friction_scatter, fitted);
    if (fitted.model.parameter == LawParameter::restitution)
      set_scatter(fit, law.theta.size() + 1, fit.population.restitution_scatter, fitted);
  }
}

/// The values with the smallest Σ r².
void add_relative_fit(const FitTask& task, const GridTable& grid, FittedLaw& law) {
  FitTask relative = task;
  relative.loss = Loss::relative;
  const PointFit fit = fit_point(relative, grid, {});
  for (std::size_t m = 0; m < task.models.models.size(); ++m)
    law.parameters[m].by_relative_loss = typical_value(
        task.models.models[m], &fit.theta[task.models.first_of(m)], task.impacts->count());
}

}  // namespace

FittedLaw fit_law(const FitProblem& problem, const MeasuredImpacts& measured, LawId law_id,
                  const Workers& workers) {
  const FitTask task{&measured, law_id, models_of(problem.models, law_id), problem.loss};
  const GridTable grid = grid_table(task, workers);
  const PointFit point = fit_point(task, grid, {});
  FittedLaw law{.law = law_id, .parameters = {}, .theta = point.theta};
  law.noise = std::sqrt(variance_left(task, point.theta));
  if (problem.resamples > 0 && !problem.population)
    law.cloud = bootstrap(task, point, problem.resamples, problem.seed, workers);
  const std::vector<Interval> intervals =
      intervals_of(point.theta, law.cloud, sandwich_errors(task, point.theta));
  law.widening = widening_of(intervals, curvature_errors(task, point.theta));
  for (std::size_t m = 0; m < task.models.models.size(); ++m)
    law.parameters.push_back(parameter_of(task, law, m, intervals));
  add_relative_fit(task, grid, law);
  std::optional<PopulationFit> population;
  if (problem.population) {
    population = fit_population(task, problem.noise, point.theta, workers);
    take_population(*population, task, law);
  }
  if (problem.folds > 0) hold_out(problem, task, grid, population, workers, law);
  count_modes(task, law);
  return law;
}

}  // namespace carom
