#include <carom/core/planar/chatterjee_ruina.hpp>
#include <carom/core/spatial/algebraic_impact.hpp>
#include <carom/core/spatial/chatterjee_ruina.hpp>
#include <carom/impact/judged.hpp>
#include <carom/impact/one/cone_in_space.hpp>
#include <carom/impact/one/one_contact.hpp>
#include <carom/impact/one/spatial_answer.hpp>

namespace carom {
namespace {

ChatterjeeRuinaLaw<double> ruina_law(const ContactSystem& system) {
  return {system.friction[0], system.restitution, system.tangential_restitutions[0]};
}

}  // namespace

ContactAnswer answer_chatterjee_ruina(const OneContact& contact) {
  const PlanarContact<double>& c = contact.at;
  const auto impact = resolve_chatterjee_ruina(
      c, ChatterjeeRuinaLaw<double>{contact.material.friction, contact.material.restitution,
                                    contact.tangential_restitution});
  ContactAnswer answer;
  answer.status = impact.status;
  answer.mode = impact.mode;
  answer.p = impact.impulse;
  answer.u_after = impact.u_after;
  answer.unique_impulse = impact.unique_impulse;
  if (is_narrow(c.W)) answer.work = contact_work(c, answer.p, answer.u_after);
  if (!has_answer(impact.status))
    answer.reason = c.singular ? NoSolution::rank_one : NoSolution::no_consistent_mode;
  return answer;
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
