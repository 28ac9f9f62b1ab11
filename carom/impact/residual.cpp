#include <carom/impact/residual.hpp>

#include <carom/core/algebraic_impact.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

/// Below this, in units where the problem is of order one, nothing is counted: products of such
/// numbers leave the range of a double.
constexpr double negligible = 1e-150;

double share(double violation, double scale) {
  const double v = std::abs(violation) / (scale + negligible);
  return std::isnan(v) ? std::numeric_limits<double>::infinity() : v;
}

double excess(double x, double limit, double scale) {
  return share(std::max(x - limit, 0.0), scale);
}

/// Sizes of the terms in each row of u⁻ + W p.
Vec2<double> row_scale(const OneContact& c, const Vec2<double>& p) {
  return {std::abs(c.u.t) + std::abs(c.W.tt * p.t) + std::abs(c.W.tn * p.n),
          std::abs(c.u.n) + std::abs(c.W.tn * p.t) + std::abs(c.W.nn * p.n)};
}

double momentum(const OneContact& c, const Vec2<double>& p, const Vec2<double>& u) {
  const Vec2<double> reached = c.u + c.W * p;
  const Vec2<double> scale = row_scale(c, p);
  return std::max(share(u.t - reached.t, scale.t), share(u.n - reached.n, scale.n));
}

/// Coulomb's law from one point of the path to the next (T2.2).
double friction_between(const OneContact& c, const PathPoint& a, const PathPoint& b) {
  const double mu = c.material.friction;
  const double mu_s = static_limit(c.material);
  const double dp_t = b.p.t - a.p.t;
  const double dp_n = b.p.n - a.p.n;
  const double size = std::abs(a.p.t) + std::abs(b.p.t);
  const double u_scale = row_scale(c, b.p).t;
  const double backwards = excess(-dp_n, 0, a.p.n + b.p.n);
  if (a.mode == ContactMode::stick)
    return std::max({backwards, share(a.u.t, u_scale), share(b.u.t, u_scale),
                     excess(std::abs(dp_t), mu_s * dp_n, size + mu_s * (a.p.n + b.p.n))});
  const double s = a.mode == ContactMode::slip_positive ? 1 : -1;
  return std::max({backwards, share(dp_t + s * mu * dp_n, size + mu * (a.p.n + b.p.n)),
                   excess(-s * a.u.t, 0, u_scale), excess(-s * b.u.t, 0, u_scale)});
}

double work_between(const PathPoint& a, const PathPoint& b) {
  return 0.5 * (a.u.n + b.u.n) * (b.p.n - a.p.n);
}

/// Where restitution ends, by the path's own points (T2.8)–(T2.10).
double restitution_of_path(const OneContact& c, LawId law, const ContactAnswer& answer) {
  const double e = c.material.restitution;
  double p_c = 0;
  double stored = 0;
  double returned = 0;
  double fastest = 0;
  bool compressed = false;
  for (std::size_t i = 0; i + 1 < answer.path.size(); ++i) {
    const PathPoint& a = answer.path[i];
    if (a.kind == PathEventKind::compression_ends) {
      compressed = true;
      p_c = a.p.n;
      if (a.u.n != 0) return std::numeric_limits<double>::infinity();
    }
    (compressed ? returned : stored) += work_between(a, answer.path[i + 1]);
    fastest = std::max({fastest, std::abs(a.u.n), std::abs(answer.path[i + 1].u.n)});
  }
  if (law == LawId::newton) return share(answer.u_after.n + e * c.u.n, row_scale(c, answer.p).n);
  if (law == LawId::poisson) return share(answer.p.n - (1 + e) * p_c, answer.p.n);
  return share(returned + e * e * stored, fastest * answer.p.n);
}

double residual_of_path(const OneContact& c, LawId law, const ContactAnswer& answer) {
  double worst = restitution_of_path(c, law, answer);
  for (std::size_t i = 0; i < answer.path.size(); ++i) {
    worst = std::max(worst, momentum(c, answer.path[i].p, answer.path[i].u));
    if (i + 1 < answer.path.size())
      worst = std::max(worst, friction_between(c, answer.path[i], answer.path[i + 1]));
  }
  return worst;
}

double opposes(double slip, double mu, const Vec2<double>& p) {
  return share(p.t + sign(slip) * mu * p.n, std::abs(p.t) + mu * p.n);
}

/// What the algebraic law says of the total impulse (T4.2)–(T4.7).
double residual_of_ratio(const OneContact& c, LawId law, const ContactAnswer& answer) {
  const Vec2<double>& p = answer.p;
  const double mu = c.material.friction;
  const double mu_s = static_limit(c.material);
  const double u_scale = row_scale(c, p).t;
  if (law == LawId::impulse_ratio) {
    if (c.impulse_ratio) return share(p.t - *c.impulse_ratio * p.n, std::abs(p.t));
    const Vec2<double> D = no_slip_end(c.W, c.u, c.material.restitution);
    return share(p.t * D.n - *c.critical_fraction * D.t * p.n, std::abs(p.t * D.n));
  }
  if (answer.mode == ImpactMode::sticking)
    return std::max(share(answer.u_after.t, u_scale),
                    excess(std::abs(p.t), mu_s * p.n, std::abs(p.t) + mu_s * p.n));
  if (answer.mode == ImpactMode::capped)
    return excess(std::abs(p.t), mu_s * p.n, std::abs(p.t) + mu_s * p.n);
  if (law == LawId::conventional && c.u.t != 0) return opposes(c.u.t, mu, p);
  const double either = std::min(opposes(1, mu, p), opposes(-1, mu, p));
  const bool nearly_stuck = std::abs(answer.u_after.t) <= 1e-12 * u_scale;
  return nearly_stuck ? either : opposes(answer.u_after.t, mu, p);
}

double energy_gain(const OneContact& c, const ContactAnswer& answer) {
  const double t = answer.p.t * (c.u.t + answer.u_after.t);
  const double n = answer.p.n * (c.u.n + answer.u_after.n);
  return excess(t + n, 0,
                std::abs(answer.p.t * c.u.t) + std::abs(answer.p.t * answer.u_after.t) +
                    std::abs(answer.p.n * c.u.n) + std::abs(answer.p.n * answer.u_after.n));
}

}  // namespace

double residual(const OneContact& c, LawId law, const ContactAnswer& answer) {
  if (answer.mode == ImpactMode::none) return 0;
  const Vec2<double> scale = row_scale(c, answer.p);
  double worst =
      std::max(momentum(c, answer.p, answer.u_after), excess(-answer.p.n, 0, std::abs(answer.p.n)));
  const bool path_law = law == LawId::newton || law == LawId::poisson || law == LawId::stronge;
  if (path_law) {
    worst = std::max(worst, residual_of_path(c, law, answer));
  } else {
    worst = std::max({worst, residual_of_ratio(c, law, answer),
                      share(answer.u_after.n + c.material.restitution * c.u.n, scale.n)});
  }
  if (c.material.restitution >= 0) worst = std::max(worst, excess(-answer.u_after.n, 0, scale.n));
  const bool promises = law == LawId::poisson || law == LawId::stronge || law == LawId::brach;
  return promises ? std::max(worst, energy_gain(c, answer)) : worst;
}

}  // namespace carom
