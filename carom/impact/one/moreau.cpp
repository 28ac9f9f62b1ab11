#include <carom/core/planar/cone_impact.hpp>
#include <carom/core/spatial/algebraic_impact.hpp>
#include <carom/core/spatial/cone_impact.hpp>
#include <carom/impact/one/cone_in_space.hpp>
#include <carom/impact/one/one_contact.hpp>
#include <carom/impact/one/spatial_answer.hpp>

namespace carom {
namespace {

ContactAnswer answer_of(const OneContact& contact, const ConeImpact<double>& impact) {
  const PlanarContact<double>& c = contact.at;
  ContactAnswer answer;
  answer.status = impact.status;
  answer.mode = impact.mode;
  answer.p = impact.impulse;
  answer.u_after = impact.u_after;
  answer.unique_impulse = impact.unique_impulse;
  if (is_narrow(c.W)) answer.work = contact_work(c, impact.impulse, impact.u_after);
  if (impact.status == ImpactStatus::no_solution)
    answer.reason = c.singular ? NoSolution::rank_one : NoSolution::no_consistent_mode;
  return answer;
}

ContactAnswer moreau_with(const OneContact& contact, double e_t) {
  const ContactLaw<double>& material = contact.material;
  return answer_of(contact, resolve_moreau(contact.at, ConeLaw<double>{material.friction,
                                                                       material.restitution, e_t}));
}

void moreau_in_space_with(const ContactSystem& system, double e_t, SystemAnswer& answer) {
  const Sym3<double> W = spatial_matrix(system);
  const Vec3<double> u = spatial_vector(system.u);
  const ConeLaw<double> law{system.friction[0], system.restitution, e_t};
  const SpatialContact<double> c = spatial_contact(W, u);
  const auto plane = detail::plane_of(c);
  if (!plane.holds) return take(resolve_moreau(W, u, law), is_singular(c), answer);
  take(in_space(resolve_moreau(detail::planar_part(c, plane.tangent), law), plane.tangent),
       is_singular(c), answer);
}

}  // namespace

ContactAnswer answer_moreau(const OneContact& contact) {
  return moreau_with(contact, contact.tangential_restitution);
}

ContactAnswer answer_fremond(const OneContact& contact) { return moreau_with(contact, 1); }

void moreau_in_space(const ContactSystem& system, SystemAnswer& answer) {
  moreau_in_space_with(system, system.tangential_restitutions[0], answer);
}

void fremond_in_space(const ContactSystem& system, SystemAnswer& answer) {
  moreau_in_space_with(system, 1, answer);
}

}  // namespace carom
