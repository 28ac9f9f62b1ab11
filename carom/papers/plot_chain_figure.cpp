#include <carom/papers/plot_chain_figure.hpp>
#include <carom/report/law_color.hpp>

#include <array>
#include <cstddef>
#include <fmt/format.h>

namespace carom {
namespace {

/// In pixels.
constexpr int picture_width = 860;
constexpr int panel_height = 230;
constexpr int above_panels = 116;
constexpr int legend_place = 66;
constexpr int below_panels = 78;
constexpr int between_panels = 44;
constexpr int caption_height = 15;
/// Curves that lie on each other: the first is the widest, the last is on top.
constexpr double widest = 6;
constexpr double narrowest_axis = 1.8;
/// For curves that differ by a number, not by their law: from light to dark.
constexpr std::array shades{"#9ecae1", "#6baed6", "#4292c6", "#2171b5", "#08306b"};

bool by_law(const FigurePanel& panel) {
  return panel.curves.size() > 1 &&
         panel.curves[0].curve.laws.front() != panel.curves[1].curve.laws.front();
}

std::string look_of(const FigurePanel& panel, std::size_t i) {
  if (!by_law(panel))
    return fmt::format("with lines lc rgb '{}' lw 2.5", shades.at(i % shades.size()));
  const double step = (widest - narrowest_axis) / static_cast<double>(panel.curves.size() - 1);
  return fmt::format("with lines lc rgb '{}' lw {:.2f}",
                     color_of(panel.curves[i].curve.laws.front()),
                     widest - step * static_cast<double>(i));
}

/// One block of data for each panel: φ₁ and a column for each curve.
std::string data_of(const ChainFigure& figure) {
  std::string text;
  for (std::size_t p = 0; p < figure.panels.size(); ++p) {
    text += fmt::format("$panel{} << EOD\n", p);
    for (std::size_t k = 0; k < figure.angles.size(); ++k) {
      text += fmt::format("{:.9g}", figure.angles[k]);
      for (const FigureCurve& curve : figure.panels[p].curves)
        text += fmt::format(" {:.9g}", curve.values[k]);
      text += "\n";
    }
    text += "EOD\n";
  }
  return text;
}

std::string shading_of(const ChainFigure& figure) {
  std::string text;
  for (std::size_t i = 0; i < figure.shaded.size(); ++i)
    text += fmt::format(
        "set object {} rectangle from first {:.9g}, graph 0 to first {:.9g}, graph 1 "
        "fc rgb '#f0ead8' fs solid noborder behind\n",
        i + 1, figure.shaded[i].from, figure.shaded[i].to);
  return text;
}

std::string plot_of(const ChainFigure& figure, std::size_t p) {
  const FigurePanel& panel = figure.panels[p];
  std::string text;
  for (std::size_t i = 0; i < panel.curves.size(); ++i)
    text += fmt::format("{}$panel{} using 1:{} {} {}", i == 0 ? "plot " : ", ", p, i + 2,
                        look_of(panel, i),
                        p == 0 ? "title " + gnuplot_string(figure.legend[i]) : "notitle");
  if (p == 0 && !figure.shaded_title.empty())
    text += fmt::format(", keyentry with boxes fc rgb '#f0ead8' fs solid noborder title {}",
                        gnuplot_string(figure.shaded_title));
  return text + "\n";
}

/// Where a panel stands, and its axes; the lowest one has the numbers of φ₁.
std::string axes_of(const ChainFigure& figure, std::size_t p, int height) {
  const auto down = static_cast<int>(p) * (panel_height + between_panels) + above_panels;
  const double top = 1 - static_cast<double>(down) / height;
  const double bottom = 1 - static_cast<double>(down + panel_height) / height;
  const bool lowest = p + 1 == figure.panels.size();
  std::string text = fmt::format(
      "set tmargin at screen {:.4f}\nset bmargin at screen {:.4f}\n"
      "set label 2 '{{/:Bold {}}}   {}, {}' at graph 0,screen {:.4f} left font ',14'\n",
      top, bottom, static_cast<char>('A' + p), figure.panels[p].title, figure.panels[p].unit,
      top + static_cast<double>(caption_height) / height);
  text += lowest ? "set xtics ('-π/2' -pi/2, '-π/4' -pi/4, '0' 0, 'π/4' pi/4, 'π/2' pi/2)\n"
                   "set xlabel 'angle of the first link {/:Italic φ}_1, rad' font ',14'\n"
                 : "set xtics ('' -pi/2, '' -pi/4, '' 0, '' pi/4, '' pi/2)\n";
  text += p == 0 ? fmt::format(
                       "set key horizontal maxrows 1 at screen 0.97,{:.4f} right center samplen 2 "
                       "font ',13'\n",
                       1 - static_cast<double>(legend_place) / height)
                 : "unset key\n";
  return text;
}

}  // namespace

std::string gnuplot_script(const ChainFigure& figure, PictureFormat format) {
  const auto count = static_cast<int>(figure.panels.size());
  const int height =
      above_panels + below_panels + count * panel_height + (count - 1) * between_panels;
  std::string text =
      "# The three-link chain over its first angle, for gnuplot.\nset encoding utf8\n";
  text += gnuplot_terminal(format, {picture_width, height});
  text += data_of(figure);
  text += fmt::format(
      "set multiplot\nset lmargin at screen 0.09\nset rmargin at screen 0.98\n"
      "set label 1 {} at screen 0.5,{:.4f} center font ',17'\n"
      "set xrange [-pi/2:pi/2]\nset border 3 lc rgb '#999999'\n"
      "set tics nomirror textcolor rgb '#333333' font ',12'\n"
      "set xzeroaxis lc rgb '#cccccc' dt 1\n",
      gnuplot_string(fmt::format("Fig. {}: {}", figure.number, figure.title)), 1 - 30.0 / height);
  text += shading_of(figure);
  for (std::size_t p = 0; p < figure.panels.size(); ++p) {
    text += axes_of(figure, p, height) + plot_of(figure, p);
    if (p == 0) text += "unset label 1\n";
  }
  return text + "unset multiplot\n";
}

}  // namespace carom
