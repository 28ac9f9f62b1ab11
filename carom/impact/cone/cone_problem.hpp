/// @file
/// The cone problem: one question behind every stage of an impact with several contacts, behind both
/// phases of `together`, behind moreau and fremond, in the plane and in space.
///
/// Find p with
///
///     w = q + W p                                                                     (T18.1)
///
/// where, at every contact that is not absent, with pₙ ≥ l,
///
///     normal:     0 ≤ pₙ − l ⊥ wₙ ≥ 0,       or   pₙ = l given                        (T18.2)
///     tangents:   |pₜ| ≤ μ pₙ and pₜ = −μ pₙ wₜ/|wₜ| where wₜ ≠ 0                       (T18.3)
///           or:   pₜ = −μ pₙ d    where the direction of slip d is known (a ray)
///
/// Contacts without tangents, with one and with two may stand side by side. All values are in
/// normalised units: W of diagonal about one, and one scale for the tangents of a contact.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace carom {

/// The rows of a contact in W and u: its tangents, then its normal.
struct ConeContact {
  int first = 0;        ///< row of its first tangent, or of the normal if it has none
  int tangents = 2;     ///< 0 (a stop), 1 (plane) or 2 (space)
  double friction = 0;  ///< μ ≥ 0

  int normal() const { return first + tangents; }
};

namespace cone {

/// A vector in the tangents of a contact; components that the contact does not have are zero.
using Tangent = Eigen::Vector2d;

/// What the normal of a contact obeys (T18.2).
enum class NormalRule : unsigned char {
  absent,      ///< apart: p = 0
  unilateral,  ///< 0 ≤ pₙ − l ⊥ wₙ ≥ 0
  given,       ///< pₙ = l
};

/// What one contact obeys.
struct Condition {
  NormalRule normal = NormalRule::unilateral;
  double least = 0;                ///< l ≥ 0, impulse
  bool slides = false;             ///< friction is along a known slip: a ray
  Tangent slip = Tangent::Zero();  ///< d, |d| = 1, with `slides`
};

/// (T18.1)–(T18.3).
struct Problem {
  Eigen::MatrixXd W{};                  ///< m × m, symmetric, positive semidefinite
  std::vector<ConeContact> contacts{};  ///< k
  Eigen::VectorXd q{};                  ///< m: w without impulses
  std::vector<Condition> conditions{};  ///< k
};

/// An impulse with the velocities that it leaves.
struct Answer {
  Eigen::VectorXd p{};  ///< m
  Eigen::VectorXd w{};  ///< m
};

/// What was found.
struct Solution {
  bool found = false;            ///< p satisfies the conditions to accepted_residual
  Eigen::VectorXd p{};           ///< m
  Eigen::VectorXd w{};           ///< m, q + W p
  double residual = 0;           ///< by the judge, relative
  bool unique_impulse = true;    ///< false: one of many p with this w, that of equal compliance
  bool unique_velocity = true;   ///< false: `others`, or the sharing of loads changes w
  std::vector<Answer> others{};  ///< with other w
};

/// A residual up to which an answer is an answer.
inline constexpr double accepted_residual = 1e-9;

/// How far a solution is examined.
struct Examination {
  int starts = 6;         ///< random starts in search of other answers; 0: not examined
  bool sharing = true;    ///< whether the motion depends on how dependent contacts share loads
  bool enumerate = true;  ///< all sets of modes, if few, before "none" is said
};

}  // namespace cone
}  // namespace carom
