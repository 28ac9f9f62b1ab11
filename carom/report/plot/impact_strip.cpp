#include <carom/report/plot/impact_strip.hpp>

#include <carom/impact/laws.hpp>
#include <carom/report/law_color.hpp>
#include <carom/report/picture/ground.hpp>
#include <carom/report/table/layout.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace carom {
namespace {

/// Pixels of the page and of its parts.
constexpr int page_width = 960;
constexpr int heading = 76;
constexpr int row_heading = 30;
constexpr int caption = 24;
constexpr int energy = 48;
constexpr int margin = 14;
constexpr int bar = 13;
/// The bar's full length is this share of the energy before; what is more is cut off.
constexpr double bar_end = 1.4;
constexpr const char* slip_color = "#d55e00";
constexpr const char* impulse_color = "#0072b2";
constexpr const char* kept_color = "#009e73";
constexpr const char* created_color = "#c0392b";

/// Where the parts are, pixels from the upper left.
struct Layout {
  int across = 1;
  int down = 1;
  int picture_width() const { return page_width / across - margin; }
  int picture_height() const { return static_cast<int>(picture_width() / panel_shape); }
  int row_height() const { return row_heading + caption + picture_height() + energy; }
  int height() const { return heading + down * row_height() + margin; }
  double x(double pixels) const { return pixels / page_width; }
  double y(double pixels) const { return 1 - pixels / height(); }
};

std::string points_of(const Polyline& line) {
  std::string text;
  for (const Eigen::Vector2d& x : line) text += fmt::format("{:.9g} {:.9g}\n", x.x(), x.y());
  return text + "\n";
}

/// The part of all pictures that is the same, as data blocks and a plot command.
struct Drawing {
  std::string data{};
  std::string plot{};
  int parts = 0;

