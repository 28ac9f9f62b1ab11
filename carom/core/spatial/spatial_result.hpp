/// @file
/// What one collision in space did, and the points of its path.
#pragma once

#include <carom/core/impact_mode.hpp>
#include <carom/core/planar/planar_impact.hpp>
#include <carom/core/scalar.hpp>
#include <carom/core/spatial/vec3.hpp>
#include <cstdint>

namespace carom {

/// What one collision in space did.
template <class S>
struct SpatialImpact {
  Vec3<S> impulse{};  ///< p on the first body, N·s
  Vec3<S> u_after{};  ///< u⁺ = u⁻ + W p, m/s; components that the law brings to zero are exactly 0
  S compression{};    ///< P_c, normal impulse of compression (of both, if there are two), N·s
  S restitution{};    ///< P_r = pₙ − P_c, N·s
  S slip_at_compression_end{};  ///< |uₜ| at the last end of compression, m/s
  WorkLedger<S> work{};         ///< J
  ImpactMode mode = ImpactMode::none;
  ImpactStatus status = ImpactStatus::no_impact;
  bool singular =
      false;  ///< W has no inverse, to StickTolerances::singular; the reason of a no_solution
  bool jams = false;  ///< the impact begins with duₙ/dpₙ < 0: friction drives the bodies together
  bool compresses_again = false;  ///< uₙ fell back to 0 in restitution: a second compression
  int steps = 0;                  ///< pieces of the path: Taylor steps, jumps and straight lines
};

/// Where the path has come to.
enum class SpatialEvent : std::uint8_t {
  start,
  slip_stops,          ///< uₜ = 0
  compression_ends,    ///< uₙ = 0, and the bodies part from here on
  compression_starts,  ///< uₙ = 0 again in restitution: the swerve became a jam
  end,
  between,  ///< no event: a point for drawing
};

/// A point of the path.
template <class S>
struct SpatialPoint {
  SpatialEvent event = SpatialEvent::between;
  bool in_compression = true;  ///< the phase that begins here; at the end, the one that ends
  bool sticks = false;         ///< what begins here is sticking
  Vec3<S> p{};                 ///< impulse so far, N·s
  Vec3<S> u{};                 ///< velocity, m/s
};

}  // namespace carom
