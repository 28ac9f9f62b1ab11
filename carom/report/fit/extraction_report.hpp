/// @file
/// Extracted impacts as a table of CSV that carom fit takes, as JSON, and in words.
#pragma once

#include <carom/report/table/layout.hpp>
#include <carom/study/fit/extraction.hpp>

#include <string>

namespace carom {

/// A line per impact: group, t, x, y, angle, vx1, vy1, w1, vx2, vy2, w2, their standard errors sd_..., rx and ry where a
/// shape is stated, the numbers of samples n1 and n2, misfit.
std::string extraction_csv(const Extraction& result, const StatedExtraction& stated);

/// The same as columns, with noise, acceleration and notes; ends in a line break.
std::string extraction_json(const Extraction& result, const StatedExtraction& stated);

/// How many, how noisy, and what is odd.
std::string extraction_table(const Extraction& result, const StatedExtraction& stated,
                             const TextStyle& style);

}  // namespace carom
