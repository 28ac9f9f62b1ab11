/// @file
/// The judge: how well an answer satisfies momentum and its own law.
#pragma once

#include <carom/impact/law_id.hpp>
#include <carom/impact/several/answer.hpp>

#include <optional>
#include <string>

namespace carom {

/// The largest relative violation (T5.7), each against the size of the terms it is made of:
///
/// - momentum u⁺ = u⁻ + W p, row by row, at the end and at every point of the path;
/// - pₙ ≥ 0, uₙ⁺ ≥ 0, and the friction cone;
/// - Coulomb's law along every stretch of the path, or what the algebraic law says of the total;
/// - contacts that are apart have no impulse, contacts that have one are closed (T8.2);
/// - the law's own restitution;
/// - no energy gained, where the law promises it (stronge, brach, poisson for one contact, and
///   cataldo_sampaio without moment in compression).
///
/// It knows nothing of how the answer was found. 0 for no_impact; not defined for no_solution.
double residual(const ContactSystem& contacts, LawId law, const SystemAnswer& answer);

/// An answer that breaks its own law is not an answer: turns one whose residual exceeds residual_limit
/// into no_solution, and says so. A residual that is NaN is reported as 0.
std::optional<std::string> withdraw_if_broken(double& worst, SystemAnswer& answer);

}  // namespace carom
