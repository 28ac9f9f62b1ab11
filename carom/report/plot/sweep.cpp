#include <carom/report/plot/sweep.hpp>

#include <carom/impact/laws.hpp>
#include <carom/report/law_color.hpp>
#include <carom/report/table/layout.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

namespace carom {
namespace {

/// Classes of a histogram.
constexpr std::size_t histogram_classes = 40;
constexpr int sweep_panel_width = 520;
constexpr int sweep_panel_height = 330;
constexpr int longest_axis_label = 48;

std::string label_text(const RowColumn& column) {
  const bool unit = !column.unit.empty() && column.unit != "1";
  return shortened(column.name, longest_axis_label) + (unit ? ", " + column.unit : "");
}

std::string column_label(const RowColumn& column) { return gnuplot_string(label_text(column)); }

/// "12.5", or what gnuplot takes for a gap.
std::string number(double x) { return std::isnan(x) ? "NaN" : fmt::format("{:.9g}", x); }

/// Data blocks and plot commands, while they grow.
struct SweepPicture {
  const SweepCollection& sweep;
  std::vector<std::size_t> grid{};   ///< columns of the variables that are not drawn
  std::vector<std::size_t> shown{};  ///< columns of numbers
  std::string data{};
  std::string panels{};
  int blocks = 0;

