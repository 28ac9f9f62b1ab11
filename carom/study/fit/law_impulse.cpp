#include <carom/core/spatial/spatial_impact.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/material_rows.hpp>
#include <carom/impact/one/one_contact.hpp>
#include <carom/impact/one/spatial_answer.hpp>
#include <carom/study/batch/batch.hpp>
#include <carom/study/fit/law_impulse.hpp>

namespace carom {
namespace {

/// One planar contact of unit mass as a law sees it.
OneContact contact_of(const PlanarContact<double>& c, const LawValues& v) {
  OneContact contact{.at = c, .tangential_restitution = v[3], .stiffness_ratio = v[5]};
  contact.material = {.friction = v[0], .static_friction = v[1], .restitution = v[2]};
  contact.two_phases = {.friction = v[0],
                        .restitution = v[2],
                        .tangential_restitution = v[3],
                        .friction_recovery = v[4],
                        .moment_compression = v[6],
                        .moment_restitution = v[7]};
  return contact;
}

/// (t, n, m) of an impact; the turning counts where a moment is stated.
Vec3<double> planar_impulse(const Law& law, const MeasuredImpacts& m, std::size_t i,
                            const LawValues& v) {
  OneContact contact = contact_of(
      planar_contact(Sym2<double>{m.W_tt[i], m.W_tn[i], m.W_nn[i]}, {m.u_t[i], m.u_n[i]}), v);
  if (v[6] > -1 || v[7] > -1) contact.turning = OneTurning{m.W_tm[i], m.W_nm[i], 1, m.u_m[i], 0};
  const ContactAnswer answer = law.answer(contact);
  if (!has_answer(answer.status) || !is_finite(answer.p.n)) return {};
  return {{answer.p.t, answer.p.n}, answer.moment ? answer.moment->impulse : 0};
}

/// The same with two tangents.
ContactSystem system_of(const Eigen::Matrix3d& W, const Eigen::Vector3d& u, const LawValues& v) {
  ContactSystem system;
  system.rows = {ContactRows{0, 2}};
  system.W = W;
  system.u = u;
  system.friction = {v[0]};
  system.static_friction = {v[1]};
  system.restitution = v[2];
  system.restitutions = {v[2]};
  system.tangential_restitutions = {v[3]};
  system.colliding = 0;
  system.scale = {0, 0, 0};
  return system;
}

Vec3<double> spatial_impulse(const Law& law, const Eigen::Matrix3d& W, const Eigen::Vector3d& u,
                             const LawValues& v) {
  const ContactSystem system = system_of(W, u, v);
  if (law.rule) {  // without the points of the path
    const auto impact = resolve_spatial(spatial_matrix(system), spatial_vector(system.u),
                                        spatial_material(system, *law.rule));
    return has_answer(impact.status) && is_finite(impact.impulse.n) ? impact.impulse
                                                                    : Vec3<double>{};
  }
  SystemAnswer answer;
  law.answer_in_space(system, answer);
  if (!has_answer(answer.status) || !answer.p.allFinite()) return {};
  return spatial_vector(answer.p);
}

LawValues values_at(const LawColumns& columns, std::size_t i) {
  LawValues values;
  for (std::size_t k = 0; k < law_parameter_count; ++k)
    if (!columns.values[k].empty()) values[k] = columns.values[k][i];
  return values;
}

void predict_in_space(const MeasuredImpacts& m, LawId law, const LawColumns& columns, Impulses& p) {
  const Law& row = law_of(law);
  for (std::size_t i = 0; i < m.count(); ++i) {
    const Vec3<double> impulse = spatial_impulse(row, m.W[i], m.u[i], values_at(columns, i));
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
    case LawParameter::friction: return keys.friction;
    case LawParameter::restitution: return true;
    case LawParameter::static_friction: return keys.static_friction;
    case LawParameter::tangential_restitution: return keys.tangential_restitution.has_value();
    case LawParameter::friction_recovery:
    case LawParameter::moment_compression:
    case LawParameter::moment_restitution: return keys.moment;
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
    case LawParameter::moment_compression:
    case LawParameter::moment_restitution: return {-1, 0};
    case LawParameter::restitution:
    case LawParameter::friction_recovery: break;
  }
  return {0, 1};
}

std::optional<std::string_view> not_fitted_because(LawId law, bool spatial) {
  const Law& row = law_of(law);
  if (row.keys.impulse_ratio)
    return "impulse_ratio has a given ratio for each impact, which the momentum check lists; it "
           "cannot be fitted";
  if (!row.fitted) return "cannot be fitted in this version";
  if (spatial && row.refuses_in_space)
    return "in space its slip turns, which it is not defined for";
  if (spatial && row.most_tangents() < 2) return "is a law of the plane";
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
  const Law& row = law_of(law);
  if (row.rule) return predict_by_batch(m, *row.rule, columns, p);
  for (std::size_t i = 0; i < m.count(); ++i) {
    LawValues values = values_at(columns, i);
    if (columns[LawParameter::static_friction].empty()) values[1] = values[0];
    const Vec3<double> impulse = planar_impulse(row, m, i, values);
    p[0][i] = impulse.t.x;
    p[1][i] = impulse.t.y;
    p[2][i] = impulse.n;
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
  const double turning = p[2].empty() ? 0 : p[2][i];
  return rho * rho + ((m.W_tt[i] * t + 2 * m.W_tn[i] * n) * t + m.W_nn[i] * n * n) +
         turning * (turning + 2 * (m.W_tm[i] * t + m.W_nm[i] * n - m.rho_m[i]));
}

void squared_errors(const MeasuredImpacts& m, LawId law, const LawColumns& columns,
                    std::vector<double>& squares) {
  Impulses p;
  predict(m, law, columns, p);
  squares.resize(m.count());
  for (std::size_t i = 0; i < m.count(); ++i) squares[i] = squared_error(m, i, p);
}

}  // namespace carom
