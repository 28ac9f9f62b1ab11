/// @file
/// Where the energy goes in an impact, step by step.
#pragma once

#include <carom/impact/impact_result.hpp>

#include <cstdint>
#include <vector>

namespace carom {

/// What raises or lowers the energy in one step.
enum class EnergyStepKind : std::uint8_t {
  surface,      ///< a moving surface gives p · u_surface                             (T1.5)
  compression,  ///< the normal impulses until uₙ = 0; laws with phases
  restitution,  ///< the normal impulses from there on; laws with phases
  normal,       ///< the normal impulses at once; laws without phases
  friction,     ///< the tangential impulses
  moment,       ///< the moment impulses; law cataldo_sampaio
};

/// One step of the energy, summed over all contacts.
struct EnergyStep {
  EnergyStepKind kind{};
  double change{};  ///< J; > 0 adds energy to the mechanism
  double start{};   ///< the level before this step, J
  double end{};     ///< and after it: start + change
};

/// The steps in the order of EnergyStepKind; each starts at the level where the one before ended.
///
/// The first starts at energy.before, or at 0 where that is unknown (W singular): levels are then
/// relative to it. The last ends at energy.after to rounding, since the works of all contacts add up
/// to contact_work and contact_work + drive is the change of energy (T1.5). Empty without an answer.
std::vector<EnergyStep> energy_steps(const ImpactResult& result);

const char* to_string(EnergyStepKind kind);

}  // namespace carom
