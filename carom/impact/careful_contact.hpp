/// @file
/// W and u of one contact of a mechanism in two doubles, rounded once.
///
/// Where the rows of J are nearly parallel, W = J M⁻¹ Jᵀ (T1.4) loses the digits of det W, and with them those of the impulse;
/// where a decision is close to a tie, rounding of W would take it.
#pragma once

#include <carom/impact/contact_problem.hpp>

#include <vector>

namespace carom {

/// M, J and q̇ of a mechanism with one contact, in twice the digits.
struct CarefulMechanism {
  std::vector<TwoDoubles> mass{};  ///< M, n × n, row by row, positive definite; lower triangle read
  std::vector<Vec2<TwoDoubles>> jacobian{};  ///< the n columns of J
  Eigen::VectorXd velocity{};                ///< q̇⁻ as given, n
};

/// Whether the problem has one contact that OneContact takes in twice the digits, and few enough coordinates.
bool wants_care(const ContactProblem& c, const std::vector<Contact>& contacts);

/// Rounds W, u and M⁻¹ Jᵀ once, from two doubles, and puts those of W and u beside them. Where the rows are parallel even so, u
/// is taken into the range of W instead.
void add_careful(const CarefulMechanism& mechanism, ContactProblem& c);

}  // namespace carom
