/// @file
/// The result of a fit as JSON, and its errors impact by impact as CSV.
#pragma once

#include <carom/io/result/provenance.hpp>
#include <carom/study/fit/fit.hpp>

#include <string>

namespace carom {

/// One object, with its provenance in its head; ends in a line break.
std::string fit_json(const FitReport& report, const Provenance& provenance);

/// A line per impact: group, unexplained share, own restitution and impulse ratio, and for every law the held-out
/// error a (m/s), r, and the rank in its prediction.
/// @param groups  the name of each impact's group
std::string fit_errors_csv(const FitReport& report, const std::vector<std::string>& groups);

}  // namespace carom
