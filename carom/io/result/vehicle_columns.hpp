/// @file
/// The report on vehicles as columns: "vehicle.vehicles.car.delta_v.size", as in its JSON.
#pragma once

#include <carom/io/result/columns.hpp>

#include <vector>

namespace carom {

/// Appends the leaves of the report, of shapes that have vehicles.
void add_vehicles(std::vector<ResultColumn>& columns, const ResultShape& shape);

}  // namespace carom
