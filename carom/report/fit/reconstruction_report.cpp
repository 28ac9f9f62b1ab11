#include <carom/io/tree/json_line.hpp>
#include <carom/report/fit/reconstruction_report.hpp>
#include <carom/report/fit/report_unit.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace carom {
namespace {

void write_range(JsonLine& json, std::string_view name, const Interval& interval) {
  json.key(name);
  json.numbers(std::array<double, 2>{interval.lo, interval.hi});
}

void write_posteriors(JsonLine& json, std::string_view name,
                      const std::vector<Posterior>& posteriors,
                      const std::vector<Posterior>& unknowns) {
  json.key(name);
  json.begin('{');
  for (const Posterior& posterior : posteriors) {
    json.next();
    append_json(json.out, posterior.name);
    json.out += ": ";
    json.begin('{');
    json.field("mean", posterior.mean);
    write_range(json, "interval68", posterior.interval68);
    write_range(json, "interval95", posterior.interval95);
    if (posterior.prior95) write_range(json, "prior_interval95", *posterior.prior95);
    json.key("sensitivity");
    json.begin('{');
    for (std::size_t k = 0; k < unknowns.size(); ++k) {
      json.next();
      append_json(json.out, unknowns[k].name);
      json.out += ": ";
      append_json(json.out, posterior.sensitivity[k]);
    }
    json.end('}');
    json.end('}');
  }
  json.end('}');
}

bool ends_with_any(std::string_view name, std::initializer_list<std::string_view> ends) {
  return std::any_of(ends.begin(), ends.end(),
                     [&](std::string_view end) { return name.ends_with(end); });
}

// --- tables -----------------------------------------------------------------------------------------

std::string range_text(const Interval& interval, const ReportUnit& unit) {
  return fmt::format("[{:.4g}, {:.4g}]", interval.lo / unit.si, interval.hi / unit.si);
}

std::vector<Cell> posterior_row(const Posterior& posterior, const StatedReconstruction& stated,
                                UnitSystem units) {
  const ReportUnit unit = unit_of(posterior.name, stated, units);
  return {{posterior.name},
          {fmt::format("{:.4g}", posterior.mean / unit.si)},
          {range_text(posterior.interval68, unit)},
          {range_text(posterior.interval95, unit)},
          {posterior.prior95 ? range_text(*posterior.prior95, unit) : "—"},
          {std::string(unit.symbol)}};
}

std::string posterior_table(const Reconstruction& result, const StatedReconstruction& stated,
                            const TextStyle& style) {
  TextTable table{
      .columns = {Align::left, Align::right, Align::right, Align::right, Align::right, Align::left},
      .rows = {{{"", Tint::strong},
                {"mean", Tint::strong},
                {"68 %", Tint::strong},
                {"95 %", Tint::strong},
                {"95 % of the prior", Tint::strong},
                {"", Tint::strong}}}};
  std::vector<std::string> shown;
  for (const auto* list : {&result.unknowns, &result.report})
    for (const Posterior& posterior : *list) {
      if (std::find(shown.begin(), shown.end(), posterior.name) != shown.end()) continue;
      shown.push_back(posterior.name);
      table.rows.push_back(posterior_row(posterior, stated, style.units));
    }
  return render(table, style);
}

std::string evidence_table(const Reconstruction& result, const StatedReconstruction& stated,
                           const TextStyle& style) {
  TextTable table{.columns = {Align::left, Align::right, Align::right, Align::right, Align::left},
                  .rows = {{{"evidence", Tint::strong},
                            {"measured", Tint::strong},
                            {"draws", Tint::strong},
                            {"95 %", Tint::strong},
                            {"", Tint::strong}}}};
  for (const EvidenceFit& fit : result.evidence) {
    const ReportUnit unit = unit_of(fit.stated.path, stated, style.units);
    table.rows.push_back({{fit.stated.path},
                          {fmt::format("{:.4g} ± {:.3g}", fit.stated.value / unit.si,
                                       fit.stated.deviation / unit.si)},
                          {fmt::format("{:.4g}", fit.mean / unit.si)},
                          {range_text(fit.interval95, unit)},
                          {std::string(unit.symbol)}});
  }
  return render(table, style);
}

/// Change of each speed per prior deviation of each input, largest first.
std::string tornado(const Reconstruction& result, const StatedReconstruction& stated,
                    UnitSystem units) {
  std::string text;
  for (const Posterior& posterior : result.unknowns) {
    const ReportUnit unit = unit_of(posterior.name, stated, units);
    if (unit.symbol != "mph" && unit.symbol != "m/s") continue;
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < result.unknowns.size(); ++k)
      if (result.unknowns[k].name != posterior.name) order.push_back(k);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::abs(posterior.sensitivity[a]) > std::abs(posterior.sensitivity[b]);
    });
    text += posterior.name + " per prior deviation of";
    for (std::size_t k = 0; k < order.size(); ++k)
      text += fmt::format("{} {} {:+.2g}", k == 0 ? "" : ",", result.unknowns[order[k]].name,
                          posterior.sensitivity[order[k]] / unit.si);
    text += fmt::format(" {}\n", unit.symbol);
  }
  return text;
}