  std::size_t laws() const { return sweep.plan().laws.size(); }
  const std::vector<double>& numbers(std::size_t column) const {
    return sweep.rows()[column].numbers;
  }
  std::size_t rows() const { return numbers(0).size(); }
  const char* color(std::size_t law) const { return color_of(sweep.plan().laws[law]); }
  std::string law(std::size_t law) const {
    return gnuplot_string(law_of(sweep.plan().laws[law]).name);
  }
  std::string block(const std::string& points) {
    const std::string name = fmt::format("$data{}", blocks++);
    data += fmt::format("{} << EOD\n{}EOD\n", name, points);
    return name;
  }
};

void begin_panel(SweepPicture& picture, const std::string& x, const std::string& y) {
  picture.panels += fmt::format(
      "set xlabel {} noenhanced font ',12'\nset ylabel {} noenhanced font ',12'\n", x, y);
}

/// The values of a column in the draws of one point of the grid, sorted.
std::vector<double> draws_at(const SweepPicture& picture, std::size_t column, std::size_t law,
                             std::size_t point) {
  std::vector<double> values;
  const auto draws = static_cast<std::size_t>(picture.sweep.plan().draws);
  for (std::size_t i = 0; i < draws; ++i) {
    const double x = picture.numbers(column)[(point * draws + i) * picture.laws() + law];
    if (!std::isnan(x)) values.push_back(x);
  }
  std::sort(values.begin(), values.end());
  return values;
}

/// The points of a curve from left to right: those of the sweep and those between.
std::string curve_points(const SweepPicture& picture, std::size_t column, std::size_t law) {
  std::vector<std::pair<double, double>> points;
  const std::size_t x = picture.grid[0];
  for (std::size_t row = law; row < picture.rows(); row += picture.laws())
    points.emplace_back(picture.numbers(x)[row], picture.numbers(column)[row]);
  for (const CurvePoint& point : picture.sweep.between())
    if (point.law == law) points.emplace_back(point.numbers[x], point.numbers[column]);
  if (!picture.sweep.between().empty()) {  // a jump's two points stay in their order
    const std::multimap<double, double> sorted(points.begin(), points.end());
    points.assign(sorted.begin(), sorted.end());
  }
  std::string text;
  for (const auto& [at, y] : points) text += number(at) + " " + number(y) + "\n";
  return text;
}

void add_curves(SweepPicture& picture, std::size_t column) {
  begin_panel(picture, column_label(picture.sweep.columns()[picture.grid[0]]),
              column_label(picture.sweep.columns()[column]));
  std::string plots;
  for (std::size_t law = 0; law < picture.laws(); ++law) {
    plots += fmt::format("{}{} with lines lc rgb '{}' lw 2 title {}", plots.empty() ? "" : ", ",
                         picture.block(curve_points(picture, column, law)), picture.color(law),
                         picture.law(law));
    std::string marks;
    for (const double x : picture.sweep.boundaries(law)) marks += number(x) + " ";
    if (!marks.empty())
      picture.panels += fmt::format(
          "do for [x in '{}'] {{ set arrow from first x+0,graph 0 to first x+0,graph 0.04 nohead lc "
          "rgb '{}' lw 1.5 }}\n",
          marks, picture.color(law));
  }
  picture.panels += "plot " + plots + "\nunset arrow\n";
}

void add_bands(SweepPicture& picture, std::size_t column) {
  begin_panel(picture, column_label(picture.sweep.columns()[picture.grid[0]]),
              column_label(picture.sweep.columns()[column]));
  const auto draws = static_cast<std::size_t>(picture.sweep.plan().draws);
  const std::size_t points = picture.rows() / picture.laws() / draws;
  std::string plots;
  for (std::size_t law = 0; law < picture.laws(); ++law) {
    std::string lines;
    for (std::size_t point = 0; point < points; ++point) {
      const std::vector<double> values = draws_at(picture, column, law, point);
      if (values.empty()) continue;
      lines += fmt::format("{} {} {} {}\n",
                           number(picture.numbers(picture.grid[0])[point * draws * picture.laws()]),
                           number(quantile(values, 0.05)), number(quantile(values, 0.5)),
                           number(quantile(values, 0.95)));
    }
    const std::string block = picture.block(lines);
    plots += fmt::format(
        "{0}{1} using 1:2:4 with filledcurves fs transparent solid 0.2 lc rgb '{2}' notitle, {1} using 1:3 with lines lc rgb '{2}' lw 2 title {3}",
        plots.empty() ? "" : ", ", block, picture.color(law), picture.law(law));
  }
  picture.panels += "plot " + plots + "\n";
}

void add_histogram(SweepPicture& picture, std::size_t column) {
  begin_panel(picture, column_label(picture.sweep.columns()[column]), "'share of the draws'");
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const double x : picture.numbers(column)) {
    if (std::isnan(x)) continue;
    low = std::min(low, x);
    high = std::max(high, x);
  }
  if (!(high > low)) high = low + 1;
  const double width = (high - low) / static_cast<double>(histogram_classes);
  std::string plots;
  for (std::size_t law = 0; law < picture.laws(); ++law) {
    const std::vector<double> values = draws_at(picture, column, law, 0);
    std::vector<double> share(histogram_classes, 0);
    for (const double x : values) {
      const auto i = static_cast<std::size_t>((x - low) / width);
      share[std::min(i, histogram_classes - 1)] += 1 / static_cast<double>(values.size());
    }
    std::string points;
    for (std::size_t i = 0; i < histogram_classes; ++i)
      points +=
          fmt::format("{:.9g} {:.9g}\n", low + (static_cast<double>(i) + 0.5) * width, share[i]);
    plots += fmt::format("{}{} with histeps lc rgb '{}' lw 1.8 title {}", plots.empty() ? "" : ", ",
                         picture.block(points), picture.color(law), picture.law(law));
    if (values.empty()) continue;
    for (const double q : {0.05, 0.5, 0.95})
      picture.panels += fmt::format(
          "set arrow from first {0:.9g},graph 0 to first {0:.9g},graph {1} nohead lc rgb '{2}' lw "
          "1.2 dt 2\n",
          quantile(values, q), q == 0.5 ? 0.9 : 0.5, picture.color(law));
  }
  picture.panels += fmt::format("set xtics {:.9g}\n", round_number((high - low) / 2));
  picture.panels +=
      "set yrange [0:*]\nplot " + plots + "\nunset arrow\nset xtics autofreq\nset yrange [*:*]\n";
}

/// Two variables: the column over both, under one law.
void add_map(SweepPicture& picture, std::size_t column, std::size_t law) {
  const auto& columns = picture.sweep.columns();
  begin_panel(picture, column_label(columns[picture.grid[1]]),
              column_label(columns[picture.grid[0]]));
  std::string points;
  std::string before;
  for (std::size_t row = law; row < picture.rows(); row += picture.laws()) {
    const std::string y = number(picture.numbers(picture.grid[0])[row]);
    if (!before.empty() && y != before) points += "\n";
    before = y;
    points += fmt::format("{} {} {}\n", number(picture.numbers(picture.grid[1])[row]), y,
                          number(picture.numbers(column)[row]));
  }
  picture.panels +=
      fmt::format("set title {} noenhanced font ',12'\n",
                  gnuplot_string(std::string(law_of(picture.sweep.plan().laws[law]).name) + ": " +
                                 label_text(columns[column])));
  picture.panels += fmt::format("splot {} with pm3d notitle\n", picture.block(points));
}

/// Axes of variables that take logarithmic ranges of positive numbers; x is the last variable of the grid.
std::string logarithmic_axes(const SweepPicture& picture) {
  std::string text;
  const auto set = [&](std::size_t variable, const char* axis) {
    const SweepVariable& v = picture.sweep.plan().variables[variable];
    if (v.spread == Spread::logarithmic && v.a > 0) text += fmt::format("set logscale {}\n", axis);
  };
  if (!picture.grid.empty()) set(picture.grid.back(), "x");
  if (picture.grid.size() == 2) set(picture.grid.front(), "y");
  return text;
}

std::string layout(std::size_t panels, const std::string& title, PictureFormat format) {
  const int across = panels > 1 ? 2 : 1;
  const int down = (static_cast<int>(panels) + across - 1) / across;
  const PictureSize size{sweep_panel_width * across, 60 + sweep_panel_height * down};
  return gnuplot_terminal(format, size) +
         fmt::format("set multiplot layout {},{} title {} noenhanced font ',16'\n", down, across,
                     gnuplot_string(shortened(title, longest_title / 2 * across)));
}

}  // namespace

