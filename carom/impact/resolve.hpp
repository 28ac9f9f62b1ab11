/// @file
/// The front door of impact/: a problem and a law in, a checked result out.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_problem.hpp>
#include <carom/impact/impact_result.hpp>
#include <carom/impact/laws.hpp>

#include <string>
#include <vector>

namespace carom {

struct Workspace;

/// Above this residual (T5.7) an answer is not called solved.
inline constexpr double residual_limit = 1e-9;

/// Resolves the problem by one law.
///
/// A problem without solution is a result with that status, not an exception; an answer whose residual
/// exceeds residual_limit is turned into one.
///
/// @throws std::invalid_argument naming the key and the expectation, e.g.
///         "contacts[0].restitution: 1.3 is outside [0, 1]", if the problem is malformed or the law is
///         not defined for it.
ImpactResult resolve(const ImpactProblem& problem, LawId law);

/// Resolves the problem by each of the laws, in that order; the work on (M, J) is done once.
std::vector<ImpactResult> resolve(const ImpactProblem& problem, const std::vector<LawId>& laws);

/// The same for contacts that are already in contact space, as a mechanism gives them.
std::vector<ImpactResult> resolve(const std::string& name, const std::vector<Contact>& contacts,
                                  const Contacts& c, const std::vector<LawId>& laws);

/// The same by one law into memory that is kept (workspace.hpp): the result stays until the next call, and after the
/// first problem of a kind nothing is allocated for one contact in the plane.
const ImpactResult& resolve(const ImpactProblem& problem, LawId law, Workspace& work);
void resolve(const std::string& name, const std::vector<Contact>& contacts, const Contacts& c,
             LawId law, Workspace& work, ImpactResult& result);

/// Every law that is defined for the problem.
/// @throws std::invalid_argument if the problem is malformed, or no law is defined for it.
std::vector<LawId> defined_laws(const ImpactProblem& problem);

/// The same for contacts that are already in contact space.
std::vector<LawId> defined_laws(const std::vector<Contact>& contacts, const Contacts& c);

/// Checks everything that does not depend on the law.
/// @throws std::invalid_argument as resolve does.
void check(const ImpactProblem& problem);

}  // namespace carom
