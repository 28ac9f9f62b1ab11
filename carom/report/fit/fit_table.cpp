#include <carom/impact/laws.hpp>
#include <carom/report/fit/fit_table.hpp>

#include <algorithm>
#include <fmt/format.h>

namespace carom {
namespace {

std::string heading(const FitReport& report) {
  const MomentumCheck& check = report.momentum;
  std::string text = fmt::format(
      "{} impacts of {} groups; "
      "momentum: {:.1f} % of the velocity after is explained by no impulse at the contact (median; "
      "{:.2g} m/s)\n",
      report.impacts, report.groups, 100 * check.unexplained_median, check.noise);
  text += fmt::format("best gyration {:.4g} m", check.best_gyration);
  if (check.gyration_interval)
    text +=
        fmt::format(" [{:.4g}, {:.4g}]", check.gyration_interval->lo, check.gyration_interval->hi);
  text += fmt::format(" ({:.4g} in use); with the first axis mirrored {:.0f} %{}\n",
                      report.gyration, 100 * check.mirrored_median,
                      !check.suspicion && check.mirrored_median > 2 * check.unexplained_median
                          ? ": the axes are right"
                          : "");
  return text;
}

std::string in_brackets(const Interval& interval) {
  return fmt::format("[{:.3f}, {:.3f}]", interval.lo, interval.hi);
}

std::string parameter_cell(const FittedParameter& fitted) {
  if (!fitted.identified) return fmt::format("{:.3f} not identified", fitted.value);
  std::string text = fmt::format("{:.3f} {}", fitted.value, in_brackets(fitted.interval));
  if (fitted.scatter) text += fmt::format(" ± {:.2g}", *fitted.scatter);
  return text;
}

std::string against_cell(const FittedLaw& law) {
  if (!law.against) return "";
  const Comparison& c = law.against->comparison;
  return fmt::format("{:+.4f} ± {:.4f}  {}", c.mean.value, c.mean.standard_error,
                     to_string(c.verdict));
}

/// Parameters that any law has, in order.
std::vector<LawParameter> shown_parameters(const FitReport& report) {
  std::vector<LawParameter> shown;
  for (std::size_t k = 0; k < law_parameter_count; ++k)
    for (const FittedLaw& law : report.laws)
      for (const FittedParameter& fitted : law.parameters)
        if (fitted.model.parameter == static_cast<LawParameter>(k) &&
            std::find(shown.begin(), shown.end(), fitted.model.parameter) == shown.end())
          shown.push_back(fitted.model.parameter);
  return shown;
}

std::vector<Cell> law_row(const FittedLaw& law, const std::vector<LawParameter>& parameters) {
  std::vector<Cell> row{{std::string(law_of(law.law).name)}};
  for (const LawParameter parameter : parameters) {
    std::string text = "—";
    for (const FittedParameter& fitted : law.parameters)
      if (fitted.model.parameter == parameter) text = parameter_cell(fitted);
    row.push_back({text});
  }
  if (!law.held_out) return row;
  row.push_back({fmt::format("{:.3f}", law.held_out->median)});
  row.push_back({fmt::format("{:.3f}", law.held_out->mean)});
  row.push_back({fmt::format("{:.3f}", law.held_out->rms)});
  row.push_back(
      {fmt::format("{:.0f}/{:.0f} %", 100 * law.coverage->of_50, 100 * law.coverage->of_90)});
  row.push_back({against_cell(law)});
  return row;
}

/// Best law first.
std::vector<const FittedLaw*> by_rank(const FitReport& report) {
  std::vector<const FittedLaw*> laws;
  for (const FittedLaw& law : report.laws) laws.push_back(&law);
  std::stable_sort(laws.begin(), laws.end(), [](const FittedLaw* a, const FittedLaw* b) {
    return a->held_out && b->held_out && a->held_out->mean < b->held_out->mean;
  });
  return laws;
}

std::string laws_table(const FitReport& report, const TextStyle& style) {
  const std::vector<LawParameter> parameters = shown_parameters(report);
  TextTable table{.columns = {Align::left}, .rows = {{{"law", Tint::strong}}}};
  for (const LawParameter parameter : parameters) {
    table.columns.push_back(Align::left);
    table.rows[0].push_back({fmt::format("{} [95 %]", to_string(parameter)), Tint::strong});
  }
  const FittedLaw& best = report.laws[report.best];
  if (best.held_out) {
    for (const char* word : {"median", "mean", "rms m/s", "in 50/90 %"})
      table.rows[0].push_back({word, Tint::strong});
    table.columns.insert(table.columns.end(), 4, Align::right);
    table.columns.push_back(Align::left);
    table.rows[0].push_back(
        {fmt::format("against {} (mean)", law_of(best.law).name), Tint::strong});
  }
  for (const FittedLaw* law : by_rank(report)) table.rows.push_back(law_row(*law, parameters));
  return render(table, style);
}

/// The values at the knots, of the best law.
std::string dependences(const FitReport& report) {
  std::string text;
  for (const FittedParameter& fitted : report.laws[report.best].parameters) {
    if (fitted.model.dependence == Dependence::knots) {
      text += fmt::format("{} by {}:", to_string(fitted.model.parameter), fitted.model.column);
      for (std::size_t k = 0; k < fitted.theta.size(); ++k)
        text += fmt::format("{} {:.3f} at {:.3g}", k == 0 ? "" : ",", fitted.theta[k],
                            fitted.model.knots[k]);
      text += fmt::format(" ({})\n", law_of(report.laws[report.best].law).name);
    }
    if (fitted.model.dependence == Dependence::power)
      text +=
          fmt::format("{} = {:.4g} {}^-({:.3f} {}) ({})\n", to_string(fitted.model.parameter),
                      fitted.value, fitted.model.column, fitted.theta[1],
                      in_brackets(fitted.intervals[1]), law_of(report.laws[report.best].law).name);
  }
  return text;
}

}  // namespace

std::string fit_table(const FitReport& report, const TextStyle& style) {
  const int width = std::max(style.width, 60);
  const std::string head = heading(report);
  const std::size_t second = head.find('\n') + 1;
  std::string text = wrapped(head.substr(0, second), width, 0, 2) +
                     wrapped(head.substr(second), width, 0, 2) + "\n" + laws_table(report, style) +
                     dependences(report);
  if (!report.notes.empty()) text += "\n";
  for (const std::string& note : report.notes) text += wrapped(note, width, 0, 2);
  return text;
}

}  // namespace carom
