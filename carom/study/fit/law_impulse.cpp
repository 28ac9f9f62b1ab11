#include <carom/core/planar/algebraic_impact.hpp>
#include <carom/core/planar/chatterjee_ruina.hpp>
#include <carom/core/planar/compliant_impact.hpp>
#include <carom/core/planar/cone_impact.hpp>
#include <carom/core/planar/planar_impact.hpp>
#include <carom/core/planar/two_phase_impact.hpp>
#include <carom/core/spatial/algebraic_impact.hpp>
#include <carom/core/spatial/chatterjee_ruina.hpp>
#include <carom/core/spatial/cone_impact.hpp>
#include <carom/core/spatial/spatial_impact.hpp>
#include <carom/impact/material_rows.hpp>
#include <carom/study/batch/batch.hpp>
#include <carom/study/fit/law_impulse.hpp>

namespace carom {
namespace {

std::optional<Restitution> path_rule(LawId law) {
  if (law == LawId::newton) return Restitution::newton;
  if (law == LawId::poisson) return Restitution::poisson;
  if (law == LawId::stronge) return Restitution::stronge;
  return std::nullopt;
}

template <class Impact>
Vec2<double> impulse_or_none(const Impact& impact) {
  return has_answer(impact.status) && is_finite(impact.impulse.n) ? impact.impulse : Vec2<double>{};
}

Vec2<double> two_phase_impulse(const PlanarContact<double>& c, const LawValues& v) {
  const TwoPhaseLaw<double> law{.friction = v[0],
                                .restitution = v[2],
                                .tangential_restitution = v[3],
                                .friction_recovery = v[4]};
  const TwoPhaseImpact<double> impact = resolve_two_phases(TurningContact<double>{.at = c}, law);
  if (!has_answer(impact.status) || impact.mode == ImpactMode::none) return {};
  return {impact.compression.p.t + impact.expansion.p.t,
          impact.compression.p.n + impact.expansion.p.n};
}

/// One planar contact under a law that does not follow Routh's path.
Vec2<double> planar_impulse(LawId law, const PlanarContact<double>& c, const LawValues& v) {
  const ContactLaw<double> contact{.friction = v[0], .static_friction = v[1], .restitution = v[2]};
  const ConeLaw<double> cone{v[0], v[2], v[3]};
  switch (law) {
    case LawId::conventional: return impulse_or_none(resolve_conventional(c, contact));
    case LawId::brach: return impulse_or_none(resolve_brach(c, contact));
    case LawId::cataldo_sampaio: return two_phase_impulse(c, v);
    case LawId::moreau: return impulse_or_none(resolve_moreau(c, cone));
    case LawId::fremond: return impulse_or_none(resolve_fremond(c, cone));
    case LawId::anitescu_potra: return impulse_or_none(resolve_anitescu_potra(c, cone).whole);
    case LawId::chatterjee_ruina:
      return impulse_or_none(
          resolve_chatterjee_ruina(c, ChatterjeeRuinaLaw<double>{v[0], v[2], v[3]}));
    case LawId::compliant:
      return impulse_or_none(resolve_compliant(c, CompliantLaw<double>{v[0], v[2], v[5]}));
    default: return impulse_or_none(resolve_whittaker(c, contact));
  }
}

Vec3<double> spatial_impulse(LawId law, const Eigen::Matrix3d& W, const Eigen::Vector3d& u,
                             const LawValues& v) {
  const Sym3<double> mobility{{W(0, 0), W(0, 1), W(1, 1)}, {W(0, 2), W(1, 2)}, W(2, 2)};
  const Vec3<double> velocity{{u[0], u[1]}, u[2]};
  ContactLaw<double> contact{.friction = v[0], .static_friction = v[1], .restitution = v[2]};
  const auto impulse = [](const auto& impact) {
    return has_answer(impact.status) && is_finite(impact.impulse.n) ? impact.impulse
                                                                    : Vec3<double>{};
  };
  if (const auto rule = path_rule(law)) {
    contact.rule = *rule;
    return impulse(resolve_spatial(mobility, velocity, contact));
  }
  const ConeLaw<double> cone{v[0], v[2], v[3]};
  switch (law) {
    case LawId::conventional: return impulse(resolve_conventional(mobility, velocity, contact));
    case LawId::brach: return impulse(resolve_brach(mobility, velocity, contact));
    case LawId::moreau: return impulse(resolve_moreau(mobility, velocity, cone));
    case LawId::fremond: return impulse(resolve_fremond(mobility, velocity, cone));
    case LawId::anitescu_potra:
      return impulse(resolve_anitescu_potra(mobility, velocity, cone).whole);
    case LawId::chatterjee_ruina:
      return impulse(resolve_chatterjee_ruina(mobility, velocity,
                                              ChatterjeeRuinaLaw<double>{v[0], v[2], v[3]}));
    default: return impulse(resolve_whittaker(mobility, velocity, contact).impact);
  }
}

LawValues values_at(const LawColumns& columns, std::size_t i) {
  LawValues values{};
  for (std::size_t k = 0; k < law_parameter_count; ++k)
    values[k] = columns.values[k].empty() ? 0 : columns.values[k][i];
  return values;
}

void predict_in_space(const MeasuredImpacts& m, LawId law, const LawColumns& columns, Impulses& p) {
  for (std::size_t i = 0; i < m.count(); ++i) {
    const Vec3<double> impulse = spatial_impulse(law, m.W[i], m.u[i], values_at(columns, i));
    p[0][i] = impulse.t.x;
    p[1][i] = impulse.t.y;
    p[2][i] = impulse.n;
  }
}

void predict_by_batch(const MeasuredImpacts& m, Restitution rule, const LawColumns& columns,
                      Impulses& p) {
  const std::size_t n = m.count();
  std::vector<ImpactMode> modes(n);
  const std::vector<double>& friction = columns[LawParameter::friction];
  const std::vector<double>& stuck = columns[LawParameter::static_friction];
  resolve_planar_batch({.W_tt = m.W_tt,
                        .W_tn = m.W_tn,
                        .W_nn = m.W_nn,
                        .u_t = m.u_t,
                        .u_n = m.u_n,
                        .friction = friction,
                        .static_friction = stuck.empty() ? friction : stuck,
                        .restitution = columns[LawParameter::restitution]},
                       rule, {.p_t = p[0], .p_n = p[1], .mode = modes});
}

}  // namespace

bool law_takes(LawId law, LawParameter parameter) {
  const LawKeys& keys = law_of(law).keys;
  switch (parameter) {
    case LawParameter::friction:
    case LawParameter::restitution: return true;
    case LawParameter::static_friction: return keys.static_friction;
    case LawParameter::tangential_restitution: return keys.tangential_restitution.has_value();
    case LawParameter::friction_recovery: return keys.moment;
    case LawParameter::stiffness_ratio: return keys.stiffness_ratio;
  }
  return false;
}

Range range_of(LawId law, LawParameter parameter) {
  constexpr double least_stiffness = 1e-6;  // softer than any contact; 0 has no answer
  switch (parameter) {
    case LawParameter::friction:
    case LawParameter::static_friction: return {0, unbounded};
    case LawParameter::stiffness_ratio: return {least_stiffness, unbounded};
    case LawParameter::tangential_restitution:
      return law_of(law).keys.tangential_restitution.value_or(Range{0, 1});
    case LawParameter::restitution:
    case LawParameter::friction_recovery: break;
  }
  return {0, 1};
}

std::optional<std::string_view> not_fitted_because(LawId law, bool spatial) {
  if (law == LawId::impulse_ratio)
    return "impulse_ratio has a given ratio for each impact, which the momentum check lists; it "
           "cannot be fitted";
  if (spatial && law == LawId::compliant)
    return "in space its slip turns, which it is not defined for";
  if (spatial && law_of(law).most_tangents() < 2) return "is a law of the plane";
  return std::nullopt;
}

LawColumns same_for_all(const LawValues& values, std::size_t count) {
  LawColumns columns;
  for (std::size_t k = 0; k < law_parameter_count; ++k) columns.values[k].assign(count, values[k]);
  return columns;
}

void predict(const MeasuredImpacts& m, LawId law, const LawColumns& columns, Impulses& p) {
  for (std::vector<double>& row : p) row.resize(m.count());
  if (m.spatial) return predict_in_space(m, law, columns, p);
  if (const auto rule = path_rule(law)) return predict_by_batch(m, *rule, columns, p);
  for (std::size_t i = 0; i < m.count(); ++i) {
    const PlanarContact<double> c =
        planar_contact(Sym2<double>{m.W_tt[i], m.W_tn[i], m.W_nn[i]}, {m.u_t[i], m.u_n[i]});
    LawValues values = values_at(columns, i);
    if (columns[LawParameter::static_friction].empty()) values[1] = values[0];
    const Vec2<double> impulse = planar_impulse(law, c, values);
    p[0][i] = impulse.t;
    p[1][i] = impulse.n;
  }
}

double squared_error(const MeasuredImpacts& m, std::size_t i, const Impulses& p) {
  const double rho = m.unexplained[i];
  if (m.spatial) {
    const Eigen::Vector3d d = Eigen::Vector3d(p[0][i], p[1][i], p[2][i]) - m.p[i];
    return rho * rho + d.dot(m.W[i] * d);
  }
  const double t = p[0][i] - m.p_t[i];
  const double n = p[1][i] - m.p_n[i];
  return rho * rho + ((m.W_tt[i] * t + 2 * m.W_tn[i] * n) * t + m.W_nn[i] * n * n);
}

void squared_errors(const MeasuredImpacts& m, LawId law, const LawColumns& columns,
                    std::vector<double>& squares) {
  Impulses p;
  predict(m, law, columns, p);
  squares.resize(m.count());
  for (std::size_t i = 0; i < m.count(); ++i) squares[i] = squared_error(m, i, p);
}

}  // namespace carom
