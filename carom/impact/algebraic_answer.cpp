#include <carom/core/algebraic_impact.hpp>
#include <carom/impact/one_contact.hpp>

namespace carom {
namespace {

struct Ended {
  AlgebraicImpact<double> impact{};
  std::optional<double> work{};  ///< in twice the digits
};

/// The law's answer, `resolve` of W, u and material; in twice the digits where the contact has them.
template <class Resolve>
Ended resolved(const OneContact& contact, const Resolve& resolve) {
  if (const auto& careful = contact.careful) {
    const AlgebraicImpact<TwoDoubles> impact =
        resolve(careful->W, careful->u, material_of<TwoDoubles>(contact));
    if (is_finite(impact.impulse.n.high) && is_finite(impact.u_after.t.high))
      return {{rounded(impact.impulse), rounded(impact.u_after), impact.mode, impact.status},
              work_between(careful->u, impact.u_after, impact.impulse)};
  }
  return {resolve(contact.W, contact.u, contact.material)};
}

template <class Resolve>
ContactAnswer answer_algebraic(const OneContact& contact, const Resolve& resolve) {
  const auto [impact, work] = resolved(contact, resolve);
  const bool singular = contact.singular;
  ContactAnswer answer;
  answer.status = impact.status;
  answer.mode = impact.mode;
  answer.p = impact.impulse;
  answer.u_after = impact.u_after;
  answer.work = work;
  if (impact.status == ImpactStatus::no_solution)
    answer.reason = singular ? NoSolution::rank_one : NoSolution::no_consistent_mode;
  answer.unique_impulse =
      !(singular && impact.mode == ImpactMode::sticking && static_limit(contact.material) > 0);
  return answer;
}

}  // namespace

ContactAnswer answer_whittaker(const OneContact& contact) {
  return answer_algebraic(contact, [](const auto& W, const auto& u, const auto& law) {
    return resolve_whittaker(W, u, law);
  });
}

ContactAnswer answer_conventional(const OneContact& contact) {
  return answer_algebraic(contact, [](const auto& W, const auto& u, const auto& law) {
    return resolve_conventional(W, u, law);
  });
}

ContactAnswer answer_brach(const OneContact& contact) {
  return answer_algebraic(contact, [](const auto& W, const auto& u, const auto& law) {
    return resolve_brach(W, u, law);
  });
}

ContactAnswer answer_impulse_ratio(const OneContact& contact) {
  return answer_algebraic(contact, [&]<class S>(const Sym2<S>& W, const Vec2<S>& u,
                                                const ContactLaw<S>& law) {
    return contact.critical_fraction
               ? resolve_critical_fraction(W, u, law.restitution, S(*contact.critical_fraction))
               : resolve_impulse_ratio(W, u, law.restitution, S(contact.impulse_ratio.value_or(0)));
  });
}

}  // namespace carom
