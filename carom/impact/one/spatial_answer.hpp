/// @file
/// One contact with two tangents: the laws of core/spatial on a normalised system of one contact.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/spatial/vec3.hpp>
#include <carom/impact/impact_result.hpp>
#include <carom/impact/objection.hpp>
#include <carom/impact/several/answer.hpp>

#include <Eigen/Core>
#include <optional>
#include <string>

namespace carom {

/// W and u of the one contact of a system, and its material with that rule of restitution.
Sym3<double> spatial_matrix(const ContactSystem& system);
Vec3<double> spatial_vector(const Eigen::VectorXd& x);
ContactLaw<double> spatial_material(const ContactSystem& system, Restitution rule);

/// The path laws, with system.path_points points between two events.
void newton_in_space(const ContactSystem& system, SystemAnswer& answer);
void poisson_in_space(const ContactSystem& system, SystemAnswer& answer);
void stronge_in_space(const ContactSystem& system, SystemAnswer& answer);

/// The algebraic laws.
void whittaker_in_space(const ContactSystem& system, SystemAnswer& answer);
void conventional_in_space(const ContactSystem& system, SystemAnswer& answer);
void brach_in_space(const ContactSystem& system, SystemAnswer& answer);

/// The cone laws, with all their answers, and chatterjee_ruina.
void moreau_in_space(const ContactSystem& system, SystemAnswer& answer);
void fremond_in_space(const ContactSystem& system, SystemAnswer& answer);
void anitescu_potra_in_space(const ContactSystem& system, SystemAnswer& answer);
void chatterjee_ruina_in_space(const ContactSystem& system, SystemAnswer& answer);

/// The compliant law where the motion of its patch is planar, and why it is not defined elsewhere.
void compliant_in_space(const ContactSystem& system, SystemAnswer& answer);
std::optional<Objection> compliant_refuses_in_space(const ContactSystem& system);

/// The rows (t1, t2, n).
Eigen::VectorXd stacked(const Vec3<double>& x);

/// Forgets what the answer to another problem left.
void clear(SystemAnswer& answer);

/// The friction coefficients that decide about slip, in normalised units: to hold stick |W_tt⁻¹ w_tn|, and
/// |pₜ|/pₙ at the end without slip, and the least that ends sticking by the path law of that rule, where one is given:
/// this needs some hundred impacts.
FrictionThresholds thresholds_in_space(const ContactSystem& system,
                                       const std::optional<Restitution>& path_rule);

}  // namespace carom
