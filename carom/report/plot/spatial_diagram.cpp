#include <carom/impact/laws.hpp>
#include <carom/report/law_color.hpp>
#include <carom/report/plot/spatial_diagram.hpp>
#include <carom/report/table/layout.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace carom {
namespace {

constexpr PictureSize swerve_size{1340, 600};
/// Colours of the phases that the colour-blind can tell apart [Okabe & Ito].
constexpr const char* compression_color = "#0072b2";
constexpr const char* restitution_color = "#d55e00";
constexpr const char* friction_color = "#8c6d46";
constexpr const char* static_color = "#c9b18f";
constexpr int circle_points = 180;

/// One of the three views.
struct SwerveView {
  const char* prefix;  ///< of its data blocks
  Vec2<double> (*of)(const SpatialDiagramPoint& point);
};

constexpr SwerveView hodograph{
    "u", [](const SpatialDiagramPoint& point) { return Vec2<double>{point.u.t.x, point.u.t.y}; }};
constexpr SwerveView growth{"n", [](const SpatialDiagramPoint& point) {
                              return Vec2<double>{length(point.p.t), point.p.n};
                            }};
constexpr SwerveView tangential{
    "p", [](const SpatialDiagramPoint& point) { return Vec2<double>{point.p.t.x, point.p.t.y}; }};

/// The commands that draw one panel, and the data blocks that they use.
struct SwervePanel {
  const SwerveView& view;
  std::string data{};
  std::vector<std::string> plots{};

