#include <carom/impact/residual.hpp>

#include <carom/core/planar/algebraic_impact.hpp>
#include <carom/impact/relative_violation.hpp>
#include <carom/impact/resolve.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace carom {
namespace {

using Eigen::Index;

/// An answer under judgement.
struct Case {
  const ContactSystem& contacts;
  LawId law;
  const SystemAnswer& answer;
  std::span<const PathEvent> path;
  double largest;  ///< impulse of any contact
};

/// Size of the terms in row r of u⁻ + W p.
double row_scale(const Case& c, Index r, const Eigen::VectorXd& p) {
  double size = std::abs(c.contacts.u[r]);
  for (Index j = 0; j < p.size(); ++j) size += std::abs(c.contacts.W(r, j) * p[j]);
  return size;
}

double momentum(const Case& c, const Eigen::VectorXd& p, const Eigen::VectorXd& u) {
  const double largest = c.contacts.count() > 1 ? c.largest : 0;
  double worst = 0;
  for (Index r = 0; r < p.size(); ++r) {
    double change = 0;
    for (Index j = 0; j < p.size(); ++j) change += c.contacts.W(r, j) * p[j];
    const double missed = u[r] - (c.contacts.u[r] + change);
    worst =
        std::max(worst, velocity_share(missed, row_scale(c, r, p), c.contacts.W(r, r), largest));
  }
  return worst;
}

bool collides(const Case& c, std::size_t i) {
  return static_cast<Index>(i) == c.contacts.colliding;
}

/// What rounding of the other contacts' impulses leaves at this one.
double rest_of(const Case& c, std::size_t i) { return collides(c, i) ? 0 : c.largest; }

/// Coulomb's law of contact i from one point of the path to the next (T2.2), (T8.3).
double friction_between(const Case& c, std::size_t i, const PathEvent& from, const PathEvent& to) {
  const double mu = c.contacts.friction[i];
  const double mu_s = c.contacts.static_friction[i];
  const Vec2<double> a = pair_at(from.p, i);
  const Vec2<double> b = pair_at(to.p, i);
  const double dp_t = b.t - a.t;
  const double dp_n = b.n - a.n;
  const double size = std::abs(a.t) + std::abs(b.t) + rest_of(c, i);
  const double u_scale = row_scale(c, static_cast<Index>(2 * i), to.p);
  const double before = pair_at(from.u, i).t;
  const double after = pair_at(to.u, i).t;
  const double backwards = excess(-dp_n, 0, a.n + b.n + rest_of(c, i));
  if (from.modes[i] == ContactMode::stick)
    return std::max({backwards, share(before, u_scale), share(after, u_scale),
                     excess(std::abs(dp_t), mu_s * dp_n, size + mu_s * (a.n + b.n))});
  const double s = from.modes[i] == ContactMode::slip_positive ? 1 : -1;
  return std::max({backwards, share(dp_t + s * mu * dp_n, size + mu * (a.n + b.n)),
                   excess(-s * before, 0, u_scale), excess(-s * after, 0, u_scale)});
}

/// A contact that is apart has no impulse; one that is closed stays so (T8.2).
double normal_between(const Case& c, std::size_t i, const PathEvent& from, const PathEvent& to) {
  const auto n = static_cast<Index>(2 * i + 1);
  const double u_scale = row_scale(c, n, to.p);
  const double penetrates = excess(-to.u[n], 0, u_scale);
  if (from.modes[i] != ContactMode::open)
    return std::max({penetrates, share(from.u[n], u_scale), share(to.u[n], u_scale)});
  return std::max({penetrates, share(to.p[n] - from.p[n], c.largest),
                   share(to.p[n - 1] - from.p[n - 1], c.largest)});
}

double work_between(const PathEvent& a, const PathEvent& b, Index n) {
  return 0.5 * (a.u[n] + b.u[n]) * (b.p[n] - a.p[n]);
}

/// Where restitution ends, by the path's own points (T2.8)–(T2.10).
double restitution_of_path(const Case& c) {
  const Index n = 2 * c.contacts.colliding + 1;
  const double e = c.contacts.restitution;
  double p_c = 0;
  double stored = 0;
  double returned = 0;
  double fastest = 0;
  bool compressed = false;
  for (std::size_t i = 0; i + 1 < c.path.size(); ++i) {
    const PathEvent& a = c.path[i];
    const PathEvent& b = c.path[i + 1];
    if (a.kind == PathEventKind::compression_ends) {
      compressed = true;
      p_c = a.p[n];
      if (a.u[n] != 0) return std::numeric_limits<double>::infinity();
    }
    (compressed ? returned : stored) += work_between(a, b, n);
    fastest = std::max({fastest, std::abs(a.u[n]), std::abs(b.u[n])});
  }
  const double p_n = c.answer.p[n];
  if (c.law == LawId::newton)
    return share(c.answer.u_after[n] + e * c.contacts.u[n], row_scale(c, n, c.answer.p));
  if (c.law == LawId::poisson) return share(p_n - (1 + e) * p_c, p_n);
  return share(returned + e * e * stored, fastest * p_n);
}

double residual_of_path(const Case& c) {
  double worst = restitution_of_path(c);
  for (std::size_t k = 0; k < c.path.size(); ++k) {
    worst = std::max(worst, momentum(c, c.path[k].p, c.path[k].u));
    if (k + 1 == c.path.size()) break;
    for (std::size_t i = 0; i < c.contacts.count(); ++i) {
      if (c.path[k].modes[i] != ContactMode::open)
        worst = std::max(worst, friction_between(c, i, c.path[k], c.path[k + 1]));
      if (!collides(c, i)) worst = std::max(worst, normal_between(c, i, c.path[k], c.path[k + 1]));
    }
  }
  return worst;
}

double opposes(double slip, double mu, const Vec2<double>& p, double rest) {
  return share(p.t + sign(slip) * mu * p.n, std::abs(p.t) + mu * p.n + rest);
}

/// The law impulse_ratio (T4.7): one contact.
double given_ratio(const Case& c) {
  const Vec2<double> p = pair_at(c.answer.p, 0);
  if (c.contacts.impulse_ratio) return share(p.t - *c.contacts.impulse_ratio * p.n, std::abs(p.t));
  const Sym2<double> W{c.contacts.W(0, 0), c.contacts.W(0, 1), c.contacts.W(1, 1)};
  const Vec2<double> no_slip =
      c.contacts.singular  // the direction of the least
          ? Vec2<double>{W.tn, W.nn}
          : no_slip_end(planar_contact(W, pair_at(c.contacts.u, 0)), c.contacts.restitution);
  return share(p.t * no_slip.n - *c.contacts.critical_fraction * no_slip.t * p.n,
               std::abs(p.t * no_slip.n));
}

/// What the algebraic law says of the total impulse of a contact (T4.2)–(T4.6), (T8.9).
double friction_of_total(const Case& c, std::size_t i) {
  const Vec2<double> p = pair_at(c.answer.p, i);
  const double mu = c.contacts.friction[i];
  const double mu_s = c.contacts.static_friction[i];
  const double u_scale = row_scale(c, static_cast<Index>(2 * i), c.answer.p);
  const double before = pair_at(c.contacts.u, i).t;
  const double after = pair_at(c.answer.u_after, i).t;
  const double rest = rest_of(c, i);
  if (c.answer.modes[i] == ImpactMode::sticking)
    return std::max(share(after, u_scale),
                    excess(std::abs(p.t), mu_s * p.n, std::abs(p.t) + mu_s * p.n + rest));
  if (c.answer.modes[i] == ImpactMode::capped)
    return excess(std::abs(p.t), mu_s * p.n, std::abs(p.t) + mu_s * p.n + rest);
  if (c.law == LawId::conventional && before != 0) return opposes(before, mu, p, rest);
  const double either = std::min(opposes(1, mu, p, rest), opposes(-1, mu, p, rest));
  const bool nearly_stuck = std::abs(after) <= 1e-12 * u_scale;
  return nearly_stuck ? either : opposes(after, mu, p, rest);
}

double residual_of_end(const Case& c) {
  if (c.law == LawId::impulse_ratio) return given_ratio(c);
  double worst = 0;
  for (std::size_t i = 0; i < c.contacts.count(); ++i) {
    worst = std::max(worst, friction_of_total(c, i));
    if (collides(c, i)) continue;
    const auto n = static_cast<Index>(2 * i + 1);
    const double apart = share(c.answer.u_after[n], row_scale(c, n, c.answer.p));
    worst = std::max(worst, std::min(apart, share(c.answer.p[n], c.largest)));
  }
  return worst;
}

/// The moment of a phase from a to b (T11.2): e_m p_m = (1 + e_m) u_m/W_mm.
double moment_of_phase(const Case& c, const PathEvent& a, const PathEvent& b, double e_m) {
  if (b.p.size() < 3) return 0;
  const double p_m = b.p[2] - a.p[2];
  const double W_mm = c.contacts.W(2, 2);
  const double size = std::abs(a.p[2]) + std::abs(b.p[2]);
  if (e_m == -1 || !(W_mm > 0)) return share(p_m, c.largest);
  const double rates = row_scale(c, 2, b.p) + row_scale(c, 2, a.p);
  return share(e_m * W_mm * p_m - (1 + e_m) * b.u[2], W_mm * size + rates);
}

/// Friction of compression against the slip at its end (T11.5).
double friction_of_compression(const Case& c, const PathEvent& end) {
  const Vec2<double> p = pair_at(end.p, 0);
  const double mu = c.contacts.friction[0];
  const double u_t = end.u[0];
  const double cone = excess(std::abs(p.t), mu * p.n, std::abs(p.t) + mu * p.n);
  if (std::abs(u_t) <= 1e-12 * row_scale(c, 0, end.p)) return cone;
  return std::max(cone, opposes(u_t, mu, p, 0));
}

/// (T11.7)–(T11.9) for one sign of the tangential impulse of compression.
double friction_of_expansion(const Case& c, const PathEvent& middle, const PathEvent& end,
                             double direction) {
  const TwoPhaseLaw<double>& law = c.contacts.two_phases;
  const double edge = law.friction * law.restitution * middle.p[1];
  const double kept = (1 - law.friction_recovery) * edge;
  const double back = law.restitution * law.tangential_restitution * std::abs(middle.p[0]);
  const double lo = direction > 0 ? back - kept : -edge;
  const double hi = direction < 0 ? kept - back : edge;
  const double p_t = end.p[0] - middle.p[0];
  const double size = kept + std::abs(middle.p[0]) + std::abs(end.p[0]);
  const double outside = std::max(excess(lo, p_t, size), excess(p_t, hi, size));
  const double u_t = end.u[0];
  if (std::abs(u_t) <= 1e-12 * (row_scale(c, 0, end.p) + row_scale(c, 0, middle.p))) return outside;
  if (share(hi - lo, size) <= 1e-12) return outside;  // lo = hi: nothing is asked of the slip
  return std::max(outside, share(p_t - (u_t > 0 ? lo : hi), size));
}

/// The law cataldo_sampaio: both phases, from the points between them.
double residual_of_phases(const Case& c) {
  if (c.path.size() != 3) return std::numeric_limits<double>::infinity();
  const TwoPhaseLaw<double>& law = c.contacts.two_phases;
  const PathEvent& start = c.path[0];
  const PathEvent& middle = c.path[1];
  const PathEvent& end = c.path[2];
  if (!(middle.p[1] > 0) || middle.u[1] != 0) return std::numeric_limits<double>::infinity();
  const auto expansion = [&](double direction) {
    return friction_of_expansion(c, middle, end, direction);
  };
  double friction = expansion(sign(middle.p[0]));
  if (std::abs(middle.p[0]) <= TwoPhaseTolerances<double>::no_sign * middle.p[1])
    friction = std::min({friction, expansion(0), expansion(1), expansion(-1)});
  double differs = 0;  // what is reported from what the phases end with
  for (Index r = 0; r < end.p.size(); ++r)
    differs = std::max({differs, share(c.answer.p[r] - end.p[r], c.largest),
                        share(c.answer.u_after[r] - end.u[r], row_scale(c, r, end.p))});
  return std::max({friction, differs, friction_of_compression(c, middle),
                   share(end.p[1] - (1 + law.restitution) * middle.p[1], end.p[1]),
                   momentum(c, middle.p, middle.u), momentum(c, end.p, end.u),
                   moment_of_phase(c, start, middle, law.moment_compression),
                   moment_of_phase(c, middle, end, law.moment_restitution)});
}

double energy_gain(const Case& c) {
  const Eigen::VectorXd& p = c.answer.p;
  double gain = 0;
  double size = 0;
  for (Index r = 0; r < p.size(); ++r) {
    gain += p[r] * (c.contacts.u[r] + c.answer.u_after[r]);
    size += std::abs(p[r] * c.contacts.u[r]) + std::abs(p[r] * c.answer.u_after[r]);
  }
  return excess(gain, 0, size);
}

bool promises_no_gain(const Case& c) {
  if (c.law == LawId::poisson) return c.contacts.count() == 1;
  if (c.law == LawId::cataldo_sampaio) return c.contacts.two_phases.moment_compression == -1;
  return c.law == LawId::stronge || c.law == LawId::brach;
}

}  // namespace

