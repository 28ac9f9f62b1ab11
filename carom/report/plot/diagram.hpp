/// @file
/// Routh's diagram as a gnuplot script.
#pragma once

#include <carom/report/diagram.hpp>
#include <carom/report/plot/plot.hpp>

#include <string>

namespace carom {

/// The script that draws the diagram; all data are inside.
std::string gnuplot_script(const ImpactDiagram& diagram, PictureFormat format);

}  // namespace carom
