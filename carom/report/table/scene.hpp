/// @file
/// What `carom solve` shows a person of a scene: the table of the laws, and below it what every body and
/// every joint got.
#pragma once

#include <carom/multibody/problem.hpp>
#include <carom/report/table/layout.hpp>

#include <string>
#include <vector>

namespace carom {

/// impact_table with a second table in the words of the scene: velocities of the bodies and the whole
/// momentum before and after, the impulses of the joints. A large mechanism's later bodies and joints are
/// counted, not listed.
std::string scene_table(const Scene& scene, int number, const std::vector<SceneResult>& results,
                        const TextStyle& style);

/// The same of a scene in space, with the rates of its joints.
std::string scene_table(const spatial::Scene& scene, int number,
                        const std::vector<SceneResult>& results, const TextStyle& style);

/// The table of a problem, however it is stated: impact_table() for matrices.
std::string problem_table(const Problem& problem, int number,
                          const std::vector<SceneResult>& results, const TextStyle& style);

/// Which contacts are stops of joints that turn: their u is a rate, their impulse a moment's.
std::vector<bool> turning_contacts(const Scene& scene);

}  // namespace carom
