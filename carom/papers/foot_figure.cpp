#include <carom/impact/impact_problem.hpp>
#include <carom/papers/foot_figure.hpp>
#include <carom/report/load_sharing.hpp>

#include <fmt/format.h>

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace carom {
namespace {

using Eigen::VectorXd;

/// Corners of the sole from the centre of mass, m: front left, front right, rear left, rear right.
constexpr std::array<std::array<double, 3>, 4> corners{
    {{.1, .05, -.05}, {.1, -.05, -.05}, {-.1, .05, -.05}, {-.1, -.05, -.05}}};

/// A box of 1 kg, 0.2 × 0.1 × 0.1 m, that lands; coordinates are the velocity of its centre and its rate of turning.
ImpactProblem landing_foot() {
  GeneralizedSpace space{
      .mass = VectorXd{{1, 1, 1, .02 / 12, .05 / 12, .05 / 12}}.asDiagonal().toDenseMatrix(),
      .velocity = VectorXd{{.6, .2, -1, 0, 0, 8}}};
  ImpactProblem foot{.name = "foot", .simultaneous = Simultaneous::together};
  for (const auto& [x, y, z] : corners) {
    space.rows.push_back({.tangent = VectorXd{{1, 0, 0, 0, z, -y}},
                          .normal = VectorXd{{0, 0, 1, y, -x, 0}},
                          .tangent2 = VectorXd{{0, 1, 0, -z, 0, x}}});
    foot.contacts.push_back({.restitution = 0, .friction = 0.3});
  }
  foot.dynamics = std::move(space);
  return foot;
}

/// The share of the diagonal front left, rear right.
FootShare share_of(const SharedLoads& loads, bool first_is_front_left) {
  return {first_is_front_left ? loads.load : 1 - loads.load, loads.velocity[5], loads.velocity[1]};
}

/// One of two panels over the share of the load.
struct Panel {
  double top = 0;
  double bottom = 0;
  int column = 2;
  const char* title = "";
};

std::string panel_of(const FootFigure& figure, const Panel& panel, bool lowest) {
  const double y = panel.column == 2 ? figure.rule.rate : figure.rule.across;
  std::string text = fmt::format(
      "set tmargin at screen {0:.3f}\nset bmargin at screen {1:.3f}\n"
      "set label 2 {2} at graph 0,screen {3:.3f} left font ',14'\n",
      panel.top, panel.bottom, gnuplot_string(panel.title), panel.top + 0.025);
  text += lowest ? "set xlabel 'share of the load on the diagonal front left, rear right' "
                   "font ',14'\nset format x '%g'\nunset key\n"
                 : "set format x ''\nset key top right samplen 2 font ',13'\n";
  text += fmt::format(
      "set arrow 1 from {0:.9g}, graph 0 to {0:.9g}, graph 1 nohead lc rgb '#bbbbbb' dt 2 back\n",
      figure.rule.diagonal);
  text +=
      fmt::format("$rule{} << EOD\n{:.9g} {:.9g}\nEOD\n", panel.column, figure.rule.diagonal, y);
  return text +
         fmt::format(
             "plot $family using 1:{0} with lines lc rgb '#2171b5' lw 2.5 title 'every share that keeps the law', $rule{0} with points pt 7 ps 1.2 lc rgb '#d62728' title 'equal compliance'\n",
             panel.column);
}

}  // namespace

FootFigure foot_figure() {
  const ImpactProblem foot = landing_foot();
  const auto sharing =
      load_sharing(foot.name, foot.contacts, contact_problem(foot), LawId::poisson);
  if (!sharing || sharing->ways.empty())
    throw std::logic_error("foot_figure: the loads of the foot are not shared");
  const std::vector<int>& first = sharing->groups[0];
  const bool front_left = std::find(first.begin(), first.end(), 0) != first.end();
  FootFigure figure{.rule = share_of(sharing->rule, front_left)};
  for (const SharedLoads& way : sharing->ways) figure.family.push_back(share_of(way, front_left));
  std::sort(figure.family.begin(), figure.family.end(),
            [](const FootShare& a, const FootShare& b) { return a.diagonal < b.diagonal; });
  return figure;
}

std::string gnuplot_script(const FootFigure& figure, PictureFormat format) {
  std::string text = "# A foot that slides and spins, for gnuplot.\nset encoding utf8\n";
  text += gnuplot_terminal(format, {.width = 760, .height = 620});
  text += "$family << EOD\n";
  for (const FootShare& share : figure.family)
    text += fmt::format("{:.9g} {:.9g} {:.9g}\n", share.diagonal, share.rate, share.across);
  text += fmt::format(
      "EOD\nset multiplot\nset lmargin at screen 0.1\nset rmargin at screen 0.96\n"
      "set label 1 {} at screen 0.5,0.955 center font ',16'\n"
      "set border 3 lc rgb '#999999'\nset tics nomirror textcolor rgb '#333333' font ',12'\n"
      "set xrange [{:.9g}:{:.9g}]\n",
      gnuplot_string("A foot lands sliding and spinning: its motion depends on the loads"),
      figure.family.front().diagonal - 0.02, figure.family.back().diagonal + 0.02);
  text += panel_of(figure, {.top = 0.87, .bottom = 0.54, .column = 2, .title = "ω_z after, rad/s"},
                   false);
  text += "unset label 1\n";
  text +=
      panel_of(figure, {.top = 0.45, .bottom = 0.12, .column = 3, .title = "v_y after, m/s"}, true);
  return text + "unset multiplot\n";
}

}  // namespace carom
