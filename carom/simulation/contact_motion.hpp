/// @file
/// How the two sides of a contact move against each other: gap, velocity, acceleration.
///
/// With c(t) the place of the contact and Ω the rate at which its frame turns, the contact velocity
/// u = (t·r, n·r), r = v₁(c) − v₂(c), changes by
///
///     u̇ₜ = t·ṙ + Ω uₙ,   u̇ₙ = n·ṙ − Ω uₜ,   ṙ with the accelerations of both sides and ċ       (T10.3)
///
/// and the gap by ġ = uₙ. A second side that is prescribed moves as stated.
#pragma once

#include <carom/multibody/scene.hpp>

namespace carom {

/// The mechanism at one time, with what follows from its state.
struct Instant {
  State x{};
  double elapsed = 0;  ///< since the scene's own time, which prescribed motion counts from, s
  Kinematics k{};
  Eigen::VectorXd a{};                      ///< v̇
  std::vector<FrameAcceleration> frames{};  ///< of the bodies, with `a`, where they were asked for
};

/// Where and how a contact is.
struct ContactMotion {
  bool stop = false;          ///< a joint stop: no tangent
  ContactFrame frame{};       ///< unless it is a stop
  int coordinate = 0;         ///< of a stop
  double sign = 1;            ///< of a stop: uₙ = sign · v[coordinate]
  double gap = 0;             ///< m, or rad at the stop of a hinge
  double inside = 0;          ///< from the nearer end of a finite edge, m; < 0: beyond
  Eigen::Vector2d u{};        ///< (t, n) relative to the surface, m/s
  Eigen::Vector2d du{};       ///< its rate, m/s²
  double spin = 0;            ///< relative rate of turning of the sides, rad/s
  double surface_rate = 0;    ///< prescribed turning of the second side, rad/s
  Eigen::Vector2d surface{};  ///< velocity of a prescribed second side along (t, n), m/s
};

/// The contact at an instant; `du` only where the instant has accelerations.
ContactMotion contact_motion(const SceneContact& contact, const Model& model, const Instant& now);

/// The bodies that the place of a contact depends on, parents first.
std::vector<int> bodies_of(const SceneContact& contact, const Model& model);

/// How far a prescribed motion goes in a time: x ↦ position + R(angle) x.
Pose displacement(const PrescribedMotion& motion, double seconds);

/// A function of the contact that vanishes where its gap does and has the gap's sign, and what bounds its
/// second derivative. Edges and stops: the gap. Two round sides with centres d apart and radii that sum
/// to R: (|d|² − R²)/(2R), which is smooth where |d| is not.
struct GapSample {
  double value = 0;     ///< m
  double rate = 0;      ///< m/s
  double distance = 0;  ///< |d|: of a centre from the other one, or from the edge's point, m
  double speed = 0;     ///< |ḋ|, m/s
  double turning = 0;   ///< |rate| of the edge, rad/s
  double radius = 0;    ///< R of two round sides; 0: an edge or a stop
};

GapSample gap_sample(const SceneContact& contact, const Model& model, const Instant& now);

}  // namespace carom
