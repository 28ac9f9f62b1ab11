#include <carom/impact/judged.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

using Eigen::Index;

/// The moment of a phase from a to b (T11.2): e_m p_m = (1 + e_m) u_m/W_mm.
double moment_of_phase(const Judged& c, const PathEvent& a, const PathEvent& b, double e_m) {
  if (c.contacts.rows[0].turnings == 0) return 0;
  const Index m = c.contacts.rows[0].turning();
  const double p_m = b.p[m] - a.p[m];
  const double W_mm = c.contacts.W(m, m);
  const double size = std::abs(a.p[m]) + std::abs(b.p[m]);
  if (e_m == -1 || !(W_mm > 0)) return share(p_m, c.largest);
  const double rates = row_scale(c, m, b.p) + row_scale(c, m, a.p);
  return share(e_m * W_mm * p_m - (1 + e_m) * b.u[m], W_mm * size + rates);
}

/// Size of the terms of uₜ; a stop has none.
double slip_scale(const Judged& c, const Eigen::VectorXd& p) {
  return row_scale(c, c.contacts.rows[0].first, p);
}

/// Friction of compression against the slip at its end (T11.5).
double friction_of_compression(const Judged& c, const PathEvent& end) {
  const Vec2<double> p = pair_at(end.p, c.contacts.rows[0]);
  const double mu = c.contacts.friction[0];
  const double u_t = pair_at(end.u, c.contacts.rows[0]).t;
  const double cone = excess(std::abs(p.t), mu * p.n, std::abs(p.t) + mu * p.n);
  if (std::abs(u_t) <= 1e-12 * slip_scale(c, end.p)) return cone;
  return std::max(cone, opposes(u_t, mu, p, 0));
}

/// (T11.7)–(T11.9) for one sign of the tangential impulse of compression.
double friction_of_expansion(const Judged& c, const PathEvent& middle, const PathEvent& end,
                             double direction) {
  const TwoPhaseLaw<double>& law = c.contacts.two_phases;
  const Vec2<double> p_c = pair_at(middle.p, c.contacts.rows[0]);
  const Vec2<double> p = pair_at(end.p, c.contacts.rows[0]);
  const double edge = law.friction * law.restitution * p_c.n;
  const double kept = (1 - law.friction_recovery) * edge;
  const double back = law.restitution * law.tangential_restitution * std::abs(p_c.t);
  const double lo = direction > 0 ? back - kept : -edge;
  const double hi = direction < 0 ? kept - back : edge;
  const double p_t = p.t - p_c.t;
  const double size = kept + std::abs(p_c.t) + std::abs(p.t);
  const double outside = std::max(excess(lo, p_t, size), excess(p_t, hi, size));
  const double u_t = pair_at(end.u, c.contacts.rows[0]).t;
  if (std::abs(u_t) <= 1e-12 * (slip_scale(c, end.p) + slip_scale(c, middle.p))) return outside;
  if (share(hi - lo, size) <= 1e-12) return outside;  // lo = hi: nothing is asked of the slip
  return std::max(outside, share(p_t - (u_t > 0 ? lo : hi), size));
}

}  // namespace

/// The law cataldo_sampaio: both phases, from the points between them.
double violation_of_cataldo_sampaio(const Judged& c) {
  if (c.path.size() != 3) return std::numeric_limits<double>::infinity();
  const TwoPhaseLaw<double>& law = c.contacts.two_phases;
  const PathEvent& start = c.path[0];
  const PathEvent& middle = c.path[1];
  const PathEvent& end = c.path[2];
  const Vec2<double> p_c = pair_at(middle.p, c.contacts.rows[0]);
  const double p_n = pair_at(end.p, c.contacts.rows[0]).n;
  if (!(p_c.n > 0) || pair_at(middle.u, c.contacts.rows[0]).n != 0)
    return std::numeric_limits<double>::infinity();
  const auto expansion = [&](double direction) {
    return friction_of_expansion(c, middle, end, direction);
  };
  double friction = expansion(sign(p_c.t));
  if (std::abs(p_c.t) <= TwoPhaseTolerances<double>::no_sign * p_c.n)
    friction = std::min({friction, expansion(0), expansion(1), expansion(-1)});
  double differs = 0;  // what is reported from what the phases end with
  for (Index r = 0; r < end.p.size(); ++r)
    differs = std::max({differs, share(c.answer.p[r] - end.p[r], c.largest),
                        share(c.answer.u_after[r] - end.u[r], row_scale(c, r, end.p))});
  return std::max({friction, differs, friction_of_compression(c, middle),
                   share(p_n - (1 + law.restitution) * p_c.n, p_n),
                   momentum_violation(c, middle.p, middle.u), momentum_violation(c, end.p, end.u),
                   moment_of_phase(c, start, middle, law.moment_compression),
                   moment_of_phase(c, middle, end, law.moment_restitution)});
}

}  // namespace carom
