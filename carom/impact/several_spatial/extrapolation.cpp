#include <carom/impact/several_spatial/extrapolation.hpp>

#include <Eigen/LU>

#include <array>
#include <cmath>

namespace carom::several_spatial {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
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

/// The linear part of a rate: A y with y the stiff components of z.
struct LinearPart {
  const std::vector<Index>& stiff;
  MatrixXd A{};  ///< one column per stiff component
};

/// By differences; the rule is consistent with any A.
bool differentiate(const Flow& flow, const std::vector<double>& reach, const VectorXd& z,
                   const VectorXd& first, LinearPart& part) {
  constexpr double small = 1e-7;
  part.A.resize(z.size(), static_cast<Index>(part.stiff.size()));
  VectorXd rate;
  for (std::size_t j = 0; j < part.stiff.size(); ++j) {
    VectorXd moved = z;
    moved[part.stiff[j]] += small * reach[j];
    const double step = moved[part.stiff[j]] - z[part.stiff[j]];
    if (step == 0 || !flow.rate(moved, rate)) return false;
    part.A.col(static_cast<Index>(j)) = (rate - first) / step;
  }
  return part.A.allFinite();
}

/// x becomes (1 − h A)⁻¹ x.
void solve_linear(const LinearPart& part, const Eigen::PartialPivLU<MatrixXd>& lu, double h,
                  VectorXd& x) {
  const VectorXd y = lu.solve(x(part.stiff));
  x += h * (part.A * y);
  x(part.stiff) = y;
}

/// The semi-implicit midpoint rule with n substeps, n even.
bool implicit_rule(const Flow& flow, const LinearPart& part, const VectorXd& z,
                   const VectorXd& first, double length, int n, VectorXd& end) {
  const double h = length / n;
  const auto size = static_cast<Index>(part.stiff.size());
  const Eigen::PartialPivLU<MatrixXd> lu(MatrixXd::Identity(size, size) -
                                         h * part.A(part.stiff, Eigen::all));
  VectorXd change = h * first;
  solve_linear(part, lu, h, change);
  VectorXd now = z + change;
  VectorXd rate;
  for (int k = 1; k <= n; ++k) {
    if (!flow.rate(now, rate)) return false;
    VectorXd next = h * rate - change;
    solve_linear(part, lu, h, next);
    if (k < n)
      change += 2 * next;
    else
      change = next;
    now += change;
  }
  end.swap(now);
  return end.allFinite();
}

/// Extrapolates a rule of order two in 1/n: `rule(n, value)`, numbers of substeps in rising order.
template <class Rule>
bool extrapolate(const Flow& flow, const std::array<int, most_columns>& substeps, const Rule& rule,
                 const VectorXd& z, VectorXd& end, int& effort) {
  constexpr double hopeless = 1e16;
  std::array<VectorXd, most_columns> row;
  for (std::size_t k = 0; k < most_columns; ++k) {
    VectorXd value;
    if (!rule(substeps[k], value)) return false;
    // Aitken and Neville, from the row of the substeps before.
    VectorXd previous;
    for (std::size_t j = 0; j < k; ++j) {
      const double ratio = static_cast<double>(substeps[k]) / substeps[k - j - 1];
      previous = value + (value - row[j]) / (ratio * ratio - 1);
      row[j].swap(value);
      value.swap(previous);
    }
    row[k] = value;
    if (k < 1) continue;
    const double error = flow.error(z, value, row[k - 1]);
    if (!(error < hopeless)) return false;
    if (error > 1) continue;
    end.swap(value);
    effort = static_cast<int>(k) + 1;
    return end.allFinite();
  }
  return false;
}

}  // namespace

bool extrapolated_step(const Flow& flow, const VectorXd& z, double length, VectorXd& end,
                       int& effort) {
  constexpr std::array substeps{2, 4, 6, 8, 10, 12, 14, 16};
  VectorXd first;
  if (!flow.rate(z, first)) return false;
  const auto rule = [&](int n, VectorXd& value) {
    return midpoint_rule(flow, z, first, length, n, value);
  };
  return extrapolate(flow, substeps, rule, z, end, effort);
}

bool implicit_step(const Flow& flow, const std::vector<Index>& stiff,
                   const std::vector<double>& reach, const VectorXd& z, double length,
                   VectorXd& end, int& effort) {
  constexpr std::array substeps{2, 6, 10, 14, 22, 34, 50, 70};
  VectorXd first;
  LinearPart part{stiff};
  if (!flow.rate(z, first) || !differentiate(flow, reach, z, first, part)) return false;
  const auto rule = [&](int n, VectorXd& value) {
    return implicit_rule(flow, part, z, first, length, n, value);
  };
  return extrapolate(flow, substeps, rule, z, end, effort);
}

double next_length(double length, int effort) {
  if (effort <= 4) return 2.5 * length;
  if (effort == 5) return 1.7 * length;
  if (effort == 6) return 1.2 * length;
  return effort == 7 ? length : 0.7 * length;
}

}  // namespace carom::several_spatial
