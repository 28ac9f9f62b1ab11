/// @file
/// The names of the laws.
#pragma once

#include <cstdint>

namespace carom {

/// A law of impact: what turns (W, u, friction, restitution) into an impulse.
enum class LawId : std::uint8_t {
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

}  // namespace carom
