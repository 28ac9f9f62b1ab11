/// @file
/// Where a vehicle comes to rest: four points on level ground, each with a quarter of the weight and dry friction.
///
/// Every point is rubbed by f m g/4 against its own velocity vᵢ; with k the radius of gyration and rᵢ its place from
/// the centre of mass
///
///     V′ = −(f g/4) Σ vᵢ/|vᵢ|,   ω′ = −(f g/4 k²) Σ rᵢ × vᵢ/|vᵢ|                              (T19.9)
///
/// No tyres roll and none steers. Travel and spin end together.
#pragma once

#include <carom/multibody/planar/ground_drag.hpp>

#include <Eigen/Core>
#include <array>

namespace carom {

/// A vehicle that begins to slide out.
struct RunOutStart {
  Eigen::Vector2d velocity = Eigen::Vector2d::Zero();  ///< of the centre of mass, m/s
  double rate = 0;                                     ///< rad/s
  double heading = 0;                                  ///< of its long axis, rad
  double half_length = 0, half_width = 0;              ///< of the rectangle of the four points, m
  double gyration2 = 0;                                ///< k², m²
};

/// From the start to rest.
struct RunOut {
  Eigen::Vector2d travel = Eigen::Vector2d::Zero();  ///< of the centre of mass, m
  double turn = 0;                                   ///< rad
};

/// By Runge-Kutta steps of a thirtieth of the time that is left, down to a thousandth of the speed; what is left then, about
/// 10⁻⁶ of the travel, is taken as (T19.7).
/// @param drag  f > 0, of gravity 9.80665 m/s²
RunOut run_out(const RunOutStart& start, double drag);

}  // namespace carom
