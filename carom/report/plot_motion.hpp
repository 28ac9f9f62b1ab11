/// @file
/// The picture of a motion as a gnuplot script: the ways of the bodies above, the energy over time below.
#pragma once

#include <carom/report/motion_picture.hpp>
#include <carom/report/plot.hpp>

#include <string>

namespace carom {

std::string gnuplot_script(const MotionPicture& picture, PictureFormat format);

}  // namespace carom
