/// @file
/// The figures of the three-link chain as gnuplot scripts.
#pragma once

#include <carom/papers/chain_figure.hpp>
#include <carom/report/plot/plot.hpp>

#include <string>

namespace carom {

/// The script that draws the figure; all data are inside.
std::string gnuplot_script(const ChainFigure& figure, PictureFormat format);

}  // namespace carom
