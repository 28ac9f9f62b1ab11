#include <carom/core/spatial/spatial_contact.hpp>
#include <carom/impact/judged.hpp>
#include <carom/impact/one/spatial_answer.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

using Eigen::Index;

/// Sizes of the terms of u at a point of the path: of the slip, and of uₙ.
struct Sizes {
  double slip;
  double normal;
};

Sizes sizes_at(const Judged& c, const PathEvent& point) {
  return {std::max(row_scale(c, 0, point.p), row_scale(c, 1, point.p)), row_scale(c, 2, point.p)};
}

/// Coulomb's law from one point of the path to the next: the chord of an arc of slip is no longer than the arc
/// μ Δpₙ, and a straight stretch against a slip that keeps its direction is as long.
double friction_between(const Judged& c, const PathEvent& from, const PathEvent& to) {
  const Eigen::Vector2d dp = to.p.head<2>() - from.p.head<2>();
  const double dp_n = to.p[2] - from.p[2];
  const bool sticks = from.modes[0] == ContactMode::stick;
  const double mu = sticks ? c.contacts.static_friction[0] : c.contacts.friction[0];
  const double size = from.p.head<2>().norm() + to.p.head<2>().norm() + mu * (from.p[2] + to.p[2]);
  double worst =
      std::max(excess(-dp_n, 0, from.p[2] + to.p[2]), excess(dp.norm(), mu * dp_n, size));
  if (sticks) {
    const double u_size = sizes_at(c, to).slip;
    worst = std::max(
        {worst, share(from.u.head<2>().norm(), u_size), share(to.u.head<2>().norm(), u_size)});
  }
  return worst;
}

/// The combination of velocities that friction does not change (T12.3), at a point of the path.
double invariant_violation(const SpatialContact<double>& s, const PathEvent& point, double size) {
  const double v_t = s.v.x * point.u[0] + s.v.y * point.u[1];
  return share(point.u[2] - v_t - s.k_s * point.p[2] - s.u_s,
               (1 + std::hypot(s.v.x, s.v.y)) * size);
}

/// The works of the ledger add up to ½ p·(u⁻ + u⁺) (T2.15), and friction takes energy.
double works_violation(const Judged& c) {
  const WorkLedger<double>& w = c.answer.ledger[0];
  const Eigen::VectorXd both = c.contacts.u + c.answer.u_after;
  const double sum = w.normal_compression + w.normal_restitution + w.friction;
  const double size =
      std::abs(w.normal_compression) + std::abs(w.normal_restitution) + std::abs(w.friction) +
      0.5 * c.answer.p.cwiseAbs().dot(c.contacts.u.cwiseAbs() + c.answer.u_after.cwiseAbs());
  return std::max(share(sum - 0.5 * c.answer.p.dot(both), size), excess(w.friction, 0, size));
}

}  // namespace

double violation_in_space_of_path(const Judged& c) {
  if (c.path.empty() || c.answer.ledger.empty()) return std::numeric_limits<double>::infinity();
  double worst = works_violation(c);
  const SpatialContact<double> s =
      spatial_contact(spatial_matrix(c.contacts), spatial_vector(c.contacts.u));
  for (std::size_t k = 0; k < c.path.size(); ++k) {
    const PathEvent& point = c.path[k];
    const Sizes sizes = sizes_at(c, point);
    if (!s.flat)
      worst = std::max(worst, invariant_violation(s, point, std::max(sizes.slip, sizes.normal)));
    worst = std::max(worst, momentum_violation(c, point.p, point.u));
    if (point.kind == PathEventKind::compression_ends)
      worst = std::max(worst, share(point.u[2], sizes_at(c, point).normal));
    if (point.kind == PathEventKind::slip_stops)
      worst = std::max(worst, share(point.u.head<2>().norm(), sizes_at(c, point).slip));
    if (k + 1 < c.path.size()) worst = std::max(worst, friction_between(c, point, c.path[k + 1]));
  }
  const PathEvent& end = c.path.back();
  for (Index r = 0; r < 3; ++r)
    worst = std::max({worst, share(c.answer.p[r] - end.p[r], c.largest),
                      share(c.answer.u_after[r] - end.u[r], row_scale(c, r, end.p))});
  return worst;
}

double violation_in_space_of_total(const Judged& c, const ContactVector& slip) {
  const Eigen::Vector2d p_t = c.answer.p.head<2>();
  const double p_n = c.answer.p[2];
  const double mu = c.contacts.friction[0];
  const double most = c.contacts.static_friction[0] * p_n;
  const double u_size = sizes_at(c, {.p = c.answer.p}).slip;
  const double after = c.answer.u_after.head<2>().norm();
  const double inside = excess(p_t.norm(), most, p_t.norm() + most);
  if (c.answer.modes[0] == ImpactMode::sticking) return std::max(share(after, u_size), inside);
  if (c.answer.modes[0] == ImpactMode::capped) return inside;
  const double size = p_t.norm() + mu * p_n;
  const double slip_size = tangential_size(slip);
  if (slip_size <= 1e-12 * u_size) return share(p_t.norm() - mu * p_n, size);
  const Eigen::Vector2d direction(slip.t / slip_size, slip.t2 / slip_size);
  return share((p_t + mu * p_n * direction).norm(), size);
}

}  // namespace carom
