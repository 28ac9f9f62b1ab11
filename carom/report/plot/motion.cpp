#include <carom/report/plot/motion.hpp>

#include <carom/report/picture/ground.hpp>
#include <carom/report/table/layout.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>

namespace carom {
namespace {

constexpr PictureSize motion_size{960, 860};
/// Columns of a name that fit into the legend.
constexpr int longest_label = 24;
/// More bodies than this share one entry of the legend.
constexpr std::size_t most_labels = 6;
/// More events than this are not marked in the energy's panel: they would fill it.
constexpr std::size_t most_marks = 60;
/// Colours that the colour-blind can tell apart [Okabe & Ito].
constexpr std::array<const char*, 7> colors{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                            "#e69f00", "#56b4e9", "#555555"};

/// The room of the ways inside their panel, and that of a number along an axis, pixels.
constexpr PictureSize ways_pixels{660, 400};
constexpr PictureSize number_pixels{55, 25};

/// How deep in the solid side a surface's name stands, as a share of the panel's longer side.
constexpr double name_depth = 0.035;

/// Data blocks and a plot command, while they grow.
struct Panel {
  std::string name{};  ///< of its data blocks
  std::string data{};
  std::string plot{};
  int parts = 0;

  void add(const std::string& points, const std::string& with, const std::string& title = "") {
    if (points.empty()) return;
    const std::string block = fmt::format("${}{}", name, parts++);
    data += fmt::format("{} << EOD\n{}EOD\n", block, points);
    plot += fmt::format("{}{} {} {}", plot.empty() ? "plot " : ", \\\n     ", block, with,
                        title.empty() ? "notitle" : "title " + gnuplot_string(title));
  }
};

std::string points_of(const Polyline& line, bool closed) {
  std::string text;
  for (const Eigen::Vector2d& x : line) text += fmt::format("{:.9g} {:.9g}\n", x.x(), x.y());
  if (closed && line.size() > 2)
    text += fmt::format("{:.9g} {:.9g}\n", line.front().x(), line.front().y());
  return text + "\n";
}

std::string points_of(const std::vector<Polyline>& lines, bool closed) {
  std::string text;
  for (const Polyline& line : lines) text += points_of(line, closed);
  return text;
}

/// The longer side of the panel.
double size_of(const MotionPicture& picture) { return (picture.high - picture.low).maxCoeff(); }

/// Where a text is held, so that it grows away from a wall whose solid side lies there.
const char* hold_of(const Eigen::Vector2d& solid) {
  if (std::abs(solid.x()) < std::abs(solid.y())) return "center";
  return solid.x() < 0 ? "right" : "left";
}

/// The names of the walls, behind them.
std::string wall_names(const MotionPicture& picture) {
  std::string text;
  for (const PictureSurface& surface : picture.surfaces) {
    const Polyline wall = clipped({picture.low, picture.high}, surface.from, surface.to);
    if (surface.name.empty() || !surface.solid || wall.front() == wall.back()) continue;
    const Eigen::Vector2d at =
        (wall.front() + wall.back()) / 2 + name_depth * size_of(picture) * *surface.solid;
    text += fmt::format(
        "set label {} at {:.9g},{:.9g} {} noenhanced font ',12' textcolor rgb '#333333'\n",
        gnuplot_string(shortened(surface.name, longest_label)), at.x(), at.y(),
        hold_of(*surface.solid));
  }
  return text;
}

Panel ways(const MotionPicture& picture) {
  Panel panel{.name = "way"};
  for (const PictureSurface& surface : picture.surfaces) {
    const Polyline wall = clipped({picture.low, picture.high}, surface.from, surface.to);
    if (wall.front() == wall.back()) continue;
    if (surface.solid)
      panel.add(points_of(hatching(wall, *surface.solid, size_of(picture)), false),
                "with lines lc rgb '#777777' lw 1");
    panel.add(points_of(wall, false), "with lines lc rgb '#333333' lw 3.5");
  }
  const bool named = picture.bodies.size() <= most_labels;
  for (std::size_t b = 0; b < picture.bodies.size(); ++b) {
    const BodyTrack& track = picture.bodies[b];
    const char* color = colors[b % colors.size()];
    panel.add(points_of(track.outlines, true),
              fmt::format("with lines lc rgb '{}' lw 1 dt 1", color));
    panel.add(points_of(track.strokes, false), fmt::format("with lines lc rgb '{}' lw 0.6", color));
    panel.add(points_of(track.centre, false), fmt::format("with lines lc rgb '{}' lw 2", color),
              named ? shortened(track.name, longest_label) : "");
  }
  return panel;
}

Panel energies(const MotionPicture& picture) {
  Panel panel{.name = "energy"};
  for (std::size_t c = 0; c < picture.energies.size(); ++c) {
    std::string points;
    for (std::size_t i = 0; i < picture.times.size(); ++i)
      points += fmt::format("{:.9g} {:.9g}\n", picture.times[i], picture.energies[c].values[i]);
    panel.add(points, fmt::format("with lines lc rgb '{}' lw 2", colors[c % colors.size()]),
              picture.energies[c].name);
  }
  if (panel.plot.empty())  // nothing moves: a line at zero
    panel.add(fmt::format("{:.9g} 0\n{:.9g} 0\n", picture.times.front(), picture.times.back()),
              "with lines lc rgb '#555555' lw 2", "none");
  return panel;
}

/// The step from number to number along an axis, m, where each needs so many pixels.
double tic_step(const MotionPicture& picture, int pixels) {
  const Eigen::Vector2d size = picture.high - picture.low;
  const double pixel = std::max(size.x() / ways_pixels.width, size.y() / ways_pixels.height);
  return round_number(pixels * pixel / 0.4);
}

std::string marks(const MotionPicture& picture) {
  if (picture.events.size() > most_marks) return "";
  std::string text;
  for (const double t : picture.events)
    text += fmt::format(
        "set arrow from first {:.9g},graph 0 to first {:.9g},graph 0.03 nohead lc rgb '#222222'\n",
        t, t);
  return text;
}

}  // namespace

std::string gnuplot_script(const MotionPicture& picture, PictureFormat format) {
  const Panel upper = ways(picture);
  const Panel lower = energies(picture);
  const std::string title =
      picture.title.empty() ? "Motion" : shortened(picture.title, longest_title);
  const std::string look =
      "set border 3 lc rgb '#999999'\n"
      "set tics nomirror textcolor rgb '#333333' font ',12'\n"
      "set key outside right top Left reverse noenhanced samplen 2 spacing 1.2 font ',13'\n"
      "set lmargin 10\n";
  return "# A motion: the ways of the bodies, and the energy over time, for gnuplot.\n"
         "set encoding utf8\n" +
         gnuplot_terminal(format, motion_size) + upper.data + lower.data +
         fmt::format("set multiplot title {} noenhanced font ',17'\n", gnuplot_string(title)) +
         look +
         fmt::format(
             "set label {} at screen 0.5,0.945 center noenhanced font ',12' textcolor rgb "
             "'#555555'\n",
             gnuplot_string(picture.subtitle)) +
         fmt::format(
             "set origin 0,0.36\nset size 1,0.58\nset size ratio -1\n"
             "set xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\n"
             "set xtics {:.9g}\nset ytics {:.9g}\n"
             "set xlabel '{{/:Italic x}}, m'\nset ylabel '{{/:Italic y}}, m'\n",
             picture.low.x(), picture.high.x(), picture.low.y(), picture.high.y(),
             tic_step(picture, number_pixels.width), tic_step(picture, number_pixels.height)) +
         wall_names(picture) + upper.plot +
         "\nunset label\nset xtics autofreq\nset ytics autofreq\n"
         "set origin 0,0\nset size noratio\nset size 1,0.36\n" +
         fmt::format("set xrange [{:.9g}:{:.9g}]\nset yrange [*<0:*]\n", picture.times.front(),
                     picture.times.back() > picture.times.front() ? picture.times.back()
                                                                  : picture.times.front() + 1) +
         "set xlabel '{/:Italic t}, s'\nset ylabel 'energy, J'\n" + marks(picture) + lower.plot +
         "\nunset multiplot\n";
}

namespace {

constexpr int film_width = 640;
constexpr double film_rate = 25;  ///< frames a second
constexpr std::size_t most_film_frames =
    300;  ///< longer motions are shown with fewer frames a second

/// The indices of the moments nearest to even times.
std::vector<std::size_t> frames_of(const std::vector<MotionMoment>& moments) {
  const double start = moments.front().state.t;
  const double duration = moments.back().state.t - start;
  const auto wished = static_cast<std::size_t>(std::min(duration * film_rate, 1e6));
  const std::size_t count =
      std::clamp<std::size_t>(wished, 2, std::min(most_film_frames, moments.size() + 1));
  std::vector<std::size_t> frames;
  frames.reserve(count);
  std::size_t i = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double t = start + duration * static_cast<double>(k) / static_cast<double>(count - 1);
    while (i + 1 < moments.size() &&
           std::abs(moments[i + 1].state.t - t) <= std::abs(moments[i].state.t - t))
      ++i;
    frames.push_back(i);
  }
  return frames;
}

/// The bodies at one moment inside the panel of the whole motion.
std::string film_frame(const Scene& scene, const MotionPicture& whole, const MotionMoment& moment,
                       std::size_t index) {
  MotionPicture now = motion_picture(scene, {moment});
  now.low = whole.low;
  now.high = whole.high;
  now.surfaces = whole.surfaces;
  for (std::size_t b = 0; b < now.bodies.size(); ++b) {
    const Polyline& way = whole.bodies[b].centre;
    now.bodies[b].centre.assign(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(index) + 1);
  }
  const Panel panel = ways(now);
  return panel.data +
         fmt::format("set label 1 't = {:.3f} s' at graph 0.02,0.96 font ',12'\n", moment.state.t) +
         panel.plot + "\n";
}

}  // namespace

