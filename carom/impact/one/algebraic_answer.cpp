#include <carom/core/planar/algebraic_impact.hpp>
#include <carom/impact/one/one_contact.hpp>

namespace carom {
namespace {

ContactAnswer answer_of(const OneContact& contact, const AlgebraicImpact<double>& impact) {
  const PlanarContact<double>& c = contact.at;
  ContactAnswer answer;
  answer.status = impact.status;
  answer.mode = impact.mode;
  answer.p = impact.impulse;
  answer.u_after = impact.u_after;
  if (is_narrow(c.W)) answer.work = contact_work(c, impact.impulse, impact.u_after);
  if (impact.status == ImpactStatus::no_solution)
    answer.reason = c.singular ? NoSolution::rank_one : NoSolution::no_consistent_mode;
  answer.unique_impulse =
      !(c.singular && impact.mode == ImpactMode::sticking && static_limit(contact.material) > 0);
  return answer;
}

}  // namespace

ContactAnswer answer_whittaker(const OneContact& contact) {
  return answer_of(contact, resolve_whittaker(contact.at, contact.material));
}

ContactAnswer answer_conventional(const OneContact& contact) {
  return answer_of(contact, resolve_conventional(contact.at, contact.material));
}

ContactAnswer answer_brach(const OneContact& contact) {
  return answer_of(contact, resolve_brach(contact.at, contact.material));
}

ContactAnswer answer_impulse_ratio(const OneContact& contact) {
  const double e = contact.material.restitution;
  return answer_of(contact,
                   contact.critical_fraction
                       ? resolve_critical_fraction(contact.at, e, *contact.critical_fraction)
                       : resolve_impulse_ratio(contact.at, e, contact.impulse_ratio.value_or(0)));
}

}  // namespace carom
