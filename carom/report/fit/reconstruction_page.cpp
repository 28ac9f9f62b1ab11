#include <carom/io/problem/trees.hpp>
#include <carom/io/scene/reader.hpp>
#include <carom/multibody/planar/kinematics.hpp>
#include <carom/multibody/planar/run_out.hpp>
#include <carom/report/fit/reconstruction_report.hpp>
#include <carom/report/fit/report_unit.hpp>
#include <carom/report/fit/svg_plot.hpp>
#include <carom/study/fit/crash_model.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace carom {
namespace {

constexpr std::string_view report_style =
    "body{font:14px/1.45 system-ui,sans-serif;max-width:900px;margin:2em auto;padding:0 1em}"
    "h2{font-size:16px;margin:1.2em 0 .3em}"
    "pre{font-size:11px;line-height:1.35;background:#f4f4f2;padding:1em;white-space:pre-wrap}"
    "table{border-collapse:collapse;font-size:13px}td,th{padding:1px 12px 1px 0;text-align:left}"
    "svg{font:11px system-ui,sans-serif;fill:#222}svg rect,svg path{stroke:#555;fill:none}"
    "svg .t{font-weight:600}svg path.p{stroke:#1b6ca8;stroke-opacity:.3;stroke-width:2.2;"
    "stroke-linecap:round}svg path.s{stroke:#111;stroke-width:1.2}svg path.l{stroke:#b3261e;"
    "stroke-width:1.3}svg rect.b{fill:#1b6ca8;stroke:none}"
    "@page{size:A4;margin:14mm}@media print{body{margin:0;padding:0;max-width:none}"
    "pre{font-size:8.5px;white-space:pre-wrap}svg{break-inside:avoid}}";

/// The crash at the means of the unknowns, and what it did.
struct MeanCrash {
  std::vector<double> x{};
  NamedCrash named{};
  CrashOutcome outcome{};
  double drag = 0;
};

std::optional<MeanCrash> mean_crash(const Reconstruction& result,
                                    const StatedReconstruction& stated) {
  const CrashModel model(stated);
  MeanCrash mean{.named = model.centre()};
  for (const Posterior& unknown : result.unknowns) mean.x.push_back(unknown.mean);
  const std::optional<Crash> crash = model.crash_at(mean.x);
  if (!crash) return std::nullopt;
  mean.named.crash = *crash;
  mean.outcome = outcome_of(*crash);
  mean.drag = model.drag_at(mean.x);
  if (!mean.outcome.solved) return std::nullopt;
  return mean;
}

// --- inputs -----------------------------------------------------------------------------------------

std::string prior_text(const SweepVariable& unknown, const ReportUnit& unit) {
  const double a = unknown.a / unit.si;
  const double b = unknown.b / unit.si;
  if (unknown.spread == Spread::normal)
    return fmt::format("normal, {:.4g} ± {:.3g} {}", a, b, unit.symbol);
  return fmt::format("uniform, {:.4g} to {:.4g} {}", a, b, unit.symbol);
}

std::string inputs_table(const StatedReconstruction& stated, UnitSystem units) {
  std::string out = "<table><tr><th>unknown</th><th>prior</th><th>stands for</th></tr>\n";
  for (const SweepVariable& unknown : stated.unknowns) {
    std::string keys;
    for (const DrivenKey& key : unknown.keys) keys += (keys.empty() ? "" : ", ") + key.path;
    out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", html_text(unknown.name),
                       prior_text(unknown, unit_of(unknown.name, stated, units)),
                       keys == unknown.name ? "" : html_text(keys));
  }
  return out + "</table>\n";
}

/// What happens after the impact, where evidence or report ask for it.
std::string departure_words(const StatedReconstruction& stated) {
  bool slides = false;
  bool runs = false;
  const auto look = [&](const std::string& path) {
    slides = slides || path.find(".slide_out.") != std::string::npos;
    runs = runs || path.find(".run_out.") != std::string::npos;
  };
  for (const StatedEvidence& evidence : stated.evidence) look(evidence.path);
  for (const std::string& path : stated.report) look(path);
  std::string words;
  if (slides)
    words +=
        " After the impact the cars slide out: V²/(2 f g) along the departure velocity, and turn ω V/(2 f g).";
  if (runs)
    words +=
        " After the impact the cars run out: "
        "four points with a quarter of the weight each, friction f against their own velocities.";
  return words;
}

