#include <carom/impact/laws.hpp>
#include <carom/io/tree/json_line.hpp>
#include <carom/report/fit/fit_json.hpp>

#include <cmath>
#include <fmt/format.h>

namespace carom {
namespace {

std::string_view fit_law_name(LawId law) { return law_of(law).name; }

void write_interval(JsonLine& json, std::string_view name, const Interval& interval) {
  json.key(name);
  json.numbers(std::array<double, 2>{interval.lo, interval.hi});
}

void write_momentum(JsonLine& json, const FitReport& report) {
  const MomentumCheck& check = report.momentum;
  json.key("momentum");
  json.begin('{');
  json.field("unexplained_median", check.unexplained_median);
  json.field("noise", check.noise);
  json.field("mirrored_median", check.mirrored_median);
  json.field("gyration", report.gyration);
  json.field("best_gyration", check.best_gyration);
  if (check.gyration_interval)
    write_interval(json, "best_gyration_interval", *check.gyration_interval);
  if (check.suspicion) {
    json.key("suspicion");
    json.begin('{');
    json.field("what", check.suspicion->what);
    json.field("unexplained_median", check.suspicion->median);
    json.end('}');
  }
  json.end('}');
}

void write_dependence(JsonLine& json, const FittedParameter& fitted) {
  if (fitted.model.dependence == Dependence::knots) {
    json.field("by", fitted.model.column);
    json.key("knots");
    json.numbers(fitted.model.knots);
    json.key("values");
    json.numbers(fitted.theta);
    json.key("intervals");
    json.list(fitted.intervals, [&](const Interval& interval) {
      json.numbers(std::array<double, 2>{interval.lo, interval.hi});
    });
  }
  if (fitted.model.dependence == Dependence::power) {
    json.field("power_of", fitted.model.column);
    json.key("exponent");
    json.begin('{');
    json.field("value", fitted.theta[1]);
    write_interval(json, "interval", fitted.intervals[1]);
    json.end('}');
  }
}

void write_parameter(JsonLine& json, const FittedParameter& fitted) {
  json.key(to_string(fitted.model.parameter));
  json.begin('{');
  json.field("value", fitted.value);
  write_interval(json, "interval", fitted.interval);
  json.flag("identified", fitted.identified);
  json.field("by_relative_loss", fitted.by_relative_loss);
  write_dependence(json, fitted);
  if (fitted.scatter) {
    json.key("scatter");
    json.begin('{');
    json.field("value", *fitted.scatter);
    write_interval(json, "interval", *fitted.scatter_interval);
    json.end('}');
  }
  json.end('}');
}

void write_against(JsonLine& json, const FittedLaw& law) {
  if (!law.held_out) return;
  json.key("against");
  if (!law.against) {
    json.out += "null";
    return;
  }
  const Comparison& c = law.against->comparison;
  json.begin('{');
  json.field("law", fit_law_name(law.against->law));
  json.field("difference", c.mean.value);
  json.field("standard_error", c.mean.standard_error);
  write_interval(json, "interval", c.mean.interval);
  json.field("median_difference", c.median.value);
  write_interval(json, "median_interval", c.median.interval);
  json.field("square_difference", c.square.value);
  write_interval(json, "square_interval", c.square.interval);
  json.field("share_better", c.share_better);
  if (c.verdict == Verdict::cannot_tell) json.field("groups_to_decide", c.groups_to_decide);
  json.field("verdict", std::string_view(to_string(c.verdict)));
  json.end('}');
}

void write_held_out(JsonLine& json, const FittedLaw& law) {
  if (!law.held_out) return;
  json.key("held_out");
  json.begin('{');
  json.field("median", law.held_out->median);
  json.field("mean", law.held_out->mean);
  json.field("rms", law.held_out->rms);
  if (law.log_density && std::isfinite(*law.log_density))
    json.field("log_density", *law.log_density);
  json.end('}');
  json.key("coverage");
  json.begin('{');
  json.field("50", law.coverage->of_50);
  json.field("90", law.coverage->of_90);
  json.end('}');
}

void write_law(JsonLine& json, const FittedLaw& law) {
  json.begin('{');
  json.field("law", fit_law_name(law.law));
  json.key("parameters");
  json.begin('{');
  for (const FittedParameter& fitted : law.parameters) write_parameter(json, fitted);
  json.end('}');
  json.field("noise", law.noise);
  write_held_out(json, law);
  write_against(json, law);
  json.field("sliding_share", law.sliding_share);
  json.field("sticking_share", law.sticking_share);
  json.field("widening", law.widening);
  if (!law.cloud.empty()) {
    json.key("bootstrap");
    json.list(law.cloud, [&](const std::vector<double>& theta) { json.numbers(theta); });
  }
  json.end('}');
}

}  // namespace

std::string fit_json(const FitReport& report, const Provenance& provenance) {
  JsonLine json;
  json.begin('{');
  json.next();
  json.out += provenance_fields(provenance);
  json.count("impacts", static_cast<std::int64_t>(report.impacts));
  json.count("groups", static_cast<std::int64_t>(report.groups));
  write_momentum(json, report);
  if (report.own_coefficients) json.field("own_coefficients_median", *report.own_coefficients);
  json.key("columns");
  json.begin('{');
  for (const ColumnShare& column : report.columns) {
    json.next();
    append_json(json.out, column.name);
    json.out += ": ";
    append_json(json.out, column.share);
  }
  json.end('}');
  json.key("laws");
  json.list(report.laws, [&](const FittedLaw& law) { write_law(json, law); });
  json.key("notes");
  json.words(report.notes);
  json.end('}');
  return json.out + "\n";
}

std::string fit_errors_csv(const FitReport& report, const std::vector<std::string>& groups) {
  std::string out = "impact,group,unexplained,restitution,impulse_ratio";
  for (const FittedLaw& law : report.laws)
    if (law.held_out) out += fmt::format(",{0}_a,{0}_r,{0}_rank", fit_law_name(law.law));
  out += '\n';
  const std::vector<ImpactReading> own = readings(report.measured);
  for (std::size_t i = 0; i < report.impacts; ++i) {
    out += fmt::format("{},{},{:.6g},{:.6g},{:.6g}", i + 1, groups[i],
                       report.measured.unexplained[i] / report.measured.size_after[i],
                       own[i].restitution, own[i].impulse_ratio);
    for (const FittedLaw& law : report.laws)
      if (law.held_out)
        out += fmt::format(",{:.6g},{:.6g},{:.4g}", std::sqrt(law.held_out->squares[i]),
                           law.held_out->relative[i], law.rank[i]);
    out += '\n';
  }
  return out;
}

}  // namespace carom
