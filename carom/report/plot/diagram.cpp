#include <algorithm>
#include <carom/impact/laws.hpp>
#include <carom/report/law_color.hpp>
#include <carom/report/plot/diagram.hpp>
#include <carom/report/table/layout.hpp>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <utility>

namespace carom {
namespace {

constexpr PictureSize diagram_size{960, 600};
/// Widths of paths, in pixels.
constexpr double widest_path = 11;
constexpr double narrowest_path = 2.5;
constexpr double usual_path = 5;
/// Size of a dot, in gnuplot's units.
constexpr double usual_dot = 1;

/// How a line looks in the picture; colours that the colour-blind can tell apart [Okabe & Ito].
struct LineLook {
  const char* color = "";
  const char* dash = "";  ///< gnuplot's dash type
  double width = 1;
  const char* label = "";  ///< in gnuplot's enhanced text
};

LineLook look_of(DiagramLineKind kind) {
  switch (kind) {
    case DiagramLineKind::sticking: return {"#333333", "2", 1.8, "sticking, {/:Italic u}_t = 0"};
    case DiagramLineKind::compression_ends:
      return {"#333333", "4", 1.8, "maximum compression, {/:Italic u}_n = 0"};
    case DiagramLineKind::limiting_friction: return {"#8c6d46", "1", 1.4, "limiting friction"};
    case DiagramLineKind::reversed_friction: return {"#8c6d46", "3", 1.8, "reversed friction"};
    case DiagramLineKind::static_friction: return {"#c9b18f", "5", 1.4, "static friction"};
    case DiagramLineKind::newton_ends: return {"#d55e00", "2", 1.4, "end by Newton's coefficient"};
    case DiagramLineKind::poisson_ends:
      return {"#0072b2", "2", 1.4, "end by Poisson's coefficient"};
  }
  return {};
}

// --- data blocks --------------------------------------------------------------------------------

std::string point_of(const Vec2<double>& p) { return fmt::format("{:.9g} {:.9g}\n", p.t, p.n); }

std::string block(const std::string& name, const std::string& points) {
  return fmt::format("${} << EOD\n{}EOD\n", name, points);
}

std::string events_of(const ImpactDiagram& diagram, PathEventKind kind) {
  std::string points;
  for (const DiagramPath& path : diagram.paths)
    for (const DiagramEvent& event : path.events)
      if (event.kind == kind) points += point_of(event.p);
  return points;
}

std::string data_of(const ImpactDiagram& diagram) {
  std::string text;
  std::string ellipse;
  for (const Vec2<double>& p : points_of(diagram.energy_ellipse)) ellipse += point_of(p);
  if (!ellipse.empty()) text += block("ellipse", ellipse);
  for (std::size_t i = 0; i < diagram.lines.size(); ++i)
    text += block(fmt::format("line{}", i),
                  point_of(diagram.lines[i].from) + point_of(diagram.lines[i].to));
  for (std::size_t i = 0; i < diagram.paths.size(); ++i) {
    std::string points;
    for (const DiagramEvent& event : diagram.paths[i].events) points += point_of(event.p);
    text += block(fmt::format("path{}", i), points);
    text += block(fmt::format("end{}", i), point_of(diagram.paths[i].events.back().p));
  }
  const std::string stops = events_of(diagram, PathEventKind::slip_stops);
  const std::string compressed = events_of(diagram, PathEventKind::compression_ends);
  if (!stops.empty()) text += block("stops", stops);
  if (!compressed.empty()) text += block("compressed", compressed);
  return text + block("start", "0 0\n");
}

// --- what is plotted, from the bottom to the top, and what the legend says ------------------------

/// The parts of gnuplot's plot command: first what is drawn, then the legend in its own order.
struct PlotCommand {
  std::vector<std::string> drawn{};
  std::vector<std::string> legend{};
};

void add_ellipse(PlotCommand& plot, const ImpactDiagram& diagram) {
  if (!diagram.energy_ellipse) return;
  plot.drawn.emplace_back("$ellipse with filledcurves closed fc rgb '#eaf3e6' notitle");
  plot.drawn.emplace_back("$ellipse with lines lc rgb '#6a9955' lw 2 notitle");
  plot.legend.emplace_back(
      "keyentry with lines lc rgb '#6a9955' lw 2 title 'zero loss; energy is created outside'");
}

/// Each kind of line appears once in the legend, though the static cone has two edges.
void add_lines(PlotCommand& plot, const ImpactDiagram& diagram) {
  for (std::size_t i = 0; i < diagram.lines.size(); ++i) {
    const LineLook look = look_of(diagram.lines[i].kind);
    const std::string with =
        fmt::format("with lines lc rgb '{}' dt {} lw {}", look.color, look.dash, look.width);
    plot.drawn.push_back(fmt::format("$line{} {} notitle", i, with));
    if (i == 0 || diagram.lines[i - 1].kind != diagram.lines[i].kind)
      plot.legend.push_back(fmt::format("keyentry {} title {}", with, gnuplot_string(look.label)));
  }
}

/// The law's name in enhanced text, where an underscore would start an index.
std::string title_of(const DiagramPath& path) {
  std::string name;
  for (const char c : law_of(path.law).name) name += c == '_' ? "\\_" : std::string(1, c);
  return fmt::format("{{/:Bold {}}}{}", name, path.creates_energy ? ": creates energy" : "");
}

/// Widths of the paths: laws share most of their way, so later ones are thinner and lie on top. What
/// an algebraic law did on the way is unknown; it gets a thin dashed line.
std::vector<double> widths_of(const std::vector<DiagramPath>& paths) {
  const auto follows = [](const DiagramPath& path) { return path.follows_path; };
  const auto count = std::count_if(paths.begin(), paths.end(), follows);
  const double step =
      count < 2 ? 0 : (widest_path - narrowest_path) / static_cast<double>(count - 1);
  double next = count < 2 ? usual_path : widest_path;
  std::vector<double> widths;
  for (const DiagramPath& path : paths) {
    widths.push_back(path.follows_path ? next : narrowest_path);
    if (path.follows_path) next -= step;
  }
  return widths;
}

void add_paths(PlotCommand& plot, const ImpactDiagram& diagram) {
  const std::vector<double> widths = widths_of(diagram.paths);
  for (std::size_t i = 0; i < diagram.paths.size(); ++i) {
    const DiagramPath& path = diagram.paths[i];
    const std::string look = fmt::format("with lines lc rgb '{}' dt {}", color_of(path.law),
                                         path.follows_path ? "1" : "'-'");
    plot.drawn.push_back(fmt::format("$path{} {} lw {:.2f} notitle", i, look, widths[i]));
    plot.legend.push_back(fmt::format("keyentry {} lw {} title {}", look,
                                      path.follows_path ? usual_path : narrowest_path,
                                      gnuplot_string(title_of(path))));
  }
}

/// Dots with a white rim, so that they show on every line.
void add_dots(PlotCommand& plot, const std::string& data, const std::string& look, double dot) {
  plot.drawn.push_back(fmt::format("${} with points {} ps {:.2f} lc rgb '#ffffff' notitle", data,
                                   look.substr(0, look.find(" lc")), 1.35 * dot));
  plot.drawn.push_back(fmt::format("${} with points {} ps {:.2f} notitle", data, look, dot));
}

void add_events(PlotCommand& plot, const ImpactDiagram& diagram) {
  const auto add = [&](const std::string& data, const std::string& look, const char* title) {
    add_dots(plot, data, look, usual_dot);
    plot.legend.push_back(
        fmt::format("keyentry with points {} ps {} title '{}'", look, usual_dot, title));
  };
  add("start", "pt 7 lc rgb '#000000'", "start");
  if (!events_of(diagram, PathEventKind::slip_stops).empty())
    add("stops", "pt 5 lc rgb '#000000'", "slip stops");
  if (!events_of(diagram, PathEventKind::compression_ends).empty())
    add("compressed", "pt 13 lc rgb '#000000'", "compression ends");
  // Laws that end together show as rings.
  for (std::size_t i = 0; i < diagram.paths.size(); ++i)
    add_dots(plot, fmt::format("end{}", i),
             fmt::format("pt 7 lc rgb '{}'", color_of(diagram.paths[i].law)),
             usual_dot * std::pow(0.72, static_cast<double>(i)) + 0.2);
}

std::string joined(const PlotCommand& plot) {
  std::string text;
  for (const auto* parts : {&plot.drawn, &plot.legend})
    for (const std::string& part : *parts) text += (text.empty() ? "plot " : ", \\\n     ") + part;
  return text + "\n";
}

/// The panel is a square, since both axes are equally long; the legend stands to its right.
std::string axes_of(const ImpactDiagram& diagram) {
  const std::string title =
      diagram.title.empty() ? "Impact diagram" : shortened(diagram.title, longest_title);
  return fmt::format(
      "set label 1 {} at screen 0.5,0.955 center noenhanced font ',17'\n"
      "set label 2 {} at screen 0.5,0.905 center noenhanced font ',12' textcolor rgb '#555555'\n"
      "set lmargin at screen 0.09\nset rmargin at screen 0.5525\n"
      "set bmargin at screen 0.12\nset tmargin at screen 0.86\n"
      "set xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\n"
      "set border 3 lc rgb '#999999'\n"
      "set tics nomirror textcolor rgb '#333333' font ',12'\n"
      "set label 3 'tangential impulse {{/:Italic p}}_t, N s' at screen 0.32,0.03 center font "
      "',14'\n"
      "set label 4 'normal impulse {{/:Italic p}}_n, N s' at screen 0.017,0.49 center rotate font "
      "',14'\n"
      "set xzeroaxis lc rgb '#cccccc' dt 1\nset yzeroaxis lc rgb '#cccccc' dt 1\n"
      "set key at screen 0.575,0.49 left center Left reverse samplen 2 spacing 1.3 font ',13'\n",
      gnuplot_string(title), gnuplot_string(diagram.subtitle), diagram.t.min, diagram.t.max,
      diagram.n.min, diagram.n.max);
}

}  // namespace

std::string gnuplot_script(const ImpactDiagram& diagram, PictureFormat format) {
  PlotCommand plot;
  add_paths(plot, diagram);
  add_events(plot, diagram);
  const PlotCommand on_top = std::exchange(plot, {});
  add_ellipse(plot, diagram);
  add_lines(plot, diagram);
  plot.drawn.insert(plot.drawn.end(), on_top.drawn.begin(), on_top.drawn.end());
  plot.legend.insert(plot.legend.begin(), on_top.legend.begin(), on_top.legend.end());
  return "# Routh's diagram of an impact, for gnuplot.\nset encoding utf8\n" +
         gnuplot_terminal(format, diagram_size) + axes_of(diagram) + data_of(diagram) +
         joined(plot);
}

}  // namespace carom
