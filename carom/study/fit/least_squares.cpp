#include <carom/impact/laws.hpp>
#include <carom/study/fit/least_squares.hpp>
#include <carom/study/fit/simplex.hpp>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace carom {
namespace {

constexpr double student_freedom = 4;  // ν
constexpr double huber_bend = 0.1;     // of r

double weight_of(const Weights& weights, std::size_t i) { return weights.empty() ? 1 : weights[i]; }

/// (ν+d)/2 log(1 + a²/(ν s²)) + d log s
double student_part(double square, double s2, double d) {
  return (student_freedom + d) / 2 * std::log1p(square / (student_freedom * s2)) +
         d / 2 * std::log(s2);
}

double student_loss(const std::vector<double>& squares, const Weights& weights, double d) {
  const double s2 = student_scale(squares, weights, d);
  double loss = 0;
  for (std::size_t i = 0; i < squares.size(); ++i)
    loss += weight_of(weights, i) * student_part(squares[i], s2, d);
  return loss;
}

double impact_loss(Loss loss, double square, double size) {
  if (loss == Loss::squares) return square;
  const double r2 = square / (size * size);
  if (loss == Loss::relative || r2 <= huber_bend * huber_bend) return r2;
  return huber_bend * (2 * std::sqrt(r2) - huber_bend);
}

/// Values of a parameter on the grid; half as many in space, where a prediction costs a hundred times as much.
std::vector<double> grid_values(const ParameterModel& model, bool spatial) {
  std::size_t count = 3;
  if (model.parameter == LawParameter::friction) count = spatial ? 15 : 30;
  if (model.parameter == LawParameter::restitution) count = spatial ? 16 : 31;
  std::vector<double> values(count);
  for (std::size_t k = 0; k < count; ++k)
    values[k] = model.from +
                (model.to - model.from) * static_cast<double>(k) / static_cast<double>(count - 1);
  return values;
}

/// All nodes: the product of the values, each spread over the numbers of its model.
std::vector<std::vector<double>> grid_nodes(const ParameterModels& models, bool spatial) {
  std::vector<std::vector<double>> nodes{{}};
  for (const ParameterModel& model : models.models) {
    std::vector<std::vector<double>> longer;
    for (const std::vector<double>& node : nodes)
      for (const double x : grid_values(model, spatial)) {
        longer.push_back(node);
        if (model.dependence == Dependence::knots)
          longer.back().resize(node.size() + model.size(), x);
        else
          longer.back().push_back(x);
        if (model.dependence == Dependence::power) longer.back().push_back(0);
      }
    nodes = std::move(longer);
  }
  return nodes;
}

/// First steps of a simplex: a part of the range, both ways from its middle.
std::vector<double> first_steps(const ParameterModels& models, const std::vector<double>& at,
                                double share) {
  std::vector<double> steps;
  for (const ParameterModel& model : models.models)
    for (std::size_t k = 0; k < model.size(); ++k) {
      const bool exponent = model.dependence == Dependence::power && k == 1;
      const double middle = (model.from + model.to) / 2;
      const double step = share * (exponent ? 1 : model.to - model.from);
      steps.push_back(!exponent && at[steps.size()] > middle ? -step : step);
    }
  return steps;
}

void keep_in_range(const ParameterModels& models, std::vector<double>& theta) {
  std::size_t first = 0;
  for (const ParameterModel& model : models.models) {
    for (std::size_t k = 0; k < model.size(); ++k)
      if (!(model.dependence == Dependence::power && k == 1))
        theta[first + k] = std::clamp(theta[first + k], model.from, model.to);
    first += model.size();
  }
}

/// How far numbers are outside their ranges, where the values no longer change.
double beyond_range(const ParameterModels& models, const std::vector<double>& theta) {
  std::vector<double> kept = theta;
  keep_in_range(models, kept);
  double sum = 0;
  for (std::size_t k = 0; k < theta.size(); ++k) sum += std::abs(theta[k] - kept[k]);
  return sum;
}

/// A simplex that begins again once where it ended, for it may have collapsed at a kink.
PointFit refined(const FitTask& task, PointFit at, const Weights& weights, double prior_scale,
                 double share) {
  const auto value = [&](const std::vector<double>& theta) {
    const double beyond = beyond_range(task.models, theta);
    const double loss = loss_at(task, theta, weights, prior_scale);
    return beyond > 0 ? loss + (1 + std::abs(loss)) * beyond : loss;
  };
  for (const double step : {share, share / 4}) {
    const SimplexResult found =
        minimise_by_simplex(value, at.theta, first_steps(task.models, at.theta, step));
    at = {found.x, found.value};
  }
  keep_in_range(task.models, at.theta);
  at.loss = loss_at(task, at.theta, weights, prior_scale);
  return at;
}

/// Normal equations of S: A dθ = −g.
struct Normals {
  Eigen::MatrixXd A{};
  Eigen::VectorXd g{};
  double loss = 0;
};

/// ∂p/∂x of every impact and of every model's parameter, by differences inside the law's range.
std::vector<Impulses> impulse_slopes(const FitTask& task, const std::vector<double>& theta) {
  constexpr double step = 1e-5;  // of coefficients of the order 1; kinks inside it do not matter
  const std::size_t n = task.impacts->count();
  std::vector<Impulses> slopes;
  for (const ParameterModel& model : task.models.models) {
    const Range range = range_of(task.law, model.parameter);
    Impulses up;
    Impulses down;
    LawColumns columns = columns_at(task.models, theta, n);
    std::vector<double>& column = columns[model.parameter];
    const std::vector<double> at = column;
    for (std::size_t i = 0; i < n; ++i) column[i] = std::min(at[i] + step, range.most);
    predict(*task.impacts, task.law, columns, up);
    std::vector<double> widths = column;
    for (std::size_t i = 0; i < n; ++i) column[i] = std::max(at[i] - step, range.least);
    predict(*task.impacts, task.law, columns, down);
    for (std::size_t i = 0; i < n; ++i) widths[i] -= column[i];
    for (std::size_t row = 0; row < up.size(); ++row)
      for (std::size_t i = 0; i < n; ++i) up[row][i] = (up[row][i] - down[row][i]) / widths[i];
    slopes.push_back(std::move(up));
  }
  return slopes;
}

Eigen::Vector3d impulse_at(const Impulses& p, std::size_t i) { return {p[0][i], p[1][i], p[2][i]}; }

Eigen::Matrix3d mobility_at(const MeasuredImpacts& m, std::size_t i) {
  if (m.spatial) return m.W[i];
  Eigen::Matrix3d W;
  W << m.W_tt[i], m.W_tn[i], m.W_tm[i], m.W_tn[i], m.W_nn[i], m.W_nm[i], m.W_tm[i], m.W_nm[i], 1;
  return W;
}

Eigen::Vector3d measured_impulse(const MeasuredImpacts& m, std::size_t i) {
  return m.spatial ? m.p[i] : Eigen::Vector3d(m.p_t[i], m.p_n[i], 0);
}

Normals normals_at(const FitTask& task, const std::vector<double>& theta, const Weights& weights) {
  const MeasuredImpacts& m = *task.impacts;
  const auto size = static_cast<Eigen::Index>(theta.size());
  Normals normals{Eigen::MatrixXd::Zero(size, size), Eigen::VectorXd::Zero(size), 0};
  Impulses p;
  predict(m, task.law, columns_at(task.models, theta, m.count()), p);
  const std::vector<Impulses> slopes = impulse_slopes(task, theta);
  Eigen::MatrixXd G(3, size);  // ∂p/∂θ
  std::vector<double> basis(theta.size());
  for (std::size_t i = 0; i < m.count(); ++i) {
    const double w = weight_of(weights, i);
    if (w == 0) continue;
    std::size_t first = 0;
    for (std::size_t k = 0; k < slopes.size(); ++k) {
      const ParameterModel& model = task.models.models[k];
      slopes_at(model, &theta[first], i, basis.data());
      for (std::size_t j = 0; j < model.size(); ++j)
        G.col(static_cast<Eigen::Index>(first + j)) = impulse_at(slopes[k], i) * basis[j];
      first += model.size();
    }
    const Eigen::Matrix3d W = mobility_at(m, i);
    const Eigen::Vector3d miss = impulse_at(p, i) - measured_impulse(m, i);
    normals.A += w * G.transpose() * (W * G);
    normals.g += w * G.transpose() * (W * miss);
    if (!m.spatial) normals.g -= w * m.rho_m[i] * G.row(2).transpose();
    normals.loss += w * squared_error(m, i, p);
  }
  return normals;
}

void add_prior(const ParameterModels& models, const std::vector<double>& theta, double scale,
               Normals& normals) {
  std::size_t first = 0;
  for (const ParameterModel& model : models.models) {
    if (scale > 0 && model.prior) {
      const auto k = static_cast<Eigen::Index>(first);
      const double precision = scale / (model.prior->deviation * model.prior->deviation);
      normals.A(k, k) += precision;
      normals.g[k] += precision * (theta[first] - model.prior->mean);
    }
    first += model.size();
  }
  if (scale > 0) normals.loss += scale * prior_penalty(models, theta);
}

/// Laws whose prediction jumps with friction: S has many minima between the nodes of a grid.
bool jumps(LawId law) { return law_of(law).jumps_with_friction; }

/// The nodes of a grid with the smallest losses.
std::vector<std::size_t> best_nodes(const FitTask& task, const GridTable& grid,
                                    const Weights& weights, std::size_t count) {
  std::vector<double> losses;
  for (const std::vector<double>& squares : grid.squares)
    losses.push_back(total_loss(task, squares, weights));
  std::vector<std::size_t> order(losses.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return losses[a] < losses[b]; });
  order.resize(std::min(count, order.size()));
  return order;
}

