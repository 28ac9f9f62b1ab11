/// @file
/// Scatter plots and maps as SVG, for reports that need nothing but a browser.
#pragma once

#include <string>
#include <vector>

namespace carom {

/// A point of a plot; more of them may lie on each other.
struct PlotPoint {
  double x = 0, y = 0;
};

/// A rectangle of a map, filled by its shade from 0 (light) to 1 (dark).
struct PlotTile {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  double shade = 0;
};

struct SvgPlot {
  std::string title{}, x_label{}, y_label{};
  std::vector<PlotTile> tiles{};  ///< below the points
  std::vector<PlotPoint> points{};
  std::vector<PlotPoint> line{};                 ///< drawn above the points
  std::vector<PlotPoint> marks{};                ///< crosses
  std::vector<std::vector<PlotPoint>> shapes{};  ///< closed outlines
  bool same_scale = false;                       ///< one unit is as long along x as along y
};

/// The plot as an SVG element; the same data give the same text.
std::string svg_of(const SvgPlot& plot);

/// Text that may stand in HTML.
std::string html_text(const std::string& text);

}  // namespace carom
