#include <carom/impact/laws.hpp>
#include <carom/study/fit/fit_notes.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace carom {
namespace {

using Notes = std::vector<std::string>;

std::string_view name_of(LawId law) { return law_of(law).name; }

void note_momentum(const FitProblem& problem, const FitReport& report, Notes& notes) {
  constexpr double suspect = 0.1;
  constexpr double far = 1.1;  // best over given radius of gyration, or the other way
  const MomentumCheck& check = report.momentum;
  if (check.suspicion)
    notes.push_back(
        fmt::format("No impulse at the contact explains these impacts: "
                    "{:.1f} % of the velocity after is left (median), but only {:.1f} % if {}. "
                    "Check this before anything else; {}.",
                    100 * check.unexplained_median, 100 * check.suspicion->median,
                    check.suspicion->what, check.suspicion->remedy));
  else if (check.unexplained_median > suspect)
    notes.push_back(
        fmt::format("No impulse at the contact explains {:.1f} % of the velocity after (median): "
                    "the contact point, the inertia, an angle or the measurement is not right. "
                    "What follows rests on it.",
                    100 * check.unexplained_median));
  const double ratio = check.best_gyration / report.gyration;
  const bool outside = !check.gyration_interval || check.gyration_interval->lo > report.gyration ||
                       check.gyration_interval->hi < report.gyration;
  if (!check.suspicion && outside && (ratio > far || ratio < 1 / far))
    notes.push_back(fmt::format(
        "The momentum balance prefers a radius of gyration of {:.4g} m to {:.4g} m; "
        "to calibrate it: body: {{gyration: {{value: {:.4g} m, fit: [{:.3g}, {:.3g}]}}}}.",
        check.best_gyration, report.gyration, report.gyration, check.best_gyration / 1.2,
        check.best_gyration * 1.2));
  const auto parting = std::count_if(problem.records.group.begin(), problem.records.group.end(),
                                     [&, i = std::size_t{0}](std::size_t) mutable {
                                       return !(report.measured.approach(i++) < 0);
                                     });
  if (static_cast<std::size_t>(2 * parting) > report.impacts) {
    notes.push_back(fmt::format(
        "In {} of {} impacts the contact does not approach before: {}.", parting, report.impacts,
        check.arms_along_normal
            ? "the arms point along the normal, which must point from the floor to the body; "
              "turn it, in columns: normal: [...], or the arms, which are contact minus centre"
            : "before and after look exchanged; change them in columns"));
    return;
  }
  if (parting > 0)
    notes.push_back(fmt::format(
        "In {} impacts the contact does not approach before; every law predicts nothing for them. "
        "To leave them out: data: where.",
        parting));
}

void note_modes(const FitReport& report, Notes& notes) {
  const FittedLaw& law = report.laws[report.best];
  if (law.sliding_share > 0.999)
    notes.push_back(
        "Every impact slides to its end: "
        "the laws of restitution cannot be told apart by these data, and nothing is learnt of sticking. "
        "Measure impacts with less slip.");
  if (law.sliding_share < 0.001)
    notes.push_back(
        "No impact slides to its end: friction is only bounded from below. "
        "Measure impacts with more slip.");
}

void note_flat(const FitReport& report, Notes& notes) {
  for (const FittedLaw& law : report.laws)
    for (const FittedParameter& fitted : law.parameters)
      if (!fitted.identified)
        notes.push_back(fmt::format(
            "{} of {} is not identified: the errors hardly depend on it, its value means nothing.",
            to_string(fitted.model.parameter), name_of(law.law)));
}

/// Values that want out of their range.
void note_bounds(const FitReport& report, Notes& notes) {
  constexpr double at_end = 1e-6;  // of the range
  for (const FittedLaw& law : report.laws)
    for (const FittedParameter& fitted : law.parameters) {
      const ParameterModel& model = fitted.model;
      if (model.dependence != Dependence::constant || !fitted.identified) continue;
      if (model.to - fitted.value > at_end * (model.to - model.from)) continue;
      const Range range = range_of(law.law, model.parameter);
      notes.push_back(
          model.to < range.most
              ? fmt::format(
                    "{0} of {1} is at the end of its range, {2:.4g}: allow more, such as {0}: {{from: "
                    "{3:.4g}, to: {4:.4g}}}.",
                    to_string(model.parameter), name_of(law.law), model.to, model.from,
                    2 * model.to)
              : fmt::format("{} of {} is at the largest value that the law is defined for, {:.4g}: "
                            "look at units, normal and the momentum check.",
                            to_string(model.parameter), name_of(law.law), model.to));
    }
}

/// "three times"
std::string times(double ratio) {
  static constexpr std::array<std::string_view, 11> words{
      "",           "",          "twice",       "three times", "four times",
      "five times", "six times", "seven times", "eight times", "nine times",
      "ten times"};
  const double rounded = std::round(ratio);
  if (rounded >= 2 && rounded <= 10) return std::string(words[static_cast<std::size_t>(rounded)]);
  return fmt::format("{:.1f} times", ratio);
}

void note_columns(const FitProblem& problem, const FitReport& report, Notes& notes) {
  constexpr double worth_saying = 0.3;    // of the variance
  if (report.momentum.suspicion) return;  // wrong data depend on everything
  const FittedLaw& best = report.laws[report.best];
  if (!report.own_coefficients || !best.held_out) return;
  const ParameterModel* e = problem.models.find(LawParameter::restitution);
  const bool follows = e != nullptr && e->dependence != Dependence::constant;
  std::string note = fmt::format(
      "Each impact with its own friction and restitution: {:.3f}; "
      "what is fitted leaves {} that.",
      *report.own_coefficients, times(best.held_out->median / *report.own_coefficients));
  if (!follows && !report.columns.empty() && report.columns.front().share > worth_saying)
    note += fmt::format(
        " Restitution follows the column \"{0}\" ({1:.0f} % of its variance): try restitution: "
        "{{by: {0}}}.",
        report.columns.front().name, 100 * report.columns.front().share);
  notes.push_back(note);
}

void note_scatter(const FitProblem& problem, const FitReport& report, Notes& notes) {
  constexpr double scatters = 1.5;
  const FittedLaw& best = report.laws[report.best];
  if (problem.population || best.cloud.empty() || best.widening <= scatters) return;
  notes.push_back(
      fmt::format("Intervals by bootstrap are {:.1f} times wider than the curvature: "
                  "impacts scatter more than noise does; try scatter: population. "
                  "The values are typical ones, not means.",
                  best.widening));
}

void note_loss(const FitReport& report, Notes& notes) {
  constexpr double worth_saying = 1e-3;
  const FittedLaw& best = report.laws[report.best];
  for (const FittedParameter& fitted : best.parameters) {
    const double relative = fitted.by_relative_loss;
    if (!fitted.identified || (relative >= fitted.interval.lo && relative <= fitted.interval.hi))
      continue;
    if (std::abs(relative - fitted.value) < worth_saying) continue;
    notes.push_back(
        fmt::format("{} of {} is {:.4g} by squares and {:.4g} by relative errors: "
                    "the law is not quite right, and this spread is the honest uncertainty.",
                    to_string(fitted.model.parameter), name_of(best.law), fitted.value, relative));
  }
}

void note_contradictions(const FitReport& report, Notes& notes) {
  for (const FittedLaw& law : report.laws)
    if (law.against && law.against->comparison.contradictory)
      notes.push_back(fmt::format(
          "{} and {}: "
          "mean, median and squared errors prefer different laws (differences {:+.4f}, {:+.4f}, {:+.5f} m²/s²); "
          "these data cannot tell.",
          name_of(law.law), name_of(law.against->law), law.against->comparison.mean.value,
          law.against->comparison.median.value, law.against->comparison.square.value));
}

}  // namespace

std::vector<std::string> fit_notes(const FitProblem& problem, const FitReport& report) {
  Notes notes;
  note_momentum(problem, report, notes);
  note_modes(report, notes);
  note_flat(report, notes);
  note_bounds(report, notes);
  note_columns(problem, report, notes);
  note_scatter(problem, report, notes);
  note_loss(report, notes);
  note_contradictions(report, notes);
  return notes;
}

}  // namespace carom
