/// @file
/// Internal part of derivatives.cpp and derivatives_in_space.cpp: slopes of a contact with any number of tangents, in
/// units of order one and back.
#pragma once

#include <carom/core/dual.hpp>
#include <carom/core/impact_mode.hpp>
#include <carom/impact/derivatives.hpp>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace carom {

/// u row by row, restitution, friction, and the entries of W on and above its diagonal, column by column.
template <int rows>
inline constexpr int slope_variables = rows + 2 + rows * (rows + 1) / 2;

/// A law's answer with any scalar.
template <class S, int rows>
struct LawAnswer {
  std::array<S, rows> p{};
  std::array<S, rows> u_after{};
  ImpactMode mode = ImpactMode::none;
  ImpactStatus status = ImpactStatus::no_impact;
  std::array<S, 2> slips{};  ///< of both phases, −1, 0 or 1; where there are phases
};

/// Binary exponents of the units of the rows and of the speeds (T5.8): u' = c D u, p' = c D⁻¹ p, W' = D W D,
/// μ' = μ d_n/d_t.
template <int rows>
struct RowScales {
  std::array<int, rows> d{};
  int c = 0;
};

/// The variables as independent duals. A friction beyond which any slip stops changes nothing.
template <int rows>
auto independent(const std::array<double, slope_variables<rows>>& x, bool boundless) {
  constexpr int count = slope_variables<rows>;
  std::array<Dual<double, count>, count> duals;
  for (int j = 0; j < count; ++j) {
    const auto k = static_cast<std::size_t>(j);
    duals[k] = variable<double, count>(x[k], j);
  }
  if (boundless) duals[rows + 1] = Dual<double, count>(x[rows + 1]);
  return duals;
}

namespace detail {

/// The exponents by which the variables were scaled.
template <int rows>
std::array<int, slope_variables<rows>> variable_exponents(const RowScales<rows>& scales) {
  const auto& [d, c] = scales;
  std::array<int, slope_variables<rows>> exponents{};
  std::size_t k = 0;
  for (const int row : d) exponents[k++] = c + row;
  exponents[k++] = 0;
  exponents[k++] = d[rows - 1] - d[0];
  for (std::size_t j = 0; j < rows; ++j)
    for (std::size_t i = 0; i <= j; ++i) exponents[k++] = d[i] + d[j];
  return exponents;
}

inline std::optional<Eigen::MatrixXd> if_finite(Eigen::MatrixXd J) {
  return J.allFinite() ? std::optional(std::move(J)) : std::nullopt;
}

/// The slopes by u, restitution and friction, and those by W: an entry beside the diagonal moves with its mirror
/// image, half the slope each.
template <int rows>
void put(const std::array<Dual<double, slope_variables<rows>>, rows>& x,
         const std::array<int, slope_variables<rows>>& by, int sign_of_d,
         const RowScales<rows>& scales, std::optional<Eigen::MatrixXd>& first,
         std::optional<Eigen::MatrixXd>& by_W) {
  constexpr int ways = rows + 2;
  Eigen::MatrixXd J(rows, ways);
  Eigen::MatrixXd G(rows, rows * rows);
  for (int r = 0; r < rows; ++r) {
    const auto row = static_cast<std::size_t>(r);
    const auto slope = [&](int k) {
      return std::ldexp(x[row].grad[k],
                        sign_of_d * scales.d[row] - scales.c + by[static_cast<std::size_t>(k)]);
    };
    for (int k = 0; k < ways; ++k) J(r, k) = slope(k);
    int k = ways;
    for (int j = 0; j < rows; ++j)
      for (int i = 0; i <= j; ++i, ++k)
        G(r, i * rows + j) = G(r, j * rows + i) = (i == j ? 1 : 0.5) * slope(k);
  }
  first = if_finite(std::move(J));
  by_W = if_finite(std::move(G));
}

}  // namespace detail

/// Fills in the slopes of an answer in scaled units. Without finite slopes by u, restitution and friction there are none,
/// and a mode change is near.
template <int rows>
void restore_slopes(const LawAnswer<Dual<double, slope_variables<rows>>, rows>& answer,
                    const RowScales<rows>& scales, ImpactDerivatives& result) {
  if (!has_answer(answer.status)) return;
  const auto by = detail::variable_exponents<rows>(scales);
  detail::put<rows>(answer.p, by, 1, scales, result.p, result.p_W);
  detail::put<rows>(answer.u_after, by, -1, scales, result.u_after, result.u_after_W);
  if (!result.p_W || !result.u_after_W) {
    result.p_W.reset();
    result.u_after_W.reset();
  }
  if (result.p && result.u_after) return;
  result.p.reset();
  result.u_after.reset();
  result.p_W.reset();
  result.u_after_W.reset();
  result.near_mode_change = true;
}

/// True where no single variable but those of W changes the kind within mode_change_reach. `kind` takes the variables.
template <int rows, class KindOf>
bool keeps_kind(const std::array<double, slope_variables<rows>>& here, const KindOf& kind_of) {
  const auto kind = kind_of(here);
  double speed = 0;
  for (int r = 0; r < rows; ++r)
    speed = std::max(speed, std::abs(here[static_cast<std::size_t>(r)]));
  for (const double step : {-mode_change_reach, mode_change_reach})
    for (std::size_t j = 0; j < rows + 2; ++j) {
      auto x = here;
      // Restitution and friction stay in their domain, whose border is no mode change.
      if (j < rows) {
        x[j] += step * speed;
      } else if (j == rows) {
        x[j] = here[j] < 0 ? x[j] + step : std::max(x[j] + step, 0.0);
      } else {
        x[j] = std::max(x[j] + step * std::max(x[j], 1.0), 0.0);
      }
      if (!(kind_of(x) == kind)) return false;
    }
  return true;
}

}  // namespace carom
