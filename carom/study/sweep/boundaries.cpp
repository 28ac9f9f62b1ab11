#include <carom/study/sweep/boundaries.hpp>

#include <carom/impact/laws.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace carom {
std::vector<std::string> watched_kinds(const ResultShape& shape) {
  std::vector<std::string> names{"status", "energy"};
  for (const std::string& contact : shape.contacts) {
    names.push_back(fmt::format("contacts.{}.mode", contact));
    names.push_back(fmt::format("contacts.{}.outcome", contact));
  }
  return names;
}

Kinds outcome_kinds(const PointAnswer& answer, const ResultShape& shape) {
  const std::size_t count = 2 + 2 * shape.contacts.size();
  if (!answer.error.empty()) return Kinds(count, "error");
  const ImpactResult& impact = answer.result.impact;
  Kinds kinds{to_string(impact.status), creates_energy(impact) ? "created" : "not created"};
  if (!has_answer(impact.status)) {
    kinds.resize(count, to_string(impact.status));
    return kinds;
  }
  for (const ContactResult& contact : impact.contacts) {
    kinds.emplace_back(to_string(contact.mode));
    kinds.emplace_back(to_string(contact.outcome));
  }
  return kinds;
}

std::uint64_t boundary_stretches(const SweepPlan& plan) {
  for (const SweepVariable& variable : plan.variables)
    if (is_random(variable))
      throw std::invalid_argument(fmt::format(
          "vary.{}: drawn at random; boundaries lie along a range or a list", variable.name));
  const SweepVariable& last = plan.variables.back();
  if (has_words(last))
    throw std::invalid_argument(
        fmt::format("vary.{}: takes words; boundaries lie between numbers", last.name));
  if (last.steps < 2)
    throw std::invalid_argument(
        fmt::format("vary.{}: has one value; boundaries lie between two", last.name));
  return plan.points / last.steps * (last.steps - 1);
}

std::vector<RowColumn> boundary_columns(const SweepPlan& plan) {
  std::vector<RowColumn> columns;
  columns.reserve(plan.variables.size() + 5);
  for (std::size_t i = 0; i < plan.variables.size(); ++i)
    columns.push_back(
        {plan.variables[i].name, unit_of(plan.keys[i]), !has_words(plan.variables[i])});
  for (const char* name : {"law", "what", "before", "after"}) columns.push_back({name, "", false});
  columns.push_back({"uncertainty", columns[plan.variables.size() - 1].unit, true});
  return columns;
}

std::string boundary_head(const SweepPlan& plan, double tolerance, RowFormat format) {
  if (format == RowFormat::json)
    return fmt::format("{{\"sweep\": \"{}\", \"tolerance\": {}, {}, \"units\": {}, \"rows\": [",
                       plan.identity, tolerance, provenance_fields(plan.provenance),
                       units_json(boundary_columns(plan)));
  return fmt::format(
      "# carom sweep {}: boundaries along {}, relative tolerance {}\n# units: {}\n# made by {}\n{}",
      plan.identity, printable(plan.variables.back().name, std::string::npos), tolerance,
      listed_units(boundary_columns(plan)), provenance_line(plan.provenance),
      csv_names(boundary_columns(plan)));
}

std::string_view boundary_foot(RowFormat format) {
  return format == RowFormat::json ? "\n]}\n" : "";
}

BoundaryFinder::BoundaryFinder(const SweepPlan& plan, double tolerance, RowFormat format)
    : plan_(plan),
      watched_(watched_kinds(plan.shape)),
      tolerance_(tolerance),
      writer_(boundary_columns(plan), format) {
  if (!(tolerance > 0) || !std::isfinite(tolerance))
    throw std::invalid_argument(
        fmt::format("tolerance: is {:g}; want a number above 0", tolerance));
  plan_.columns.clear();  // nothing that a column asks for is needed
  plan_.parts = {.bodies = false, .joints = false, .energies = false};
  plan_.thresholds = false;
  for (const LawId law : plan_.laws) lines_.emplace_back(plan_, law);
}

BoundaryFinder::Line::Line(const SweepPlan& whole, LawId law) : plan(whole), solver(plan) {
  plan.laws = {law};
  solver = PointSolver(plan);
}

/// Kinds at a point of the plan; the last one asked for is remembered, where a stretch ends the next
/// begins.
const Kinds& BoundaryFinder::kinds_at_point(Line& line, std::uint64_t point) {
  if (line.point != point) {
    values_at(plan_, point, values_);
    line.kinds = outcome_kinds(line.solver.solve(values_).front(), plan_.shape);
    line.point = point;
  }
  return line.kinds;
}

void BoundaryFinder::look(Line& line, std::uint64_t point, std::string& text) {
  Boundary ends{.before = kinds_at_point(line, point), .after = kinds_at_point(line, point + 1)};
  if (ends.before == ends.after) return;
  values_at(plan_, point + 1, values_);
  ends.b = values_.back();
  values_at(plan_, point, values_);
  ends.a = values_.back();
  const auto kinds_at = [&](double x) {
    values_.back() = x;
    return outcome_kinds(line.solver.solve(values_).front(), plan_.shape);
  };
  for (const Boundary& found : boundaries_between(ends, kinds_at, tolerance_)) {
    values_.back() = found.a + (found.b - found.a) / 2;
    for (std::size_t i = 0; i < watched_.size(); ++i) {
      if (found.before[i] == found.after[i]) continue;
      writer_.begin(text, false);
      for (std::size_t v = 0; v < values_.size(); ++v)
        writer_.cell(text, shown_value(plan_.variables[v], values_[v]));
      writer_.cell(text, std::string_view(law_of(line.plan.laws.front()).name));
      writer_.cell(text, std::string_view(watched_[i]));
      writer_.cell(text, std::string_view(found.before[i]));
      writer_.cell(text, std::string_view(found.after[i]));
      writer_.cell(text, std::abs(found.b - found.a) / 2);
      writer_.end(text);
    }
  }
}

std::string BoundaryFinder::rows(std::uint64_t first, std::uint64_t last) {
  std::string text;
  const std::uint64_t stretches = plan_.variables.back().steps - 1;
  for (std::uint64_t i = first; i < last; ++i)
    for (Line& line : lines_) look(line, i / stretches * (stretches + 1) + i % stretches, text);
  return text;
}

}  // namespace carom
