/// @file
/// Three views of a scene in space as a gnuplot script: from the front (x, z), the side (y, z) and above
/// (x, y), at one scale.
#pragma once

#include <carom/report/picture/three_views.hpp>
#include <carom/report/plot/plot.hpp>

#include <string>

namespace carom {

/// The script that draws the views; all data are inside.
std::string gnuplot_script(const ThreeViews& views, PictureFormat format);

}  // namespace carom
