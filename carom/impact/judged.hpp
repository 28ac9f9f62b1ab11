/// @file
/// An answer under judgement, and the measures by which laws say how far it breaks them.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/impact/one/planar_answer.hpp>
#include <carom/impact/relative_violation.hpp>
#include <carom/impact/several/answer.hpp>

#include <Eigen/Core>
#include <cstddef>
#include <span>

namespace carom {

/// An answer to contacts in normalised units.
struct Judged {
  const ContactSystem& contacts;
  const SystemAnswer& answer;
  std::span<const PathEvent> path{};
  double largest = 0;  ///< impulse of any contact
};

/// Size of the terms in row r of u⁻ + W p. Of a contact's two tangents it is the larger one's: slip along one
/// is no more exact than along the other, which turned axes would mix with it.
double row_scale(const Judged& c, Eigen::Index r, const Eigen::VectorXd& p);

/// By which share u differs from u⁻ + W p.
double momentum_violation(const Judged& c, const Eigen::VectorXd& p, const Eigen::VectorXd& u);

/// The row of uₙ of the colliding contact.
Eigen::Index colliding_row(const Judged& c);

/// One contact with two tangents.
inline bool in_space(const Judged& c) {
  return c.contacts.count() == 1 && c.contacts.rows[0].tangents == 2;
}

/// Several contacts, of which some have two tangents.
bool several_in_space(const Judged& c);

inline bool collides(const Judged& c, std::size_t i) {
  return static_cast<Eigen::Index>(i) == c.contacts.colliding;
}

/// What rounding of the other contacts' impulses leaves at this one.
inline double rest_of(const Judged& c, std::size_t i) { return collides(c, i) ? 0 : c.largest; }

/// By which share the impulse p of a contact is not on the edge of the cone against the sign of slip.
inline double opposes(double slip, double mu, const Vec2<double>& p, double rest) {
  return share(p.t + sign(slip) * mu * p.n, std::abs(p.t) + mu * p.n + rest);
}

/// What single laws ask, in the plane (T2.8)–(T2.10), (T4.2)–(T4.7), (T11.2)–(T11.9), and in space.
double violation_of_newton(const Judged& c);
double violation_of_poisson(const Judged& c);
double violation_of_stronge(const Judged& c);
double violation_of_whittaker(const Judged& c);
double violation_of_conventional(const Judged& c);
double violation_of_impulse_ratio(const Judged& c);
double violation_of_cataldo_sampaio(const Judged& c);

/// The further laws, in the plane and in space, with one contact and several (T16.1), (T16.11), (T16.17).
double violation_of_moreau(const Judged& c);
double violation_of_fremond(const Judged& c);
double violation_of_anitescu_potra(const Judged& c);
double violation_of_chatterjee_ruina(const Judged& c);
double violation_of_compliant(const Judged& c);

/// The same for one contact with two tangents.
double violation_in_space_of_path(const Judged& c);
double violation_in_space_of_total(const Judged& c, const ContactVector& slip);

/// The path of several contacts in space, and its restitution.
double violation_in_space_of_stages(const Judged& c, Restitution rule);

}  // namespace carom
