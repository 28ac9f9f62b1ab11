#include <carom/impact/derivatives.hpp>

#include <carom/core/dual.hpp>
#include <carom/core/planar/algebraic_impact.hpp>
#include <carom/core/planar/chatterjee_ruina.hpp>
#include <carom/core/planar/compliant_impact.hpp>
#include <carom/core/planar/cone_impact.hpp>
#include <carom/core/planar/planar_impact.hpp>
#include <carom/core/planar/two_phase_impact.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/one/one_contact.hpp>

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

constexpr int variable_count = static_cast<int>(derivative_variables.size());
using D = Dual<double, variable_count>;

/// What varies, in normalised units, and what stays.
template <class S>
struct Variables {
  Vec2<S> u{};
  S restitution{};
  S friction{};
};

/// A law's answer with any scalar.
template <class S>
struct Answer {
  Vec2<S> p{};
  Vec2<S> u_after{};
  ImpactMode mode = ImpactMode::none;
  ImpactStatus status = ImpactStatus::no_impact;
  Vec2<S> slips{};  ///< of both phases, −1, 0 or 1; where there are phases
};

template <class S>
Answer<S> answer_of(const PlanarImpact<S>& impact) {
  return {impact.impulse, impact.u_after, impact.mode, impact.status, {}};
}

template <class S>
Answer<S> answer_of(const AlgebraicImpact<S>& impact) {
  return {impact.impulse, impact.u_after, impact.mode, impact.status, {}};
}

template <class S>
Answer<S> answer_of(const ConeImpact<S>& impact) {
  return {impact.impulse, impact.u_after, impact.mode, impact.status, {}};
}

template <class S>
Answer<S> answer_of(const TwoConePhases<S>& impact) {
  const auto slip = [](const S& u) { return S(u > S(0) ? 1 : u < S(0) ? -1 : 0); };
  Answer<S> answer = answer_of(impact.whole);
  answer.slips = {slip(impact.compression.u_after.t), slip(impact.whole.u_after.t)};
  return answer;
}

/// Its stages tell its kind.
template <class S>
Answer<S> answer_of(const CompliantImpact<S>& impact) {
  return {impact.impulse, impact.u_after, impact.mode, impact.status, {S(impact.stages), S(0)}};
}

template <class S>
Answer<S> answer_of(const TwoPhaseImpact<S>& impact, const Vec2<S>& u0) {
  const TurningVec3<S>& a = impact.compression.p;
  const TurningVec3<S>& b = impact.expansion.p;
  const TurningVec3<S>& u = impact.expansion.u;
  if (impact.mode == ImpactMode::none) return {{}, u0, impact.mode, impact.status, {}};
  return {{a.t + b.t, a.n + b.n},
          {u.t, u.n},
          impact.mode,
          impact.status,
          {impact.compression.slip, impact.expansion.slip}};
}

/// One contact and a law: everything but the variables.
struct Situation {
  OneContact contact{};
  LawId law = LawId::poisson;
  bool static_friction_given = false;
};

template <class S>
Answer<S> answer_two_phases(const OneContact& contact, const Sym2<S>& W, const Variables<S>& x) {
  TurningContact<S> turning{.at = planar_contact(W, x.u)};
  if (const auto& own = contact.turning) {
    turning.W_tm = S(own->W_tm);
    turning.W_nm = S(own->W_nm);
    turning.W_mm = S(own->W_mm);
    turning.u_m = S(own->u);
  }
  const TwoPhaseLaw<double>& law = contact.two_phases;
  return answer_of(
      resolve_two_phases(turning,
                         TwoPhaseLaw<S>{x.friction, x.restitution, S(law.tangential_restitution),
                                        S(law.friction_recovery), S(law.moment_compression),
                                        S(law.moment_restitution)}),
      x.u);
}

template <class S>
Answer<S> answer(const Situation& situation, const Variables<S>& x) {
  const OneContact& contact = situation.contact;
  const Sym2<S> W{S(contact.at.W.tt), S(contact.at.W.tn), S(contact.at.W.nn)};
  const PlanarContact<S> c = planar_contact(W, x.u);
  ContactLaw<S> material{x.friction, x.friction, x.restitution};
  if (situation.static_friction_given)
    material.static_friction = S(contact.material.static_friction);
  const auto along_path = [&](Restitution rule) {
    material.rule = rule;
    return answer_of(resolve_planar(W, x.u, material));
  };
  switch (situation.law) {
    case LawId::newton: return along_path(Restitution::newton);
    case LawId::poisson: return along_path(Restitution::poisson);
    case LawId::stronge: return along_path(Restitution::stronge);
    case LawId::whittaker: return answer_of(resolve_whittaker(c, material));
    case LawId::conventional: return answer_of(resolve_conventional(c, material));
    case LawId::brach: return answer_of(resolve_brach(c, material));
    case LawId::cataldo_sampaio: return answer_two_phases(contact, W, x);
    case LawId::moreau:
      return answer_of(resolve_moreau(
          c, ConeLaw<S>{x.friction, x.restitution, S(contact.tangential_restitution)}));
    case LawId::fremond:
      return answer_of(resolve_fremond(c, ConeLaw<S>{x.friction, x.restitution, S(1)}));
    case LawId::anitescu_potra:
      return answer_of(resolve_anitescu_potra(c, ConeLaw<S>{x.friction, x.restitution, S(0)}));
    case LawId::chatterjee_ruina:
      return answer_of(resolve_chatterjee_ruina(
          c, ChatterjeeRuinaLaw<S>{x.friction, x.restitution, S(contact.tangential_restitution)}));
    case LawId::compliant:
      return answer_of(resolve_compliant(
          c, CompliantLaw<S>{x.friction, x.restitution, S(contact.stiffness_ratio)}));
    case LawId::impulse_ratio:
      return answer_of(
          contact.critical_fraction
              ? resolve_critical_fraction(c, x.restitution, S(*contact.critical_fraction))
              : resolve_impulse_ratio(c, x.restitution, S(contact.impulse_ratio.value_or(0))));
  }
  return {};
}

