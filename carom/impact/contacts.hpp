/// @file
/// The contacts as the laws see them: W and u, whichever way the problem was given.
#pragma once

#include <carom/core/rounding.hpp>
#include <carom/impact/contact_rows.hpp>
#include <carom/impact/delassus.hpp>
#include <carom/impact/impact_problem.hpp>
#include <carom/impact/one/stick_line.hpp>

#include <Eigen/Core>
#include <atomic>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// The relative turning of the two bodies of a contact, for laws with a moment impulse p_m.
struct ContactSpin {
  double u = 0;                ///< relative rate before the impact, rad/s
  double W_tm = 0;             ///< of p_m on u_t and of p_t on u_m, m⁻¹·kg⁻¹
  double W_nm = 0;             ///< of p_m on u_n and of p_n on u_m, m⁻¹·kg⁻¹
  double W_mm = 0;             ///< of p_m on u_m, kg⁻¹·m⁻²
  double surface_rate = 0;     ///< prescribed turning of the second side, rad/s
  Eigen::VectorXd response{};  ///< ∂q̇/∂p_m, n
};

/// What every law starts from. The rows of a contact are data: rows[k] says which they are.
struct Contacts {
  Eigen::MatrixXd W{};                          ///< kg⁻¹, exactly symmetric
  Eigen::VectorXd u{};                          ///< m/s, after zeroing and projection
  Eigen::VectorXd surface_velocity{};           ///< m/s
  bool surface_moves = false;                   ///< any component of it differs from 0
  std::vector<ContactRows> rows{};              ///< per contact
  bool in_space = false;                        ///< some contact has two tangents
  std::optional<Eigen::VectorXd> projection{};  ///< what `touching` changed in q̇ or u (T1.6)
  std::optional<Eigen::VectorXd> velocity{};  ///< q̇⁻ after projection, where there are coordinates
  std::optional<Eigen::MatrixXd> response{};  ///< ∂q̇/∂p = M⁻¹ Jᵀ, n × rows, with `velocity`
  std::optional<Eigen::MatrixXd> mass{};      ///< M, exactly symmetric, way 2
  std::optional<ContactSpin> spin{};          ///< of the one contact, where its row is given
  std::vector<StickLine> stick_lines{};  ///< per contact; of one with two tangents it says nothing
  Simultaneous simultaneous = Simultaneous::refuse;
  bool thresholds = true;          ///< thresholds that need further solves are asked for
  int path_points = 0;             ///< points of the path between two events, in space
  bool required_friction = false;  ///< asked for; see required_friction()
  const std::atomic<bool>*
      stop{};  ///< set from elsewhere: end the search, what it finds means nothing

  std::size_t count() const { return rows.size(); }
};

/// Checks the problem and brings it into contact space.
///
/// Way 1 takes zeros as given. Way 2 forms u = J q̇ − surface velocity (T1.1) and takes |uᵢ| ≤ 32 eps
/// Σⱼ|Jᵢⱼ q̇ⱼ| as zero: that is what rounding leaves of a contact at rest. Where the two rows of a contact are parallel,
/// u is taken into the range of W.
///
/// @throws std::invalid_argument naming key and expectation, e.g. "mass: not positive definite".
Contacts contact_problem(const ImpactProblem& problem);

/// Memory for bringing one stated problem after another into contact space.
struct StatementMemory {
  std::vector<int> tangents{};  ///< per contact
  Eigen::MatrixXd J{};
  MassFactors mass{};
};

/// The same into memory that is kept.
void contact_problem(const ImpactProblem& problem, StatementMemory& memory, Contacts& c);

/// How many tangents each contact of a problem has, as it is stated.
std::vector<int> tangents_of(const ImpactProblem& problem);

/// "contacts[2]"
std::string contact_path(std::size_t index);

/// The contact's name, "contacts[2]" if it has none.
std::string contact_label(const Contact& contact, std::size_t index);

/// Checks the materials of the contacts.
/// @throws std::invalid_argument naming the contact, the key and the expectation.
void check_contacts(const std::vector<Contact>& contacts);

/// @throws std::invalid_argument if the sums of u left the range of a double.
void require_finite_velocity(const Contacts& c);

/// @throws std::invalid_argument if more than one contact approaches and the problem refuses that.
void require_one_collision(const std::vector<Contact>& contacts, const Contacts& c);

/// Takes uₙ of every touching contact as zero and projects the velocities (T1.6).
void project_touching(const std::vector<Contact>& contacts, Contacts& c);

/// u = J q̇ − surface velocity, with what rounding leaves of zero set to zero (T1.1).
Eigen::VectorXd relative_velocity(const Eigen::Ref<const Eigen::MatrixXd>& J,
                                  const Eigen::VectorXd& velocity,
                                  const Eigen::VectorXd& surface_velocity);

/// The same into memory that is kept.
void relative_velocity(const Eigen::Ref<const Eigen::MatrixXd>& J, const Eigen::VectorXd& velocity,
                       const Eigen::VectorXd& surface_velocity, Eigen::VectorXd& u);

}  // namespace carom
