/// @file
/// Where a choice of modes leaves a family of impulses: whether a member is admissible, and the least.
///
/// An impulse in the null space of W moves nothing (T1.7). All p with W p = w − q that satisfy (T8.2)
/// and (T8.3) for one w form a convex polyhedron, so that the shortest of them, in N·s, is unique.
#pragma once

#include <carom/impact/several/contact_modes.hpp>

namespace carom {

/// An answer with the given modes whose linear system is singular: some member of the family that
/// satisfies all inequalities, found as nonnegative least squares; false if there is none.
bool solve_singular_modes(const ModeProblem& problem, const std::vector<ContactMode>& modes,
                          ModeSolution& solution);

/// Replaces p by the shortest impulse with the same w, where there is more than one.
void take_least_impulse(const ModeProblem& problem, ModeSearch& search, ModeSolution& solution);

/// For every contact the impulse with the same w that spares this contact most: the shortest one if its own rows count
/// 2^sparing times. Contacts without such an impulse are left out.
std::vector<ModeSolution> sparing_impulses(const ModeProblem& problem, ModeSearch& search,
                                           const ModeSolution& solution, int sparing);

}  // namespace carom
