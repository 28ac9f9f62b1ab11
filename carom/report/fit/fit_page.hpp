/// @file
/// The report of a fit: one HTML file with its table and pictures.
#pragma once

#include <carom/io/result/provenance.hpp>
#include <carom/study/fit/fit.hpp>

#include <string>

namespace carom {

/// Likelihood surface with the bootstrap's cloud, measured against predicted velocities, errors against every
/// column, calibration.
/// @param source  the fit's file, named in the head
std::string fit_page(const FitProblem& problem, const FitReport& report,
                     const Provenance& provenance, const std::string& source);

}  // namespace carom