  void add(const std::string& points, const std::string& with) {
    if (points.empty()) return;
    data += fmt::format("$strip{} << EOD\n{}EOD\n", parts, points);
    plot +=
        fmt::format("{}$strip{} {} notitle", plot.empty() ? "plot " : ", \\\n     ", parts++, with);
  }
};

Drawing mechanism_of(const MechanismPicture& picture) {
  Drawing drawing;
  std::string bodies;
  std::string ground;
  std::string strokes;
  const PicturePanel panel{picture.low, picture.high};
  for (const auto* list : {&picture.prescribed, &picture.bodies})
    for (const PictureBody& body : *list) {
      Polyline outline = body.outline;
      if (outline.size() > 2) outline.push_back(outline.front());
      if (!outline.empty()) bodies += points_of(outline);
      for (const Polyline& stroke : body.strokes) bodies += points_of(stroke);
    }
  for (const PictureSurface& surface : picture.surfaces) {
    const Polyline line = clipped(panel, surface.from, surface.to);
    ground += points_of(line);
    if (!surface.solid) continue;
    for (const Polyline& stroke :
         hatching(line, *surface.solid, picture.high.x() - picture.low.x()))
      strokes += points_of(stroke);
  }
  std::string joints;
  for (const PictureJoint& joint : picture.joints) joints += points_of({joint.position});
  drawing.add(strokes, "with lines lc rgb '#999999' lw 1");
  drawing.add(ground, "with lines lc rgb '#555555' lw 2");
  drawing.add(bodies, "with lines lc rgb '#3b7ea8' lw 4");
  drawing.add(joints, "with points pt 7 ps 0.55 lc rgb '#222222'");
  return drawing;
}

std::string arrows_of(const std::vector<PictureArrow>& arrows, const char* color) {
  std::string text;
  for (const PictureArrow& a : arrows)
    if (a.along.norm() > 0)
      text += fmt::format(
          "set arrow from {:.9g},{:.9g} rto {:.9g},{:.9g} head filled size screen 0.011,22 lw 3 "
          "lc rgb '{}' front\n",
          a.from.x(), a.from.y(), a.along.x(), a.along.y(), color);
  return text;
}

std::string rectangle(const Layout& at, double left, double top, double width,
                      const std::string& look) {
  return fmt::format("set object rect from screen {:.6g},{:.6g} to screen {:.6g},{:.6g} {}\n",
                     at.x(left), at.y(top + bar), at.x(left + width), at.y(top), look);
}

/// The energy that is left: green up to what there was, red beyond.
std::string energy_bar(const Layout& at, double left, double top, double share) {
  const double whole = at.picture_width() / bar_end;
  const double shown = std::clamp(share, 0.0, bar_end);
  std::string text = rectangle(at, left, top, whole * std::min(shown, 1.0),
                               fmt::format("fc rgb '{}' fs solid noborder", kept_color));
  if (shown > 1)
    text += rectangle(at, left + whole, top, whole * (shown - 1),
                      fmt::format("fc rgb '{}' fs solid noborder", created_color));
  return text + rectangle(at, left, top, whole, "fs empty border lc rgb '#555555'");
}

/// "energy 58 %", in red where there is more than before.
std::string energy_words(const Layout& at, double left, double top, double share, bool created) {
  return fmt::format("set label 'energy {:.0f} %{}' at screen {:.6g},{:.6g} left font ',12'{}\n",
                     100 * share, created ? ": CREATED" : "", at.x(left), at.y(top + bar + 12),
                     created ? fmt::format(" textcolor rgb '{}'", created_color) : "");
}

std::string picture_of(const ImpactStrip& strip, const StripPicture& picture, const Layout& at,
                       const Drawing& drawing, std::size_t column, int top, bool created) {
  const double left = margin / 2.0 + static_cast<double>(column) * page_width / at.across;
  const int under = top + caption + at.picture_height();
  return fmt::format(
             "unset label\nunset arrow\nunset object\n"
             "set lmargin at screen {:.6g}\nset rmargin at screen {:.6g}\n"
             "set tmargin at screen {:.6g}\nset bmargin at screen {:.6g}\n"
             "set label {} at screen {:.6g},{:.6g} left noenhanced font ',13'\n",
             at.x(left), at.x(left + at.picture_width()), at.y(top + caption), at.y(under),
             gnuplot_string(picture.caption), at.x(left), at.y(top + 12)) +
         arrows_of(picture.slips, slip_color) + arrows_of(picture.impulses, impulse_color) +
         energy_bar(at, left, under + 5, picture.energy_share) +
         energy_words(at, left, under + 5, picture.energy_share, created) +
         fmt::format("set xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\n",
                     strip.mechanism.low.x(), strip.mechanism.high.x(), strip.mechanism.low.y(),
                     strip.mechanism.high.y()) +
         drawing.plot + "\n";
}

/// Title and what the arrows are.
std::string heading_of(const ImpactStrip& strip, const Layout& at) {
  const std::string& name = strip.mechanism.title;
  const std::string title = name.empty() ? "Impact" : shortened(name, longest_title);
  return fmt::format(
      "set label {} at screen 0.5,{:.6g} center noenhanced font ',17'\n"
      "set label 'velocity of the contact' at screen 0.48,{:.6g} right font ',13' textcolor rgb "
      "'{}'\n"
      "set label 'impulse so far' at screen 0.52,{:.6g} left font ',13' textcolor rgb '{}'\n",
      gnuplot_string(title), at.y(24), at.y(54), slip_color, at.y(54), impulse_color);
}

std::string row_heading_of(const StripRow& row, const Layout& at, int top) {
  return fmt::format("set label {} at screen {:.6g},{:.6g} left noenhanced font ',15'{}\n",
                     gnuplot_string(law_of(row.law).name), at.x(margin / 2.0), at.y(top + 16),
                     fmt::format(" textcolor rgb '{}'", color_of(row.law)));
}

}  // namespace

std::string gnuplot_script(const ImpactStrip& strip, PictureFormat format) {
  Layout at{.down = static_cast<int>(strip.rows.size())};
  for (const StripRow& row : strip.rows)
    at.across = std::max(at.across, static_cast<int>(row.pictures.size()));
  const Drawing drawing = mechanism_of(strip.mechanism);
  std::string text = "# An impact as a strip of pictures, for gnuplot.\nset encoding utf8\n" +
                     gnuplot_terminal(format, {page_width, at.height()}) + drawing.data +
                     "unset border\nunset tics\nunset key\nset multiplot\n";
  // Headings belong to no picture: an empty plot carries them.
  text += heading_of(strip, at);
  int top = heading;
  for (const StripRow& row : strip.rows) {
    text += row_heading_of(row, at, top);
    top += at.row_height();
  }
  text += "set xrange [0:1]\nset yrange [0:1]\nplot NaN notitle\n";
  top = heading + row_heading;
  for (const StripRow& row : strip.rows) {
    for (std::size_t i = 0; i < row.pictures.size(); ++i) {
      const bool created = row.creates_energy && i + 1 == row.pictures.size();
      text += picture_of(strip, row.pictures[i], at, drawing, i, top, created);
    }
    top += at.row_height();
  }
  return text + "unset multiplot\n";
}

}  // namespace carom
