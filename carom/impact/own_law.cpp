#include <carom/impact/own_law.hpp>

#include <carom/impact/at_once/units_of_one.hpp>
#include <carom/impact/one/spatial_answer.hpp>
#include <carom/impact/several/answer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// The binary exponents of the rows of a system and of its speeds, down to SI.
struct SystemScale {
  std::vector<int> rows{};
  int speed = 0;
};

SystemScale scale_to_si(const ContactSystem& system) {
  SystemScale scale{system.scale, system.speed_scale + system.outer_speed};
  for (std::size_t r = 0; r < system.outer.size(); ++r) scale.rows[r] += system.outer[r];
  return scale;
}

/// A ratio of tangential to normal impulses; friction that stops any slip has no bound.
double ratio_in_si(double ratio, const ContactScale& scale) {
  return std::ldexp(ratio, scale.t - scale.n);
}

/// W and u as they are in SI units.
Contacts contacts_in_si(const ContactSystem& system, const SystemScale& scale) {
  Contacts c;
  const Index rows = contact_rows(system);
  c.rows = system.rows;
  for (ContactRows& own : c.rows) own.turnings = 0;
  c.in_space = has_spatial(system);
  c.W = system.W.topLeftCorner(rows, rows);
  c.u = system.u.head(rows);
  c.surface_velocity = VectorXd::Zero(rows);
  const auto exponent = [&](Index r) { return scale.rows[static_cast<std::size_t>(r)]; };
  for (Index i = 0; i < c.u.size(); ++i) {
    c.u[i] = std::ldexp(c.u[i], -exponent(i) - scale.speed);
    for (Index j = 0; j < c.u.size(); ++j)
      c.W(i, j) = std::ldexp(c.W(i, j), -exponent(i) - exponent(j));
  }
  return c;
}

std::vector<Contact> materials_in_si(const ContactSystem& system, const SystemScale& scale) {
  std::vector<Contact> materials(system.count());
  for (std::size_t k = 0; k < materials.size(); ++k) {
    const ContactRows& rows = system.rows[k];
    const int n = scale.rows[static_cast<std::size_t>(rows.normal())];
    const int t = rows.is_stop() ? n : scale.rows[static_cast<std::size_t>(rows.first)];
    const ContactScale own{t, n, scale.speed};
    Contact& material = materials[k];
    material.friction = ratio_in_si(system.friction[k], own);
    material.static_friction = ratio_in_si(system.static_friction[k], own);
    material.restitution = system.restitutions[k];
    material.tangential_restitution = system.tangential_restitutions[k];
    if (system.stiffness_ratio > 0)
      material.stiffness_ratio = std::ldexp(system.stiffness_ratio, 2 * (n - t));
    if (system.impulse_ratio) material.impulse_ratio = ratio_in_si(*system.impulse_ratio, own);
    material.critical_fraction = system.critical_fraction;
  }
  return materials;
}

/// u⁻ + W p, where what rounding leaves of zero is zero.
VectorXd velocity_after(const ContactSystem& system, const VectorXd& p) {
  VectorXd u = system.u.head(p.size());
  for (Index r = 0; r < u.size(); ++r) {
    double terms = std::abs(u[r]);
    for (Index j = 0; j < p.size(); ++j) {
      u[r] += system.W(r, j) * p[j];
      terms += std::abs(system.W(r, j) * p[j]);
    }
    if (std::abs(u[r]) <= rounding_of_sums * terms) u[r] = 0;
  }
  return u;
}

ImpactMode mode_of(const ContactSystem& system, const SystemAnswer& answer, std::size_t k) {
  const ContactVector p = vector_at(answer.p, system.rows[k]);
  const ContactVector before = vector_at(system.u, system.rows[k]);
  const ContactVector after = vector_at(answer.u_after, system.rows[k]);
  if (p.n == 0 && !has_tangential(p))
    return before.n == 0 && after.n > 0 ? ImpactMode::detached : ImpactMode::none;
  return has_tangential(after) ? ImpactMode::sliding : ImpactMode::sticking;
}

/// The impulses that the law returns, in normalised units.
/// @throws std::invalid_argument if they are not one number a row
VectorXd impulses_of(const OwnLaw& law, const ContactSystem& system) {
  const SystemScale scale = scale_to_si(system);
  VectorXd p = law.impulse(contacts_in_si(system, scale), materials_in_si(system, scale));
  const Index rows = contact_rows(system);
  if (p.size() != rows)
    throw std::invalid_argument(
        fmt::format("law: {} returned {} numbers; want {}, one a row", law.name, p.size(), rows));
  for (Index r = 0; r < p.size(); ++r)
    p[r] = std::ldexp(p[r], scale.speed - scale.rows[static_cast<std::size_t>(r)]);
  return p;
}

bool approaches(const ContactSystem& system) {
  return std::any_of(system.rows.begin(), system.rows.end(),
                     [&](const ContactRows& rows) { return system.u[rows.normal()] < 0; });
}

/// Asks the law where something approaches.
void answer_by(const OwnLaw& law, const ContactSystem& system, SystemAnswer& answer) {
  clear(answer);
  answer.status = ImpactStatus::no_impact;
  answer.p = VectorXd::Zero(contact_rows(system));
  answer.u_after = system.u.head(contact_rows(system));
  answer.modes.assign(system.count(), ImpactMode::none);
  if (!approaches(system)) return;
  const VectorXd p = impulses_of(law, system);
  if (!p.allFinite()) {
    answer.status = ImpactStatus::no_solution;
    answer.reason = NoSolution::no_consistent_mode;
    return;
  }
  answer.status = ImpactStatus::solved;
  answer.p = p;
  answer.u_after = velocity_after(system, p);
  for (std::size_t k = 0; k < system.count(); ++k) answer.modes[k] = mode_of(system, answer, k);
}

bool is_fit_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !name.empty() && name != "all" && letter(name[0]) &&
         std::all_of(name.begin(), name.end(),
                     [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '_'; });
}

/// The law's functions as those of a row.
void add_functions(const std::shared_ptr<const OwnLaw>& law, Law& row) {
  row.violation = [](const Judged&) { return 0.0; };
  row.never_gains = [law](const ContactSystem&) { return law->never_gains; };
  const auto answer = [law](const ContactSystem& system, SystemAnswer& to) {
    answer_by(*law, system, to);
  };
  row.answer = answer;
  if (law->in_space) row.answer_in_space = answer;
  if (!law->several) return;
  row.answer_together = answer;
  row.answer_system = [law](const ContactSystem& system,
                            SystemWorkspace& work) -> const SystemAnswer& {
    answer_by(*law, system, work.state.answer);
    return work.state.answer;
  };
}

}  // namespace

LawId add_law(OwnLaw given) {
  if (!is_fit_name(given.name))
    throw std::invalid_argument(fmt::format(
        "law: '{}' is no name of a law; want letters, digits and _, beginning with a letter",
        given.name));
  if (!given.impulse)
    throw std::invalid_argument(fmt::format("law: {} has no function impulse", given.name));
  const auto law = std::make_shared<const OwnLaw>(std::move(given));
  Law row{.name = law->name,
          .title = law->title,
          .statement = law->statement,
          .guarantees = law->guarantees,
          .use = law->use,
          .reference = law->reference,
          .color = law->color,
          .keys = law->keys,
          .at_once = {.together = law->several},
          .fitted = true,
          .jumps_with_friction = law->jumps_with_friction};
  add_functions(law, row);
  return add_row(std::move(row));
}

}  // namespace carom
