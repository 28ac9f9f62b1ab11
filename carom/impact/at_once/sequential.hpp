/// @file
/// Several contacts that collide at one instant, one after the other.
///
/// Of all contacts that approach the one with the greatest approach energy
///
///     uₙ²/W_nn                                                                          (T8.14)
///
/// collides alone, by the law, as if no other contact were there, not even a touching one; then again
/// with the velocities after, until nothing approaches. Contacts that are equal in (T8.14) collide
/// together (T8.11) unless they do not feel each other, so that no order of the contacts is preferred.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/several/answer.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace carom {

/// A sequence with more collisions than this does not come to an end.
inline constexpr std::size_t most_collisions = 1000;

/// Approach energies that differ by less than this share are equal.
inline constexpr double equal_approach = 1e-9;

/// All collisions of a sequence, in the units of the system that they belong to.
struct Sequence {
  SystemAnswer answer{};  ///< total impulses; the path holds the collisions one after the other
  std::vector<WorkLedger<double>>
      works{};  ///< per contact, summed; of laws without phases the normal
                ///< work stands in normal_compression
  std::size_t collisions = 0;
  double residual = 0;      ///< the worst of the collisions, momentum of the whole and uₙ⁺ ≥ 0
  std::string note{};       ///< which collision has no answer, or several; "": none
  std::string undefined{};  ///< why the law is not defined for a collision of them; "": it is
};

/// Lets the contacts of a checked problem collide one after the other.
/// @param system  of the problem and its contacts
Sequence collide_in_sequence(const std::vector<Contact>& contacts, const ContactSystem& system,
                             const Law& law);

}  // namespace carom
