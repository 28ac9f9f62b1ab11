/// Random planar chains that touch, slide on and hit surfaces: contact systems of every kind.
#pragma once

#include "tests/random_problems.hpp"

#include <carom/impact/impact_problem.hpp>
#include <carom/impact/law_id.hpp>
#include <carom/impact/several/contact_system.hpp>

#include <array>
#include <vector>

namespace carom::testing {

/// The laws of several contacts.
inline constexpr std::array path_laws{LawId::newton, LawId::poisson, LawId::stronge};
inline constexpr std::array all_laws{LawId::newton, LawId::poisson, LawId::stronge,
                                     LawId::whittaker, LawId::brach};

/// What a contact does before the impact.
enum class Role { collides, rests, slides, separates };

/// A chain of slender links in any pose with a free base, in generalized coordinates (x, y, φ₁, ...).
struct Chain {
  GeneralizedSpace dynamics{};
  std::vector<Contact> contacts{};
  std::vector<Role> roles{};
};

struct ChainKind {
  int links = 3;
  int contacts = 2;  ///< at most links + 1, each at another joint or end
  double most_friction = 1.5;
  bool static_friction = false;  ///< some contacts have μ_s > μ
  bool one_surface = false;      ///< all contacts on level ground
};

/// A random chain of the kind; draws again until the roles can be met.
Chain random_chain(const ChainKind& kind, Random& random);

/// A kind with up to most_contacts contacts on 2 to 8 links.
ChainKind random_kind(Random& random, int most_contacts);

ImpactProblem problem_of(const Chain& chain);
ContactSystem system_of(const Chain& chain);

}  // namespace carom::testing
