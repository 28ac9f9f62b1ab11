/// @file
/// The problem of an entry, whichever of the three ways states it: by matrices, as a scene in the plane, as a scene in space.
/// Who wants to know only what happens asks here and need not look which it is.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/io/problem_file.hpp>
#include <carom/multibody/scene.hpp>

#include <variant>
#include <vector>

namespace carom {

/// One of the three; it refers to the entry.
using EntryProblem = std::variant<const ImpactProblem*, const Scene*, const spatial::Scene*>;

EntryProblem entry_problem(const ProblemEntry& entry);

/// True unless the problem is given by its matrices.
bool is_scene(const ProblemEntry& entry);

/// By each of its laws; what a problem by matrices does not have, such as bodies, is empty.
/// @throws std::invalid_argument as the resolve of that problem does
std::vector<SceneResult> resolve(const ProblemEntry& entry);

/// The laws that are defined for it. @throws std::invalid_argument if there is none
std::vector<LawId> defined_laws(const ProblemEntry& entry);

/// Its contacts as the laws see them.
Contacts contact_space(const ProblemEntry& entry);

}  // namespace carom
