/// @file
/// What a contact did, and how an impact problem ended: the words of every result.
#pragma once

#include <cstdint>

namespace carom {

/// What the contact point did between first touch and separation.
///
/// The path laws use the classes of [WangMason1992], by the first slip stop; f = dpₜ/dpₙ is the slope
/// of the impulse path and s = sign(uₜ⁻) the initial slip direction. The algebraic laws know only the
/// end of an impact and use `sliding`, `sticking` and `capped`.
enum class ImpactMode : std::uint8_t {
  none,                    ///< nothing to resolve, p = 0
  sliding,                 ///< slip never stops: f = −μs; or it starts from uₜ⁻ = 0
  stick_in_compression,    ///< slip stops while uₙ ≤ 0, then sticks:    f = −W_tn/W_tt
  stick_in_restitution,    ///< slip stops while uₙ > 0, then sticks
  reverse_in_compression,  ///< slip stops while uₙ ≤ 0, then reverses:  f = −μ sign(W_tn)
  reverse_in_restitution,  ///< slip stops while uₙ > 0, then reverses
  sticking,                ///< algebraic: uₜ⁺ = 0 inside the friction cone
  capped,                  ///< algebraic: friction lowered until no energy is gained (brach)
  detached,                ///< a touching contact that left
};

/// How a problem ended. The first two carry an impulse that satisfies the law.
enum class ImpactStatus : std::uint8_t {
  solved,             ///< uₙ⁻ < 0 and the law has its answer
  tangential_impact,  ///< solved; uₙ⁻ = 0 and friction drives the contact into itself (T2.13)
  no_impact,          ///< nothing approaches: p = 0
  undetermined,       ///< several answers satisfy the law; the documented one is given
  no_solution,        ///< no impulse satisfies the law
};

/// True where the result holds an impulse.
constexpr bool has_answer(ImpactStatus status) { return status != ImpactStatus::no_solution; }

constexpr const char* to_string(ImpactMode mode) {
  switch (mode) {
    case ImpactMode::none: return "none";
    case ImpactMode::sliding: return "sliding";
    case ImpactMode::stick_in_compression: return "stick_in_compression";
    case ImpactMode::stick_in_restitution: return "stick_in_restitution";
    case ImpactMode::reverse_in_compression: return "reverse_in_compression";
    case ImpactMode::reverse_in_restitution: return "reverse_in_restitution";
    case ImpactMode::sticking: return "sticking";
    case ImpactMode::capped: return "capped";
    case ImpactMode::detached: return "detached";
  }
  return "";
}

constexpr const char* to_string(ImpactStatus status) {
  switch (status) {
    case ImpactStatus::solved: return "solved";
    case ImpactStatus::tangential_impact: return "tangential_impact";
    case ImpactStatus::no_impact: return "no_impact";
    case ImpactStatus::undetermined: return "undetermined";
    case ImpactStatus::no_solution: return "no_solution";
  }
  return "";
}

}  // namespace carom
