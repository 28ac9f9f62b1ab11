#include <carom/impact/laws.hpp>
#include <carom/report/fit/fit_page.hpp>
#include <carom/report/fit/fit_table.hpp>
#include <carom/report/fit/svg_plot.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace carom {
namespace {

/// The best law with what its pictures need.
struct Shown {
  const FitProblem& problem;
  const FitReport& report;
  const FittedLaw& law;
  FitTask task{};
  Impulses p{};  ///< predicted
};

Shown shown(const FitProblem& problem, const FitReport& report) {
  Shown s{problem, report, report.laws[report.best], {}, {}};
  s.task = {&report.measured, s.law.law, models_of(problem.models, s.law.law), problem.loss};
  predict(report.measured, s.law.law, columns_at(s.task.models, s.law.theta, report.impacts), s.p);
  return s;
}

/// S over the first two numbers, dark where it is small, and the bootstrap's cloud.
std::string surface(const Shown& s) {
  constexpr int side = 31;
  constexpr double reach = 1.6;  // in widths of the intervals
  if (s.law.theta.size() != 2) return "";
  const auto& a = s.law.parameters[0];
  const auto& b = s.law.parameters[1];
  const double da = reach * std::max(a.interval.hi - a.interval.lo, 1e-3) / (side - 1);
  const double db = reach * std::max(b.interval.hi - b.interval.lo, 1e-3) / (side - 1);
  std::vector<double> loss;
  SvgPlot plot{.title = fmt::format("S of {} and the bootstrap", law_of(s.law.law).name),
               .x_label = std::string(to_string(a.model.parameter)),
               .y_label = std::string(to_string(b.model.parameter))};
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      const double x = s.law.theta[0] + (i - side / 2) * da;
      const double y = s.law.theta[1] + (j - side / 2) * db;
      loss.push_back(loss_at(s.task, {x, y}, {}));
      plot.tiles.push_back({x - da / 2, y - db / 2, x + da / 2, y + db / 2, 0});
    }
  const auto [least, most] = std::minmax_element(loss.begin(), loss.end());
  for (std::size_t k = 0; k < loss.size(); ++k)
    plot.tiles[k].shade = 0.7 * (1 - std::sqrt((loss[k] - *least) / (*most - *least)));
  for (const std::vector<double>& theta : s.law.cloud) plot.points.push_back({theta[0], theta[1]});
  plot.marks = {{s.law.theta[0], s.law.theta[1]}};
  return svg_of(plot);
}

/// Measured against predicted, along the tangent (row 0) or the normal.
std::string measured_against_predicted(const Shown& s, bool normal) {
  const MeasuredImpacts& m = s.report.measured;
  SvgPlot plot{.title = normal ? "normal velocity after" : "tangential velocity after",
               .x_label = "predicted, m/s",
               .y_label = "measured, m/s"};
  double lo = std::numeric_limits<double>::infinity();
  double hi = -lo;
  for (std::size_t i = 0; i < m.count(); ++i) {
    Eigen::Vector3d u, predicted, measured;
    if (m.spatial) {
      predicted = m.u[i] + m.W[i] * Eigen::Vector3d(s.p[0][i], s.p[1][i], s.p[2][i]);
      measured = m.u[i] + m.W[i] * m.p[i];
    } else {
      const auto after = [&](double t, double n, double turning) {
        return Eigen::Vector3d(m.u_t[i] + m.W_tt[i] * t + m.W_tn[i] * n + m.W_tm[i] * turning, 0,
                               m.u_n[i] + m.W_tn[i] * t + m.W_nn[i] * n + m.W_nm[i] * turning);
      };
      predicted = after(s.p[0][i], s.p[1][i], s.p[2][i]);
      measured = after(m.p_t[i], m.p_n[i], 0);
    }
    const int row = normal ? 2 : 0;
    plot.points.push_back({predicted[row], measured[row]});
    lo = std::min(lo, predicted[row]);
    hi = std::max(hi, predicted[row]);
  }
  plot.line = {{lo, lo}, {hi, hi}};
  return svg_of(plot);
}

std::string errors_against(const Shown& s, const DataColumn& column) {
  SvgPlot plot{
      .title = "error against " + column.name, .x_label = column.name, .y_label = "a, m/s"};
  for (std::size_t i = 0; i < column.values.size(); ++i)
    plot.points.push_back({column.values[i], std::sqrt(s.law.held_out->squares[i])});
  return svg_of(plot);
}

std::string own_restitution_against(const Shown& s, const DataColumn& column) {
  const std::vector<ImpactReading> own = readings(s.report.measured);
  SvgPlot plot{.title = "own restitution against " + column.name,
               .x_label = column.name,
               .y_label = "−uₙ⁺/uₙ⁻"};
  for (std::size_t i = 0; i < column.values.size(); ++i)
    plot.points.push_back({column.values[i], std::clamp(own[i].restitution, -0.5, 1.5)});
  return svg_of(plot);
}

/// The share of impacts inside a region of the prediction against the share it claims to hold.
std::string calibration(const Shown& s) {
  std::vector<double> rank = s.law.rank;
  std::sort(rank.begin(), rank.end());
  SvgPlot plot{.title = "calibration of the held-out predictions",
               .x_label = "claimed share",
               .y_label = "share of impacts inside"};
  for (std::size_t i = 0; i < rank.size(); ++i)
    plot.points.push_back({rank[i], static_cast<double>(i + 1) / static_cast<double>(rank.size())});
  plot.line = {{0, 0}, {1, 1}};
  return svg_of(plot);
}

std::string pictures(const Shown& s) {
  std::string out =
      surface(s) + measured_against_predicted(s, false) + measured_against_predicted(s, true);
  if (!s.law.held_out) return out;
  out += calibration(s);
  for (const DataColumn& column : s.problem.columns) out += errors_against(s, column);
  for (const ColumnShare& share : s.report.columns)
    for (const DataColumn& column : s.problem.columns)
      if (column.name == share.name && share.share == s.report.columns.front().share)
        out += own_restitution_against(s, column);
  return out;
}

constexpr std::string_view style_sheet =
    "body{font:15px/1.45 system-ui,sans-serif;max-width:1180px;margin:2em auto;padding:0 1em}"
    "pre{font-size:12px;overflow-x:auto;background:#f4f4f2;padding:1em}"
    "svg{font:11px system-ui,sans-serif;margin:4px;stroke:none;fill:#222}"
    "svg rect,svg path{stroke:#555;stroke-width:1;fill:none}svg .t{font-weight:600}"
    "svg path.p{stroke:#b5430e;stroke-opacity:.45;stroke-width:2.4;stroke-linecap:round}"
    "svg path.l{stroke:#111;stroke-width:1.3}";

}  // namespace

std::string fit_page(const FitProblem& problem, const FitReport& report,
                     const Provenance& provenance, const std::string& source) {
  const Shown s = shown(problem, report);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'><title>{0}: fit</title>"
      "<style>{1}</style></head><body>\n<h1>{0}</h1>\n<p>{2}; {3} impacts of {4} groups; "
      "pictures of {5}, the law with the smallest held-out error.</p>\n<pre>{6}</pre>\n{7}"
      "</body></html>\n",
      html_text(source), style_sheet, provenance_line(provenance), report.impacts, report.groups,
      law_of(s.law.law).name, html_text(fit_table(report, {.width = 150})), pictures(s));
}

}  // namespace carom
