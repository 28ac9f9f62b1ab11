#include <carom/core/algebraic_impact.hpp>
#include <carom/impact/one_contact.hpp>

namespace carom {
namespace {

ContactAnswer answer_algebraic(const OneContact& contact, const AlgebraicImpact<double>& impact) {
  const bool singular = is_singular(contact.W);
  ContactAnswer answer;
  answer.status = impact.status;
  answer.mode = impact.mode;
  answer.p = impact.impulse;
  answer.u_after = impact.u_after;
  if (impact.status == ImpactStatus::no_solution)
    answer.reason = singular ? NoSolution::rank_one : NoSolution::no_consistent_mode;
  answer.unique_impulse =
      !(singular && impact.mode == ImpactMode::sticking && static_limit(contact.material) > 0);
  return answer;
}

}  // namespace

ContactAnswer answer_whittaker(const OneContact& contact) {
  return answer_algebraic(contact, resolve_whittaker(contact.W, contact.u, contact.material));
}

ContactAnswer answer_conventional(const OneContact& contact) {
  return answer_algebraic(contact, resolve_conventional(contact.W, contact.u, contact.material));
}

ContactAnswer answer_brach(const OneContact& contact) {
  return answer_algebraic(contact, resolve_brach(contact.W, contact.u, contact.material));
}

ContactAnswer answer_impulse_ratio(const OneContact& contact) {
  const double e = contact.material.restitution;
  return answer_algebraic(
      contact,
      contact.critical_fraction
          ? resolve_critical_fraction(contact.W, contact.u, e, *contact.critical_fraction)
          : resolve_impulse_ratio(contact.W, contact.u, e, contact.impulse_ratio.value_or(0)));
}

}  // namespace carom
