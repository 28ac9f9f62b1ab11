#include <carom/report/plot/three_views.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace carom {
namespace {

/// Colours of the bodies in turn, distinct also to the colour blind.
constexpr std::array<const char*, 6> body_colors{"#0072b2", "#d55e00", "#009e73",
                                                 "#cc79a7", "#56b4e9", "#e69f00"};
constexpr std::array<const char*, 3> axis_names{"x", "y", "z"};

/// A view: which axes go right and up, and where its panel is.
struct View {
  const char* title = "";
  int right = 0;
  int up = 2;
  double x = 0;  ///< of the panel's corner, shares of the page
  double y = 0;
};

std::string point(const Eigen::Vector3d& x, const View& view) {
  return fmt::format("{:.6g} {:.6g}\n", x[view.right], x[view.up]);
}

/// A block of data with a name: lines of one body.
std::string block_of(const std::string& name, const std::vector<Polyline3>& lines,
                     const View& view) {
  std::string text = "$" + name + " << END\n";
  for (const Polyline3& line : lines) {
    for (const Eigen::Vector3d& x : line) text += point(x, view);
    text += "\n";
  }
  return text + "END\n";
}

std::string block_of(const std::string& name, const std::vector<Arrow3>& arrows, const View& view) {
  std::string text = "$" + name + " << END\n";
  for (const Arrow3& a : arrows)
    text += fmt::format("{:.6g} {:.6g} {:.6g} {:.6g}\n", a.from[view.right], a.from[view.up],
                        a.along[view.right], a.along[view.up]);
  return text + "END\n";
}

std::string panel(const ThreeViews& views, const View& view, const PictureSize& size,
                  double scale) {
  const double width = (views.high[view.right] - views.low[view.right]) * scale / size.width;
  const double height = (views.high[view.up] - views.low[view.up]) * scale / size.height;
  std::string text;
  for (std::size_t b = 0; b < views.bodies.size(); ++b)
    text += block_of(fmt::format("body{}", b), views.bodies[b].lines, view);
  text += block_of("normals", views.normals, view) + block_of("speeds", views.velocities, view);
  text += "$joints << END\n";
  for (const Eigen::Vector3d& x : views.joints) text += point(x, view);
  text += "END\n";
  text += fmt::format(
      "set lmargin at screen {:.4f}\nset rmargin at screen {:.4f}\n"
      "set bmargin at screen {:.4f}\nset tmargin at screen {:.4f}\n",
      view.x, view.x + width, view.y, view.y + height);
  text += fmt::format(
      "set title {} font ',11' offset 0,-0.6\nset xlabel {} font ',10' offset 0,0.5\n"
      "set ylabel {} font ',10' offset 1.5,0\nset xtics {:.6g}\nset ytics {:.6g}\n",
      gnuplot_string(view.title),
      gnuplot_string(fmt::format("{}, m", axis_names[static_cast<std::size_t>(view.right)])),
      gnuplot_string(fmt::format("{}, m", axis_names[static_cast<std::size_t>(view.up)])),
      round_number((views.high - views.low).maxCoeff() / 4),
      round_number((views.high - views.low).maxCoeff() / 4));
  text += fmt::format("plot [{:.6g}:{:.6g}] [{:.6g}:{:.6g}]", views.low[view.right],
                      views.high[view.right], views.low[view.up], views.high[view.up]);
  for (std::size_t b = 0; b < views.bodies.size(); ++b)
    text += fmt::format(" $body{} with lines lw 1.5 lc rgb '{}' notitle,", b,
                        body_colors[b % body_colors.size()]);
  if (!views.joints.empty()) text += " $joints with points pt 6 ps 0.8 lc rgb '#444444' notitle,";
  if (!views.velocities.empty())
    text += " $speeds with vectors filled lw 1.5 lc rgb '#888888' notitle,";
  if (!views.normals.empty())
    text += " $normals with vectors filled lw 2.5 lc rgb '#000000' notitle,";
  text.back() = '\n';
  return text;
}

}  // namespace

std::string gnuplot_script(const ThreeViews& views, PictureFormat format) {
  const PictureSize size{.width = 860, .height = 760};
  const Eigen::Vector3d extent = views.high - views.low;
  // Two panels beside each other and two above each other, with room for labels.
  const double scale = std::min({0.78 * size.width / (extent.x() + extent.y()),
                                 0.68 * size.height / (extent.z() + extent.y())});
  const double right = 0.1 + extent.x() * scale / size.width + 0.11;
  const double top = 0.09 + extent.y() * scale / size.height + 0.14;
  std::string text = gnuplot_terminal(format, size);
  text += "set multiplot\nset grid lc rgb '#dddddd'\nset tics font ',9'\n";
  if (!views.title.empty())
    text += fmt::format("set label 1 {} at screen 0.5,0.975 center\n", gnuplot_string(views.title));
  text += panel(views, {"front", 0, 2, 0.1, top}, size, scale);
  text += "unset label 1\n";
  text += panel(views, {"side", 1, 2, right, top}, size, scale);
  text += panel(views, {"above", 0, 1, 0.1, 0.09}, size, scale);
  return text + "unset multiplot\n";
}

}  // namespace carom
