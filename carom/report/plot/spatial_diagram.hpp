/// @file
/// The swerve of an impact in space as a gnuplot script.
#pragma once

#include <carom/report/plot/plot.hpp>
#include <carom/report/spatial_diagram.hpp>

#include <string>

namespace carom {

/// The script that draws the three views; all data are inside.
std::string gnuplot_script(const SpatialDiagram& diagram, PictureFormat format);

}  // namespace carom
