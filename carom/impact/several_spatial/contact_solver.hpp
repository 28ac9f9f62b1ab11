/// @file
/// From the contacts of a problem to the solvers of several contacts, and back.
///
/// The solvers know contacts with 0, 1 or 2 tangents and no unused rows. Where W is singular the rule of
/// equal compliance (T18.5) compares rows, so that all of them get one unit there.
#pragma once

#include <carom/impact/several/answer.hpp>
#include <carom/impact/several/contact_system.hpp>
#include <carom/impact/several_spatial/spatial_answer.hpp>

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace carom::several_spatial {

/// Each contact's own material where several collide at once.
struct OwnMaterials {
  std::vector<double> restitution{};  ///< e, per contact
  std::vector<double> stiffness{};    ///< K, per contact; springs
};

/// A ContactSystem in the units of the solvers.
struct SolverSystem {
  System system{};
  std::vector<Eigen::Index> rows{};  ///< of the ContactSystem, per row of the solver
  std::vector<int> shift{};          ///< log₂ of the row's further scale
  int speed_shift = 0;               ///< log₂ of the further factor of all velocities
};

/// The contacts in the units of the solvers.
SolverSystem solver_system(const ContactSystem& contacts, const OwnMaterials& materials);

/// An answer of the solvers in the units of the contacts. Modes and ledger are of a path from event to event where
/// `follows_path`; of its ends elsewhere.
SystemAnswer system_answer(const ContactSystem& contacts, const SolverSystem& solver,
                           const Answer& found, bool follows_path);

/// newton, poisson and stronge with the colliding contact of the system.
SystemAnswer follow_stages(const ContactSystem& contacts, Restitution rule, double& residual);

/// All contacts in two phases.
SystemAnswer collide_together(const ContactSystem& contacts, const OwnMaterials& materials,
                              const cone::Examination& examination, double& residual);

/// All contacts on stiff springs. The path has its two ends.
SystemAnswer collide_as_springs(const ContactSystem& contacts, const OwnMaterials& materials,
                                double& residual);

/// A touching contact that slip drives into its surface, if there is one: no contact approaches.
Eigen::Index tangential_driver(const ContactSystem& contacts);

/// |W_tt⁻¹ w_tn| of a contact with tangents (T5.4), normalised; absent where W_tt is singular.
std::optional<double> to_hold_stick(const ContactSystem& contacts, std::size_t k);

}  // namespace carom::several_spatial
