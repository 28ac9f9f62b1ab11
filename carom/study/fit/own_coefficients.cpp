#include <carom/study/fit/own_coefficients.hpp>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Where each impact's best node is, and how wide the next grid around it is.
struct Search {
  std::vector<double> friction{}, restitution{}, square{};
};

void search_nodes(const FitTask& task, const LawColumns& others, double half, int steps,
                  const Workers& workers, Search& best) {
  const std::size_t n = task.impacts->count();
  const Search from = best;
  const int side = 2 * steps + 1;
  std::vector<std::vector<double>> squares(static_cast<std::size_t>(side * side));
  const auto offset = [&](int k) { return half * (k - steps) / steps; };
  const auto value = [&](double centre, int k) { return std::clamp(centre + offset(k), 0.0, 1.0); };
  parallel_for(
      workers, "own coefficients", squares.size(),
      [&](std::size_t node) {
        LawColumns columns = others;
        for (std::size_t i = 0; i < n; ++i) {
          columns[LawParameter::friction][i] =
              value(from.friction[i], static_cast<int>(node) / side);
          columns[LawParameter::restitution][i] =
              value(from.restitution[i], static_cast<int>(node) % side);
        }
        columns[LawParameter::static_friction] = columns[LawParameter::friction];
        squared_errors(*task.impacts, task.law, columns, squares[node]);
      },
      parcel_of(squares));
  for (std::size_t node = 0; node < squares.size(); ++node)
    for (std::size_t i = 0; i < n; ++i) {
      if (!(squares[node][i] < best.square[i])) continue;
      best.square[i] = squares[node][i];
      best.friction[i] = value(from.friction[i], static_cast<int>(node) / side);
      best.restitution[i] = value(from.restitution[i], static_cast<int>(node) % side);
    }
}

}  // namespace

std::vector<double> own_errors(const FitTask& task, const std::vector<double>& theta,
                               const Workers& workers) {
  const std::size_t n = task.impacts->count();
  const LawColumns others = columns_at(task.models, theta, n);
  Search best{std::vector<double>(n, 0.5), std::vector<double>(n, 0.5),
              std::vector<double>(n, std::numeric_limits<double>::infinity())};
  const bool spatial = task.impacts->spatial;  // steps of 0.042 and 0.01, or 0.1 and 0.033
  search_nodes(task, others, 0.5, spatial ? 5 : 12, workers, best);
  search_nodes(task, others, spatial ? 0.1 : 0.04, spatial ? 3 : 4, workers, best);
  if (!spatial) search_nodes(task, others, 0.01, 4, workers, best);
  std::vector<double> errors(n);
  for (std::size_t i = 0; i < n; ++i)
    errors[i] = std::sqrt(best.square[i]) / task.impacts->size_after[i];
  return errors;
}

double explained_share(const std::vector<double>& x, const std::vector<double>& y) {
  constexpr Eigen::Index powers = 6;
  const auto [lo, hi] = std::minmax_element(x.begin(), x.end());
  const auto n = static_cast<Eigen::Index>(x.size());
  if (!(*lo < *hi) || n <= 2 * powers) return 0;
  Eigen::MatrixXd A(n, powers);
  Eigen::VectorXd b(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double at = 2 * (x[static_cast<std::size_t>(i)] - *lo) / (*hi - *lo) - 1;
    for (Eigen::Index k = 0; k < powers; ++k) A(i, k) = std::pow(at, static_cast<double>(k));
    b[i] = y[static_cast<std::size_t>(i)];
  }
  const Eigen::VectorXd left = b - A * A.colPivHouseholderQr().solve(b);
  const double whole = (b.array() - b.mean()).square().sum();
  return whole > 0 ? 1 - left.squaredNorm() / whole : 0;
}

std::vector<ColumnShare> column_shares(const MeasuredImpacts& measured,
                                       const std::vector<DataColumn>& columns) {
  std::vector<double> own;
  for (const ImpactReading& reading : readings(measured))
    own.push_back(std::clamp(reading.restitution, -1.0, 2.0));  // a near miss has none
  std::vector<ColumnShare> shares;
  for (const DataColumn& column : columns)
    shares.push_back({column.name, explained_share(column.values, own)});
  std::sort(shares.begin(), shares.end(),
            [](const ColumnShare& a, const ColumnShare& b) { return a.share > b.share; });
  return shares;
}

}  // namespace carom
