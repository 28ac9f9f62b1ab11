/// @file
/// The three-link chain with two contacts of [HurmuzluMarghitu1994], section 4, in the letters of the
/// paper.
///
/// Three uniform rods of 1 m and 1 kg are hinged end to end. φ_i is the absolute rotation of link i,
/// clockwise from the vertical, so that a point at share s of link i lies s (sin φ_i, cos φ_i) from its
/// start. End A₀ rests on level ground; the other end, A_c, strikes it:
///
///     φ₂ = π/2,   φ₃ = π + φ₁,   v_c = (φ̇₁ cos φ₁ − φ̇₃ cos φ₁,  −φ̇₂ − (φ̇₁ − φ̇₃) sin φ₁)
///
/// Differs from the paper in φ₃, where π − φ₁ is printed (E-HM1). docs/errata.md has the reasons.
#pragma once

#include <carom/impact/impact_problem.hpp>

#include <array>
#include <cstddef>

namespace carom {

/// One pose of the chain and what is varied around it.
struct ThreeLinkChain {
  double phi_1{};                              ///< φ₁ in (−π/2, π/2), rad
  std::array<double, 3> rates{0.1, 0.2, 0.3};  ///< φ̇ before the impact, rad/s
  double friction_0 = 0.5;                     ///< μ₀ at A₀
  double friction_c = 0.5;                     ///< μ_c at A_c
  double restitution = 0.9;                    ///< e at A_c
};

/// Where the ends stand in the problem's list of contacts.
inline constexpr std::size_t chain_end_0 = 0;
inline constexpr std::size_t chain_end_c = 1;

/// The impact in the coordinates (φ₁, φ₂, φ₃, x₀, y₀), x₀ and y₀ those of A₀.
ImpactProblem impact_problem(const ThreeLinkChain& chain);

}  // namespace carom
