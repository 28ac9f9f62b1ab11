/// @file
/// Impacts that follow each other ever faster: infinitely many in a finite time.
///
/// A contact's last two intervals between impacts, Δ' and Δ, with ρ = Δ/Δ' < 1, continue as a geometric
/// series from its last impact at t:
///
///     t_rest = t + Δ ρ/(1 − ρ)                                                                    (T10.7)
///
/// When what rebounds rises by less than rest_height of the scene's size, it is closed at once and comes to
/// rest at t_rest; the energy of the rebound is booked as lost in impacts.
#pragma once

#include <carom/simulation/impact_event.hpp>

namespace carom {

/// Rebounds to less than this share of the scene's size may come to rest.
inline constexpr double rest_height = 1e-12;

/// Notes an impact of the contact at run.x.t.
void note_impact(MotionRun& run, int contact);

/// When everything that rebounds from an impact comes to rest; absent where something does not.
std::optional<double> rest_time(const MotionRun& run, const std::vector<MeetingContact>& meeting,
                                const ImpactOutcome& outcome);

}  // namespace carom
