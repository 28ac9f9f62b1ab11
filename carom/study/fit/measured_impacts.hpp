/// @file
/// Measured impacts of one body as arrays: what was seen, scaled so that the kinetic energy is a distance.
///
/// Velocities are scaled by the mass, so that the kinetic metric is Euclidean:
///
///     q = (vₓ, v_y, k ω) in the plane,   q = (v, k ω) in space                           (T19.1)
///
/// with k the radius of gyration. The rows J̃ of the contact are those of J divided by k where they turn;
/// impulses are per unit mass and W = J̃ J̃ᵀ has no unit. No law enters here: an impulse at the contact
/// explains of q⁺ − q⁻ the part in the range of J̃ᵀ,
///
///     p̂ = W⁻¹ J̃ (q⁺ − q⁻),   ρ = (q⁺ − q⁻) − J̃ᵀ p̂                                       (T19.2)
///
/// and the error of a predicted p is a² = |ρ|² + (p − p̂)ᵀ W (p − p̂): all that follows happens in the
/// space of the contact. A law with a moment p_m adds p_m² + 2 p_m ((p − p̂)·W_m − ρ_m).
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <vector>

namespace carom {

/// Impacts as they stand in a file, in SI units. In the plane velocities are (vₓ, v_y, ω, 0, 0, 0).
struct ImpactRecords {
  bool spatial = false;
  std::vector<std::array<double, 6>> before{};  ///< m/s and rad/s
  std::vector<std::array<double, 6>> after{};   ///< m/s and rad/s
  std::vector<std::array<double, 3>> arm{};     ///< contact point minus centre of mass, m
  std::array<double, 3> normal{0, 1, 0};        ///< of length 1, towards the body
  std::vector<std::size_t> group{};  ///< of each impact, from 0: impacts of one drop stay together

  std::size_t size() const { return before.size(); }
};

/// Number of different groups.
std::size_t group_count(const std::vector<std::size_t>& group);

/// The impacts in contact space, one entry per impact in every array.
struct MeasuredImpacts {
  bool spatial = false;
  double gyration = 0;  ///< k, m

  // In the plane, as arrays for the batch solver.
  std::vector<double> W_tt{}, W_tn{}, W_nn{};  ///< no unit
  std::vector<double> u_t{}, u_n{};            ///< contact velocity before, m/s
  std::vector<double> p_t{}, p_n{};            ///< p̂ of (T19.2), m/s
  // And for a moment p_m at the contact, which changes k ω alone: W_mm = 1.
  std::vector<double> W_tm{}, W_nm{};  ///< no unit
  std::vector<double> u_m{};           ///< k ω⁻, m/s
  std::vector<double> rho_m{};         ///< the part of ρ along k ω, m/s

  // In space, rows (t₁, t₂, n).
  std::vector<Eigen::Matrix3d> W{};
  std::vector<Eigen::Vector3d> u{};  ///< m/s
  std::vector<Eigen::Vector3d> p{};  ///< m/s

  std::vector<double> unexplained{};  ///< |ρ|, m/s
  std::vector<double> size_after{};   ///< |q⁺|, m/s
  std::vector<std::size_t> group{};

  std::size_t count() const { return unexplained.size(); }
  /// Coordinates of q: 3 or 6.
  int coordinates() const { return spatial ? 6 : 3; }
  /// uₙ⁻ of an impact, m/s.
  double approach(std::size_t i) const { return spatial ? u[i][2] : u_n[i]; }
};

/// @param gyration  k > 0, m
MeasuredImpacts measured_impacts(const ImpactRecords& records, double gyration);

/// The middle of the values; the mean of the two in the middle. NaN of none.
double median_of(std::vector<double> values);

}  // namespace carom