/// The best points of a finer grid around `centres`, along the first two numbers; `half` steps each way.
std::vector<PointFit> best_around(const FitTask& task, const std::vector<PointFit>& centres,
                                  double reach, std::size_t count, const Weights& weights) {
  constexpr int half = 7;
  std::vector<PointFit> found;
  for (const PointFit& centre : centres)
    for (int i = -half; i <= half; ++i)
      for (int j = -half; j <= half; ++j) {
        std::vector<double> theta = centre.theta;
        const auto move = [&](std::size_t k, int steps) {
          const ParameterModel& model = task.models.models[k];
          theta[k] += reach * steps / half * (model.to - model.from);
        };
        move(0, i);
        if (theta.size() > 1) move(1, j);
        keep_in_range(task.models, theta);
        found.push_back({theta, loss_at(task, theta, weights)});
      }
  std::stable_sort(found.begin(), found.end(),
                   [](const PointFit& a, const PointFit& b) { return a.loss < b.loss; });
  found.resize(std::min(count, found.size()));
  return found;
}

/// Finer and finer between the best nodes, to where a simplex steps over no jump that matters.
PointFit best_between_nodes(const FitTask& task, const GridTable& grid, const Weights& weights) {
  constexpr std::size_t nodes = 8;
  constexpr std::size_t kept = 8;
  constexpr double to_neighbours = 1.0 / 30;  // of the range
  std::vector<PointFit> centres;
  for (const std::size_t node : best_nodes(task, grid, weights, nodes))
    centres.push_back({grid.theta[node], 0});
  centres = best_around(task, centres, to_neighbours, kept, weights);
  return best_around(task, centres, to_neighbours / 7, 1, weights).front();
}

}  // namespace

