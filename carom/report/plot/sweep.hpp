/// @file
/// A sweep as a picture: curves over one variable, a map over two, histograms of random draws, and bands of
/// draws over a variable.
#pragma once

#include <carom/report/plot/plot.hpp>
#include <carom/study/sweep/summary.hpp>

#include <string>
#include <vector>

namespace carom {

/// Most panels of a picture; further columns are left out.
inline constexpr std::size_t most_sweep_panels = 6;

/// The columns that it shows.
std::vector<std::size_t> shown_columns(const SweepCollection& sweep);

/// Whether it is drawn as curves over one variable, which refine_curves() refines.
bool is_drawn_as_curves(const SweepPlan& plan);

/// One panel per column of numbers, one colour per law. Over one variable, a tick under a curve marks a boundary of the
/// collection.
/// @throws std::invalid_argument if no column holds numbers, or more than two variables are no draws.
std::string gnuplot_script(const SweepCollection& sweep, const std::string& title,
                           PictureFormat format);

}  // namespace carom
