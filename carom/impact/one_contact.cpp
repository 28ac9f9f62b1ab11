#include <carom/core/algebraic_impact.hpp>
#include <carom/impact/one_contact.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

double rounded(double x) { return x; }

/// What rounding leaves of zero in a sum, as a share of its terms.
template <class S>
constexpr double rounding_left = rounding_of_sums;
template <>
constexpr double rounding_left<TwoDoubles> = rounding_of_careful_sums;
/// A decision this close to a tie, as a share of its terms, is taken in twice the digits.
constexpr double tie_band = 0x1p-36;

/// The critical ratio (T5.5), W ≻ 0.
template <class S>
std::optional<double> to_end_without_slip(const Sym2<S>& W, const Vec2<S>& u, double e) {
  const Vec2<S> D = no_slip_end(W, u, S(e));
  const S pushes = W.tt * abs_of(u.n) * S(1 + e);
  const S turns = W.tn * u.t;
  if (!(D.n > S(0)) || pushes + turns <= S(rounding_left<S>) * pushes) return std::nullopt;
  return rounded(abs_of(D.t / D.n));
}

/// The least μ = μ_s with which slip stops before the end (T2.11) and holds, W ≻ 0.
template <class S>
std::optional<double> to_stop(const Sym2<S>& W, const Vec2<S>& u, double e, double to_hold) {
  const S s = sign(u.t);
  const S u_t = abs_of(u.t);
  const S u_n = (S(1) + S(e)) * abs_of(u.n);
  const S gain = W.tt * u_n + s * W.tn * u_t;
  if (u_t == S(0)) return to_hold;
  if (!(gain > S(rounding_left<S>) * (W.tt * u_n))) return std::nullopt;
  return max_of(to_hold, rounded((W.nn * u_t + s * W.tn * u_n) / gain));  // (T5.6)
}

/// The least μ = μ_s that ends sticking. Where W is singular a contact that holds is locked, slip and approach
/// stop together (T3.2), and whether the law then has an answer is asked of it (T3.3).
std::optional<double> to_stick(const OneContact& contact, double to_hold,
                               ContactAnswer (*path_law)(const OneContact&)) {
  const double e = contact.material.restitution;
  const auto& careful = contact.careful;
  if (!contact.singular)
    return careful ? to_stop(careful->W, careful->u, e, to_hold)
                   : to_stop(contact.W, contact.u, e, to_hold);
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
  turning.W_tm = std::ldexp(spin.W_tm, scale.t + turning.scale);
  turning.W_nm = std::ldexp(spin.W_nm, scale.n + turning.scale);
  turning.W_mm = std::ldexp(spin.W_mm, 2 * turning.scale);
  turning.u = std::ldexp(spin.u, turning.scale + scale.c);
  return turning;
}

TwoDoubles scaled(const TwoDoubles& x, int by) {
  return {std::ldexp(x.high, by), std::ldexp(x.low, by)};
}

/// W = d dᵀ exactly, and u = d ω where it is so to rounding; W_tt, W_nn > 0.
CarefulContact rank_one(const OneContact& one) {
  using S = TwoDoubles;
  const S lever = S(one.W.tn) / S(one.W.nn);
  const S within = lever * S(one.u.n);
  const bool fits =
      abs_of(S(one.u.t) - within) <= S(PathTolerances<double>::in_range) * abs_of(S(one.u.t));
  return {{lever * S(one.W.tn), S(one.W.tn), S(one.W.nn)},
          {fits ? within : S(one.u.t), S(one.u.n)}};
}

bool is_close(double difference, double terms) { return std::abs(difference) < tie_band * terms; }

/// Whether slip stops close to the end of compression or of the impact (T2.14), or one of the cones is nearly met: the stick line's
/// (T2.5), or the no-slip end's (T4.2).
bool is_near_tie(const OneContact& one) {
  const auto& [W_tt, W_tn, W_nn] = one.W;
  const double limit = static_limit(one.material);
  const double m = one.material.friction * W_tt;
  const double push = std::abs(W_tn);
  const double w = sign(one.u.t) * W_tn;
  const double u_t = std::abs(one.u.t);
  const double approach = std::abs(one.u.n);
  const double reversal = (1 + one.material.restitution) * approach;
  const double P_d = (W_tt * W_nn - m * w) * u_t;
  const double terms_d = (W_tt * W_nn + m * push) * u_t;
  const double H = W_tt * (m - w);
  const double terms_H = W_tt * (m + push);
  const double D_t = W_nn * one.u.t + W_tn * reversal;
  const double D_n = W_tt * reversal + W_tn * one.u.t;
  const double terms_D = W_nn * u_t + push * reversal + limit * (W_tt * reversal + push * u_t);
  return is_close(P_d - H * approach, terms_d + terms_H * approach) ||
         is_close(P_d - H * reversal, terms_d + terms_H * reversal) ||
         is_close(push - limit * W_tt, limit * W_tt) ||
         is_close(std::abs(D_t) - limit * D_n, terms_D);
}