// --- pictures ---------------------------------------------------------------------------------------

std::vector<PlotPoint> placed(const std::vector<Eigen::Vector2d>& outline,
                              const Eigen::Vector2d& centre, double heading) {
  std::vector<PlotPoint> points;
  const Eigen::Vector2d x = direction(heading);
  for (const Eigen::Vector2d& corner : outline) {
    const Eigen::Vector2d p = centre + corner.x() * x + corner.y() * perp(x);
    points.push_back({p.x(), p.y()});
  }
  return points;
}

/// The outline of a body about its centre of mass; that of a middling car if it has no shape.
std::vector<Eigen::Vector2d> outline_of(const Scene& scene, const std::string& name) {
  for (const Body& body : scene.model.bodies()) {
    if (body.name != name) continue;
    std::vector<Eigen::Vector2d> outline = body.outline;
    for (Eigen::Vector2d& corner : outline) corner -= body.centre_of_mass;
    if (!outline.empty()) return outline;
    const auto car = rectangle_about({0, 0}, 4.5, 1.8);
    return {car.begin(), car.end()};
  }
  return {};
}

/// The cars at the impact with their ways before it, and where they come to rest, from above.
std::string scene_picture(const MeanCrash& mean, const StatedReconstruction& stated) {
  constexpr double shown_before = 0.25;  // s
  SvgPlot plot{.title = "impact and rest, from above",
               .x_label = "x, m from the contact",
               .y_label = "y, m",
               .same_scale = true};
  const Scene scene = read_scene(stated.problem).scene;
  for (std::size_t k = 0; k < 2; ++k) {
    const CrashBody& body = mean.named.crash.bodies[k];
    if (mean.named.names[k].empty()) continue;
    const std::vector<Eigen::Vector2d> outline = outline_of(scene, mean.named.names[k]);
    const Eigen::Vector2d centre = -body.arm;
    plot.shapes.push_back(placed(outline, centre, body.heading));
    const Eigen::Vector2d from = centre - shown_before * body.velocity;
    plot.marks.push_back({centre.x(), centre.y()});
    plot.shapes.push_back({{from.x(), from.y()}, {centre.x(), centre.y()}});
    const double wheelbase = body.wheelbase > 0 ? body.wheelbase : 2.7;
    const double track = body.track > 0 ? body.track : 1.5;
    const RunOut end = run_out({mean.outcome.velocity[k], mean.outcome.rate[k], body.heading,
                                wheelbase / 2, track / 2, body.inverse_mass / body.inverse_inertia},
                               mean.drag);
    const Eigen::Vector2d rest = centre + end.travel;
    plot.shapes.push_back(placed(outline, rest, body.heading + end.turn));
    plot.shapes.push_back({{centre.x(), centre.y()}, {rest.x(), rest.y()}});
  }
  return svg_of(plot);
}

std::string joint_plot(const Reconstruction& result, const StatedReconstruction& stated,
                       UnitSystem units) {
  constexpr std::size_t most = 1500;
  if (result.unknowns.size() < 2) return "";
  const ReportUnit a = unit_of(result.unknowns[0].name, stated, units);
  const ReportUnit b = unit_of(result.unknowns[1].name, stated, units);
  SvgPlot plot{.title = "joint distribution",
               .x_label = fmt::format("{} {}", result.unknowns[0].name, a.symbol),
               .y_label = fmt::format("{} {}", result.unknowns[1].name, b.symbol)};
  const std::size_t step = std::max<std::size_t>(1, result.sample.size() / most);
  for (std::size_t i = 0; i < result.sample.size(); i += step)
    plot.points.push_back({result.sample[i][0] / a.si, result.sample[i][1] / b.si});
  return svg_of(plot);
}

