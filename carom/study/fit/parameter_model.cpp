#include <carom/study/fit/parameter_model.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Where c lies between knots: the left one, and the share of the way to the right one.
struct BetweenKnots {
  std::size_t left = 0;
  double share = 0;
};

BetweenKnots between(const std::vector<double>& knots, double c) {
  if (knots.size() < 2 || c <= knots.front()) return {};
  if (c >= knots.back()) return {knots.size() - 2, 1};
  const auto right = std::upper_bound(knots.begin(), knots.end(), c);
  const auto left = static_cast<std::size_t>(right - knots.begin()) - 1;
  return {left, (c - knots[left]) / (knots[left + 1] - knots[left])};
}

/// Column values nearer to zero than this count as it: 0^(−θ) has no value.
constexpr double least_power_base = 1e-9;

double power_base(const ParameterModel& model, std::size_t i) {
  return std::max(std::abs(model.at[i]), least_power_base);
}

}  // namespace

std::vector<double> quantile_knots(std::vector<double> values, std::size_t count) {
  std::sort(values.begin(), values.end());
  std::vector<double> knots;
  for (std::size_t k = 0; k < count; ++k) {
    const double place = static_cast<double>(k) / static_cast<double>(count - 1) *
                         static_cast<double>(values.size() - 1);
    const auto left = static_cast<std::size_t>(place);
    const std::size_t right = std::min(left + 1, values.size() - 1);
    const double knot =
        values[left] + (place - static_cast<double>(left)) * (values[right] - values[left]);
    if (knots.empty() || knot > knots.back()) knots.push_back(knot);
  }
  return knots;
}

double value_at(const ParameterModel& model, const double* theta, std::size_t i) {
  double x = theta[0];
  if (model.dependence == Dependence::power) x *= std::pow(power_base(model, i), -theta[1]);
  if (model.dependence == Dependence::knots && model.knots.size() > 1) {
    const BetweenKnots at = between(model.knots, model.at[i]);
    x = theta[at.left] + at.share * (theta[at.left + 1] - theta[at.left]);
  }
  return std::clamp(x, model.from, model.to);
}

void slopes_at(const ParameterModel& model, const double* theta, std::size_t i, double* slopes) {
  std::fill(slopes, slopes + model.size(), 0.0);
  slopes[0] = 1;
  if (model.dependence == Dependence::power) {
    const double base = power_base(model, i);
    slopes[0] = std::pow(base, -theta[1]);
    slopes[1] = -theta[0] * slopes[0] * std::log(base);
  }
  if (model.dependence == Dependence::knots && model.knots.size() > 1) {
    const BetweenKnots at = between(model.knots, model.at[i]);
    slopes[0] = 0;
    slopes[at.left] = 1 - at.share;
    slopes[at.left + 1] = at.share;
  }
}

std::size_t ParameterModels::size() const { return first_of(models.size()); }

std::size_t ParameterModels::first_of(std::size_t m) const {
  std::size_t first = 0;
  for (std::size_t k = 0; k < m; ++k) first += models[k].size();
  return first;
}

const ParameterModel* ParameterModels::find(LawParameter parameter) const {
  for (const ParameterModel& model : models)
    if (model.parameter == parameter) return &model;
  return nullptr;
}

ParameterModels models_of(const ParameterModels& all, LawId law) {
  ParameterModels taken{.models = {}, .fixed = all.fixed};
  for (ParameterModel model : all.models) {
    if (!law_takes(law, model.parameter)) continue;
    const Range range = range_of(law, model.parameter);
    model.from = std::max(model.from, range.least);
    model.to = std::min(model.to, range.most);
    taken.models.push_back(std::move(model));
  }
  return taken;
}

LawColumns columns_at(const ParameterModels& models, const std::vector<double>& theta,
                      std::size_t count) {
  LawColumns columns = same_for_all(models.fixed, count);
  std::size_t first = 0;
  for (const ParameterModel& model : models.models) {
    std::vector<double>& column = columns[model.parameter];
    for (std::size_t i = 0; i < count; ++i) column[i] = value_at(model, &theta[first], i);
    first += model.size();
  }
  const std::vector<double>& friction = columns[LawParameter::friction];
  std::vector<double>& stuck = columns[LawParameter::static_friction];
  for (std::size_t i = 0; i < count; ++i) stuck[i] = std::max(stuck[i], friction[i]);
  return columns;
}

}  // namespace carom
