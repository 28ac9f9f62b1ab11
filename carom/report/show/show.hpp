/// @file
/// What `carom show` shows: a problem as it was read, with every value and default in force.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/io/problem_file.hpp>
#include <carom/multibody/scene.hpp>
#include <carom/report/table/layout.hpp>

#include <optional>
#include <string>
#include <vector>

namespace carom {

/// A contact as it was read.
struct ContactView {
  Contact material{};
  ContactWords words{};                 ///< of a scene
  std::optional<ContactFrame> frame{};  ///< of a scene; absent: a joint stop
  std::optional<double> gap{};       ///< where geometry decides, m; of a stop in a motion also rad
  bool turns = false;                ///< a stop of a turning joint: u in rad/s
  bool normal_only = false;          ///< a stop, or no tangent
  bool in_motion = false;            ///< a motion's: it may be apart
  ContactVector u{};                 ///< before the impact, after zeroing and projection, m/s
  ContactVector surface_velocity{};  ///< m/s
};

/// A coordinate of a mechanism.
struct CoordinateView {
  std::string name{};  ///< its joint, or the free body and the direction: "car x"
  bool turns = false;  ///< rad, else m
};

/// A problem looked at, nothing resolved.
struct ProblemView {
  Contacts contact{};
  std::vector<ContactView> contacts{};
  std::optional<SceneInspection> scene{};     ///< of a problem with bodies
  std::vector<CoordinateView> coordinates{};  ///< of a scene, in the order of its velocities
};

/// @throws std::invalid_argument as resolve() does.
ProblemView look_at(const ProblemEntry& entry);

/// u_n < 0 "collides", = 0 "touches", > 0 "moves apart"; in a motion "approaches", "does not approach".
const char* approach_of(const ContactView& contact);

/// The problem as text.
/// @throws std::invalid_argument as resolve() does.
std::string shown_problem(const ProblemEntry& entry, const TextStyle& style);

/// The problem as one line of JSON, in SI.
/// @throws std::invalid_argument as resolve() does.
std::string shown_json(const ProblemEntry& entry);

}  // namespace carom
