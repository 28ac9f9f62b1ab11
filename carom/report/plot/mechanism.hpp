/// @file
/// A mechanism's picture as a gnuplot script.
#pragma once

#include <carom/report/picture/mechanism.hpp>
#include <carom/report/plot/plot.hpp>
#include <carom/report/table/shown_units.hpp>

#include <string>

namespace carom {

/// The script that draws the picture; all data are inside. Axes and speeds are in the given units.
std::string gnuplot_script(const MechanismPicture& picture, PictureFormat format, UnitSystem units);

}  // namespace carom
