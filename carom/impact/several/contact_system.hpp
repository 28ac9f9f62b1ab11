/// @file
/// Contacts with their materials, in normalised units.
///
/// With D = diag(dᵢ), one power of two for every row, and a factor c,
///
///     W' = D W D,   u' = c D u,   p' = c D⁻¹ p,   μ' = μ d_n/d_t            (T5.8)
///
/// is the same problem in other units, with W'ᵢᵢ and the largest velocity of order one. Everything in
/// this header and in those that take a ContactSystem is in these units.
#pragma once

#include <carom/core/planar/two_phase_impact.hpp>
#include <carom/core/scaling.hpp>
#include <carom/impact/contacts.hpp>

#include <Eigen/Core>
#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

namespace carom {

/// No contact, where an index of one is asked for.
inline constexpr Eigen::Index no_contact = -1;

/// k contacts with their materials, one of which collides but where several do at once. One contact whose
/// turning is known has a further row, m.
struct ContactSystem {
  std::vector<ContactRows> rows{};                ///< per contact
  Eigen::MatrixXd W{};                            ///< of all rows
  Eigen::VectorXd u{};                            ///< before the impact
  std::vector<double> friction{};                 ///< μ, per contact
  std::vector<double> static_friction{};          ///< μ_s ≥ μ, per contact
  double restitution = 0;                         ///< e of the colliding contact
  std::vector<double> restitutions{};             ///< e, per contact
  std::vector<double> tangential_restitutions{};  ///< e_t, per contact
  double stiffness_ratio = 0;                     ///< η² of the colliding contact, law compliant
  Eigen::Index colliding = no_contact;            ///< the first with uₙ < 0; one contact: itself
  bool singular = false;                          ///< W has dependent rows
  std::optional<double> impulse_ratio{};          ///< law impulse_ratio, one contact
  std::optional<double> critical_fraction{};      ///< law impulse_ratio, one contact
  TwoPhaseLaw<double> two_phases{};               ///< law cataldo_sampaio, one contact
  std::vector<int> scale{};                       ///< log₂ dᵢ, per row
  int speed_scale = 0;                            ///< log₂ c
  std::vector<int> outer{};  ///< exponents of the units that the system was taken from; empty: SI
  int outer_speed = 0;       ///< the same of the speeds
  std::vector<StickLine> lines{};   ///< per contact; of one with two tangents it says nothing
  const std::atomic<bool>* stop{};  ///< as in Contacts

  int path_points = 0;  ///< as in Contacts

  std::size_t count() const { return friction.size(); }
  bool stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
};

/// The contacts of a checked problem, normalised. Friction that was not given is zero.
ContactSystem contact_system(const Contacts& problem, const std::vector<Contact>& contacts);

/// The same into memory that is kept.
void contact_system(const Contacts& problem, const std::vector<Contact>& contacts,
                    ContactSystem& system);

/// The rows of the contacts, without the turning behind them.
inline Eigen::Index contact_rows(const ContactSystem& s) { return s.rows.back().normal() + 1; }

/// True where some contact has two tangents.
inline bool has_spatial(const ContactSystem& s) {
  return std::any_of(s.rows.begin(), s.rows.end(),
                     [](const ContactRows& rows) { return rows.tangents == 2; });
}

/// The exponents of contact k and of the speeds.
ContactScale contact_scale(const ContactSystem& s, std::size_t k);

/// The rank of a symmetric W ⪰ 0 of unit diagonal, by elimination with diagonal pivots.
Eigen::Index rank_of(Eigen::MatrixXd W);

}  // namespace carom
