#include <carom/core/planar/algebraic_impact.hpp>
#include <carom/impact/judged.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace carom {
namespace {

using Eigen::Index;

/// Which slip friction opposes.
enum class Slip : std::uint8_t { initial, final };

/// The law impulse_ratio (T4.7): one contact.
double given_ratio(const Judged& c) {
  const Vec2<double> p = pair_at(c.answer.p, c.contacts.rows[0]);
  if (c.contacts.impulse_ratio) return share(p.t - *c.contacts.impulse_ratio * p.n, std::abs(p.t));
  const PlanarContact<double> contact = planar_contact_of(c.contacts);
  const Vec2<double> no_slip = contact.singular  // the direction of the least
                                   ? Vec2<double>{contact.W.tn, contact.W.nn}
                                   : no_slip_end(contact, c.contacts.restitution);
  return share(p.t * no_slip.n - *c.contacts.critical_fraction * no_slip.t * p.n,
               std::abs(p.t * no_slip.n));
}

/// What the algebraic law says of the total impulse of a contact (T4.2)–(T4.6), (T8.9).
double friction_of_total(const Judged& c, std::size_t i, Slip slip) {
  const Vec2<double> p = pair_at(c.answer.p, c.contacts.rows[i]);
  const double mu = c.contacts.friction[i];
  const double mu_s = c.contacts.static_friction[i];
  const double u_scale = row_scale(c, c.contacts.rows[i].first, c.answer.p);
  const double before = pair_at(c.contacts.u, c.contacts.rows[i]).t;
  const double after = pair_at(c.answer.u_after, c.contacts.rows[i]).t;
  const double rest = rest_of(c, i);
  if (c.answer.modes[i] == ImpactMode::sticking)
    return std::max(share(after, u_scale),
                    excess(std::abs(p.t), mu_s * p.n, std::abs(p.t) + mu_s * p.n + rest));
  if (c.answer.modes[i] == ImpactMode::capped)
    return excess(std::abs(p.t), mu_s * p.n, std::abs(p.t) + mu_s * p.n + rest);
  if (slip == Slip::initial && before != 0) return opposes(before, mu, p, rest);
  const double either = std::min(opposes(1, mu, p, rest), opposes(-1, mu, p, rest));
  const bool nearly_stuck = std::abs(after) <= 1e-12 * u_scale;
  return nearly_stuck ? either : opposes(after, mu, p, rest);
}

double end_of_newton(const Judged& c) {
  const Index n = colliding_row(c);
  return share(c.answer.u_after[n] + c.contacts.restitution * c.contacts.u[n],
               row_scale(c, n, c.answer.p));
}

double violation_of_total(const Judged& c, Slip slip) {
  double worst = end_of_newton(c);
  for (std::size_t i = 0; i < c.contacts.count(); ++i) {
    worst = std::max(worst, friction_of_total(c, i, slip));
    if (collides(c, i)) continue;
    const auto n = static_cast<Index>(c.contacts.rows[i].normal());
    const double apart = share(c.answer.u_after[n], row_scale(c, n, c.answer.p));
    worst = std::max(worst, std::min(apart, share(c.answer.p[n], c.largest)));
  }
  return worst;
}

}  // namespace

double violation_of_whittaker(const Judged& c) {
  if (in_space(c))
    return std::max(end_of_newton(c), violation_in_space_of_total(
                                          c, vector_at(c.answer.u_after, c.contacts.rows[0])));
  return violation_of_total(c, Slip::final);
}

double violation_of_conventional(const Judged& c) {
  if (in_space(c)) {
    const ContactVector before = vector_at(c.contacts.u, c.contacts.rows[0]);
    const ContactVector after = vector_at(c.answer.u_after, c.contacts.rows[0]);
    return std::max(end_of_newton(c),
                    violation_in_space_of_total(c, has_tangential(before) ? before : after));
  }
  return violation_of_total(c, Slip::initial);
}

double violation_of_impulse_ratio(const Judged& c) {
  return std::max(given_ratio(c), end_of_newton(c));
}

}  // namespace carom
