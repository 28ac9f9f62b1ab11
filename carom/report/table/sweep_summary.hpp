/// @file
/// The summary of a sweep as tables.
#pragma once

#include <carom/report/table/layout.hpp>
#include <carom/study/sweep/summary.hpp>

#include <string>

namespace carom {

/// Mean, standard deviation and quantiles of every number, how often every word stands there, and of
/// random draws the tornado.
std::string sweep_summary_table(const SweepSummary& summary, const TextStyle& style);

}  // namespace carom
