/// @file
/// Before any law: what of the measured changes an impulse at the contact can explain, and whether the axes,
/// units and inertia are right.
#pragma once

#include <carom/study/fit/measured_impacts.hpp>
#include <carom/study/fit/parallel_for.hpp>
#include <carom/study/fit/resampling.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace carom {

/// Something about the data that, changed, would explain them much better.
struct DataSuspicion {
  std::string_view what{};    ///< "the first axis of the velocities is mirrored"
  std::string_view remedy{};  ///< what to write in the file
  double median = 0;          ///< unexplained share with the change
};

struct MomentumCheck {
  double unexplained_median = 0;  ///< median |ρ|/|q⁺|
  double noise = 0;               ///< 1.4826 median |ρ|, m/s
  double mirrored_median = 0;  ///< median |ρ|/|q⁺| with the first axis of the velocities mirrored
  double best_gyration = 0;    ///< k with the smallest median |ρ|/|q⁺|, m
  std::optional<Interval> gyration_interval{};  ///< 95 %, by bootstrap over groups
  std::optional<DataSuspicion> suspicion{};     ///< the best of those that halve a share above 10 %
  bool arms_along_normal =
      false;  ///< most contacts lie where the normal points to: one of them is turned
};

/// Median |ρ|/|q⁺|.
double unexplained_median(const ImpactRecords& records, double gyration);

/// The k in [from, to] with the smallest median |ρ|/|q⁺|; impacts count by their weights.
double best_gyration(const ImpactRecords& records, double from, double to);

/// @param resamples  of the interval of the gyration; 0: none
MomentumCheck check_momentum(const ImpactRecords& records, double gyration, std::size_t resamples,
                             std::uint64_t seed, const Workers& workers);

/// What one impact says by itself, from p̂.
struct ImpactReading {
  double restitution = 0;    ///< −uₙ⁺/uₙ⁻
  double impulse_ratio = 0;  ///< pₜ/pₙ; in space |pₜ|/pₙ
  double energy_change = 0;  ///< ½(|q⁺|² − |q⁻|²) along the contact, p̂·(u⁻ + ½ W p̂), m²/s²
};
std::vector<ImpactReading> readings(const MeasuredImpacts& impacts);

}  // namespace carom
