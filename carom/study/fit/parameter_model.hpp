/// @file
/// What is fitted: parameters of a law that are the same for all impacts, or follow a column of the data.
///
///     constant:  x = θ₀
///     knots:     x = piecewise linear in the column c through (cⱼ, θⱼ), constant beyond the ends
///     power:     x = θ₀ |c|^(−θ₁), c in SI units                                             (T19.3)
#pragma once

#include <carom/study/fit/law_impulse.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace carom {

enum class Dependence : std::uint8_t { constant, knots, power };

/// A normal prior of a parameter's value.
struct NormalPrior {
  double mean = 0;
  double deviation = 1;
};

/// One fitted parameter.
struct ParameterModel {
  LawParameter parameter = LawParameter::friction;
  Dependence dependence = Dependence::constant;
  double from = 0;              ///< least value
  double to = 1;                ///< largest value
  std::string column{};         ///< what it follows; "" for a constant
  std::vector<double> at{};     ///< the column, one value per impact
  std::vector<double> knots{};  ///< increasing
  std::optional<NormalPrior> prior{};

  /// Numbers θ that it takes.
  std::size_t size() const {
    if (dependence == Dependence::constant) return 1;
    return dependence == Dependence::power ? 2 : knots.size();
  }
};

/// Knots at equal shares of the sorted values, ends included; fewer where values repeat.
std::vector<double> quantile_knots(std::vector<double> values, std::size_t count);

/// The value for impact i, inside [from, to]. `theta` points to the model's own numbers.
double value_at(const ParameterModel& model, const double* theta, std::size_t i);

/// ∂x/∂θ at impact i, before x is clamped; `slopes` has size() places.
void slopes_at(const ParameterModel& model, const double* theta, std::size_t i, double* slopes);

/// Several models and the values of what is not fitted.
struct ParameterModels {
  std::vector<ParameterModel> models{};
  LawValues fixed{};  ///< of parameters without a model

  std::size_t size() const;
  /// Index of the first number of model m in θ.
  std::size_t first_of(std::size_t m) const;
  const ParameterModel* find(LawParameter parameter) const;
};

/// The models of the parameters that a law takes, inside its ranges.
ParameterModels models_of(const ParameterModels& all, LawId law);

/// The values of all parameters for all impacts.
LawColumns columns_at(const ParameterModels& models, const std::vector<double>& theta,
                      std::size_t count);

}  // namespace carom
