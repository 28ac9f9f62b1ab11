/// @file
/// One colliding contact with others that touch, slide or separate: newton, poisson and stronge.
///
/// With η the normal impulse of the colliding contact c and ′ = d/dη, the rates of a stage solve a
/// cone problem with q = 0 (T18.9): pₙ′ = 1 at c, absent where uₙ > 0, a ray where a contact slips, a
/// cone where its slip is zero. While the modes last, only the directions of slip turn:
///
///     (W_R C + σ Y Yᵀ) x = −(W base)_R,     p′ = base + C x,     u′ = W p′              (T18.10)
///
/// where R are the rows held at zero and Y spans the null space of W_RR (equal compliance). A stage
/// ends where a slip stops, a contact closes or detaches, a stuck one reaches its cone, compression
/// ends, or the law's restitution ends (T18.11).
#pragma once

#include <carom/impact/cone/solve.hpp>
#include <carom/impact/several_spatial/spatial_answer.hpp>

namespace carom::several_spatial {

/// Follows the path of contact `colliding`, the only one with uₙ < 0, under a law of restitution. Its uₙ may be 0
/// where slip drives it into the surface: a tangential impact (T2.13).
/// Only its restitution acts. The energy of the path falls with friction; poisson and newton may
/// still gain with several contacts, stronge never.
///
/// @throws std::invalid_argument if another contact approaches, or `colliding` leaves.
Answer follow_stages(const System& system, int colliding, Restitution rule,
                     const cone::Examination& examination = {});

}  // namespace carom::several_spatial
