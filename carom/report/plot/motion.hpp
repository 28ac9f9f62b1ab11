/// @file
/// The picture of a motion as a gnuplot script: the ways of the bodies above, the energy over time below.
#pragma once

#include <carom/report/picture/motion.hpp>
#include <carom/report/plot/plot.hpp>

#include <string>

namespace carom {

std::string gnuplot_script(const MotionPicture& picture, PictureFormat format);

}  // namespace carom
