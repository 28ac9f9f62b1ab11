/// @file
/// The vehicle report as text: `carom solve SCENE --report vehicle`.
#pragma once

#include <carom/multibody/vehicle.hpp>
#include <carom/report/table/layout.hpp>

#include <string>
#include <vector>

namespace carom {

/// A heading, a table with a column for each law and vehicle, one for each law and contact, and the remarks.
///
/// @throws std::invalid_argument if the scene has no vehicle.
std::string vehicle_table(const Scene& scene, int number, const std::vector<SceneResult>& results,
                          const TextStyle& style);

/// The tables of one impact by one law.
std::string vehicle_table(const VehicleReport& report, const ImpactResult& impact,
                          const TextStyle& style);

/// What the words of the table mean: conventions differ between sheets.
std::string vehicle_legend(const TextStyle& style);

}  // namespace carom
