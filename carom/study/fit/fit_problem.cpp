#include <carom/impact/laws.hpp>
#include <carom/study/fit/fit_problem.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <stdexcept>

namespace carom {
namespace {

/// Numbers for names, in the order in which the names first appear.
std::vector<std::size_t> numbered(const std::vector<std::string>& names) {
  std::map<std::string, std::size_t> known;
  std::vector<std::size_t> numbers;
  for (const std::string& name : names)
    numbers.push_back(known.emplace(name, known.size()).first->second);
  return numbers;
}

ImpactRecords records_of(const StatedImpacts& stated) {
  return {.spatial = stated.spatial,
          .before = stated.before,
          .after = stated.after,
          .arm = stated.arm,
          .normal = stated.normal,
          .group = numbered(stated.group)};
}

LawParameter parameter_named(const std::string& name) {
  for (std::size_t k = 0; k < law_parameter_count; ++k)
    if (to_string(static_cast<LawParameter>(k)) == name) return static_cast<LawParameter>(k);
  throw std::invalid_argument(fmt::format("fit_problem: no parameter {}", name));
}

/// |uₙ⁻| or |uₜ⁻| of every impact, m/s.
std::vector<double> contact_speeds(const ImpactRecords& records, bool slip) {
  const MeasuredImpacts m = measured_impacts(records, 1);
  std::vector<double> speeds(m.count());
  for (std::size_t i = 0; i < m.count(); ++i) {
    const double along = m.spatial ? m.u[i].head<2>().norm() : m.u_t[i];
    speeds[i] = std::abs(slip ? along : m.approach(i));
  }
  return speeds;
}

ParameterModel model_of(const StatedParameter& stated, const ImpactRecords& records) {
  ParameterModel model{.parameter = parameter_named(stated.name),
                       .from = stated.from,
                       .to = stated.to,
                       .column = stated.column,
                       .at = stated.values};
  if (stated.prior) model.prior = NormalPrior{stated.prior->first, stated.prior->second};
  if (stated.dependence == StatedDependence::constant) return model;
  if (model.at.empty()) model.at = contact_speeds(records, stated.column == "slip");
  model.dependence = Dependence::power;
  if (stated.dependence == StatedDependence::power) return model;
  model.dependence = Dependence::knots;
  model.knots = quantile_knots(model.at, stated.knots);
  return model;
}

bool is_stated(const StatedFit& stated, LawParameter parameter) {
  const auto named = [&](const auto& entry) { return entry.name == to_string(parameter); };
  return std::any_of(stated.parameters.begin(), stated.parameters.end(), named) ||
         std::any_of(stated.given.begin(), stated.given.end(), named);
}

/// What keeps this fit from using the law; absent if nothing does.
std::optional<std::string> unfit_because(const StatedFit& stated, LawId law) {
  if (const auto why = not_fitted_because(law, stated.impacts.spatial)) return std::string(*why);
  if (law_of(law).keys.stiffness_ratio && !is_stated(stated, LawParameter::stiffness_ratio))
    return "needs fit: stiffness_ratio, its value or a range such as {from: 0.5, to: 3}";
  const auto refusal = [&](const std::string& name, double from, double to) {
    const LawParameter parameter = parameter_named(name);
    const Range range = range_of(law, parameter);
    std::optional<std::string> why;
    if (law_takes(law, parameter) && (to < range.least || from > range.most))
      why = fmt::format("takes a {} from {} to {}", name, range.least, range.most);
    return why;
  };
  for (const StatedParameter& fitted : stated.parameters)
    if (auto why = refusal(fitted.name, fitted.from, fitted.to)) return why;
  for (const StatedValue& given : stated.given)
    if (auto why = refusal(given.name, given.value, given.value)) return why;
  return std::nullopt;
}

std::vector<LawId> chosen_laws(const StatedFit& stated) {
  std::vector<LawId> chosen;
  if (stated.law.all)
    for (const Law& law : laws())
      if (!unfit_because(stated, law.id)) chosen.push_back(law.id);
  for (const LawId law : stated.law.names) {
    if (const auto why = unfit_because(stated, law))
      throw std::invalid_argument(fmt::format("law {}: {}", law_of(law).name, *why));
    chosen.push_back(law);
  }
  if (chosen.empty()) throw std::invalid_argument("law: no law can be fitted to these impacts");
  return chosen;
}

void set_folds(const StatedFit& stated, FitProblem& problem) {
  if (!stated.fold_column.empty()) {
    problem.fold = numbered(stated.fold_column);
    problem.folds = group_count(problem.fold);
    if (problem.folds < 2)
      throw std::invalid_argument("validate.folds: the column has one value; want at least two");
    std::map<std::size_t, std::size_t> fold_of_group;
    for (std::size_t i = 0; i < problem.fold.size(); ++i)
      if (fold_of_group.emplace(problem.records.group[i], problem.fold[i]).first->second !=
          problem.fold[i])
        throw std::invalid_argument(
            fmt::format("validate.folds: the impacts of group \"{}\" are in different folds; "
                        "a fold must hold whole groups",
                        stated.impacts.group[i]));
    return;
  }
  problem.folds = stated.folds;
  if (stated.folds == 0) return;
  std::vector<std::string> folds;
  for (const std::string& group : stated.impacts.group)
    problem.fold.push_back(fold_of(group, stated.folds, stated.seed));
  // Few groups may leave a fold empty.
  for (const std::size_t fold : problem.fold) folds.push_back(std::to_string(fold));
  problem.fold = numbered(folds);
  problem.folds = group_count(problem.fold);
  if (problem.folds < 2) problem.folds = 0;
}

}  // namespace

FitProblem fit_problem(const StatedFit& stated) {
  FitProblem problem{.records = records_of(stated.impacts), .gyration = stated.gyration};
  if (stated.gyration_range)
    problem.gyration_range = Interval{stated.gyration_range->first, stated.gyration_range->second};
  problem.laws = chosen_laws(stated);
  for (const StatedParameter& parameter : stated.parameters)
    problem.models.models.push_back(model_of(parameter, problem.records));
  for (const StatedValue& given : stated.given)
    problem.models.fixed[static_cast<std::size_t>(parameter_named(given.name))] = given.value;
  problem.loss = stated.loss == "student" ? Loss::student
                 : stated.loss == "huber" ? Loss::huber
                                          : Loss::squares;
  problem.population = stated.population;
  problem.noise = stated.gauss ? Noise::gauss : Noise::t4;
  problem.resamples = stated.bootstrap;
  problem.seed = stated.seed;
  for (const StatedColumn& column : stated.impacts.columns)
    problem.columns.push_back({column.name, column.values});
  set_folds(stated, problem);
  return problem;
}

}  // namespace carom
