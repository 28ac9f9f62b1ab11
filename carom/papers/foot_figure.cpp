#include <carom/impact/cone/solve.hpp>
#include <carom/papers/foot_figure.hpp>

#include <fmt/format.h>

#include <Eigen/Core>

#include <array>
#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Corners of the sole from the centre of mass, m: front left, front right, rear left, rear right.
constexpr std::array<std::array<double, 3>, 4> corners{
    {{.1, .05, -.05}, {.1, -.05, -.05}, {-.1, .05, -.05}, {-.1, -.05, -.05}}};
constexpr double friction = 0.3;
/// How much contacts yield, against W: the picture needs no more digits.
constexpr double compliance = 1e-7;
/// One diagonal yields up to so many octaves more than the other, in steps of a half.
constexpr int most_octaves = 9;

/// A box of 1 kg, 0.2 × 0.1 × 0.1 m.
struct Foot {
  MatrixXd J = MatrixXd::Zero(12, 6);
  VectorXd inverse_mass{{1, 1, 1, 12 / .02, 12 / .05, 12 / .05}};
  VectorXd v{{.6, .2, -1, 0, 0, 8}};  ///< of the centre, then the rate of turning

  Foot() {
    for (Eigen::Index i = 0; i < 4; ++i) {
      const auto& [x, y, z] = corners[static_cast<std::size_t>(i)];
      J.block<3, 3>(3 * i, 0).setIdentity();
      J.block<3, 3>(3 * i, 3) << 0, z, -y, -z, 0, x, y, -x, 0;
    }
  }
};

/// The landing in which one diagonal yields `ratio` times as much as the other.
FootShare share_at(const Foot& foot, double ratio) {
  cone::Problem problem{foot.J * foot.inverse_mass.asDiagonal() * foot.J.transpose(),
                        {},
                        foot.J * foot.v,
                        std::vector<cone::Condition>(4)};
  const double epsilon = compliance * problem.W.diagonal().mean();
  for (int i = 0; i < 4; ++i) {
    problem.contacts.push_back({3 * i, 2, friction});
    const bool first_diagonal = i == 0 || i == 3;
    const double weight = first_diagonal ? std::sqrt(ratio) : 1 / std::sqrt(ratio);
    for (int r = 3 * i; r < 3 * i + 3; ++r) problem.W(r, r) += epsilon * weight;
  }
  const cone::Solution landed =
      cone::solve(problem, {.starts = 0, .sharing = false, .enumerate = false});
  if (!landed.found) throw std::logic_error("foot_figure: the foot does not land");
  const VectorXd v = foot.v + foot.inverse_mass.cwiseProduct(foot.J.transpose() * landed.p);
  const double all = landed.p[2] + landed.p[5] + landed.p[8] + landed.p[11];
  return {(landed.p[2] + landed.p[11]) / all, v[5], v[1]};
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
  return text + fmt::format(
                    "plot $family using 1:{0} with lines lc rgb '#2171b5' lw 2.5 title 'every "
                    "share that keeps the law', $rule{0} with points pt 7 ps 1.2 lc rgb '#d62728' "
                    "title 'equal compliance'\n",
                    panel.column);
}

}  // namespace

FootFigure foot_figure() {
  const Foot foot;
  FootFigure figure;
  for (int half = -2 * most_octaves; half <= 2 * most_octaves; ++half)
    figure.family.push_back(share_at(foot, std::exp2(0.5 * half)));
  figure.rule = share_at(foot, 1);
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
      figure.family.back().diagonal - 0.02, figure.family.front().diagonal + 0.02);
  text += panel_of(figure, {.top = 0.87, .bottom = 0.54, .column = 2, .title = "ω_z after, rad/s"},
                   false);
  text += "unset label 1\n";
  text +=
      panel_of(figure, {.top = 0.45, .bottom = 0.12, .column = 3, .title = "v_y after, m/s"}, true);
  return text + "unset multiplot\n";
}

}  // namespace carom
