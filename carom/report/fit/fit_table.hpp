/// @file
/// The result of a fit as a table for people.
#pragma once

#include <carom/report/table/layout.hpp>
#include <carom/study/fit/fit.hpp>

#include <string>

namespace carom {

std::string fit_table(const FitReport& report, const TextStyle& style);

}  // namespace carom
