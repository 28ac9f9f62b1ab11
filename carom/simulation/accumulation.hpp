/// @file
/// Impacts that follow each other ever faster: infinitely many in a finite time.
///
/// A contact's last two intervals between impacts, Δ' and Δ, with ρ = Δ/Δ' < 1, continue as a geometric
/// series from its last impact at t:
///
///     t_rest = t + Δ ρ/(1 − ρ)                                                                    (T10.7)
///
/// When what rebounds rises by less than rest_height of the scene's size and is no faster than
///
///     max(v_g, 1e-6 of the first approach of its series),   v_g = κ √(2 |aₙ| ε_g)                  (T10.10)
///
/// with ε_g what gaps are known to, aₙ the acceleration without contact forces and κ = 1.5, it is closed at once and comes to
/// rest at t_rest; a rebound with v_g cannot be told from rest. Heights alone say nothing: between two contacts that hit
/// in turn intervals may shrink much faster than speeds (frozen_series.hpp). The energy of the rebound is booked as lost in impacts. A contact that rested and is kicked up by
/// such an impact has no series of its own: it takes part in that of the one that collides (a box that rocks from corner
/// to corner, each time with ever smaller hops in between). Series within series may end in a cycle of hops that are made
/// of rounding; after many impacts in a row that are as low as that, what rebounds is closed as well.
#pragma once

#include <carom/simulation/impact_event.hpp>

namespace carom {

/// Rebounds to less than this share of the scene's size may come to rest.
inline constexpr double rest_height = 1e-12;

/// Rebounds slower than this share of the first approach of their series may come to rest.
inline constexpr double rest_speed = 1e-6;

/// Notes an impact of the contact at run.x.t with this approach, m/s.
void note_impact(MotionRun& run, int contact, double approach);

/// Whether impacts follow each other so fast that the posture does not change between them.
bool clatters(const MotionRun& run);

/// When a contact that rebounds at u_n comes to rest by (T10.7); absent where it does not.
std::optional<double> comes_to_rest(MotionRun& run, int contact, double u_n);

/// When everything that rebounds from an impact comes to rest; absent where something does not.
std::optional<double> rest_time(MotionRun& run, const std::vector<MeetingContact>& meeting,
                                const ImpactOutcome& outcome);

}  // namespace carom
