#include <carom/impact/several_spatial/extrapolation.hpp>

#include <array>
#include <cmath>

namespace carom::several_spatial {
namespace {

using Eigen::VectorXd;

constexpr int most_columns = 8;

/// Gragg's rule with n substeps, n even.
bool midpoint_rule(const Flow& flow, const VectorXd& z, const VectorXd& first, double length, int n,
                   VectorXd& end) {
  const double h = length / n;
  VectorXd before = z;
  VectorXd now = z + h * first;
  VectorXd rate;
  for (int k = 1; k < n; ++k) {
    if (!flow.rate(now, rate)) return false;
    before += 2 * h * rate;
    before.swap(now);
  }
  if (!flow.rate(now, rate)) return false;
  end = 0.5 * (now + before + h * rate);
  return true;
}

}  // namespace

bool extrapolated_step(const Flow& flow, const VectorXd& z, double length, VectorXd& end,
                       int& effort) {
  constexpr double hopeless = 1e16;
  std::array<VectorXd, most_columns> row;
  VectorXd first;
  if (!flow.rate(z, first)) return false;
  for (int k = 0; k < most_columns; ++k) {
    VectorXd value;
    const int n = 2 * (k + 1);
    if (!midpoint_rule(flow, z, first, length, n, value)) return false;
    // Aitken and Neville: the row of n substeps from that of n − 2.
    VectorXd previous;
    for (int j = 0; j < k; ++j) {
      const double ratio = static_cast<double>(n) / (n - 2 * (j + 1));
      previous = value + (value - row[static_cast<std::size_t>(j)]) / (ratio * ratio - 1);
      row[static_cast<std::size_t>(j)].swap(value);
      value.swap(previous);
    }
    row[static_cast<std::size_t>(k)] = value;
    if (k < 1) continue;
    const double error = flow.error(z, value, row[static_cast<std::size_t>(k - 1)]);
    if (!(error < hopeless)) return false;
    if (error <= 1) {
      end.swap(value);
      effort = k + 1;
      return end.allFinite();
    }
  }
  return false;
}

double next_length(double length, int effort) {
  if (effort <= 4) return 2.5 * length;
  if (effort == 5) return 1.7 * length;
  if (effort == 6) return 1.2 * length;
  return effort == 7 ? length : 0.7 * length;
}

}  // namespace carom::several_spatial
