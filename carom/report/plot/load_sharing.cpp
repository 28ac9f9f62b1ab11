#include <carom/impact/laws.hpp>
#include <carom/report/plot/load_sharing.hpp>
#include <carom/report/table/layout.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr PictureSize sharing_size{1100, 560};
/// The spin of a free body about the vertical is drawn where it changes by this share of what changes most.
constexpr double noticeable = 0.1;
constexpr std::array contact_colors{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                    "#e69f00", "#56b4e9", "#8c6d46", "#333333"};
constexpr std::array free_body_names{"{/:Italic v}_x after, m/s",   "{/:Italic v}_y after, m/s",
                                     "{/:Italic v}_z after, m/s",   "{/:Italic ω}_x after, rad/s",
                                     "{/:Italic ω}_y after, rad/s", "{/:Italic ω}_z after, rad/s"};

const VectorXd& outcome_of(const SharedLoads& way) {
  return way.velocity.size() > 0 ? way.velocity : way.u;
}

std::string outcome_name(const LoadSharing& sharing, Index i) {
  if (!sharing.places.empty()) return free_body_names[static_cast<std::size_t>(i)];
  return fmt::format("{} {} after", sharing.rule.velocity.size() > 0 ? "velocity" : "u", i + 1);
}

std::string point_text(double x, double y) { return fmt::format("{:.9g} {:.9g}\n", x, y); }

/// The commands of one panel and the data blocks that they use.
struct SharingPanel {
  const char* prefix;
  std::string data{};
  std::vector<std::string> plots{};

  void draw(const std::string& points, const std::string& look, const std::string& title) {
    const std::string name = fmt::format("${}{}", prefix, plots.size());
    data += fmt::format("{} << EOD\n{}EOD\n", name, points);
    plots.push_back(fmt::format("{} with {} {}", name, look,
                                title.empty() ? "notitle" : "title " + gnuplot_string(title)));
  }
  std::string command() const {
    std::string text;
    for (const std::string& plot : plots) text += (text.empty() ? "plot " : ", \\\n     ") + plot;
    return text + "\n";
  }
};

SharingPanel outcome_panel(const LoadSharing& sharing, Index outcome) {
  SharingPanel panel{"o"};
  const auto at = [&](const SharedLoads& way) {
    return point_text(way.load, outcome_of(way)[outcome]);
  };
  std::string line, spared;
  for (const SharedLoads& way : sharing.ways) line += at(way);
  for (const SharedLoads& way : sharing.spared) spared += at(way);
  panel.draw(line, "lines lc rgb '#0072b2' lw 3", "");
  if (!spared.empty())
    panel.draw(spared, "points pt 2 ps 1.3 lw 2 lc rgb '#333333'", "one contact is spared");
  panel.draw(at(sharing.rule), "points pt 7 ps 1.4 lc rgb '#000000'",
             "equal compliance (carom's answer)");
  return panel;
}

SharingPanel load_panel(const LoadSharing& sharing, const Contacts& problem,
                        const std::vector<Contact>& contacts) {
  SharingPanel panel{"l"};
  for (std::size_t i = 0; i < problem.count(); ++i) {
    std::string line;
    for (const SharedLoads& way : sharing.ways)
      line += point_text(way.load, way.p[problem.rows[i].normal()]);
    const auto& first = sharing.groups[0];
    const bool is_first = std::find(first.begin(), first.end(), static_cast<int>(i)) != first.end();
    panel.draw(line,
               fmt::format("lines lc rgb '{}' lw 2.5 dt {}",
                           contact_colors[i % contact_colors.size()], is_first ? "1" : "2"),
               contact_label(contacts[i], i));
  }
  return panel;
}

std::string names_of(const std::vector<int>& group, const std::vector<Contact>& contacts) {
  std::string text;
  for (const int i : group) {
    const auto k = static_cast<std::size_t>(i);
    text += (text.empty() ? "" : " + ") + contact_label(contacts[k], k);
  }
  return text;
}

}  // namespace

Index telling_outcome(const LoadSharing& sharing) {
  VectorXd least = outcome_of(sharing.rule);
  VectorXd most = least;
  for (const SharedLoads& way : sharing.ways) {
    least = least.cwiseMin(outcome_of(way));
    most = most.cwiseMax(outcome_of(way));
  }
  const VectorXd changes = most - least;
  Index widest = 0;
  const double largest = changes.maxCoeff(&widest);
  constexpr Index spin = 5;
  const bool spins = !sharing.places.empty() && changes[spin] > noticeable * largest;
  return spins ? spin : widest;
}

std::string gnuplot_script(const LoadSharing& sharing, const Contacts& problem,
                           const std::vector<Contact>& contacts, const std::string& title,
                           PictureFormat format) {
  if (sharing.ways.empty())
    throw std::invalid_argument("diagram: the contacts can share their loads in one way only");
  const Index outcome = telling_outcome(sharing);
  const SharingPanel left = outcome_panel(sharing, outcome);
  const SharingPanel right = load_panel(sharing, problem, contacts);
  const std::string axis =
      gnuplot_string(fmt::format("share of the load on {}", names_of(sharing.groups[0], contacts)));
  return fmt::format(
      "# How contacts share their loads, and what follows, for gnuplot.\nset encoding utf8\n{}{}{}"
      "set border 3 lc rgb '#999999'\nset tics nomirror textcolor rgb '#333333' font ',12'\n"
      "set grid lc rgb '#eeeeee' lt 1\nset xrange [0:1]\nset multiplot layout 1,2 title {} font ',17'\n"
      "set key bottom center outside horizontal font ',12' noenhanced\nset xlabel {} noenhanced font ',13'\n"
      "set ylabel {} font ',13'\nset bmargin 7\n{}set ylabel 'normal impulse {{/:Italic p}}_n, N s' font ',13'\n"
      "set yrange [0:*]\n{}unset multiplot\n",
      gnuplot_terminal(format, sharing_size), left.data, right.data,
      gnuplot_string(fmt::format("{} ({})",
                                 shortened(title.empty() ? "Shared loads" : title, longest_title),
                                 law_of(sharing.law).name)),
      axis, gnuplot_string(outcome_name(sharing, outcome)), left.command(), right.command());
}

}  // namespace carom
