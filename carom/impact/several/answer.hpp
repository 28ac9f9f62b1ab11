/// @file
/// What a law says of several contacts, in normalised units, and the memory it works in.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/planar/planar_impact.hpp>
#include <carom/impact/impact_result.hpp>
#include <carom/impact/several/contact_modes.hpp>
#include <carom/impact/several/contact_system.hpp>

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

namespace carom {

/// The answer of a law to a ContactSystem.
struct SystemAnswer {
  ImpactStatus status = ImpactStatus::no_impact;
  std::optional<NoSolution> reason{};
  Eigen::VectorXd p{};                  ///< 2k; with a moment (t, n, m)
  Eigen::VectorXd u_after{};            ///< 2k; with a moment (t, n, m)
  std::vector<ImpactMode> modes{};      ///< per contact
  std::optional<double> compression{};  ///< pₙ of the colliding contact when it ended; path laws
  std::vector<double> compressions{};   ///< of all contacts where several collide; path laws
  std::vector<WorkLedger<double>> ledger{};  ///< per contact; laws with phases
  double moment_work = 0;                    ///< with a moment
  std::optional<double> work{};              ///< ½ p·(u⁻ + u⁺), where known to more digits than p
  std::optional<SlipCase> slip_case{};       ///< path laws, one contact
  std::vector<PathEvent> path{};             ///< its first path_length entries; path laws
  std::size_t path_length = 0;
  std::vector<Alternative> alternatives{};  ///< with undetermined
  bool unique_impulse = true;               ///< false: the least of many with the same velocities
  bool exhaustive = true;                   ///< false: uniqueness was not examined
};

/// A path on its way: how far it came, and what happened at the point that it has reached.
struct PathState {
  SystemAnswer answer{};             ///< p, u_after and the path so far
  std::vector<ContactMode> modes{};  ///< until here
  Phase phase = Phase::compression;  ///< from here on
  bool starts = true;
  bool compression_ends = false;
  bool compression_starts = false;  ///< again, in restitution
  double restored = 0;              ///< pₙ of the colliding contact in all restitutions before
  std::vector<int> closed{};        ///< contacts that close here
  std::vector<int> stopped{};       ///< contacts whose slip stops here
  double stored = 0;                ///< −∫ uₙ dpₙ of compression at the colliding contact
  double returned = 0;              ///< ∫ uₙ dpₙ of restitution
  ModeSolution rates{};             ///< from here on
};

/// Memory for one impact after another: after the first few, nothing is allocated.
struct SystemWorkspace {
  ModeRoute route = ModeRoute::automatic;
  ModeProblem problem{};
  ModeSearch search{};
  PathState state{};
  std::vector<PathState> branches{};  ///< other choices of modes, yet to be followed
  std::vector<ModeSolution> ends{};   ///< of the algebraic laws
  std::vector<int> colliding{};       ///< the colliding contact alone
  std::vector<int> changed{};
  Eigen::VectorXd before{};
  Eigen::VectorXd step{};
  Eigen::VectorXd terms{};  ///< sizes of the terms of u, row by row
};

/// The path laws: newton, poisson, stronge.
///
/// From event to event the impulses grow in constant proportion, dp = p' dη with η the normal impulse
/// of the colliding contact, p' and a = W p' by (T8.4). A stage ends where a slip stops, an open
/// contact closes, compression ends or the law's restitution ends (T8.5)–(T8.8).
const SystemAnswer& follow_newton(const ContactSystem& contacts, SystemWorkspace& work);
const SystemAnswer& follow_poisson(const ContactSystem& contacts, SystemWorkspace& work);
const SystemAnswer& follow_stronge(const ContactSystem& contacts, SystemWorkspace& work);

/// The algebraic laws: the modes of the end alone decide (T8.9), (T8.10).
const SystemAnswer& end_whittaker(const ContactSystem& contacts, SystemWorkspace& work);
const SystemAnswer& end_brach(const ContactSystem& contacts, SystemWorkspace& work);

}  // namespace carom