  std::string block(const std::string& points) {
    const std::string name = fmt::format("${}{}", view.prefix, plots.size());
    data += fmt::format("{} << EOD\n{}EOD\n", name, points);
    return name;
  }
  void draw(const std::string& points, const std::string& look) {
    if (!points.empty()) plots.push_back(block(points) + " with " + look + " notitle");
  }
};

std::string plotted(const Vec2<double>& x) { return fmt::format("{:.9g} {:.9g}\n", x.t, x.n); }

std::string line_look(const char* color, double width, const char* dash = "1") {
  return fmt::format("lines lc rgb '{}' lw {} dt {}", color, width, dash);
}

/// The points of one phase; stretches of it are apart by an empty line.
std::string stretch_of(const SwervePanel& panel, const SpatialDiagramPath& path, Phase phase) {
  std::string text;
  for (std::size_t i = 0; i + 1 < path.points.size(); ++i) {
    if (path.points[i].phase != phase) continue;
    text += plotted(panel.view.of(path.points[i]));
    const bool ends = i + 2 == path.points.size() || path.points[i + 1].phase != phase;
    if (ends) text += plotted(panel.view.of(path.points[i + 1])) + "\n";
  }
  return text;
}

/// A dot with a white rim, so that it shows on every line.
void mark(SwervePanel& panel, const Vec2<double>& at, int shape, double size, const char* color) {
  const std::string points = plotted(at);
  panel.draw(points, fmt::format("points pt {} ps {:.2f} lc rgb '#ffffff'", shape, 1.4 * size));
  panel.draw(points, fmt::format("points pt {} ps {:.2f} lc rgb '{}'", shape, size, color));
}

int shape_of(PathEventKind kind) {
  switch (kind) {
    case PathEventKind::start: return 7;
    case PathEventKind::slip_stops: return 5;
    case PathEventKind::compression_ends: return 13;
    case PathEventKind::compression_starts: return 11;
    case PathEventKind::slip_starts:
    case PathEventKind::detaches:
    case PathEventKind::closes:
    case PathEventKind::end:
    case PathEventKind::between: return 0;
  }
  return 0;
}

/// The path that all path laws share, its events, the straight guesses of the algebraic ones, and all ends.
void add_ways(SwervePanel& panel, const SpatialDiagram& diagram) {
  for (const SpatialDiagramPath& path : diagram.paths)
    if (!path.follows_path)
      panel.draw(
          plotted(panel.view.of(path.points.front())) + plotted(panel.view.of(path.points.back())),
          line_look(color_of(path.law), 2, "'-'"));
  if (const SpatialDiagramPath* path = diagram.longest()) {
    panel.draw(stretch_of(panel, *path, Phase::compression), line_look(compression_color, 4));
    panel.draw(stretch_of(panel, *path, Phase::restitution), line_look(restitution_color, 4));
    for (const SpatialDiagramPoint& point : path->points)
      if (const int shape = shape_of(point.kind))
        mark(panel, panel.view.of(point), shape, 1, "#000000");
  }
  for (std::size_t i = 0; i < diagram.paths.size(); ++i)
    mark(panel, panel.view.of(diagram.paths[i].points.back()), 7,
         std::pow(0.75, static_cast<double>(i)) + 0.25, color_of(diagram.paths[i].law));
}

std::string circle_around(double radius) {
  std::string points;
  for (int i = 0; i <= circle_points; ++i) {
    const double angle = 2 * std::numbers::pi * i / circle_points;
    points += plotted({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return points;
}

SwervePanel hodograph_panel(const SpatialDiagram& d) {
  SwervePanel panel{hodograph};
  const double reach = 2 * std::max(std::max(-d.u_t1.min, d.u_t1.max), d.u_t2.max - d.u_t2.min);
  for (const KeptDirection& kept : d.directions)
    panel.draw(plotted({}) + plotted({reach * kept.w.x, reach * kept.w.y}),
               line_look(kept.attracts ? "#333333" : "#999999", 1.6, kept.attracts ? "1" : "3"));
  panel.draw(plotted({}), "points pt 2 ps 1.4 lw 2 lc rgb '#333333'");
  add_ways(panel, d);
  return panel;
}

SwervePanel growth_panel(const SpatialDiagram& d) {
  SwervePanel panel{growth};
  const auto edge = [&](double mu, const char* color, const char* dash) {
    panel.draw(plotted({}) + plotted({mu * d.p_n, d.p_n}), line_look(color, 1.8, dash));
  };
  edge(d.friction, friction_color, "1");
  if (d.static_friction > d.friction) edge(d.static_friction, static_color, "5");
  add_ways(panel, d);
  return panel;
}

SwervePanel tangential_panel(const SpatialDiagram& d) {
  SwervePanel panel{tangential};
  double last = 0;
  for (const SpatialDiagramPath& path : d.paths) {
    const double p_n = path.points.back().p.n;
    if (p_n == last) continue;  // laws that end together
    last = p_n;
    panel.draw(circle_around(d.friction * p_n), line_look(friction_color, 1.4));
  }
  if (d.static_friction > d.friction)
    panel.draw(circle_around(d.static_friction * last), line_look(static_color, 1.4, "5"));
  add_ways(panel, d);
  return panel;
}

/// What is drawn and what it means, one entry each.
std::vector<std::string> legend_of(const SpatialDiagram& d) {
  std::vector<std::string> entries;
  const auto add = [&](const std::string& look, const std::string& text) {
    entries.push_back(fmt::format("keyentry with {} title {}", look, gnuplot_string(text)));
  };
  if (const SpatialDiagramPath* path = d.longest()) {
    add(line_look(compression_color, 4), "compression");
    add(line_look(restitution_color, 4), "restitution");
    const auto has = [path](PathEventKind kind) {
      return std::any_of(path->points.begin(), path->points.end(),
                         [kind](const auto& point) { return point.kind == kind; });
    };
    add("points pt 7 ps 1 lc rgb '#000000'", "start");
    if (has(PathEventKind::slip_stops)) add("points pt 5 ps 1 lc rgb '#000000'", "slip stops");
    if (has(PathEventKind::compression_ends))
      add("points pt 13 ps 1 lc rgb '#000000'", "compression ends");
    if (has(PathEventKind::compression_starts))
      add("points pt 11 ps 1 lc rgb '#000000'", "compression again");
  }
  if (!d.directions.empty()) {
    add(line_look("#333333", 1.6), "attracts slip");
    add(line_look("#999999", 1.6, "3"), "repels slip");
  }
  add(line_look(friction_color, 1.8), "|{/:Italic p}_t| = μ {/:Italic p}_n");
  if (d.static_friction > d.friction)
    add(line_look(static_color, 1.8, "5"), "|{/:Italic p}_t| = μ_s {/:Italic p}_n");
  for (const SpatialDiagramPath& path : d.paths) {
    std::string name;
    for (const char c : law_of(path.law).name) name += c == '_' ? "\\_" : std::string(1, c);
    add(fmt::format("points pt 7 ps 1.2 lc rgb '{}'", color_of(path.law)),
        fmt::format("{{/:Bold {}}} ends{}", name, path.creates_energy ? ", creates energy" : ""));
  }
  return entries;
}

std::string plot_command(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "plot " : ", \\\n     ") + part;
  return text + "\n";
}

/// The axes of a panel between two heights of the page; the width is the height's, in pixels.
std::string panel_axes(double left, const DiagramRange& x, const DiagramRange& y,
                       const char* x_label, const char* y_label) {
  constexpr double low = 0.285;
  constexpr double high = 0.855;
  const double width = (high - low) * swerve_size.height / swerve_size.width;
  return fmt::format(
      "set lmargin at screen {:.4f}\nset rmargin at screen {:.4f}\n"
      "set bmargin at screen {}\nset tmargin at screen {}\n"
      "set xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\n"
      "set xlabel {} font ',13'\nset ylabel {} font ',13'\n",
      left, left + width, low, high, x.min, x.max, y.min, y.max, gnuplot_string(x_label),
      gnuplot_string(y_label));
}

std::string titles_of(const SpatialDiagram& d) {
  return fmt::format(
      "set label 1 {} at screen 0.5,0.955 center noenhanced font ',17'\n"
      "set label 2 {} at screen 0.5,0.905 center noenhanced font ',12' textcolor rgb '#555555'\n",
      gnuplot_string(d.title.empty() ? "The swerve" : shortened(d.title, longest_title)),
      gnuplot_string(d.subtitle));
}

}  // namespace

std::string gnuplot_script(const SpatialDiagram& d, PictureFormat format) {
  const SwervePanel panels[]{hodograph_panel(d), growth_panel(d), tangential_panel(d)};
  std::string script = "# The swerve of an impact in space, for gnuplot.\nset encoding utf8\n" +
                       gnuplot_terminal(format, swerve_size);
  for (const SwervePanel& panel : panels) script += panel.data;
  script +=
      "set border 3 lc rgb '#999999'\nset tics nomirror textcolor rgb '#333333' font ',12'\n"
      "set xzeroaxis lc rgb '#cccccc' dt 1\nset yzeroaxis lc rgb '#cccccc' dt 1\n"
      "set xtics autofreq\nset key off\nset multiplot\n" +
      titles_of(d);
  script += panel_axes(0.08, d.u_t1, d.u_t2, "slip {/:Italic u}_{t1}, m/s",
                       "slip {/:Italic u}_{t2}, m/s") +
            plot_command(panels[0].plots) + "unset label\n";
  script +=
      panel_axes(0.405, {0, d.p_t}, {0, d.p_n}, "|{/:Italic p}_t|, N s", "{/:Italic p}_n, N s") +
      plot_command(panels[1].plots);
  script += panel_axes(0.73, d.p_t1, d.p_t2, "{/:Italic p}_{t1}, N s", "{/:Italic p}_{t2}, N s") +
            plot_command(panels[2].plots);
  script +=
      "set lmargin at screen 0\nset rmargin at screen 1\nset bmargin at screen 0\n"
      "set tmargin at screen 0.17\nunset border\nunset tics\nunset xlabel\nunset ylabel\n"
      "unset xzeroaxis\nunset yzeroaxis\nset xrange [0:1]\nset yrange [0:1]\n"
      "set key at screen 0.5,0.15 center top maxrows 3 Left reverse samplen 2 spacing 1.2 "
      "font ',12'\n";
  std::vector<std::string> legend = legend_of(d);
  legend.insert(legend.begin(), "NaN notitle");
  return script + plot_command(legend) + "unset multiplot\n";
}

}  // namespace carom
