/// @file
/// Quantities of the three-link chain over its angle φ₁: what the figures of [HurmuzluMarghitu1994]
/// show, and where the laws part.
#pragma once

#include <carom/impact/law_id.hpp>
#include <carom/papers/three_link_chain.hpp>

#include <cstdint>
#include <numbers>
#include <optional>
#include <string_view>
#include <vector>

namespace carom {

/// What is followed over φ₁. The first law is the one looked at; the others are compared with it.
enum class ChainQuantity : std::uint8_t {
  energy_loss,           ///< −ΔT, J
  energy_gain,           ///< ΔT, J
  loss_unless_0_slides,  ///< |ΔT| where A₀ ends without sliding, else 0, J
  normal_impulse_0,      ///< τₙ at A₀, N·s
  normal_velocity_0,     ///< vₙ⁺ at A₀, m/s
  slip_c,                ///< vₜ⁺ at A_c, m/s
  interaction_0,         ///< min(τₙ, vₙ⁺) at A₀: > 0 where it rebounds with interaction
  reversal_c,            ///< −vₜ⁺ sign(vₜ⁻) at A_c, m/s: > 0 where slip reverses
  slip_where_stuck_c,    ///< |vₜ⁺| at A_c where the other laws have 0 there, else 0, m/s
  slip_where_stuck_0,    ///< the same at A₀
  velocity_difference,   ///< largest |Δv⁺| of a contact between the first law and another, m/s
  loss_difference,       ///< energy loss less that of the second law, J
};

/// The quantity of that name, in the words of the data files: "energy loss", ..., "loss difference".
std::optional<ChainQuantity> find_chain_quantity(std::string_view name);

/// A quantity under a law, or between laws.
struct ChainCurve {
  ChainQuantity quantity = ChainQuantity::energy_loss;
  std::vector<LawId> laws{};  ///< one, or more where laws are compared
};

/// Where φ₁ runs, in equal cells whose middles are looked at.
struct ChainRange {
  double low = -std::numbers::pi / 2;
  double high = std::numbers::pi / 2;
  int cells = 600;
};

/// The value of the curve for one pose.
/// @throws std::runtime_error if a law has no answer there.
double value_of(const ChainCurve& curve, const ThreeLinkChain& chain);

/// The middles of the cells.
std::vector<double> angles_of(const ChainRange& range);

/// The curve at these angles; the chain's own φ₁ is not used.
std::vector<double> values_of(const ChainCurve& curve, ThreeLinkChain chain,
                              const std::vector<double>& angles);

/// Where a curve is above a limit.
struct ChainInterval {
  double from{};
  double to{};
};

/// The intervals of φ₁ where the curve is above the limit, their ends by bisection down to
/// neighbouring numbers; an interval that lies between the middles of two cells is not seen.
std::vector<ChainInterval> intervals_above(const ChainCurve& curve, const ThreeLinkChain& chain,
                                           const ChainRange& range, double limit);

}  // namespace carom
