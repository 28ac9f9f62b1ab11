/// @file
/// The picture of docs/theory.md §18: how a foot that slides and spins goes on after it has landed, against the load
/// that one diagonal of its sole carries. The loads are not determined; equal compliance chooses one member of the
/// family (T18.5).
#pragma once

#include <carom/report/plot/plot.hpp>

#include <string>
#include <vector>

namespace carom {

/// One way to share the load, and the motion after compression.
struct FootShare {
  double diagonal = 0;  ///< share of the normal impulse at front left and rear right, 1
  double rate = 0;      ///< ω_z, rad/s
  double across = 0;    ///< v_y, m/s
};

/// The family of shares by rising load, from one spared corner to another, and the member of the rule.
struct FootFigure {
  std::vector<FootShare> family{};
  FootShare rule{};
};

/// Of the foot of §18 with v = (0.6, 0.2, −1), ω_z = 8 and μ = 0.3, at the end of compression.
FootFigure foot_figure();

/// The script that draws the figure; all data are inside.
std::string gnuplot_script(const FootFigure& figure, PictureFormat format);

}  // namespace carom
