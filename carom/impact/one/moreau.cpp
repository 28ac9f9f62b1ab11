#include <carom/core/planar/cone_impact.hpp>
#include <carom/core/spatial/algebraic_impact.hpp>
#include <carom/core/spatial/cone_impact.hpp>
#include <carom/impact/one/cone_in_space.hpp>
#include <carom/impact/one/planar_answer.hpp>
#include <carom/impact/one/spatial_answer.hpp>

namespace carom {
namespace {

void moreau_with(const ContactSystem& system, double e_t, SystemAnswer& answer) {
  const ConeLaw<double> law{system.friction[0], system.restitution, e_t};
  const ConeImpact<double> impact = resolve_moreau(planar_contact_of(system), law);
  take(system, impact, answer);
  answer.unique_impulse = impact.unique_impulse;
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

void answer_moreau(const ContactSystem& system, SystemAnswer& answer) {
  moreau_with(system, system.tangential_restitutions[0], answer);
}

void answer_fremond(const ContactSystem& system, SystemAnswer& answer) {
  moreau_with(system, 1, answer);
}

void moreau_in_space(const ContactSystem& system, SystemAnswer& answer) {
  moreau_in_space_with(system, system.tangential_restitutions[0], answer);
}

void fremond_in_space(const ContactSystem& system, SystemAnswer& answer) {
  moreau_in_space_with(system, 1, answer);
}

}  // namespace carom
