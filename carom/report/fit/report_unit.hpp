/// @file
/// Units in which reports show the quantities of a reconstruction.
#pragma once

#include <carom/io/fit/reconstruction_file.hpp>
#include <carom/report/table/layout.hpp>

#include <string_view>

namespace carom {

/// How a quantity is shown: its unit, and one of it in SI.
struct ReportUnit {
  std::string_view symbol{};
  double si = 1;
};

/// By the name of the quantity; the unknowns that drive a speed are speeds.
ReportUnit unit_of(std::string_view name, const StatedReconstruction& stated, UnitSystem units);

}  // namespace carom
