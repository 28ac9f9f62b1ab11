#include <carom/report/fit/svg_plot.hpp>
#include <carom/report/plot/plot.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace carom {
namespace {

constexpr double width = 380, height = 300;
constexpr double left = 58, right = 370, top = 26, bottom = 258;  // of the frame, px

/// From data to pixels along one axis.
struct Scale {
  double from = std::numeric_limits<double>::infinity();
  double to = -std::numeric_limits<double>::infinity();
  double start = 0, end = 1;  ///< px

  void cover(double x) {
    if (!std::isfinite(x)) return;
    from = std::min(from, x);
    to = std::max(to, x);
  }
  void widen() {
    if (!(from <= to)) from = 0, to = 1;
    const double margin = to > from ? 0.03 * (to - from) : 0.5;
    from -= margin;
    to += margin;
  }
  double at(double x) const { return start + (x - from) / (to - from) * (end - start); }
};

struct Axes {
  Scale x{.start = left, .end = right};
  Scale y{.start = bottom, .end = top};
};

/// The axis with more room covers more.
void share_scale(Axes& axes) {
  const double x = (axes.x.to - axes.x.from) / (right - left);
  const double y = (axes.y.to - axes.y.from) / (bottom - top);
  Scale& wider = x < y ? axes.x : axes.y;
  const double missing = (std::max(x, y) / std::min(x, y) - 1) * (wider.to - wider.from) / 2;
  wider.from -= missing;
  wider.to += missing;
}

Axes axes_of(const SvgPlot& plot) {
  Axes axes;
  const auto cover = [&](double x, double y) {
    axes.x.cover(x);
    axes.y.cover(y);
  };
  for (const auto* points : {&plot.points, &plot.line, &plot.marks})
    for (const PlotPoint& p : *points) cover(p.x, p.y);
  for (const PlotTile& tile : plot.tiles) {
    cover(tile.x0, tile.y0);
    cover(tile.x1, tile.y1);
  }
  for (const std::vector<PlotPoint>& shape : plot.shapes)
    for (const PlotPoint& p : shape) cover(p.x, p.y);
  axes.x.widen();
  axes.y.widen();
  if (plot.same_scale) share_scale(axes);
  return axes;
}

std::string ticks(const Scale& scale, bool horizontal) {
  constexpr double wanted = 5;
  const double step = round_number((scale.to - scale.from) / wanted * 1.5);
  std::string out;
  for (double k = std::ceil(scale.from / step); k * step <= scale.to; ++k) {
    const double x = k * step;
    const std::string label = fmt::format("{:.6g}", std::abs(x) < step / 2 ? 0.0 : x);
    out += horizontal ? fmt::format(
                            "<text x='{:.1f}' y='{}' text-anchor='middle'>{}</text>"
                            "<path d='M{:.1f} {}v-4'/>",
                            scale.at(x), bottom + 14, label, scale.at(x), bottom)
                      : fmt::format(
                            "<text x='{}' y='{:.1f}' text-anchor='end'>{}</text>"
                            "<path d='M{} {:.1f}h4'/>",
                            left - 4, scale.at(x) + 3, label, left, scale.at(x));
  }
  return out;
}

std::string marks_of(const SvgPlot& plot, const Axes& axes) {
  std::string out;
  for (const PlotTile& tile : plot.tiles)
    out += fmt::format(
        "<rect x='{:.1f}' y='{:.1f}' width='{:.2f}' height='{:.2f}' "
        "style='stroke:none;fill:#1b6ca8;fill-opacity:{:.3f}'/>",
        axes.x.at(tile.x0), axes.y.at(tile.y1), axes.x.at(tile.x1) - axes.x.at(tile.x0) + 0.3,
        axes.y.at(tile.y0) - axes.y.at(tile.y1) + 0.3, tile.shade);
  if (!plot.points.empty()) {
    out += "<path class='p' d='";
    for (const PlotPoint& p : plot.points)
      if (std::isfinite(p.x) && std::isfinite(p.y))
        out += fmt::format("M{:.1f} {:.1f}h0", axes.x.at(p.x), axes.y.at(p.y));
    out += "'/>";
  }
  if (!plot.line.empty()) {
    out += "<path class='l' d='";
    for (std::size_t k = 0; k < plot.line.size(); ++k)
      out += fmt::format("{}{:.1f} {:.1f}", k == 0 ? "M" : "L", axes.x.at(plot.line[k].x),
                         axes.y.at(plot.line[k].y));
    out += "'/>";
  }
  for (const std::vector<PlotPoint>& shape : plot.shapes) {
    out += "<path class='s' d='";
    for (std::size_t k = 0; k < shape.size(); ++k)
      out += fmt::format("{}{:.1f} {:.1f}", k == 0 ? "M" : "L", axes.x.at(shape[k].x),
                         axes.y.at(shape[k].y));
    out += "z'/>";
  }
  for (const PlotPoint& p : plot.marks)
    out += fmt::format("<path class='l' d='M{0:.1f} {1:.1f}m-6 0h12m-6 -6v12'/>", axes.x.at(p.x),
                       axes.y.at(p.y));
  return out;
}

}  // namespace

std::string html_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '\'')
      out += "&#39;";
    else
      out += c;
  }
  return out;
}

std::string svg_of(const SvgPlot& plot) {
  const Axes axes = axes_of(plot);
  return fmt::format(
      "<svg viewBox='0 0 {} {}' width='{}' height='{}'><text x='{}' y='16' class='t'>{}</text>"
      "{}<rect x='{}' y='{}' width='{}' height='{}' fill='none'/>{}{}"
      "<text x='{}' y='{}' text-anchor='middle'>{}</text>"
      "<text transform='translate(12 {}) rotate(-90)' text-anchor='middle'>{}</text></svg>\n",
      width, height, width, height, left, html_text(plot.title), marks_of(plot, axes), left, top,
      right - left, bottom - top, ticks(axes.x, true), ticks(axes.y, false), (left + right) / 2,
      bottom + 32, html_text(plot.x_label), (top + bottom) / 2, html_text(plot.y_label));
}

}  // namespace carom
