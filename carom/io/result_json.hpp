/// @file
/// Results as JSON, in the words and the key order of the format.
#pragma once

#include <carom/impact/impact_result.hpp>
#include <carom/multibody/scene.hpp>

#include <string>
#include <string_view>

namespace carom {

/// One result as one line of JSON, without line break. Numbers read back to the same double, negative
/// zeros are written as 0.
std::string to_json(const ImpactResult& result, int problem);

/// The same for a scene, with what every body and every joint got: "bodies" and "joints".
std::string to_json(const SceneResult& result, int problem);

/// The line that stands in for a problem that could not be read: {"problem": 7, "name": ..., "error": ...}.
std::string error_json(int problem, std::string_view name, std::string_view error);

}  // namespace carom
