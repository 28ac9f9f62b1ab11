#include <carom/core/planar/algebraic_impact.hpp>
#include <carom/impact/one/one_contact.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// The critical ratio (T5.5), W ≻ 0.
std::optional<double> to_end_without_slip(const PlanarContact<double>& c, double e) {
  const double pushes = -(c.u_s + e * c.u.n);
  if (pushes <= rounding_of_sums * (1 + e) * std::abs(c.u.n)) return std::nullopt;
  const Vec2<double> D = no_slip_end(c, e);
  return std::abs(D.t / D.n);
}

/// The least μ = μ_s with which slip stops before the end (T2.11) and holds, W ≻ 0.
std::optional<double> to_stop(const PlanarContact<double>& c, double e, double to_hold) {
  if (c.u.t == 0) return to_hold;
  const double gain = -(c.u_s + e * c.u.n);
  if (!(gain > rounding_of_sums * (1 + e) * std::abs(c.u.n))) return std::nullopt;
  const double slip = c.W.nn * slip_without_approach(c) - c.W.tn * (e * c.u.n);
  return std::max(to_hold, sign(c.u.t) * slip / (c.W.tt * gain));  // (T5.6)
}

/// The least μ = μ_s that ends sticking. Where W is singular a contact that holds is locked, slip and approach
/// stop together (T3.2), and whether the law then has an answer is asked of it (T3.3).
std::optional<double> to_stick(const OneContact& contact, double to_hold,
                               const ContactLawFunction& path_law) {
  if (!contact.at.singular) return to_stop(contact.at, contact.material.restitution, to_hold);
  OneContact held = contact;
  held.material.friction = held.material.static_friction = to_hold;
  const ContactAnswer answer = path_law(held);
  const bool sticks = answer.mode == ImpactMode::stick_in_compression ||
                      answer.mode == ImpactMode::stick_in_restitution;
  return sticks && has_answer(answer.status) ? std::optional(to_hold) : std::nullopt;
}

/// The turning in units where W_mm is about one; c shrinks with a large rate.
OneTurning normalised(const ContactSpin& spin, ContactScale& scale) {
  OneTurning turning;
  turning.scale = spin.W_mm > 0 ? -(detail::exponent(spin.W_mm) / 2) : 0;
  if (spin.u != 0) scale.c = std::min(scale.c, -(detail::exponent(spin.u) + turning.scale));
  turning.W_tm = times_power_of_two(spin.W_tm, scale.t + turning.scale);
  turning.W_nm = times_power_of_two(spin.W_nm, scale.n + turning.scale);
  turning.W_mm = times_power_of_two(spin.W_mm, 2 * turning.scale);
  turning.u = times_power_of_two(spin.u, turning.scale + scale.c);
  return turning;
}

}  // namespace

OneContact normalised(const Contacts& problem, const Contact& contact, Eigen::Index index) {
  const auto k = static_cast<std::size_t>(index);
  const ContactRows rows = problem.rows.empty() ? planar_rows(k) : problem.rows[k];
  const Eigen::Index t = rows.first;
  const Eigen::Index n = rows.normal();
  Sym2<double> W{0, 0, problem.W(n, n)};
  Vec2<double> u{0, problem.u[n]};
  if (!rows.is_stop()) {
    W.tt = problem.W(t, t);
    W.tn = problem.W(t, n);
    u.t = problem.u[t];
  }
  const StickLine line = problem.stick_lines.empty()
                             ? stick_line(W, u)
                             : problem.stick_lines[static_cast<std::size_t>(index)];
  OneContact one;
  one.is_stop = rows.is_stop();
  one.lone_row = rows.is_stop() && problem.in_space;
  // Where W is singular norms are compared: the least impulse is given.
  one.scale = line.singular ? common_scale(W, u) : natural_scale(W, u);
  if (problem.spin) one.turning = normalised(*problem.spin, one.scale);
  one.at = {scaled(W, one.scale), scaled_velocity(u, one.scale),
            times_power_of_two(line.k_s, 2 * one.scale.n),
            times_power_of_two(line.u_s, one.scale.n + one.scale.c), line.singular};
  one.material.friction = scaled_friction(contact.friction.value_or(0), one.scale);
  one.material.static_friction =
      scaled_friction(contact.static_friction.value_or(contact.friction.value_or(0)), one.scale);
  one.material.restitution = contact.restitution.value_or(0);
  if (contact.impulse_ratio)
    one.impulse_ratio = times_power_of_two(*contact.impulse_ratio, one.scale.n - one.scale.t);
  one.critical_fraction = contact.critical_fraction;
  one.two_phases = {one.material.friction,
                    one.material.restitution,
                    contact.tangential_restitution.value_or(0),
                    contact.friction_recovery.value_or(0),
                    contact.moment_compression.value_or(-1),
                    contact.moment_restitution.value_or(-1)};
  one.tangential_restitution = contact.tangential_restitution.value_or(0);
  if (contact.stiffness_ratio)
    one.stiffness_ratio =
        times_power_of_two(*contact.stiffness_ratio, 2 * (one.scale.t - one.scale.n));  // (T16.21)
  return one;
}

