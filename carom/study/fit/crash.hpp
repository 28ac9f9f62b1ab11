/// @file
/// A collision of one vehicle or two as plain numbers: quick to change, quick to resolve.
///
/// A scene of free bodies with one contact, reduced to what a reconstruction varies. Slide-outs are those of
/// a body on level ground with drag f, whose travel and spin end together:
///
///     s = V²/(2 f g) along V,   turn = ω V/(2 f g)                                        (T19.7)
#pragma once

#include <carom/impact/law_id.hpp>
#include <carom/multibody/scene.hpp>

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// A free body about to collide; the world has neither mass nor velocity.
struct CrashBody {
  double inverse_mass = 0;                             ///< kg⁻¹; 0: the world
  double inverse_inertia = 0;                          ///< kg⁻¹ m⁻²
  Eigen::Vector2d velocity = Eigen::Vector2d::Zero();  ///< of the centre of mass, m/s
  double rate = 0;                                     ///< rad/s
  Eigen::Vector2d arm = Eigen::Vector2d::Zero();       ///< contact minus centre of mass, world, m
  double heading = 0;                                  ///< of the body's x axis, rad
  double wheelbase = 0, track = 0;                     ///< of a run-out, m; 0: not stated
};

struct Crash {
  std::array<CrashBody, 2> bodies{};
  double normal_angle = 0;  ///< of the normal, towards the first body, world, rad
  double restitution = 0;
  double friction = 0;
  std::optional<double> static_friction{};
  std::optional<double> critical_fraction{};  ///< of law impulse_ratio
  double impulse_ratio = 0;                   ///< of law impulse_ratio, without critical_fraction
  LawId law = LawId::impulse_ratio;
};

/// What it did.
struct CrashOutcome {
  bool solved = false;
  std::array<Eigen::Vector2d, 2> velocity{};    ///< after, m/s
  std::array<double, 2> rate{};                 ///< after, rad/s
  Eigen::Vector2d u = Eigen::Vector2d::Zero();  ///< closing velocity (t, n), m/s
  double energy_change = 0;                     ///< J
};

CrashOutcome outcome_of(const Crash& crash);

/// A scene's crash and the names of its bodies, the first and the second of the contact.
struct NamedCrash {
  Crash crash{};
  std::array<std::string, 2> names{};  ///< "": the world
  std::string contact{};
};

/// @throws std::invalid_argument if the scene is not of free bodies with one contact
NamedCrash crash_of(const Scene& scene, LawId law);

}  // namespace carom
