#include <carom/impact/one/derivatives_in_space.hpp>

#include <carom/core/spatial/algebraic_impact.hpp>
#include <carom/core/spatial/chatterjee_ruina.hpp>
#include <carom/core/spatial/cone_impact.hpp>
#include <carom/core/spatial/spatial_impact.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/one/slopes.hpp>
#include <carom/impact/several/contact_system.hpp>

#include <fmt/format.h>

#include <stdexcept>
#include <string>

namespace carom {
namespace {

/// u_t1, u_t2, u_n, e, μ, and W as Sym3 holds it.
template <class S>
using Variables = std::array<S, slope_variables<3>>;

/// One contact and a law, in scaled units: everything but the variables.
struct SpatialSituation {
  const ContactSystem& system;
  LawId law = LawId::poisson;
  bool static_friction_given = false;
};

template <class Impact>
auto answer_of(const Impact& impact) {
  const auto& p = impact.impulse;
  const auto& u = impact.u_after;
  using S = std::remove_cvref_t<decltype(p.n)>;
  return LawAnswer<S, 3>{{p.t.x, p.t.y, p.n}, {u.t.x, u.t.y, u.n}, impact.mode, impact.status, {}};
}

/// True where slip has stopped in the phase: what else its sign tells in the plane.
template <class S>
LawAnswer<S, 3> answer_of(const SpatialTwoConePhases<S>& impact) {
  LawAnswer<S, 3> answer = answer_of(impact.whole);
  answer.slips[0] = S(impact.compression.sticks ? 0 : 1);
  return answer;
}

template <class S>
LawAnswer<S, 3> answer(const SpatialSituation& situation, const Variables<S>& x) {
  const auto& [u1, u2, u_n, e, mu, xx, xy, yy, tx, ty, nn] = x;
  const Sym3<S> W{{xx, xy, yy}, {tx, ty}, nn};
  const Vec3<S> u{{u1, u2}, u_n};
  ContactLaw<S> law{mu, mu, e, Restitution::newton};
  if (situation.static_friction_given) law.static_friction = S(situation.system.static_friction[0]);
  const S e_t(situation.system.tangential_restitutions[0]);
  const auto along_path = [&](Restitution rule) {
    law.rule = rule;
    return answer_of(resolve_spatial(W, u, law));
  };
  switch (situation.law) {
    case LawId::newton: return along_path(Restitution::newton);
    case LawId::poisson: return along_path(Restitution::poisson);
    case LawId::stronge: return along_path(Restitution::stronge);
    case LawId::whittaker: return answer_of(resolve_whittaker(W, u, law).impact);
    case LawId::conventional: return answer_of(resolve_conventional(W, u, law));
    case LawId::brach: return answer_of(resolve_brach(W, u, law));
    case LawId::moreau: return answer_of(resolve_moreau(W, u, ConeLaw<S>{mu, e, e_t}));
    case LawId::fremond: return answer_of(resolve_fremond(W, u, ConeLaw<S>{mu, e, S(1)}));
    case LawId::anitescu_potra:
      return answer_of(resolve_anitescu_potra(W, u, ConeLaw<S>{mu, e, S(0)}));
    case LawId::chatterjee_ruina:
      return answer_of(resolve_chatterjee_ruina(W, u, ChatterjeeRuinaLaw<S>{mu, e, e_t}));
    case LawId::compliant:
    case LawId::cataldo_sampaio:
    case LawId::impulse_ratio: break;
  }
  throw std::invalid_argument(
      fmt::format("law: {} has no derivatives in space", law_of(situation.law).name));
}

/// What must stay the same for the slopes to hold.
struct Kind {
  ImpactStatus status = ImpactStatus::no_impact;
  ImpactMode mode = ImpactMode::none;
  double slips = 0;

  friend bool operator==(const Kind&, const Kind&) = default;
};

}  // namespace

ImpactDerivatives derivatives_in_space(const Contact& contact, const Contacts& c, LawId law) {
  const ContactSystem s = contact_system(c, {contact});
  const SpatialSituation situation{s, law, contact.static_friction.has_value()};
  const Variables<double> here{s.u[0],        s.u[1],    s.u[2],    s.restitutions[0],
                               s.friction[0], s.W(0, 0), s.W(0, 1), s.W(1, 1),
                               s.W(0, 2),     s.W(1, 2), s.W(2, 2)};
  const auto kind_at = [&](const Variables<double>& x) {
    const LawAnswer<double, 3> a = answer(situation, x);
    return Kind{a.status, a.mode, a.slips[0]};
  };
  const Kind kind = kind_at(here);
  ImpactDerivatives result{.status = kind.status, .mode = kind.mode, .tangents = 2};
  result.near_mode_change = !keeps_kind<3>(here, kind_at);
  const bool boundless = s.friction[0] == boundless_friction;
  const RowScales<3> scales{{s.scale[0], s.scale[1], s.scale[2]}, s.speed_scale};
  restore_slopes<3>(answer(situation, independent<3>(here, boundless)), scales, result);
  if (s.singular) {  // no neighbour but on the border
    result.p_W.reset();
    result.u_after_W.reset();
  }
  return result;
}

}  // namespace carom
