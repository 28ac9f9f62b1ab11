#include <carom/impact/laws.hpp>
#include <carom/study/fit/fit.hpp>
#include <carom/study/fit/fit_law.hpp>
#include <carom/study/fit/fit_notes.hpp>
#include <carom/study/fit/own_coefficients.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace carom {
namespace {

void require_enough(const FitProblem& problem) {
  const std::size_t needed = problem.models.size() + 1;
  const std::size_t groups = group_count(problem.records.group);
  if (problem.records.size() < needed)
    throw std::invalid_argument(fmt::format(
        "{} impact{} cannot tell {} parameters and their scatter; want at least {} impacts",
        problem.records.size(), problem.records.size() == 1 ? "" : "s", problem.models.size(),
        needed));
  if (groups < 2)
    throw std::invalid_argument(
        "all impacts are of one group; uncertainty is judged from one group to the next: "
        "leave out group, or give a column that tells drops apart");
  if (problem.folds > groups)
    throw std::invalid_argument(
        fmt::format("{} folds of {} groups; want at most as many folds", problem.folds, groups));
}

void compare_with_best(const FitProblem& problem, const Workers& workers, FitReport& report) {
  if (problem.folds == 0) return;
  for (std::size_t k = 1; k < report.laws.size(); ++k)
    if (report.laws[k].held_out->mean < report.laws[report.best].held_out->mean) report.best = k;
  constexpr std::size_t least_resamples = 200;
  const std::size_t others = std::max<std::size_t>(1, report.laws.size() - 1);
  const FittedLaw& best = report.laws[report.best];
  for (FittedLaw& law : report.laws) {
    if (&law == &best) continue;
    law.against = AgainstBest{
        best.law, compare(*law.held_out, *best.held_out, problem.records.group,
                          1 - 0.05 / static_cast<double>(others),
                          std::max(problem.resamples, least_resamples), problem.seed, workers)};
  }
}

double chosen_gyration(const FitProblem& problem) {
  if (!problem.gyration_range) return problem.gyration;
  return best_gyration(problem.records, problem.gyration_range->lo, problem.gyration_range->hi);
}

}  // namespace

FitReport fit_laws(const FitProblem& problem, const Workers& workers) {
  require_enough(problem);
  constexpr std::size_t gyration_resamples = 100;
  FitReport report{.impacts = problem.records.size(),
                   .groups = group_count(problem.records.group),
                   .gyration = chosen_gyration(problem)};
  report.measured = measured_impacts(problem.records, report.gyration);
  report.momentum =
      check_momentum(problem.records, report.gyration,
                     problem.resamples > 0 ? gyration_resamples : 0, problem.seed, workers);
  for (const LawId law : problem.laws) {
    workers.stop_if_asked();
    report.laws.push_back(fit_law(problem, report.measured, law, workers));
  }
  compare_with_best(problem, workers, report);
  const FittedLaw& best = report.laws[report.best];
  const FitTask task{&report.measured, best.law, models_of(problem.models, best.law),
                     Loss::squares};
  report.own_coefficients = median_of(own_errors(task, best.theta, workers));
  report.columns = column_shares(report.measured, problem.columns);
  report.notes = fit_notes(problem, report);
  return report;
}

}  // namespace carom
