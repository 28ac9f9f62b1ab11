/// @file
/// A problem, whichever way it is stated, and its front door: who wants to know what happens asks here.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_problem.hpp>
#include <carom/multibody/scene.hpp>
#include <carom/multibody/spatial/scene.hpp>

#include <string>
#include <variant>
#include <vector>

namespace carom {

/// Matrices, a scene in the plane, or a scene in space.
using Problem = std::variant<ImpactProblem, Scene, spatial::Scene>;

const std::string& name_of(const Problem& problem);

/// The contacts' names and materials, in their order.
std::vector<Contact> materials_of(const Scene& scene);
std::vector<Contact> materials_of(const spatial::Scene& scene);
std::vector<Contact> materials_of(const Problem& problem);

/// Resolves the problem by each of the laws, in that order. Matrices have no bodies and no joints: these lists of their
/// results are empty.
/// @throws std::invalid_argument as the resolve() of that kind does
std::vector<SceneResult> resolve(const Problem& problem, const std::vector<LawId>& laws);

/// What the results say of the contacts, without bodies and joints.
std::vector<ImpactResult> impacts_of(const std::vector<SceneResult>& results);

/// Every law that is defined for the problem. @throws std::invalid_argument if there is none
std::vector<LawId> defined_laws(const Problem& problem);

/// Refuses what resolve() would refuse, without resolving.
/// @throws std::invalid_argument as resolve() does
void check(const Problem& problem, const std::vector<LawId>& laws);

/// The contacts as the laws see them.
Contacts contact_problem(const Problem& problem);

/// Asks for that many points between two events of an impact in space; the path in the plane is straight and has none.
void set_path_points(Problem& problem, int count);

}  // namespace carom
