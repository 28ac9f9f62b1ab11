/// @file
/// Systems of contacts as problems, and what is said where they are refused.
#pragma once

#include "tests/impact/spatial_systems.hpp"

#include <carom/impact/resolve.hpp>

#include <stdexcept>
#include <string>

namespace carom::testing {

/// The problem of the way 1.
inline ImpactProblem stated(const several_spatial::System& s,
                            Simultaneous rule = Simultaneous::refuse) {
  ImpactProblem problem;
  ContactSpace space{.W = s.W, .u = s.u};
  for (std::size_t i = 0; i < s.contacts.size(); ++i) {
    Contact contact{.restitution = s.restitution[i]};
    if (s.contacts[i].tangents > 0) contact.friction = s.contacts[i].friction;
    if (!s.stiffness.empty()) contact.stiffness = s.stiffness[i];
    problem.contacts.push_back(contact);
    space.tangents.push_back(s.contacts[i].tangents);
  }
  problem.dynamics = space;
  problem.simultaneous = rule;
  return problem;
}

/// Why the problem is refused; "" if it is not.
inline std::string refusal(const ImpactProblem& problem, LawId law) {
  try {
    resolve(problem, law);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

}  // namespace carom::testing
