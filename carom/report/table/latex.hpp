/// @file
/// Tables for papers: the same cells as on a terminal, as LaTeX (packages booktabs and amsmath).
#pragma once

#include <carom/report/table/layout.hpp>

#include <string>
#include <string_view>

namespace carom {

/// The text with LaTeX's own characters escaped and its mathematics set as such: "p_t" is $p_{t}$, "ω" is
/// $\omega$, numbers have a real minus sign and their exponents as powers of ten.
std::string latex_text(std::string_view text);

/// The table as a centred tabular, its heading (the first row) between rules.
std::string latex_tabular(const TextTable& table);

}  // namespace carom
