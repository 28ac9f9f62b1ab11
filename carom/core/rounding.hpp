/// @file
/// One page of numbers: what rounding leaves of zero, of a singular W and of energy that nobody created.
///
/// Every share is relative to the size of the terms that a number is made of. How well people state positions is another
/// page (multibody/touching_contacts.hpp); caps and the accuracy of iterations stay beside their loops.
#pragma once

#include <carom/core/scalar.hpp>

#include <limits>

namespace carom {

/// Zero: a sum below this share of Σ|terms|.
inline constexpr double rounding_of_sums = 32 * std::numeric_limits<double>::epsilon();

/// Zero: a coordinate's rate after an impulse, whose terms are few and were rounded once.
inline constexpr double rounding_of_rest = 4 * std::numeric_limits<double>::epsilon();

/// Singular: k_s = det W/W_tt of a W that was given, as a share of W_nn; rounding of its entries alone moves k_s by 2 eps W_nn.
template <class S>
inline constexpr S singular_share = S(32) * ScalarTraits<S>::input_epsilon;

/// Singular: the same where k_s comes from the rows of J, whose angle is known to rounding, not its square.
template <class S>
inline constexpr S parallel_share = S(0x1p-80);

/// Singular: what elimination leaves of the unit diagonal of a W with many rows.
inline constexpr double singular_pivot = 1e-13;

/// Singular: what elimination leaves of a row that depends on others in a mechanism, whose rows are computed to some 1e-14.
inline constexpr double dependent_row = 1e-12;

/// Created: work of a contact beyond this share of its terms ½ |p·u| is positive, not rounding.
inline constexpr double created_work_tolerance = 1e-12;

/// Created: from this share on a result says in words that work was created.
inline constexpr double noted_work = 1e-9;

}  // namespace carom