std::string gnuplot_film(const Scene& scene, const std::vector<MotionMoment>& moments) {
  const MotionPicture whole = motion_picture(scene, moments);
  const std::vector<std::size_t> frames = frames_of(moments);
  const Eigen::Vector2d sides = whole.high - whole.low;
  const int height = 60 + static_cast<int>(film_width * sides.y() / sides.x());
  const double duration = moments.back().state.t - moments.front().state.t;
  const int delay = std::max(
      2, static_cast<int>(std::lround(100 * duration / static_cast<double>(frames.size()))));
  std::string text = fmt::format(
      "# The film of a motion, for gnuplot.\nset encoding utf8\n"
      "set terminal gif animate delay {} loop 0 size {},{} background '#ffffff' font ',12'\n"
      "set title {} noenhanced\nset size ratio -1\nset border 3 lc rgb '#999999'\n"
      "set tics nomirror\nset key outside right top noenhanced\n"
      "set xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\n",
      delay, film_width, height,
      gnuplot_string(whole.title.empty() ? "Motion" : shortened(whole.title, longest_title)),
      whole.low.x(), whole.high.x(), whole.low.y(), whole.high.y());
  for (const std::size_t i : frames) text += film_frame(scene, whole, moments[i], i);
  return text;
}

}  // namespace carom
