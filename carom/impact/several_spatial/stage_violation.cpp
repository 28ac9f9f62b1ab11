#include <carom/impact/judged.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

double tangential_part(const VectorXd& x, const ContactRows& rows) {
  return x.segment(rows.first, rows.tangents).norm();
}

/// Size of the terms of a contact's slip.
double slip_scale(const Judged& c, const ContactRows& rows, const VectorXd& p) {
  double size = 0;
  for (int r = rows.first; r < rows.normal(); ++r) size = std::max(size, row_scale(c, r, p));
  return size;
}

/// A contact that lets go inside a stage is booked a little later, by 10⁻⁴ of the impulse: what it held is zero to
/// the order of the square of that.
bool lets_go(const PathEvent& event, std::size_t i) {
  const bool kind =
      event.kind == PathEventKind::detaches || event.kind == PathEventKind::slip_starts;
  return kind && std::find(event.contacts.begin(), event.contacts.end(), static_cast<int>(i)) !=
                     event.contacts.end();
}

constexpr double held_until_booked = 1e-5;

/// A component that is held to zero, at the end of a stage.
double held_at_end(const PathEvent& to, std::size_t i, double value, double size) {
  return lets_go(to, i) ? excess(std::abs(value), held_until_booked * size, size)
                        : share(value, size);
}

/// Coulomb's law of contact i from one point of the path to the next: the chord of an arc of slip is no longer
/// than the arc μ Δpₙ, a contact that sticks has no slip, one that is apart no impulse.
double friction_on_stage(const Judged& c, std::size_t i, const PathEvent& from,
                         const PathEvent& to) {
  const ContactRows& rows = c.contacts.rows[i];
  const double dp_n = to.p[rows.normal()] - from.p[rows.normal()];
  const double dp_t = tangential_part(to.p - from.p, rows);
  if (from.modes[i] == ContactMode::open && !collides(c, i))
    return std::max(share(dp_n, c.largest), share(dp_t, c.largest));
  const double mu = c.contacts.friction[i];
  const double size = to.p[rows.normal()] + dp_t + c.largest;
  // Stuck contacts that depend on each other share a load as equal springs; another share is within their cones.
  const bool shares = from.modes[i] == ContactMode::stick && !c.answer.unique_impulse;
  const double cone =
      shares ? 0 : std::max(excess(-dp_n, 0, size), excess(dp_t, mu * dp_n, (1 + mu) * size));
  if (from.modes[i] != ContactMode::stick) return cone;
  const double scale = slip_scale(c, rows, to.p);
  return std::max({cone, share(tangential_part(from.u, rows), scale),
                   held_at_end(to, i, tangential_part(to.u, rows), scale)});
}

/// No contact but the colliding one approaches, and one that is closed stays so.
double normal_on_stage(const Judged& c, std::size_t i, const PathEvent& from, const PathEvent& to) {
  const Index n = c.contacts.rows[i].normal();
  const double size = row_scale(c, n, to.p);
  const double penetrates = excess(-to.u[n], 0, size);
  if (from.modes[i] == ContactMode::open) return penetrates;
  return std::max({penetrates, share(from.u[n], size), held_at_end(to, i, to.u[n], size)});
}

double stages_violation(const Judged& c) {
  const Index n = colliding_row(c);
  double worst = 0;
  for (std::size_t k = 0; k < c.path.size(); ++k) {
    const PathEvent& point = c.path[k];
    worst = std::max(worst, momentum_violation(c, point.p, point.u));
    if (point.kind == PathEventKind::compression_ends)
      worst = std::max(worst, share(point.u[n], row_scale(c, n, point.p)));
    if (k + 1 == c.path.size()) break;
    for (std::size_t i = 0; i < c.contacts.count(); ++i) {
      worst = std::max(worst, friction_on_stage(c, i, point, c.path[k + 1]));
      if (!collides(c, i)) worst = std::max(worst, normal_on_stage(c, i, point, c.path[k + 1]));
    }
  }
  return worst;
}

/// The works of the ledger add up to ½ p·(u⁻ + u⁺), and friction takes energy at each contact.
double ledger_violation(const Judged& c) {
  const VectorXd both = c.contacts.u + c.answer.u_after;
  double sum = 0;
  double size =
      0.5 * c.answer.p.cwiseAbs().dot(c.contacts.u.cwiseAbs() + c.answer.u_after.cwiseAbs());
  for (const WorkLedger<double>& w : c.answer.ledger) {
    sum += w.normal_compression + w.normal_restitution + w.friction;
    size += std::abs(w.normal_compression) + std::abs(w.normal_restitution) + std::abs(w.friction);
  }
  double worst = share(sum - 0.5 * c.answer.p.dot(both), size);
  for (const WorkLedger<double>& w : c.answer.ledger)
    worst = std::max(worst, excess(w.friction, 0, size));
  return worst;
}

/// (T2.8)–(T2.10) at the colliding contact, over all its compressions and restitutions.
double restitution_violation(const Judged& c, Restitution rule) {
  const auto k = static_cast<std::size_t>(c.contacts.colliding);
  const Index n = colliding_row(c);
  const double e = c.contacts.restitution;
  const double fastest = row_scale(c, n, c.answer.p);
  const WorkLedger<double>& w = c.answer.ledger[k];
  switch (rule) {
    case Restitution::newton: return share(c.answer.u_after[n] + e * c.contacts.u[n], fastest);
    case Restitution::poisson:
      return share(c.answer.p[n] - (1 + e) * c.answer.compressions[k], c.answer.p[n]);
    case Restitution::stronge:
      return share(w.normal_restitution + e * e * w.normal_compression, fastest * c.answer.p[n]);
  }
  return 0;
}

}  // namespace

double violation_in_space_of_stages(const Judged& c, Restitution rule) {
  const std::size_t count = c.contacts.count();
  if (c.path.empty() || c.answer.ledger.size() != count || c.answer.compressions.size() != count)
    return std::numeric_limits<double>::infinity();
  const PathEvent& end = c.path.back();
  double worst =
      std::max({stages_violation(c), ledger_violation(c), restitution_violation(c, rule)});
  for (Index r = 0; r < c.answer.p.size(); ++r)
    worst = std::max({worst, share(c.answer.p[r] - end.p[r], c.largest),
                      share(c.answer.u_after[r] - end.u[r], row_scale(c, r, end.p))});
  return worst;
}

}  // namespace carom
