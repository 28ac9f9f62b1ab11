/// @file
/// One frictional collision in space: slip turns while the bodies touch, the swerve.
///
/// With A = W_tt, b = w_tn and the slip direction w = uₜ/|uₜ|, Coulomb's friction makes the slip velocity
/// a curve in the tangent plane, with the normal impulse pₙ as time:
///
///     dpₜ = −μ w dpₙ,   duₜ/dpₙ = b − μ A w,   duₙ/dpₙ = W_nn − μ b·w            (T12.1)
///
/// The curve is followed by Taylor series of order 18 (slip_arc.hpp), passes a stop of slip by a series of
/// its own (slip_stop.hpp), and is a straight line in closed form after a stop and wherever the direction
/// of slip does not turn. The law of restitution says where on it the impact ends.
///
/// [BhattKoechling1995], [Batlle1996], [Keller1986], [Stronge2000].
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/impact_mode.hpp>
#include <carom/core/planar_impact.hpp>
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

/// Resolves one frictional collision in space under Newton's, Poisson's or Stronge's restitution.
///
/// For W ≻ 0 and uₙ⁻ < 0 there is always exactly one answer. uₙ⁻ > 0 yields no_impact. uₙ⁻ = 0 is a
/// tangential impact where slip drives the bodies together, W_nn < μ b·w, and undetermined where the two
/// are equal. Without an answer: no_solution; p is then 0 where a singular W leaves none, NaN where the
/// input is no number.
///
/// A problem that is planar along t1 or t2 is resolved in closed form by the planar law, with its bits.
///
/// @param W   Delassus matrix of the contact, kg⁻¹; W ⪰ 0, entries and their ratios within 1e±60.
/// @param u0  contact velocity before the impact, m/s; within 1e±30, or 0; in the range of W.
template <class S>
CAROM_HD SpatialImpact<S> resolve_spatial(const Sym3<S>& W, const Vec3<S>& u0,
                                          const ContactLaw<S>& law);

/// The same, and calls visit(SpatialPoint) at every event of the path, in order. At most 8 events.
template <class S, class Visit>
CAROM_HD SpatialImpact<S> resolve_spatial(const Sym3<S>& W, const Vec3<S>& u0,
                                          const ContactLaw<S>& law, Visit&& visit);

/// The same with `points` more points after every event but the last, equally spaced in pₙ.
template <class S, class Visit>
CAROM_HD SpatialImpact<S> resolve_spatial(const Sym3<S>& W, const Vec3<S>& u0,
                                          const ContactLaw<S>& law, int points, Visit&& visit);

}  // namespace carom
