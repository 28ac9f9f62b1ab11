/// @file
/// How fast the bodies, and with them the gaps, can change within a step of the integration.
///
/// On a step the interpolant makes every coordinate a polynomial of time, whose values, rates and second
/// derivatives are within the range of their Bernstein coefficients. Along the tree the origin x of a body's joint and its
/// angle θ are bounded by the triangle inequality, with o the way from the parent's joint to this one:
///
///     |θ̇| ≤ |θ̇ₚ| + |q̇|,   |ẋ| ≤ |ẋₚ| + |ȯ| + |θ̇ₚ| |o|,
///     |ẍ| ≤ |ẍₚ| + |ö| + 2 |θ̇ₚ| |ȯ| + (θ̇ₚ² + |θ̈ₚ|) |o|                                         (T10.9)
#pragma once

#include <carom/simulation/contact_motion.hpp>
#include <carom/simulation/integrator.hpp>

#include <vector>

namespace carom {

/// What a body does at most within a step.
struct BodyBounds {
  double speed = 0;         ///< |ẋ| of its joint's origin, m/s
  double acceleration = 0;  ///< |ẍ| of it, m/s²
  double turning = 0;       ///< |θ̇|, rad/s
  double angular = 0;       ///< |θ̈|, rad/s²
};

/// What the bodies do at most within a step.
struct MotionBounds {
  RangeBounds coordinates{};         ///< of the model
  std::vector<BodyBounds> bodies{};  ///< by body
};

/// Bounds of the bodies from those of the coordinates.
void bound_bodies(const Model& model, MotionBounds& bounds);

/// The largest rate of turning of a prescribed motion at any time, rad/s.
double largest_turning(const PrescribedMotion& motion);

/// The largest rate of turning of any body.
double largest_turning(const MotionBounds& bounds);

/// K of (T10.4) for a contact over a piece of the step, over which d is no longer than `distance` at its ends and
/// `h` is its duration: rigorous for the gaps of the interpolant.
struct GapPiece {
  double distance = 0;  ///< the larger |d| of both ends, m
  double h = 0;         ///< s
};
double curvature_bound(const SceneContact& contact, const Model& model, const MotionBounds& bounds,
                       const GapPiece& piece);

}  // namespace carom
