/// @file
/// Clatter: contacts that hit in turn so fast that the posture stands still meanwhile.
///
/// In a fixed posture gaps change by ġ = uₙ and W is constant. While slips keep their signs s an impact at
/// contact i is the linear map
///
///     uₙ → uₙ − (1 + eᵢ) Bᵢ uₙᵢ/Bᵢᵢ,    B_ij = W_ninj − sⱼ μⱼ W_nitj                              (T10.11)
///
/// Two contacts with r² = B₁₂ B₂₁/(B₁₁ B₂₂) and B₁₂ < 0 approach by a[k+1] = r (1+e) a[k] − e a[k−1], whose
/// roots
///
///     λ² − r (1+e) λ + e = 0                                                                      (T10.12)
///
/// are real if r² (1+e)² ≥ 4 e: then impacts never end, speeds shrink by λ₁ and intervals by λ₂/λ₁. For a light
/// foot with r = 0.99 and e = 0.3 these are 0.981 and 0.31: after 40 impacts the interval is below the resolution
/// of time while the speed is still half. Complex roots: a finite number of impacts, then both leave.
///
/// Where slips change their signs on the way the limit depends on the law and on every impact, so the series
/// is followed impact by impact, with gaps and a clock of its own: the next impact is that of the least
///
///     gᵢ/(−uₙᵢ)                                                                                   (T10.13)
///
/// and the chosen law resolves it, with the contacts that touch. Intervals far below the least double are
/// reached by scaling all gaps, which changes nothing in their order. Every impact with e < 1 loses energy, so
/// approaches go to zero; the end is bounded by a number of impacts all the same.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/law_id.hpp>

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace carom {

/// Contacts in a posture that stands still.
struct FrozenPosture {
  Contacts problem{};                ///< W, u, surfaces and the rule of all of them
  std::vector<Contact> materials{};  ///< per contact
  std::vector<double> gap{};         ///< per contact, m or rad; 0: it touches, or just left
};

/// When a series counts as over.
struct FrozenLimits {
  double rest = 1e-8;     ///< of the largest approach: slower ones are at rest
  double horizon = 1e-6;  ///< s: in it the posture and the velocities of flight stand still
  std::int64_t most_impacts = 100000;  ///< then it is endless
};

/// How a series ended.
enum class FrozenEnd : std::uint8_t {
  leaves,      ///< nothing approaches within the horizon
  rests,       ///< whatever is still hit is slower than the limit: it closes
  takes_time,  ///< impacts go on, but the horizon is passed: the posture moves
  endless,     ///< most_impacts
  no_answer,   ///< the law has none for an impact
};

/// What became of it.
struct FrozenSeries {
  FrozenEnd end = FrozenEnd::leaves;
  std::int64_t impacts = 0;
  Eigen::VectorXd p{};      ///< 2k, the sum of all impulses, N·s
  Eigen::VectorXd u{};      ///< 2k, afterwards, m/s
  std::vector<bool> hit{};  ///< per contact: it collided
  double first = 0;         ///< the first approach, m/s
  double last = 0;          ///< the last one, m/s
  double largest = 0;       ///< the largest one, m/s
  double clock = 0;         ///< that the impacts took, s
  double shortest = 0;      ///< the shortest time between two impacts, s; 0: one impact
  double contact_work = 0;  ///< of the impulses, J
  double drive = 0;         ///< put in by moving surfaces, J
};

/// Follows the impacts by the law until they end. `problem.stop` ends it as no_answer.
///
/// @throws std::invalid_argument where the law is not defined for an impact that comes.
FrozenSeries follow_frozen_series(const FrozenPosture& posture, LawId law,
                                  const FrozenLimits& limits);

}  // namespace carom
