#include <carom/core/spatial/spatial_impact.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/material_rows.hpp>
#include <carom/impact/one/planar_answer.hpp>
#include <carom/impact/one/spatial_answer.hpp>
#include <carom/study/batch/batch.hpp>
#include <carom/study/fit/law_impulse.hpp>

namespace carom {
namespace {

/// One contact of unit mass as a law sees it, and what the law says; kept from one to the next.
struct Predicted {
  ContactSystem system{};
  SystemAnswer answer{};
};

/// @param turnings  1: the last row of W and u is that of the turning
template <class W, class U>
void state(const W& matrix, const U& u, const LawValues& v, int turnings, ContactSystem& system) {
  const auto rows = static_cast<std::size_t>(u.size());
  system.rows.assign(1, ContactRows{0, static_cast<int>(rows) - 1 - turnings, turnings});
  system.W = matrix;
  system.u = u;
  system.friction.assign(1, v[0]);
  system.static_friction.assign(1, v[1]);
  system.restitution = v[2];
  system.restitutions.assign(1, v[2]);
  system.tangential_restitutions.assign(1, v[3]);
  system.stiffness_ratio = v[5];
  system.two_phases = {.friction = v[0],
                       .restitution = v[2],
                       .tangential_restitution = v[3],
                       .friction_recovery = v[4],
                       .moment_compression = v[6],
                       .moment_restitution = v[7]};
  system.colliding = 0;
  system.scale.assign(rows, 0);
  add_lines(system);
}

/// (t, n, m) of an impact; the turning counts where a moment is stated.
Vec3<double> planar_impulse(const Law& law, const MeasuredImpacts& m, std::size_t i,
                            const LawValues& v, Predicted& of) {
  Eigen::Matrix3d W;
  W << m.W_tt[i], m.W_tn[i], m.W_tm[i], m.W_tn[i], m.W_nn[i], m.W_nm[i], m.W_tm[i], m.W_nm[i], 1;
  const Eigen::Vector3d u(m.u_t[i], m.u_n[i], m.u_m[i]);
  const bool moment = v[6] > -1 || v[7] > -1;
  if (moment)
    state(W, u, v, 1, of.system);
  else
    state(W.topLeftCorner<2, 2>(), u.head<2>(), v, 0, of.system);
  law.answer(of.system, of.answer);
  if (!has_answer(of.answer.status) || !is_finite(of.answer.p[1])) return {};
  return {{of.answer.p[0], of.answer.p[1]}, moment ? of.answer.p[2] : 0};
}

Vec3<double> spatial_impulse(const Law& law, const Eigen::Matrix3d& W, const Eigen::Vector3d& u,
                             const LawValues& v, Predicted& of) {
  state(W, u, v, 0, of.system);
  if (law.rule) {  // without the points of the path
    const auto impact = resolve_spatial(spatial_matrix(of.system), spatial_vector(of.system.u),
                                        spatial_material(of.system, *law.rule));
    return has_answer(impact.status) && is_finite(impact.impulse.n) ? impact.impulse
                                                                    : Vec3<double>{};
  }
  law.answer_in_space(of.system, of.answer);
  if (!has_answer(of.answer.status) || !of.answer.p.allFinite()) return {};
  return spatial_vector(of.answer.p);
}

LawValues values_at(const LawColumns& columns, std::size_t i) {
  LawValues values;
  for (std::size_t k = 0; k < law_parameter_count; ++k)
    if (!columns.values[k].empty()) values[k] = columns.values[k][i];
  return values;
}

void predict_in_space(const MeasuredImpacts& m, LawId law, const LawColumns& columns, Impulses& p) {
  const Law& row = law_of(law);
  Predicted predicted;
  for (std::size_t i = 0; i < m.count(); ++i) {
    const Vec3<double> impulse =
        spatial_impulse(row, m.W[i], m.u[i], values_at(columns, i), predicted);
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
    return "impulse_ratio has a given ratio for each impact, which the momentum check lists; "
           "it cannot be fitted";
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
  Predicted predicted;
  for (std::size_t i = 0; i < m.count(); ++i) {
    LawValues values = values_at(columns, i);
    if (columns[LawParameter::static_friction].empty()) values[1] = values[0];
    const Vec3<double> impulse = planar_impulse(row, m, i, values, predicted);
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
