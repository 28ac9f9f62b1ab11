/// @file
/// Results as JSON, in the words and the key order of the format.
#pragma once

#include <carom/impact/impact_result.hpp>
#include <carom/multibody/scene.hpp>
#include <carom/multibody/vehicle.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace carom {

/// One result as one line of JSON, without line break. Numbers read back to the same double, negative
/// zeros are written as 0.
std::string to_json(const ImpactResult& result, int problem);

/// The same with what every body and every joint of a scene got: "bodies", "momentum" and "joints", which a problem by
/// matrices has not; and the report on its vehicles, "vehicle", if there is one.
std::string to_json(const SceneResult& result, int problem,
                    const std::optional<VehicleReport>& vehicle = std::nullopt);

/// The line that stands in for a problem that could not be read: {"problem": 7, "name": ..., "error": ...}.
std::string error_json(int problem, std::string_view name, std::string_view error);

}  // namespace carom