namespace {

/// What does not depend on the rows.
void lift_material(const OneContact& contact, ContactSystem& system) {
  system.friction.assign(1, contact.material.friction);
  system.static_friction.assign(1, static_limit(contact.material));
  system.restitution = contact.material.restitution;
  system.restitutions.assign(1, contact.material.restitution);
  system.tangential_restitutions.assign(1, contact.tangential_restitution);
  system.stiffness_ratio = contact.stiffness_ratio;
  system.impulse_ratio = contact.impulse_ratio;
  system.critical_fraction = contact.critical_fraction;
  system.colliding = 0;
  system.two_phases = contact.two_phases;
  system.speed_scale = contact.scale.c;
}

}  // namespace

void lift(const OneContact& contact, ContactSystem& system) {
  const auto& [W, u, k_s, u_s, singular] = contact.at;
  const Eigen::Index rows = contact.turning ? 3 : 2;
  system.rows.assign(1, planar_rows(0, contact.is_stop));
  system.W.resize(rows, rows);
  system.W.topLeftCorner<2, 2>() << W.tt, W.tn, W.tn, W.nn;
  system.u.resize(rows);
  system.u.head<2>() << u.t, u.n;
  lift_material(contact, system);
  system.line = StickLine{k_s, u_s, singular};
  system.singular = singular;
  system.scale.assign({contact.scale.t, contact.scale.n});
  if (const auto& turning = contact.turning) {
    system.W.row(2) << turning->W_tm, turning->W_nm, turning->W_mm;
    system.W.col(2) = system.W.row(2).transpose();
    system.u[2] = turning->u;
    system.scale.push_back(turning->scale);
  }
}

void lift(const ContactAnswer& answer, SystemAnswer& lifted, bool lone_row) {
  const Eigen::Index rows = answer.moment ? 3 : 2;
  const auto put = [rows, lone_row](Eigen::VectorXd& to, const Vec2<double>& x, double m) {
    if (lone_row) {
      to.setConstant(1, x.n);
      return;
    }
    to.resize(rows);
    to.head<2>() << x.t, x.n;
    if (rows == 3) to[2] = m;
  };
  lifted.status = answer.status;
  lifted.reason = answer.reason;
  put(lifted.p, answer.p, answer.moment ? answer.moment->impulse : 0);
  put(lifted.u_after, answer.u_after, answer.moment ? answer.moment->u_after : 0);
  lifted.moment_work = answer.moment ? answer.moment->work : 0;
  lifted.work = answer.work;
  lifted.modes.assign(1, answer.mode);
  lifted.compression = answer.compression;
  lifted.ledger.clear();
  if (answer.ledger) lifted.ledger.assign(1, *answer.ledger);
  lifted.slip_case = answer.slip_case;
  lifted.path_length = answer.path.size();
  if (lifted.path.size() < lifted.path_length) lifted.path.resize(lifted.path_length);
  for (std::size_t k = 0; k < lifted.path_length; ++k) {
    const PathPoint& point = answer.path[k];
    PathEvent& event = lifted.path[k];
    event.kind = point.kind;
    event.phase = point.phase;
    event.contacts.assign(1, 0);
    event.modes.assign(1, point.mode);
    put(event.p, point.p, point.p_m);
    put(event.u, point.u, point.u_m);
  }
  lifted.alternatives.clear();
  if (const auto& other = answer.alternative) {
    lifted.alternatives.emplace_back();
    put(lifted.alternatives.back().p, other->p, other->p_m);
    put(lifted.alternatives.back().u_after, other->u, other->u_m);
  }
  lifted.unique_impulse = answer.unique_impulse;
  lifted.exhaustive = true;
}

FrictionThresholds thresholds(const OneContact& contact, const ContactLawFunction& path_law) {
  FrictionThresholds f;
  const PlanarContact<double>& c = contact.at;
  if (!(c.W.tt > 0)) return f;
  f.to_hold_stick = abs_of(c.W.tn) / c.W.tt;  // (T5.4)
  if (c.u.n > 0 || (c.u.n == 0 && c.u.t == 0)) return f;
  if (!c.singular) f.to_end_without_slip = to_end_without_slip(c, contact.material.restitution);
  if (path_law) f.to_stick = to_stick(contact, *f.to_hold_stick, path_law);
  return f;
}

}  // namespace carom
