/// @file
/// Several contacts, in the plane or in space, and what a law says of them; in normalised units.
#pragma once

#include <carom/core/planar/planar_impact.hpp>
#include <carom/impact/cone/cone_problem.hpp>
#include <carom/impact/impact_result.hpp>

#include <Eigen/Core>
#include <vector>

namespace carom::several_spatial {

/// k contacts at one instant. Contacts with 0, 1 and 2 tangents may be mixed.
struct System {
  Eigen::MatrixXd W{};                  ///< m × m, positive semidefinite
  Eigen::VectorXd u{};                  ///< m, before; uₙ < 0 approaches
  std::vector<ConeContact> contacts{};  ///< k, rows and μ (μ_s = μ)
  std::vector<double> restitution{};    ///< k, e in [0, 1]
  std::vector<double> stiffness{};      ///< k, > 0, only ratios matter; springs; empty: all equal
};

/// Why a law has no answer.
enum class Failure : unsigned char {
  none,
  no_consistent_mode,  ///< no rates were found at an event
  rate_diverges,       ///< the rate of an impulse grows without bound inside a stage
  no_termination,      ///< the path has no end, as where contacts lock
  inaccurate,          ///< what was found breaks its own law by more than cone::accepted_residual
};

/// What a contact does on a stretch of the path.
enum class Mode : unsigned char { open, stick, slip };

/// Events on the path.
enum class EventKind : unsigned char {
  start,
  slip_stops,
  slip_starts,
  detaches,
  closes,
  compression_ends,
  compression_starts,  ///< again: uₙ of the colliding contact falls back to zero in restitution
  end
};

/// A point of the path; `modes` hold from here to the next event.
struct Event {
  EventKind kind = EventKind::start;
  Phase phase = Phase::compression;  ///< from here on
  std::vector<int> contacts{};       ///< the contacts concerned
  std::vector<Mode> modes{};         ///< k
  Eigen::VectorXd p{};               ///< m, impulse so far
  Eigen::VectorXd u{};               ///< m, velocity here
};

/// The answer of a law.
struct Answer {
  ImpactStatus status = ImpactStatus::no_impact;
  Failure failure = Failure::none;           ///< with no_solution
  Eigen::VectorXd p{};                       ///< m
  Eigen::VectorXd u_after{};                 ///< m
  std::vector<double> compressions{};        ///< k: pₙ of compression
  std::vector<WorkLedger<double>> ledger{};  ///< k
  std::vector<Event> path{};
  std::vector<cone::Answer> alternatives{};  ///< p and u_after, with undetermined
  bool unique_impulse = true;                ///< false: loads are shared as by equal springs
  int recompressions = 0;                    ///< second compressions
  double residual = 0;                       ///< by the judge of the law, relative
};

/// ½ p·(u⁻ + u⁺): the change of kinetic energy.
double contact_work(const System& system, const Answer& answer);

}  // namespace carom::several_spatial
