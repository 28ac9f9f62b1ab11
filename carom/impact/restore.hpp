/// @file
/// From an answer in normalised units to the result in SI that people read.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_result.hpp>
#include <carom/impact/several/answer.hpp>

#include <optional>
#include <vector>

namespace carom {

/// Memory of restore().
struct RestoreMemory {
  Eigen::VectorXd p{};
  Eigen::VectorXd u_after{};
  std::vector<PathEvent> events{};  ///< of longer paths, to be used again
};

/// Writes all that an answer to a problem says, in SI units; law, residual, notes and friction are left to the caller.
/// @throws std::invalid_argument if a number of it does not fit into a double.
void restore(const Contacts& c, const std::vector<Contact>& contacts, const ContactSystem& system,
             const SystemAnswer& answer, RestoreMemory& memory, ImpactResult& result);

/// The same as a new result.
ImpactResult restored(const Contacts& c, const std::vector<Contact>& contacts,
                      const ContactSystem& system, const SystemAnswer& answer);

/// The velocity after the impulse p, and kinetic energies, where the problem has coordinates.
void add_coordinates(const Contacts& c, const Eigen::VectorXd& p, bool answered,
                     ImpactResult& result);

/// q̇ += (∂q̇/∂p) p, with the moment where p has one; exactly 0 where that leaves rounding.
void apply_impulse(const Contacts& c, const Eigen::VectorXd& p, Eigen::VectorXd& velocity);

/// The rows of contact k in the vectors of a result: in the plane each contact has two there, a stop's first one 0.
ContactRows result_rows(const Contacts& c, std::size_t k);

/// Brings a vector of the contacts' rows into that form.
void give_stops_two_rows(const Contacts& c, Eigen::VectorXd& x);

/// What `touching` changed.
void write_projection(const Contacts& c, ImpactResult& result);

/// A ratio p_t/p_n of contact k brought back from normalised units; absent where no double holds it.
std::optional<double> restored_ratio(const std::optional<double>& ratio,
                                     const ContactSystem& system, std::size_t k);

}  // namespace carom
