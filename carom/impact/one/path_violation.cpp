#include <carom/impact/judged.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

using Eigen::Index;

/// Coulomb's law of contact i from one point of the path to the next (T2.2), (T8.3).
double friction_between(const Judged& c, std::size_t i, const PathEvent& from,
                        const PathEvent& to) {
  const double mu = c.contacts.friction[i];
  const double mu_s = c.contacts.static_friction[i];
  const Vec2<double> a = pair_at(from.p, c.contacts.rows[i]);
  const Vec2<double> b = pair_at(to.p, c.contacts.rows[i]);
  const double dp_t = b.t - a.t;
  const double dp_n = b.n - a.n;
  const double size = std::abs(a.t) + std::abs(b.t) + rest_of(c, i);
  const double u_scale = row_scale(c, c.contacts.rows[i].first, to.p);
  const double before = pair_at(from.u, c.contacts.rows[i]).t;
  const double after = pair_at(to.u, c.contacts.rows[i]).t;
  const double backwards = excess(-dp_n, 0, a.n + b.n + rest_of(c, i));
  if (from.modes[i] == ContactMode::stick)
    return std::max({backwards, share(before, u_scale), share(after, u_scale),
                     excess(std::abs(dp_t), mu_s * dp_n, size + mu_s * (a.n + b.n))});
  const double s = from.modes[i] == ContactMode::slip_positive ? 1 : -1;
  return std::max({backwards, share(dp_t + s * mu * dp_n, size + mu * (a.n + b.n)),
                   excess(-s * before, 0, u_scale), excess(-s * after, 0, u_scale)});
}

/// A contact that is apart has no impulse; one that is closed stays so (T8.2).
double normal_between(const Judged& c, std::size_t i, const PathEvent& from, const PathEvent& to) {
  const auto n = static_cast<Index>(c.contacts.rows[i].normal());
  const double u_scale = row_scale(c, n, to.p);
  const double penetrates = excess(-to.u[n], 0, u_scale);
  if (from.modes[i] != ContactMode::open)
    return std::max({penetrates, share(from.u[n], u_scale), share(to.u[n], u_scale)});
  return std::max(
      {penetrates, share(to.p[n] - from.p[n], c.largest),
       share(pair_at(to.p, c.contacts.rows[i]).t - pair_at(from.p, c.contacts.rows[i]).t,
             c.largest)});
}

double work_between(const PathEvent& a, const PathEvent& b, Index n) {
  return 0.5 * (a.u[n] + b.u[n]) * (b.p[n] - a.p[n]);
}

/// What the restitution of a path is judged by.
struct Compression {
  double e;
  double p_n;       ///< at the end
  double p_c;       ///< at the end of compression; infinity where uₙ is not 0 there
  double stored;    ///< ∫ uₙ dpₙ of compression
  double returned;  ///< and of restitution
  double fastest;   ///< largest |uₙ|
};

/// By the path's own points.
Compression compression_of(const Judged& c) {
  const Index n = colliding_row(c);
  const double e = c.contacts.restitution;
  double p_c = 0;
  double start = 0;
  double stored = 0;
  double returned = 0;
  double fastest = 0;
  bool compressed = false;
  for (std::size_t i = 0; i + 1 < c.path.size(); ++i) {
    const PathEvent& a = c.path[i];
    const PathEvent& b = c.path[i + 1];
    if (a.kind == PathEventKind::compression_ends) {
      compressed = true;
      p_c += a.p[n] - start;
      if (a.u[n] != 0) p_c = std::numeric_limits<double>::infinity();
    }
    if (a.kind == PathEventKind::compression_starts) {  // again
      compressed = false;
      start = a.p[n];
    }
    (compressed ? returned : stored) += work_between(a, b, n);
    fastest = std::max({fastest, std::abs(a.u[n]), std::abs(b.u[n])});
  }
  return {e, c.answer.p[n], p_c, stored, returned, fastest};
}

/// Coulomb's law and momentum along the path.
double violation_of_path(const Judged& c) {
  double worst = 0;
  for (std::size_t k = 0; k < c.path.size(); ++k) {
    worst = std::max(worst, momentum_violation(c, c.path[k].p, c.path[k].u));
    if (k + 1 == c.path.size()) break;
    for (std::size_t i = 0; i < c.contacts.count(); ++i) {
      if (c.path[k].modes[i] != ContactMode::open)
        worst = std::max(worst, friction_between(c, i, c.path[k], c.path[k + 1]));
      if (!collides(c, i)) worst = std::max(worst, normal_between(c, i, c.path[k], c.path[k + 1]));
    }
  }
  return worst;
}

}  // namespace

double violation_of_newton(const Judged& c) {
  if (several_in_space(c)) return violation_in_space_of_stages(c, Restitution::newton);
  const Index n = colliding_row(c);
  const double e = c.contacts.restitution;
  const double end =
      share(c.answer.u_after[n] + e * c.contacts.u[n], row_scale(c, n, c.answer.p));  // (T2.9)
  if (in_space(c)) return std::max(end, violation_in_space_of_path(c));
  return std::max(
      {end, violation_of_path(c),
       share(compression_of(c).p_c == std::numeric_limits<double>::infinity() ? 1 : 0, 1)});
}

double violation_of_poisson(const Judged& c) {
  if (several_in_space(c)) return violation_in_space_of_stages(c, Restitution::poisson);
  if (in_space(c)) {
    const double p_c = c.answer.compression.value_or(0);
    const double p_n = c.answer.p[colliding_row(c)];
    return std::max(share(p_n - (1 + c.contacts.restitution) * p_c, p_n),
                    violation_in_space_of_path(c));
  }
  const Compression x = compression_of(c);
  return std::max(share(x.p_n - (1 + x.e) * x.p_c, x.p_n), violation_of_path(c));  // (T2.8)
}

double violation_of_stronge(const Judged& c) {
  if (several_in_space(c)) return violation_in_space_of_stages(c, Restitution::stronge);
  if (in_space(c)) {
    const WorkLedger<double>& w = c.answer.ledger[0];
    const double e = c.contacts.restitution;
    const double size = std::abs(w.normal_restitution) + std::abs(w.normal_compression);
    return std::max(share(w.normal_restitution + e * e * w.normal_compression, size),
                    violation_in_space_of_path(c));
  }
  const Compression x = compression_of(c);
  const double end = share(x.returned + x.e * x.e * x.stored, x.fastest * x.p_n);  // (T2.10)
  return std::max({end, violation_of_path(c),
                   share(x.p_c == std::numeric_limits<double>::infinity() ? 1 : 0, 1)});
}

}  // namespace carom
