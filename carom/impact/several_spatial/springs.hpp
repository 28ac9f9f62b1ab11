/// @file
/// Several collisions at one instant as stiff springs: every contact a linear normal spring of
/// relative stiffness K, with K/e² on its way back, and rigid friction.
///
///     u′ = W F,    Fₙ′ = −k uₙ,    k = K, or K/e² below the largest force so far,    Fₙ ≥ 0
///     |Fₜ| ≤ μ Fₙ, against the slip; at zero slip the rates of slip are least           (T18.12)
///
/// Only the ratios of K matter. Each contact returns e² of what it stored, so energy never grows; one
/// contact is `stronge` exactly. e = 0 is the limit e → 0.
#pragma once

#include <carom/impact/several_spatial/spatial_answer.hpp>

namespace carom::several_spatial {

/// (T18.12) until every spring is relaxed, by implicit steps (spring_steps.hpp), to about 1e-10. Contacts that lock, so
/// that springs stay pressed for ever, have the status no_solution (no_termination).
Answer collide_as_springs(const System& system);

}  // namespace carom::several_spatial