std::vector<std::size_t> shown_columns(const SweepCollection& sweep) {
  std::vector<std::size_t> shown;
  for (std::size_t i = sweep.plan().variables.size(); i < sweep.columns().size(); ++i)
    if (sweep.columns()[i].is_number && shown.size() < most_sweep_panels) shown.push_back(i);
  return shown;
}

bool is_drawn_as_curves(const SweepPlan& plan) {
  const bool one = plan.variables.size() == 1 && plan.draws == 1;
  return one && !is_random(plan.variables[0]) && !has_words(plan.variables[0]);
}

std::string gnuplot_script(const SweepCollection& sweep, const std::string& title,
                           PictureFormat format) {
  SweepPicture picture{.sweep = sweep};
  const SweepPlan& plan = sweep.plan();
  for (std::size_t i = 0; i < plan.variables.size(); ++i)
    if (!is_random(plan.variables[i])) {
      if (has_words(plan.variables[i]))
        throw std::invalid_argument(
            fmt::format("--plot: {} takes words; want numbers (a picture for each word)",
                        plan.variables[i].name));
      picture.grid.push_back(i);
    }
  picture.shown = shown_columns(sweep);
  const bool drawn = plan.draws > 1 || picture.grid.size() < plan.variables.size();
  if (picture.shown.empty())
    throw std::invalid_argument(
        "--plot: no column holds numbers; ask for some, such as --columns energy.change");
  if (picture.grid.size() > 2 || (drawn && picture.grid.size() > 1))
    throw std::invalid_argument(
        "--plot: more variables than a picture shows; want one or two, or draws over at most one");
  const bool map = picture.grid.size() == 2;
  if (map) {
    for (std::size_t law = 0; law < std::min(plan.laws.size(), most_sweep_panels); ++law)
      add_map(picture, picture.shown[0], law);
  } else {
    for (const std::size_t column : picture.shown) {
      if (picture.grid.empty()) add_histogram(picture, column);
      if (picture.grid.size() == 1 && drawn) add_bands(picture, column);
      if (picture.grid.size() == 1 && !drawn) add_curves(picture, column);
    }
  }
  const std::size_t panels =
      map ? std::min(plan.laws.size(), most_sweep_panels) : picture.shown.size();
  return "# A sweep, for gnuplot.\nset encoding utf8\n" + picture.data +
         layout(panels, title, format) +
         "set border 3 lc rgb '#999999'\nset tics nomirror textcolor rgb '#333333' font ',11'\n"
         "set key above right noenhanced samplen 2 font ',11'\nset grid lc rgb '#e6e6e6'\n" +
         (map ? "set view map\nset lmargin 11\nset rmargin 11\nset pm3d corners2color mean\nset "
                "palette defined (0 '#440154', 1 "
                "'#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')\n"
              : "") +
         logarithmic_axes(picture) + picture.panels + "unset multiplot\n";
}

}  // namespace carom
