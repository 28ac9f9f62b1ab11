/// @file
/// The rows of `carom solve`'s table: what each law says of the contacts and of the energy.
#pragma once

#include <carom/impact/impact_result.hpp>
#include <carom/report/table/layout.hpp>
#include <carom/report/table/shown_units.hpp>

#include <vector>

namespace carom {

/// Stands where one law lacks what another has.
inline constexpr const char* no_value = "—";

/// One column per law; quantities that none of them has are left out.
///
/// @param turning  per contact: it is the stop of a joint that turns, felt in rad/s and N·m·s; none: no one is
TextTable impact_rows(const std::vector<ImpactResult>& results, UnitSystem units,
                      const std::vector<bool>& turning = {});

}  // namespace carom