// s² = (ν+d)/d mean(a²/(ν + a²/s²)), iterated.
double student_scale(const std::vector<double>& squares, const Weights& weights, double d) {
  constexpr int enough = 30;  // the iteration contracts by about a half
  double total = 0;
  double s2 = 0;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    total += weight_of(weights, i);
    s2 += weight_of(weights, i) * squares[i];
  }
  s2 /= total * d;
  for (int round = 0; round < enough; ++round) {
    double sum = 0;
    for (std::size_t i = 0; i < squares.size(); ++i)
      sum += weight_of(weights, i) * squares[i] / (student_freedom + squares[i] / s2);
    s2 = (student_freedom + d) / d * sum / total;
  }
  return s2;
}

double prior_penalty(const ParameterModels& models, const std::vector<double>& theta) {
  double sum = 0;
  std::size_t first = 0;
  for (const ParameterModel& model : models.models) {
    if (model.prior)
      sum += std::pow((theta[first] - model.prior->mean) / model.prior->deviation, 2);
    first += model.size();
  }
  return sum;
}

bool has_prior(const ParameterModels& models) {
  return std::any_of(models.models.begin(), models.models.end(),
                     [](const ParameterModel& model) { return model.prior.has_value(); });
}

std::vector<double> impact_losses(const FitTask& task, const std::vector<double>& squares) {
  std::vector<double> losses(squares.size());
  const double d = task.impacts->coordinates();
  const double s2 = task.loss == Loss::student ? student_scale(squares, {}, d) : 1;
  for (std::size_t i = 0; i < squares.size(); ++i)
    losses[i] = task.loss == Loss::student
                    ? student_part(squares[i], s2, d)
                    : impact_loss(task.loss, squares[i], task.impacts->size_after[i]);
  return losses;
}