// --- slopes -------------------------------------------------------------------------------------

/// The variables as independent duals.
Variables<D> independent(const OneContact& contact) {
  const ContactLaw<double>& material = contact.material;
  Variables<D> x{{variable<double, variable_count>(contact.at.u.t, 0),
                  variable<double, variable_count>(contact.at.u.n, 1)},
                 variable<double, variable_count>(material.restitution, 2),
                 variable<double, variable_count>(material.friction, 3)};
  // Friction beyond that stops any slip: more of it changes nothing.
  if (material.friction == boundless_friction) x.friction = D(material.friction);
  return x;
}

/// Binary exponents that bring slopes back from normalised units (T5.8): of the value, and of the
/// variable.
struct SlopeScale {
  std::array<int, 2> value{};
  std::array<int, variable_count> variable{};
};

/// Absent where a slope is not finite.
std::optional<ContactJacobian> restored_slopes(const Vec2<D>& x, const SlopeScale& scale) {
  ContactJacobian J;
  const std::array<const D*, 2> rows{&x.t, &x.n};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < variable_count; ++j) {
      const auto [row, column] =
          std::pair(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
      J(i, j) = std::ldexp(rows[row]->grad[j], scale.value[row] + scale.variable[column]);
      if (!std::isfinite(J(i, j))) return std::nullopt;
    }
  return J;
}

void differentiate(const Situation& situation, ImpactDerivatives& result) {
  const Answer<D> slopes = answer(situation, independent(situation.contact));
  if (!has_answer(slopes.status)) return;
  // u' = c D u, p' = c D⁻¹ p, μ' = μ d_n/d_t
  const auto [t, n, c] = situation.contact.scale;
  const std::array<int, variable_count> variables{c + t, c + n, 0, n - t};
  result.p = restored_slopes(slopes.p, {{t - c, n - c}, variables});
  result.u_after = restored_slopes(slopes.u_after, {{-t - c, -n - c}, variables});
  if (!result.p || !result.u_after) {
    result.p.reset();
    result.u_after.reset();
    result.near_mode_change = true;
  }
}

// --- mode changes -------------------------------------------------------------------------------

/// What must stay the same for the slopes to hold.
struct Kind {
  ImpactStatus status = ImpactStatus::no_impact;
  ImpactMode mode = ImpactMode::none;
  double direction = 0;  ///< of the slip that friction opposes; 0 where the answer does not know it
  double slip_c = 0;     ///< with which compression ends, where there are phases
  double slip_e = 0;     ///< with which expansion ends, likewise

  friend bool operator==(const Kind&, const Kind&) = default;
};

Kind kind_of(const Situation& situation, const Variables<double>& x) {
  const Answer<double> a = answer(situation, x);
  Kind kind{a.status, a.mode, 0, a.slips.t, a.slips.n};
  if (a.mode == ImpactMode::none || situation.law == LawId::cataldo_sampaio) return kind;
  if (law_of(situation.law).follows_path)
    kind.direction = sign(x.u.t);
  else if (a.mode == ImpactMode::sliding || a.mode == ImpactMode::capped)
    kind.direction = sign(a.p.t);
  return kind;
}

/// True where no single variable changes the kind within mode_change_reach.
bool keeps_kind(const Situation& situation) {
  const OneContact& contact = situation.contact;
  const ContactLaw<double>& material = contact.material;
  const Variables<double> here{contact.at.u, material.restitution, material.friction};
  const Kind kind = kind_of(situation, here);
  const double speed = max_of(abs_of(contact.at.u.t), abs_of(contact.at.u.n));
  for (const double step : {-mode_change_reach, mode_change_reach}) {
    std::array<Variables<double>, variable_count> moved{here, here, here, here};
    moved[0].u.t += step * speed;
    moved[1].u.n += step * speed;
    // Restitution and friction stay in their domain, whose border is no mode change.
    const double restitution = material.restitution + step;
    moved[2].restitution = material.restitution < 0 ? restitution : max_of(restitution, 0.0);
    moved[3].friction = max_of(material.friction + step * max_of(material.friction, 1.0), 0.0);
    for (const Variables<double>& x : moved)
      if (kind_of(situation, x) != kind) return false;
  }
  return true;
}

}  // namespace

ImpactDerivatives derivatives(const ImpactProblem& problem, LawId law) {
  return derivatives(problem.contacts, contact_problem(problem), law);
}

ImpactDerivatives derivatives(const std::vector<Contact>& contacts, const Contacts& c, LawId law) {
  if (contacts.size() != 1)
    throw std::invalid_argument(
        fmt::format("contacts: derivatives want one contact, got {}", contacts.size()));
  if (c.in_space)
    throw std::invalid_argument(
        "contacts: derivatives are taken of planar contacts; this one is in space");
  if (const auto why = undefined_because(contacts, c, law)) throw std::invalid_argument(*why);
  const Contact& contact = contacts[0];
  const Situation situation{normalised(c, contact, 0), law, contact.static_friction.has_value()};
  const Kind kind =
      kind_of(situation, {situation.contact.at.u, situation.contact.material.restitution,
                          situation.contact.material.friction});
  ImpactDerivatives result{.status = kind.status, .mode = kind.mode};
  result.near_mode_change = !keeps_kind(situation);
  differentiate(situation, result);
  return result;
}

}  // namespace carom
