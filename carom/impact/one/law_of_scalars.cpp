#include <carom/core/planar/algebraic_impact.hpp>
#include <carom/core/planar/chatterjee_ruina.hpp>
#include <carom/core/planar/compliant_impact.hpp>
#include <carom/core/planar/cone_impact.hpp>
#include <carom/core/planar/planar_impact.hpp>
#include <carom/core/planar/two_phase_impact.hpp>
#include <carom/impact/one/law_of_scalars.hpp>

namespace carom {
namespace {

template <class S>
ScalarAnswer<S> answer_of(const PlanarImpact<S>& impact) {
  return {impact.impulse, impact.u_after, impact.mode, impact.status, {}};
}

template <class S>
ScalarAnswer<S> answer_of(const AlgebraicImpact<S>& impact) {
  return {impact.impulse, impact.u_after, impact.mode, impact.status, {}};
}

template <class S>
ScalarAnswer<S> answer_of(const ConeImpact<S>& impact) {
  return {impact.impulse, impact.u_after, impact.mode, impact.status, {}};
}

template <class S>
ScalarAnswer<S> answer_of(const TwoConePhases<S>& impact) {
  const auto slip = [](const S& u) { return S(u > S(0) ? 1 : u < S(0) ? -1 : 0); };
  ScalarAnswer<S> answer = answer_of(impact.whole);
  answer.slips = {slip(impact.compression.u_after.t), slip(impact.whole.u_after.t)};
  return answer;
}

/// Its stages tell its kind.
template <class S>
ScalarAnswer<S> answer_of(const CompliantImpact<S>& impact) {
  return {impact.impulse, impact.u_after, impact.mode, impact.status, {S(impact.stages), S(0)}};
}

template <class S>
ScalarAnswer<S> answer_of(const TwoPhaseImpact<S>& impact, const Vec2<S>& u0) {
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

template <class S>
ScalarAnswer<S> answer_two_phases(const ContactSystem& contact, const ScalarVariables<S>& x) {
  TurningContact<S> turning{.at = planar_contact(x.W, x.u)};
  if (const ContactRows& rows = contact.rows[0]; rows.turnings > 0) {
    const int m = rows.turning();
    if (!rows.is_stop()) turning.W_tm = S(contact.W(rows.first, m));
    turning.W_nm = S(contact.W(rows.normal(), m));
    turning.W_mm = S(contact.W(m, m));
    turning.u_m = S(contact.u[m]);
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
PlanarContact<S> planar(const ScalarVariables<S>& x) {
  return planar_contact(x.W, x.u);
}

template <class S>
ContactLaw<S> material_of(const ScalarContact& c, const ScalarVariables<S>& x) {
  const bool own = c.static_friction_given;
  return {x.friction, own ? S(c.contact.static_friction[0]) : x.friction, x.restitution};
}

/// The law that a template of functions is, with both scalars.
template <class Law>
constexpr LawOfScalars of_scalars(Law, bool slips_tell = false) {
  return {[](const ScalarContact& c, const ScalarVariables<double>& x) { return Law{}(c, x); },
          [](const ScalarContact& c, const ScalarVariables<ScalarDual>& x) { return Law{}(c, x); },
          slips_tell};
}

template <Restitution rule>
constexpr auto along_path = []<class S>(const ScalarContact& c, const ScalarVariables<S>& x) {
  ContactLaw<S> material = material_of(c, x);
  material.rule = rule;
  return answer_of(resolve_planar(x.W, x.u, material));
};

constexpr auto whittaker = []<class S>(const ScalarContact& c, const ScalarVariables<S>& x) {
  return answer_of(resolve_whittaker(planar(x), material_of(c, x)));
};

constexpr auto conventional = []<class S>(const ScalarContact& c, const ScalarVariables<S>& x) {
  return answer_of(resolve_conventional(planar(x), material_of(c, x)));
};

constexpr auto brach = []<class S>(const ScalarContact& c, const ScalarVariables<S>& x) {
  return answer_of(resolve_brach(planar(x), material_of(c, x)));
};

constexpr auto impulse_ratio = []<class S>(const ScalarContact& c, const ScalarVariables<S>& x) {
  const ContactSystem& one = c.contact;
  if (one.critical_fraction)
    return answer_of(
        resolve_critical_fraction(planar(x), x.restitution, S(*one.critical_fraction)));
  return answer_of(
      resolve_impulse_ratio(planar(x), x.restitution, S(one.impulse_ratio.value_or(0))));
};

constexpr auto cataldo_sampaio = []<class S>(const ScalarContact& c, const ScalarVariables<S>& x) {
  return answer_two_phases(c.contact, x);
};

constexpr auto moreau = []<class S>(const ScalarContact& c, const ScalarVariables<S>& x) {
  return answer_of(resolve_moreau(
      planar(x), ConeLaw<S>{x.friction, x.restitution, S(c.contact.tangential_restitutions[0])}));
};

constexpr auto fremond = []<class S>(const ScalarContact&, const ScalarVariables<S>& x) {
  return answer_of(resolve_fremond(planar(x), ConeLaw<S>{x.friction, x.restitution, S(1)}));
};

constexpr auto anitescu_potra = []<class S>(const ScalarContact&, const ScalarVariables<S>& x) {
  return answer_of(resolve_anitescu_potra(planar(x), ConeLaw<S>{x.friction, x.restitution, S(0)}));
};

constexpr auto chatterjee_ruina = []<class S>(const ScalarContact& c, const ScalarVariables<S>& x) {
  return answer_of(resolve_chatterjee_ruina(
      planar(x),
      ChatterjeeRuinaLaw<S>{x.friction, x.restitution, S(c.contact.tangential_restitutions[0])}));
};

constexpr auto compliant = []<class S>(const ScalarContact& c, const ScalarVariables<S>& x) {
  return answer_of(resolve_compliant(
      planar(x), CompliantLaw<S>{x.friction, x.restitution, S(c.contact.stiffness_ratio)}));
};

}  // namespace

const LawOfScalars newton_of_scalars = of_scalars(along_path<Restitution::newton>);
const LawOfScalars poisson_of_scalars = of_scalars(along_path<Restitution::poisson>);
const LawOfScalars stronge_of_scalars = of_scalars(along_path<Restitution::stronge>);
const LawOfScalars whittaker_of_scalars = of_scalars(whittaker);
const LawOfScalars conventional_of_scalars = of_scalars(conventional);
const LawOfScalars brach_of_scalars = of_scalars(brach);
const LawOfScalars impulse_ratio_of_scalars = of_scalars(impulse_ratio);
const LawOfScalars cataldo_sampaio_of_scalars = of_scalars(cataldo_sampaio, true);
const LawOfScalars moreau_of_scalars = of_scalars(moreau);
const LawOfScalars fremond_of_scalars = of_scalars(fremond);
const LawOfScalars anitescu_potra_of_scalars = of_scalars(anitescu_potra);
const LawOfScalars chatterjee_ruina_of_scalars = of_scalars(chatterjee_ruina);
const LawOfScalars compliant_of_scalars = of_scalars(compliant);

}  // namespace carom
