/// @file
/// The report on vehicles as a part of a result's JSON.
#pragma once

#include <carom/io/tree/json_line.hpp>
#include <carom/multibody/vehicle.hpp>

namespace carom {

/// Writes the key "vehicle" and its object; SI, angles in rad.
void write_vehicle_report(JsonLine& json, const VehicleReport& report);

}  // namespace carom
