/// @file
/// The impulses that a law predicts for measured impacts, and their errors.
#pragma once

#include <carom/impact/laws.hpp>
#include <carom/study/fit/measured_impacts.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace carom {

/// A number of a law that can be fitted.
enum class LawParameter : std::uint8_t {
  friction,                ///< μ
  static_friction,         ///< μ_s; at least μ
  restitution,             ///< e
  tangential_restitution,  ///< e_t; its meaning and range are the law's
  friction_recovery,       ///< ν of cataldo_sampaio
  stiffness_ratio,         ///< η² of compliant
  moment_compression,      ///< e_mC of cataldo_sampaio
  moment_restitution,      ///< e_mE of cataldo_sampaio
};
inline constexpr std::size_t law_parameter_count = 8;

/// As in files.
constexpr std::string_view to_string(LawParameter parameter) {
  switch (parameter) {
    case LawParameter::friction: return "friction";
    case LawParameter::static_friction: return "static_friction";
    case LawParameter::restitution: return "restitution";
    case LawParameter::tangential_restitution: return "tangential_restitution";
    case LawParameter::friction_recovery: return "friction_recovery";
    case LawParameter::stiffness_ratio: return "stiffness_ratio";
    case LawParameter::moment_compression: return "moment_compression";
    case LawParameter::moment_restitution: return "moment_restitution";
  }
  return "";
}

/// Whether the law looks at the parameter at all.
bool law_takes(LawId law, LawParameter parameter);

/// The values of the parameter that the law is defined for.
Range range_of(LawId law, LawParameter parameter);

/// Why the law cannot be fitted to impacts in the plane, or in space; absent if it can.
std::optional<std::string_view> not_fitted_because(LawId law, bool spatial);

/// Values of all parameters for one impact, in the order of LawParameter; what is not given is 0, and no moment.
struct LawValues {
  std::array<double, law_parameter_count> values{0, 0, 0, 0, 0, 0, -1, -1};

  LawValues() = default;
  LawValues(std::initializer_list<double> first) {
    std::copy_n(first.begin(), std::min(first.size(), values.size()), values.begin());
  }
  double& operator[](std::size_t k) { return values[k]; }
  double operator[](std::size_t k) const { return values[k]; }
};

/// Values for many impacts: one array per parameter; an empty static_friction counts as friction.
struct LawColumns {
  std::array<std::vector<double>, law_parameter_count> values{};

  std::vector<double>& operator[](LawParameter p) { return values[static_cast<std::size_t>(p)]; }
  const std::vector<double>& operator[](LawParameter p) const {
    return values[static_cast<std::size_t>(p)];
  }
};

/// The same values for all of `count` impacts.
LawColumns same_for_all(const LawValues& values, std::size_t count);

/// Impulses per unit mass, m/s: rows (t, n, m) with the moment over k, in space (t₁, t₂, n). 0 where the law has no
/// answer.
using Impulses = std::array<std::vector<double>, 3>;

/// What the law says of every impact. In the plane path laws are resolved by the batch solver.
void predict(const MeasuredImpacts& impacts, LawId law, const LawColumns& columns, Impulses& p);

/// a² of (T19.2) for every impact, m²/s².
void squared_errors(const MeasuredImpacts& impacts, LawId law, const LawColumns& columns,
                    std::vector<double>& squares);

/// a² of predicted impulses.
double squared_error(const MeasuredImpacts& impacts, std::size_t i, const Impulses& p);

}  // namespace carom
