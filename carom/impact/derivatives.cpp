#include <carom/impact/derivatives.hpp>

#include <carom/core/dual.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/one/law_of_scalars.hpp>
#include <carom/impact/one/one_contact.hpp>

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

constexpr int variable_count = static_cast<int>(derivative_variables.size());
static_assert(variable_count == scalar_variables);
using D = ScalarDual;

using Variables = ScalarVariables<double>;

/// One contact and a law: everything but the variables.
struct Situation {
  OneContact contact{};
  const Law& law;
  bool static_friction_given = false;

  ScalarContact fixed() const { return {contact, static_friction_given}; }
};

// --- slopes -------------------------------------------------------------------------------------

/// The variables as independent duals.
ScalarVariables<D> independent(const OneContact& contact) {
  const ContactLaw<double>& material = contact.material;
  ScalarVariables<D> x{{variable<double, variable_count>(contact.at.u.t, 0),
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
  const ScalarAnswer<D> slopes =
      situation.law.scalars->duals(situation.fixed(), independent(situation.contact));
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
  double slip_e = 0;     ///< with which expansion ends, where there are phases

  friend bool operator==(const Kind&, const Kind&) = default;
};

Kind kind_of(const Situation& situation, const Variables& x) {
  const ScalarAnswer<double> a = situation.law.scalars->numbers(situation.fixed(), x);
  Kind kind{a.status, a.mode, 0, a.slips.t, a.slips.n};
  if (a.mode == ImpactMode::none || situation.law.scalars->slips_tell) return kind;
  if (situation.law.follows_path)
    kind.direction = sign(x.u.t);
  else if (a.mode == ImpactMode::sliding || a.mode == ImpactMode::capped)
    kind.direction = sign(a.p.t);
  return kind;
}

/// True where no single variable changes the kind within mode_change_reach.
bool keeps_kind(const Situation& situation) {
  const OneContact& contact = situation.contact;
  const ContactLaw<double>& material = contact.material;
  const Variables here{contact.at.u, material.restitution, material.friction};
  const Kind kind = kind_of(situation, here);
  const double speed = max_of(abs_of(contact.at.u.t), abs_of(contact.at.u.n));
  for (const double step : {-mode_change_reach, mode_change_reach}) {
    std::array<Variables, variable_count> moved{here, here, here, here};
    moved[0].u.t += step * speed;
    moved[1].u.n += step * speed;
    // Restitution and friction stay in their domain, whose border is no mode change.
    const double restitution = material.restitution + step;
    moved[2].restitution = material.restitution < 0 ? restitution : max_of(restitution, 0.0);
    moved[3].friction = max_of(material.friction + step * max_of(material.friction, 1.0), 0.0);
    for (const Variables& x : moved)
      if (kind_of(situation, x) != kind) return false;
  }
  return true;
}

}  // namespace

ImpactDerivatives derivatives(const ImpactProblem& problem, LawId law) {
  return derivatives(problem.contacts, contact_problem(problem), law);
}

ImpactDerivatives derivatives(const std::vector<Contact>& contacts, const ContactProblem& c,
                              LawId law) {
  if (contacts.size() != 1)
    throw std::invalid_argument(
        fmt::format("contacts: derivatives want one contact, got {}", contacts.size()));
  if (c.in_space)
    throw std::invalid_argument(
        "contacts: derivatives are taken of planar contacts; this one is in space");
  if (const auto why = undefined_because(contacts, c, law)) throw Objection(*why);
  const Contact& contact = contacts[0];
  const Law& row = law_of(law);
  if (row.scalars == nullptr)
    throw std::invalid_argument(fmt::format("law: derivatives are not defined for {}", row.name));
  const Situation situation{normalised(c, contact, 0), row, contact.static_friction.has_value()};
  const Kind kind =
      kind_of(situation, {situation.contact.at.u, situation.contact.material.restitution,
                          situation.contact.material.friction});
  ImpactDerivatives result{.status = kind.status, .mode = kind.mode};
  result.near_mode_change = !keeps_kind(situation);
  differentiate(situation, result);
  return result;
}

}  // namespace carom
