/// @file
/// Motions in files: a scene, and how far, how finely and by which law it is to move.
#pragma once

#include <carom/io/problem_file.hpp>
#include <carom/io/result/provenance.hpp>
#include <carom/io/tree/tree.hpp>
#include <carom/simulation/simulation.hpp>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace carom {

/// A scene and what is to be done with it.
struct StatedMotion {
  Scene scene{};
  SimulationOptions options{};  ///< by the first law
  std::vector<LawId> laws{};    ///< one motion by each; several only where overrides allow it
  std::string source{};         ///< of the scene, for messages
  TreeNode tree{};              ///< the scene as it is written, for messages
};

/// A time in seconds, or as text: "5", "5 s", "200 ms".
using StatedTime = std::variant<double, std::string>;

/// What the command line says instead of the file.
struct MotionOverrides {
  std::string source = "standard input";  ///< shown in messages
  std::optional<int> number{};            ///< which problem of the file, from 1
  std::optional<std::string> law{};       ///< a name, several with commas between, or "all"
  std::optional<Simultaneous> simultaneous{};
  std::optional<StatedTime> duration{};
  std::optional<StatedTime> sample{};
  std::optional<double> tolerance{};
  std::optional<std::int64_t> events{};
  bool several_laws = false;  ///< the caller moves the scene by each of several laws
};

/// Samples of a motion for which nobody says how finely to sample it.
inline constexpr int usual_samples = 200;

/// The motion that a text describes.
///
/// Laws: the file's own, or the default of SimulationOptions if it names none; "all" are those that are defined for
/// every contact. Several
/// collisions at one instant go together unless the file or the command line says otherwise. Samples, where
/// nothing is said: usual_samples of them.
///
/// @throws std::invalid_argument "ball.yaml:4: simulation.duration: ...", also for scenes that cannot be
///         followed through a motion.
StatedMotion read_motion(std::string_view text, FileFormat format,
                         const MotionOverrides& overrides);

/// The same of a scene that has been read already.
/// @throws TreeError
StatedMotion read_motion(TreeNode root, const MotionOverrides& overrides);

/// What the head of the motion's file says of how it was made, by one of its laws.
Provenance provenance_of(const StatedMotion& motion, LawId law);

/// What simulate() objects to, at its place in the file.
std::string motion_objection(const StatedMotion& motion, const std::invalid_argument& objection);

}  // namespace carom
