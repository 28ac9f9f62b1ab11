/// @file
/// How the outcome of a collision depends on how its contacts share their loads.
///
/// Four corners of one plane, stiff as they are, leave open how much each diagonal carries: a table on an uneven floor
/// knows it. Where slips differ from corner to corner the motion afterwards depends on it. The picture shows that: every
/// contact of one diagonal yields r times as much as those of the other, r runs over some decades, and each r gives one
/// answer to the same law. r = 1 is the rule of equal compliance (T18.5), which results give.
///
/// Nothing new is solved: rows of W scaled by C, W' = C W C, u' = C u, have the answer p = C p' with the same cones,
/// and yield as W + ε C⁻² does.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_result.hpp>

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// One way of sharing the loads, and what follows.
struct SharedLoads {
  double softness = 1;  ///< of the first group against the second; 0 where one contact is spared
  double load = 0;      ///< share of the first group in the sum of all normal impulses
  Eigen::VectorXd p{};  ///< N·s, row by row
  Eigen::VectorXd u{};  ///< contact velocities after, m/s, row by row
  Eigen::VectorXd velocity{};  ///< q̇⁺; empty where there are no coordinates
};

/// Contacts that carry more where those of the other group carry less.
using LoadGroups = std::array<std::vector<int>, 2>;

/// All of them.
struct LoadSharing {
  LawId law = LawId::poisson;
  LoadGroups groups{};                    ///< empty where loads cannot be shared otherwise
  SharedLoads rule{};                     ///< as results give it
  std::vector<SharedLoads> ways{};        ///< by rising load of the first group
  std::vector<SharedLoads> spared{};      ///< the alternatives of the result
  std::vector<Eigen::Vector3d> places{};  ///< of contacts, from a free body's centre, m
};

/// The two groups of contacts between which loads can be moved: signs of the one vector that the rows of the normals
/// of W do not see. Empty where there is no such vector, or more than one.
LoadGroups load_groups(const Contacts& problem);

/// What one law says, and what it says as the sharing changes; the latter is empty where loads cannot be shared in
/// different ways or springs of given stiffness decide. None where the law has no answer.
std::optional<LoadSharing> load_sharing(const std::string& name,
                                        const std::vector<Contact>& contacts,
                                        const Contacts& problem, LawId law);

/// One line of JSON: law, groups, rule, ways and spared with softness, load, p, u and velocity; places.
std::string to_json(const LoadSharing& sharing, const Contacts& problem);

}  // namespace carom
