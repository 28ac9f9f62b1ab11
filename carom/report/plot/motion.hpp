/// @file
/// The picture of a motion as a gnuplot script: the ways of the bodies above, the energy over time below.
#pragma once

#include <carom/report/picture/motion.hpp>
#include <carom/report/plot/plot.hpp>

#include <string>
#include <vector>

namespace carom {

std::string gnuplot_script(const MotionPicture& picture, PictureFormat format);

/// The film of a motion as a gnuplot script that draws an animated GIF: the bodies as they move, with the way
/// of each centre of mass so far, in the time of the motion.
///
/// @param moments  in the order of time; of many, those that are nearest to even frames are drawn
std::string gnuplot_film(const Scene& scene, const std::vector<MotionMoment>& moments);

}  // namespace carom
