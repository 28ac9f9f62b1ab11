/// @file
/// Who creates energy: laws down, problems across.
#pragma once

#include <carom/impact/impact_result.hpp>
#include <carom/report/table/layout.hpp>

#include <string>
#include <vector>

namespace carom {

/// One problem and what the laws say of it.
struct EnergyColumn {
  std::vector<std::string> heading{};   ///< lines above the column
  std::vector<ImpactResult> results{};  ///< the same laws in the same order in every column
};

/// One pair of lines per law: the energy change in joules, with CREATED where it comes from nothing,
/// and below it in per cent of the energy before.
///
/// @param remarks  per law, a mark behind its name that a footnote explains ("" for none)
std::string energy_table(const std::vector<EnergyColumn>& columns,
                         const std::vector<std::string>& remarks, const TextStyle& style);

}  // namespace carom
