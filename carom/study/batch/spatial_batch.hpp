/// @file
/// Many contacts in space at once: arrays in, arrays out, on all cores.
///
/// Each contact is resolved by resolve_spatial, with its bits, whatever the number of threads. What goes in is not
/// checked.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/impact_mode.hpp>

#include <atomic>
#include <span>

namespace carom {

/// N contacts in C order. The spans of W, u and of the materials may also hold the numbers of one contact, which all then
/// share.
struct SpatialBatch {
  std::span<const double> W{};  ///< kg⁻¹, N·9 or 9: rows (t1, t2, n); the upper triangle is read
  std::span<const double> u{};  ///< m/s, N·3 or 3
  std::span<const double> friction{};         ///< μ ≥ 0, N or 1
  std::span<const double> static_friction{};  ///< μ_s, N or 1; empty, or below μ: as μ
  std::span<const double> restitution{};      ///< e in [0, 1], N or 1
};

/// Where the answers go, in C order; no two may overlap. An empty span is left out.
struct SpatialBatchResult {
  std::span<double> impulse{};       ///< N·s, N·3
  std::span<double> u_after{};       ///< m/s, N·3
  std::span<ImpactMode> mode{};      ///< N
  std::span<ImpactStatus> status{};  ///< N; gives the number of contacts
};

/// Resolves every contact of the batch by newton, poisson or stronge.
///
/// @param threads  0: as many as there are cores.
/// @param stop     set from elsewhere: end soon; the rest stays as it was.
/// @throws std::invalid_argument if a span has none of the lengths that fit.
void resolve_spatial_batch(const SpatialBatch& batch, Restitution rule,
                           const SpatialBatchResult& result, unsigned threads = 0,
                           const std::atomic<bool>* stop = nullptr);

}  // namespace carom
