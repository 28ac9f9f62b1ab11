#include <carom/core/planar/chatterjee_ruina.hpp>
#include <carom/core/spatial/algebraic_impact.hpp>
#include <carom/core/spatial/chatterjee_ruina.hpp>
#include <carom/impact/judged.hpp>
#include <carom/impact/one/cone_in_space.hpp>
#include <carom/impact/one/planar_answer.hpp>
#include <carom/impact/one/spatial_answer.hpp>

namespace carom {
namespace {

ChatterjeeRuinaLaw<double> ruina_law(const ContactSystem& system) {
  return {system.friction[0], system.restitution, system.tangential_restitutions[0]};
}

}  // namespace

void answer_chatterjee_ruina(const ContactSystem& system, SystemAnswer& answer) {
  const auto impact = resolve_chatterjee_ruina(planar_contact_of(system), ruina_law(system));
  take(system, impact, answer);
  answer.unique_impulse = impact.unique_impulse;
}

void chatterjee_ruina_in_space(const ContactSystem& system, SystemAnswer& answer) {
  const SpatialContact<double> c =
      spatial_contact(spatial_matrix(system), spatial_vector(system.u));
  const ChatterjeeRuinaLaw<double> law = ruina_law(system);
  const auto plane = detail::plane_of(c);
  const auto impact =
      plane.holds ? in_space(resolve_chatterjee_ruina(detail::planar_part(c, plane.tangent), law),
                             plane.tangent)
                  : resolve_chatterjee_ruina(c.W, c.u, law);
  take(impact, is_singular(c), answer);
}

double violation_of_chatterjee_ruina(const Judged& c) {
  const ChatterjeeRuinaLaw<double> law = ruina_law(c.contacts);
  if (in_space(c)) {
    SpatialConeImpact<double> impact;
    impact.impulse = spatial_vector(c.answer.p);
    impact.u_after = spatial_vector(c.answer.u_after);
    return chatterjee_ruina_violation(spatial_matrix(c.contacts), spatial_vector(c.contacts.u), law,
                                      impact);
  }
  ConeImpact<double> impact;
  impact.impulse = planar_pair(c.contacts, c.answer.p);
  impact.u_after = planar_pair(c.contacts, c.answer.u_after);
  return chatterjee_ruina_violation(planar_contact_of(c.contacts), law, impact);
}

}  // namespace carom
