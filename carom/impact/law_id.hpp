/// @file
/// The names of the laws.
#pragma once

#include <cstddef>
#include <cstdint>

namespace carom {

/// A law of impact: what turns (W, u, friction, restitution) into an impulse. Numbers beyond the last
/// belong to laws of a user's own (own_law.hpp).
enum class LawId : std::uint16_t {
  newton,            ///< Routh's path, kinematic restitution
  poisson,           ///< Routh's path, kinetic restitution
  stronge,           ///< Routh's path, energetic restitution
  whittaker,         ///< algebraic, friction opposes the final slip
  conventional,      ///< algebraic, friction opposes the initial slip
  brach,             ///< whittaker with the impulse ratio capped at zero loss
  impulse_ratio,     ///< algebraic, given impulse ratio
  cataldo_sampaio,   ///< two phases, tangential restitution, moment impulse
  moreau,            ///< cone problem, friction opposes u_t⁺ + e_t u_t⁻
  fremond,           ///< cone problem, friction opposes the mean slip
  anitescu_potra,    ///< two phases, each a cone problem
  chatterjee_ruina,  ///< on the line from the frictionless to the sticking impulse
  compliant,         ///< a patch on two springs
};

/// How many laws carom has by itself.
inline constexpr std::size_t built_in_laws = static_cast<std::size_t>(LawId::compliant) + 1;

/// Whether the law is a user's own.
constexpr bool is_own_law(LawId law) { return static_cast<std::size_t>(law) >= built_in_laws; }

}  // namespace carom