/// Bars: the change of a speed per prior deviation of every other input, the longest first.
std::string tornado_plot(const Reconstruction& result, const Posterior& posterior,
                         const ReportUnit& unit) {
  constexpr double row = 18, middle = 300, longest = 110;
  std::vector<std::size_t> order;
  double most = 0;
  for (std::size_t k = 0; k < result.unknowns.size(); ++k) {
    if (result.unknowns[k].name == posterior.name) continue;
    order.push_back(k);
    most = std::max(most, std::abs(posterior.sensitivity[k]));
  }
  if (!(most > 0)) return "";
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(posterior.sensitivity[a]) > std::abs(posterior.sensitivity[b]);
  });
  std::string out = fmt::format(
      "<svg viewBox='0 0 440 {0}' width='440' height='{0}'><text x='4' y='14' class='t'>{1}: {2} "
      "per prior deviation</text>",
      24 + row * static_cast<double>(order.size()), html_text(posterior.name), unit.symbol);
  double y = 24;
  for (const std::size_t k : order) {
    const double change = posterior.sensitivity[k];
    const double length = longest * std::abs(change) / most;
    out += fmt::format(
        "<text x='180' y='{:.0f}' text-anchor='end'>{}</text><rect class='b' x='{:.1f}' "
        "y='{:.0f}' width='{:.1f}' height='11'/><text x='436' y='{:.0f}' "
        "text-anchor='end'>{:+.2g}</text>",
        y + 10, html_text(result.unknowns[k].name), change < 0 ? middle - length : middle, y,
        length, y + 10, change / unit.si);
    y += row;
  }
  return out + "</svg>\n";
}

std::string tornado_plots(const Reconstruction& result, const StatedReconstruction& stated,
                          UnitSystem units) {
  std::string out;
  for (const Posterior& posterior : result.unknowns) {
    const ReportUnit unit = unit_of(posterior.name, stated, units);
    if (unit.symbol == "mph" || unit.symbol == "m/s") out += tornado_plot(result, posterior, unit);
  }
  return out;
}

// --- momentum ---------------------------------------------------------------------------------------

/// Linear momentum, and angular momentum about the contact, before and after at the means.
std::string momentum_table(const MeanCrash& mean) {
  const Crash& crash = mean.named.crash;
  if (!(crash.bodies[0].inverse_mass > 0) || !(crash.bodies[1].inverse_mass > 0))
    return "<p>One side is fixed: momentum goes to the ground.</p>\n";
  Eigen::Vector3d before = Eigen::Vector3d::Zero();
  Eigen::Vector3d after = Eigen::Vector3d::Zero();
  for (std::size_t k = 0; k < 2; ++k) {
    const CrashBody& body = crash.bodies[k];
    const auto add = [&](const Eigen::Vector2d& v, double rate, Eigen::Vector3d& sum) {
      const Eigen::Vector2d p = v / body.inverse_mass;
      sum.head<2>() += p;
      sum.z() += rate / body.inverse_inertia + cross(-body.arm, p);
    };
    add(body.velocity, body.rate, before);
    add(mean.outcome.velocity[k], mean.outcome.rate[k], after);
  }
  std::string out = "<table><tr><th></th><th>before</th><th>after</th><th>difference</th></tr>\n";
  const std::array<const char*, 3> names{"along x, N s", "along y, N s",
                                         "about the contact, N m s"};
  for (Eigen::Index i = 0; i < 3; ++i)
    out +=
        fmt::format("<tr><td>{}</td><td>{:.6g}</td><td>{:.6g}</td><td>{:.1g}</td></tr>\n",
                    names[static_cast<std::size_t>(i)], before[i], after[i], after[i] - before[i]);
  return out + "</table>\n";
}

}  // namespace

std::string reconstruction_page(const Reconstruction& result, const StatedReconstruction& stated,
                                const Provenance& provenance, const std::string& source,
                                UnitSystem units) {
  const TextStyle style{.width = 110, .units = units};
  const std::optional<MeanCrash> mean = mean_crash(result, stated);
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'><title>{0}: reconstruction"
      "</title><style>{1}</style></head><body>\n<h1>{0}</h1>\n<p>Scene: {2}. {3}.</p>\n",
      html_text(source), report_style, html_text(stated.source), provenance_line(provenance));
  out += fmt::format(
      "<h2>Unknowns and method</h2>\n{}<p>Method: {}, {} draws of at most {}, effective sample "
      "{:.0f} of {:.0f} wanted, seed {}.{}</p>\n",
      inputs_table(stated, units), html_text(result.method), result.draws, stated.draws,
      result.effective, stated.effective, stated.seed, departure_words(stated));
  out += fmt::format("<h2>Intervals, evidence and sensitivity</h2>\n<pre>{}</pre>\n",
                     html_text(reconstruction_table(result, stated, style)));
  out += joint_plot(result, stated, units);
  if (mean) out += scene_picture(*mean, stated);
  out += "\n" + tornado_plots(result, stated, units);
  if (mean) out += "<h2>Momentum at the means</h2>\n" + momentum_table(*mean);
  return out + "</body></html>\n";
}

}  // namespace carom
