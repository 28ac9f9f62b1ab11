/// @file
/// Modes by the cone problem: one answer where combinations are too many to be tried, and the answer of
/// equal compliance where impulses are not unique (T18.5).
#pragma once

#include <carom/impact/cone/solve.hpp>
#include <carom/impact/several/contact_modes.hpp>

namespace carom {

/// Memory for one cone problem after another.
struct ConeMemory {
  cone::Problem problem{};
  cone::Workspace work{};
  cone::Solution solution{};
  std::vector<Eigen::Index> rows{};  ///< of the mode problem that the cone problem has
  std::vector<double> friction{};    ///< of each contact: μ_s, or μ once it was seen to slip
  Eigen::VectorXd start{};
};

/// One answer to the problem of modes (T8.1)–(T8.3) in search.found[0], or none; `given_velocity` is not
/// among the rules that it takes. A contact sticks up to μ_s; one that slips all the same slides with μ.
///
/// @param start  p to start from, 2k, or null.
void cone_modes(const ModeProblem& problem, const cone::Examination& examination,
                const Eigen::VectorXd* start, ConeMemory& memory, ModeSearch& search);

}  // namespace carom
