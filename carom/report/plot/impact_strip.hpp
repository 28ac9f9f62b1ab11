/// @file
/// The strip of an impact as a gnuplot script.
#pragma once

#include <carom/report/picture/impact_strip.hpp>
#include <carom/report/plot/plot.hpp>

#include <string>

namespace carom {

/// The script that draws the strip; all data are inside.
std::string gnuplot_script(const ImpactStrip& strip, PictureFormat format);

}  // namespace carom