double total_loss(const FitTask& task, const std::vector<double>& squares, const Weights& weights) {
  if (task.loss == Loss::student)
    return student_loss(squares, weights, task.impacts->coordinates());
  double sum = 0;
  for (std::size_t i = 0; i < squares.size(); ++i)
    sum += weight_of(weights, i) * impact_loss(task.loss, squares[i], task.impacts->size_after[i]);
  return sum;
}

double loss_at(const FitTask& task, const std::vector<double>& theta, const Weights& weights,
               double prior_scale) {
  std::vector<double> squares;
  squared_errors(*task.impacts, task.law, columns_at(task.models, theta, task.impacts->count()),
                 squares);
  const double prior = prior_scale > 0 ? prior_scale * prior_penalty(task.models, theta) : 0;
  return total_loss(task, squares, weights) + prior;
}

GridTable grid_table(const FitTask& task, const Workers& workers) {
  GridTable grid{.theta = grid_nodes(task.models, task.impacts->spatial), .squares = {}};
  grid.squares.resize(grid.theta.size());
  const auto node_of = [&](std::size_t node) {
    squared_errors(*task.impacts, task.law,
                   columns_at(task.models, grid.theta[node], task.impacts->count()),
                   grid.squares[node]);
  };
  parallel_for(workers, "grid", grid.theta.size(), node_of, parcel_of(grid.squares));
  return grid;
}

PointFit fit_point(const FitTask& task, const GridTable& grid, const Weights& weights,
                   const std::vector<double>& start) {
  constexpr double grid_step = 1.0 / 60;  // half a step of the grid
  PointFit best{start, std::numeric_limits<double>::infinity()};
  for (std::size_t node = 0; start.empty() && node < grid.theta.size(); ++node) {
    const double loss = total_loss(task, grid.squares[node], weights);
    if (loss < best.loss) best = {grid.theta[node], loss};
  }
  const bool constants = best.theta.size() == task.models.models.size();
  if (start.empty() && constants && jumps(task.law)) best = best_between_nodes(task, grid, weights);
  if (!constants && task.loss == Loss::squares) best = fit_nearby(task, best.theta, weights);
  best = refined(task, best, weights, 0, start.empty() ? grid_step : grid_step / 4);
  if (!has_prior(task.models)) return best;
  return refined(task, best, weights, variance_left(task, best.theta), grid_step);
}

PointFit fit_nearby(const FitTask& task, const std::vector<double>& start, const Weights& weights,
                    double prior_scale) {
  constexpr int most_steps = 30;
  constexpr double converged = 1e-9;  // of S, relative
  PointFit at{start, 0};
  Normals normals = normals_at(task, at.theta, weights);
  add_prior(task.models, at.theta, prior_scale, normals);
  at.loss = normals.loss;
  double damping = 1e-3;
  for (int step = 0; step < most_steps && damping < 1e6; ++step) {
    Eigen::MatrixXd A = normals.A;
    A.diagonal() *= 1 + damping;
    A.diagonal().array() += 1e-12 * (1 + normals.A.diagonal().maxCoeff());  // flat directions stay
    const Eigen::VectorXd move = A.ldlt().solve(-normals.g);
    std::vector<double> theta = at.theta;
    for (std::size_t k = 0; k < theta.size(); ++k) theta[k] += move[static_cast<Eigen::Index>(k)];
    keep_in_range(task.models, theta);
    const double loss = loss_at(task, theta, weights, prior_scale);
    if (!(loss < at.loss)) {
      damping *= 10;
      continue;
    }
    const bool enough = at.loss - loss <= converged * at.loss;
    at = {theta, loss};
    if (enough) break;
    normals = normals_at(task, at.theta, weights);
    add_prior(task.models, at.theta, prior_scale, normals);
    damping /= 10;
  }
  return at;
}

double variance_left(const FitTask& task, const std::vector<double>& theta) {
  FitTask plain = task;
  plain.loss = Loss::squares;
  const double numbers = static_cast<double>(task.impacts->count()) * task.impacts->coordinates();
  return loss_at(plain, theta, {}) / std::max(1.0, numbers - static_cast<double>(theta.size()));
}

}  // namespace carom