double residual(const ContactSystem& contacts, LawId law, const SystemAnswer& answer) {
  if (contacts.colliding == no_contact) return 0;
  const bool approaches = contacts.u[2 * contacts.colliding + 1] < 0;
  if (!approaches && (answer.p.array() == 0).all()) return 0;
  const Case c{contacts,
               law,
               answer,
               {answer.path.data(), answer.path_length},
               answer.p.cwiseAbs().maxCoeff()};
  const Index colliding = 2 * contacts.colliding + 1;
  const bool path_law = law == LawId::newton || law == LawId::poisson || law == LawId::stronge;
  double worst = momentum(c, answer.p, answer.u_after);
  for (std::size_t i = 0; i < contacts.count(); ++i) {
    const auto n = static_cast<Index>(2 * i + 1);
    worst = std::max(worst, excess(-answer.p[n], 0, std::abs(answer.p[n])));
    if (contacts.restitution >= 0 || n != colliding)
      worst = std::max(worst, excess(-answer.u_after[n], 0, row_scale(c, n, answer.p)));
  }
  if (path_law)
    worst = std::max(worst, residual_of_path(c));
  else if (law == LawId::cataldo_sampaio)
    worst = std::max(worst, residual_of_phases(c));
  else
    worst =
        std::max({worst, residual_of_end(c),
                  share(answer.u_after[colliding] + contacts.restitution * contacts.u[colliding],
                        row_scale(c, colliding, answer.p))});
  return promises_no_gain(c) ? std::max(worst, energy_gain(c)) : worst;
}

std::optional<std::string> withdraw_if_broken(double& worst, SystemAnswer& answer) {
  if (worst <= residual_limit) return std::nullopt;
  answer.status = ImpactStatus::no_solution;
  answer.reason = NoSolution::no_consistent_mode;
  answer.path_length = 0;
  if (!std::isfinite(worst)) {
    worst = 0;  // there is no number to report
    return "the answer found leaves the range of double numbers and was withdrawn";
  }
  return fmt::format("the answer found violates the law by {:.1e} and was withdrawn", worst);
}

}  // namespace carom