/// W and u of a contact in twice the digits: as they were worked out, or as they were given.
CarefulContact careful(const OneContact& one, const std::optional<CarefulContact>& known) {
  using S = TwoDoubles;
  if (one.singular) return rank_one(one);
  if (!known) return {{S(one.W.tt), S(one.W.tn), S(one.W.nn)}, {S(one.u.t), S(one.u.n)}};
  const auto& [W, u] = *known;
  const auto& [t, n, c] = one.scale;
  return {{scaled(W.tt, 2 * t), scaled(W.tn, t + n), scaled(W.nn, 2 * n)},
          {scaled(u.t, t + c), scaled(u.n, n + c)}};
}

}  // namespace

double work_between(const Vec2<TwoDoubles>& before, const Vec2<TwoDoubles>& after,
                    const Vec2<TwoDoubles>& p) {
  const double work = rounded(p.t * (before.t + after.t) + p.n * (before.n + after.n));
  const double terms = std::abs(rounded(p.t)) * rounded(abs_of(before.t) + abs_of(after.t)) +
                       std::abs(rounded(p.n)) * rounded(abs_of(before.n) + abs_of(after.n));
  return std::abs(work) <= rounding_of_careful_sums * terms ? 0 : 0.5 * work;
}

OneContact normalised(const ContactProblem& problem, const Contact& contact, Eigen::Index index) {
  const Eigen::Index t = 2 * index;
  const Eigen::Index n = t + 1;
  const Sym2<double> W{problem.W(t, t), problem.W(t, n), problem.W(n, n)};
  const Vec2<double> u{problem.u[t], problem.u[n]};
  OneContact one;
  one.scale = natural_scale(W, u);
  one.singular = !problem.careful && is_singular(scaled(W, one.scale));
  if (one.singular)
    one.scale = common_scale(W, u);  // norms are compared: the least impulse is given
  if (problem.spin) one.turning = normalised(*problem.spin, one.scale);
  one.W = scaled(W, one.scale);
  one.u = scaled_velocity(u, one.scale);
  one.material.friction = scaled_friction(contact.friction.value_or(0), one.scale);
  one.material.static_friction =
      scaled_friction(contact.static_friction.value_or(contact.friction.value_or(0)), one.scale);
  one.material.restitution = contact.restitution.value_or(0);
  if (W.tt > 0 && W.nn > 0 && (one.singular || is_nearly_singular(one.W) || is_near_tie(one)))
    one.careful = careful(one, problem.careful);
  if (one.singular && one.careful) one.u.t = rounded(one.careful->u.t);
  if (contact.impulse_ratio)
    one.impulse_ratio = std::ldexp(*contact.impulse_ratio, one.scale.n - one.scale.t);
  one.critical_fraction = contact.critical_fraction;
  one.two_phases = {one.material.friction,
                    one.material.restitution,
                    contact.tangential_restitution.value_or(0),
                    contact.friction_recovery.value_or(0),
                    contact.moment_compression.value_or(-1),
                    contact.moment_restitution.value_or(-1)};
  return one;
}

void lift(const OneContact& contact, ContactSystem& system) {
  const Eigen::Index rows = contact.turning ? 3 : 2;
  system.W.resize(rows, rows);
  system.W.topLeftCorner<2, 2>() << contact.W.tt, contact.W.tn, contact.W.tn, contact.W.nn;
  system.u.resize(rows);
  system.u.head<2>() << contact.u.t, contact.u.n;
  system.friction.assign(1, contact.material.friction);
  system.static_friction.assign(1, static_limit(contact.material));
  system.restitution = contact.material.restitution;
  system.impulse_ratio = contact.impulse_ratio;
  system.critical_fraction = contact.critical_fraction;
  system.colliding = 0;
  system.singular = contact.singular;
  system.two_phases = contact.two_phases;
  system.scale.assign({contact.scale.t, contact.scale.n});
  system.speed_scale = contact.scale.c;
  if (const auto& turning = contact.turning) {
    system.W.row(2) << turning->W_tm, turning->W_nm, turning->W_mm;
    system.W.col(2) = system.W.row(2).transpose();
    system.u[2] = turning->u;
    system.scale.push_back(turning->scale);
  }
}

void lift(const ContactAnswer& answer, SystemAnswer& lifted) {
  const Eigen::Index rows = answer.moment ? 3 : 2;
  const auto put = [rows](Eigen::VectorXd& to, const Vec2<double>& x, double m) {
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

FrictionThresholds thresholds(const OneContact& contact,
                              ContactAnswer (*path_law)(const OneContact&)) {
  FrictionThresholds f;
  if (!(contact.W.tt > 0)) return f;
  f.to_hold_stick = abs_of(contact.W.tn) / contact.W.tt;  // (T5.4)
  if (contact.u.n > 0 || (contact.u.n == 0 && contact.u.t == 0)) return f;
  const double e = contact.material.restitution;
  if (const auto& careful = contact.careful; !contact.singular)
    f.to_end_without_slip = careful ? to_end_without_slip(careful->W, careful->u, e)
                                    : to_end_without_slip(contact.W, contact.u, e);
  if (path_law != nullptr) f.to_stick = to_stick(contact, *f.to_hold_stick, path_law);
  return f;
}

}  // namespace carom