/// By how much each piece of evidence, alone, narrows what the priors leave open.
std::string contributions(const Reconstruction& result) {
  constexpr double worth_saying = 0.02;
  std::string text;
  for (const EvidenceFit& fit : result.evidence) {
    std::string parts;
    for (std::size_t k = 0; k < fit.narrows.size(); ++k)
      if (fit.narrows[k] >= worth_saying)
        parts += fmt::format("{}{} {:.0f} %", parts.empty() ? " " : ", ", result.unknowns[k].name,
                             100 * fit.narrows[k]);
    text +=
        fmt::format("{} alone narrows{}\n", fit.stated.path, parts.empty() ? " nothing" : parts);
  }
  return text + "\n";
}

}  // namespace

ReportUnit unit_of(std::string_view name, const StatedReconstruction& stated, UnitSystem units) {
  const bool us = units != UnitSystem::si;
  bool speed =
      ends_with_any(name, {"delta_v", "_speed", "speed_before", "closing_total", ".vx", ".vy"});
  for (const SweepVariable& unknown : stated.unknowns)
    for (const DrivenKey& key : unknown.keys)
      if (unknown.name == name && key.path.find(".velocity[") != std::string::npos) speed = true;
  if (speed) return us ? ReportUnit{"mph", 0.44704} : ReportUnit{"m/s", 1};
  if (name.ends_with(".distance")) return us ? ReportUnit{"ft", 0.3048} : ReportUnit{"m", 1};
  if (name == "energy.change")
    return us ? ReportUnit{"ft lb", 1.3558179483314004} : ReportUnit{"J", 1};
  if (name.ends_with("rate_change_deg")) return {"deg/s", 1};
  if (name.ends_with("_deg")) return {"deg", 1};
  if (ends_with_any(name, {"yaw_rate_change", ".omega"})) return {"rad/s", 1};
  return {"", 1};
}

std::string reconstruction_json(const Reconstruction& result, const Provenance& provenance) {
  JsonLine json;
  json.begin('{');
  json.next();
  json.out += provenance_fields(provenance);
  write_posteriors(json, "unknown", result.unknowns, result.unknowns);
  write_posteriors(json, "report", result.report, result.unknowns);
  json.key("evidence");
  json.begin('{');
  for (const EvidenceFit& fit : result.evidence) {
    json.next();
    append_json(json.out, fit.stated.path);
    json.out += ": ";
    json.begin('{');
    json.field("measured", fit.stated.value);
    json.field("standard_deviation", fit.stated.deviation);
    json.field("mean", fit.mean);
    write_range(json, "interval95", fit.interval95);
    json.key("narrows");
    json.begin('{');
    for (std::size_t k = 0; k < fit.narrows.size(); ++k) {
      json.next();
      append_json(json.out, result.unknowns[k].name);
      json.out += ": ";
      append_json(json.out, fit.narrows[k]);
    }
    json.end('}');
    json.end('}');
  }
  json.end('}');
  json.field("method", std::string_view(result.method));
  json.count("draws", static_cast<std::int64_t>(result.draws));
  json.field("effective", result.effective);
  json.key("notes");
  json.words(result.notes);
  json.end('}');
  return json.out + "\n";
}

std::string reconstruction_table(const Reconstruction& result, const StatedReconstruction& stated,
                                 const TextStyle& style) {
  std::string text = fmt::format("{}: {} draws, effective sample {:.0f}\n\n", result.method,
                                 result.draws, result.effective);
  text +=
      posterior_table(result, stated, style) + "\n" + evidence_table(result, stated, style) + "\n";
  const int width = std::max(style.width, 60);
  text += contributions(result) + tornado(result, stated, style.units);
  if (!result.notes.empty()) text += "\n";
  for (const std::string& note : result.notes) text += wrapped(note, width, 0, 2);
  return text;
}

}  // namespace carom
