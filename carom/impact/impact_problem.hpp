/// @file
/// An impact problem as a person states it: contacts, and the dynamics in one of two ways.
///
/// Signs: n points from the second body (or the surface) to the first and is t turned by +90°;
/// u is the velocity of the first body relative to the second, so uₙ < 0 approaches; p acts on the
/// first body. In space a contact has two tangents, (t1, t2, n) is right-handed. Rows and stacked vectors are in the order
/// (t, n) or (t1, t2, n), contact by contact.
#pragma once

#include <carom/impact/contact_vector.hpp>

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace carom {

/// One contact: its name and its material. What is absent was not given.
struct Contact {
  std::string name{};                       ///< "" is shown as "contact 1", ...
  std::optional<double> restitution{};      ///< e in [0, 1]
  std::optional<double> friction{};         ///< μ ≥ 0, kinetic
  std::optional<double> static_friction{};  ///< μ_s ≥ μ; absent: = μ
  std::optional<double> impulse_ratio{};    ///< pₜ/pₙ, signed; law impulse_ratio only
  std::optional<double>
      critical_fraction{};                  ///< share of the critical ratio; law impulse_ratio only
  bool allow_negative_restitution = false;  ///< e in [−1, 1]; law impulse_ratio only
  bool touching = false;                    ///< take uₙ as 0 and project the velocity (T1.6)
  std::optional<double> tangential_restitution{};  ///< e_t in [−1, 1]; its range is the law's
  std::optional<double> friction_recovery{};       ///< ν in [0, 1]; law cataldo_sampaio only
  std::optional<double> moment_compression{};      ///< e_mC in [−1, 0]; law cataldo_sampaio only
  std::optional<double> moment_restitution{};      ///< e_mE in [−1, 0]; law cataldo_sampaio only
  std::optional<double> stiffness_ratio{};         ///< K_n/K_t > 0; law compliant only
  std::optional<double> stiffness{};               ///< relative, > 0; `springs` only
};

/// How several contacts that collide at one instant are resolved.
enum class Simultaneous : std::uint8_t {
  refuse,      ///< an error
  together,    ///< all in two phases, compression and expansion
  sequential,  ///< one after the other, the one with the greatest approach energy first
  springs,     ///< all at once on stiff springs
};

/// Way 1: the contact space itself.
struct ContactSpace {
  Eigen::MatrixXd W{};  ///< kg⁻¹, symmetric positive semidefinite, one row per tangent and normal
  Eigen::VectorXd u{};  ///< m/s, in the range of W
  std::vector<int>
      tangents{};  ///< 0, 1 or 2 per contact; empty: all 1 (2k rows) or all 2 (3k rows)
};

/// The rows of one contact in generalized coordinates.
struct CoordinateRows {
  std::optional<Eigen::VectorXd> tangent{};   ///< row of J; absent: frictionless, normal only
  Eigen::VectorXd normal{};                   ///< row of J
  ContactVector surface_velocity{};           ///< velocity of the surface along (t, n), m/s
  std::optional<Eigen::VectorXd> spin{};      ///< row of the relative rate of turning, rad/s per q̇
  std::optional<Eigen::VectorXd> tangent2{};  ///< row of J along t2: the contact is in space
};

/// Way 2: generalized coordinates, u = J q̇ − surface velocity (T1.1).
struct GeneralizedSpace {
  Eigen::MatrixXd mass{};              ///< M, n × n, symmetric positive definite
  Eigen::VectorXd velocity{};          ///< q̇ before the impact, n
  std::vector<CoordinateRows> rows{};  ///< one per contact
};

/// A whole problem; `contacts` and the dynamics belong together in order and number.
struct ImpactProblem {
  std::string name{};
  std::vector<Contact> contacts{};
  std::variant<ContactSpace, GeneralizedSpace> dynamics{};
  Simultaneous simultaneous = Simultaneous::refuse;
  int path_points = 0;             ///< points of the path between two events, in space
  bool required_friction = false;  ///< the least common friction that holds is asked for
};

}  // namespace carom
