#include <carom/impact/restore.hpp>

#include <Eigen/Cholesky>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// A value brought back from normalised units: the nearest double, refused where it is too large.
double restored_value(double x, int exponent, const char* what) {
  const double y = std::ldexp(x, exponent);
  if (!std::isfinite(y))
    throw std::invalid_argument(
        fmt::format("{}: too large for a double; choose other units", what));
  return y + 0.0;  // no negative zeros
}

VectorXd impulse_back(const VectorXd& p, const ContactSystem& s) {
  VectorXd x(p.size());
  for (Index i = 0; i < p.size(); ++i)
    x[i] = restored_value(p[i], s.scale[static_cast<std::size_t>(i)] - s.speed_scale, "impulse");
  return x;
}

VectorXd velocity_back(const VectorXd& u, const ContactSystem& s) {
  VectorXd x(u.size());
  for (Index i = 0; i < u.size(); ++i)
    x[i] = restored_value(u[i], -s.scale[static_cast<std::size_t>(i)] - s.speed_scale, "velocity");
  return x;
}

/// Works are p·u, so they scale with c².
double work_back(double work, const ContactSystem& s) {
  return restored_value(work, -2 * s.speed_scale, "energy");
}

Outcome outcome_of(const Contact& contact, const ContactVector& impulse,
                   const ContactVector& u_after) {
  if (u_after.n > 0) return impulse.n > 0 ? Outcome::rebounds : Outcome::separates;
  if (u_after.n < 0 && contact.restitution.value_or(0) < 0) return Outcome::approaches;
  return has_tangential(u_after) ? Outcome::slides : Outcome::sticks;
}

ContactWork work_of(const ContactSystem& s, const SystemAnswer& answer, std::size_t k) {
  ContactWork work;
  if (!answer.ledger.empty()) {
    const WorkLedger<double>& ledger = answer.ledger[k];
    work.normal_compression = work_back(ledger.normal_compression, s);
    work.normal_restitution = work_back(ledger.normal_restitution, s);
    work.normal = *work.normal_compression + *work.normal_restitution;
    work.friction = work_back(ledger.friction, s);
  } else {
    const ContactVector p = vector_at(answer.p, s.rows[k]);
    const ContactVector before = vector_at(s.u, s.rows[k]);
    const ContactVector after = vector_at(answer.u_after, s.rows[k]);
    work.normal = work_back(0.5 * p.n * (before.n + after.n), s);
    double friction = 0.5 * p.t * (before.t + after.t);
    if (p.tangents == 2) friction += 0.5 * p.t2 * (before.t2 + after.t2);
    work.friction = work_back(friction, s);
  }
  return work;
}

/// A quotient, absent where it is not defined or no double holds it.
std::optional<double> quotient(double a, double b) {
  const double q = a / b + 0.0;
  return std::isfinite(q) ? std::optional(q) : std::nullopt;
}

/// −uₜ⁺/uₜ⁻, in space along the slip before.
std::optional<double> tangential_of(const ContactVector& before, const ContactVector& after) {
  if (before.tangents < 2) return quotient(-after.t, before.t);
  return quotient(-tangential_product(after, before), tangential_product(before, before));
}

/// (T5.1)–(T5.3); those of restitution belong to contacts that collide.
EffectiveCoefficients effective_of(const ContactSystem& s, const SystemAnswer& answer,
                                   std::size_t k) {
  EffectiveCoefficients e;
  const ContactVector p = vector_at(answer.p, s.rows[k]);
  const ContactVector before = vector_at(s.u, s.rows[k]);
  const ContactVector after = vector_at(answer.u_after, s.rows[k]);
  const bool collides = before.n < 0 || static_cast<Index>(k) == s.colliding;
  if (answer.modes[k] == ImpactMode::none || (!collides && p.n == 0)) return e;
  e.tangential = tangential_of(before, after);
  if (p.n > 0)
    e.impulse_ratio = restored_ratio((p.tangents == 2 ? tangential_size(p) : p.t) / p.n, s, k);
  if (!collides) return e;
  e.kinematic = quotient(-after.n, before.n);
  const std::optional<double> p_c =
      answer.compressions.empty() ? answer.compression : std::optional(answer.compressions[k]);
  if (p_c) e.kinetic = quotient(p.n - *p_c, *p_c);
  if (!answer.ledger.empty() && answer.ledger[k].normal_compression < 0)
    if (const auto share = quotient(std::max(answer.ledger[k].normal_restitution, 0.0),
                                    -answer.ledger[k].normal_compression))
      e.energetic = std::sqrt(*share);
  return e;
}

ContactResult contact_result(const Contact& contact, const Contacts& c, const ContactSystem& s,
                             const SystemAnswer& answer, std::size_t k) {
  ContactResult r;
  r.name = contact.name.empty() ? fmt::format("contact {}", k + 1) : contact.name;
  r.u_before = vector_at(c.u, c.rows[k]);
  if (!has_answer(answer.status)) return r;
  r.mode = answer.modes[k];
  const auto none = [&](ImpactMode mode) { return mode == ImpactMode::none; };
  const bool untouched = std::all_of(answer.modes.begin(), answer.modes.end(), none);
  r.impulse = vector_at(impulse_back(answer.p, s), c.rows[k]);
  r.u_after = untouched ? r.u_before : vector_at(velocity_back(answer.u_after, s), c.rows[k]);
  r.outcome = outcome_of(contact, r.impulse, r.u_after);
  r.work = work_of(s, answer, k);
  r.effective = effective_of(s, answer, k);
  if (c.spin && answer.p.size() > 2) {
    r.moment = ContactMoment{impulse_back(answer.p, s)[2], c.spin->u,
                             untouched ? c.spin->u : velocity_back(answer.u_after, s)[2],
                             work_back(answer.moment_work, s)};
  }
  return r;
}

std::vector<PathEvent> path_of(const ContactSystem& s, const SystemAnswer& answer) {
  std::vector<PathEvent> path(
      answer.path.begin(), answer.path.begin() + static_cast<std::ptrdiff_t>(answer.path_length));
  for (PathEvent& event : path) {
    event.p = impulse_back(event.p, s);
    event.u = velocity_back(event.u, s);
  }
  return path;
}

/// ½ uᵀ W⁻¹ u; absent where W is singular.
std::optional<double> contact_energy(const ContactSystem& s, const VectorXd& u) {
  if (s.singular) return std::nullopt;
  if (u.size() != 2 || s.rows[0].is_stop()) return work_back(0.5 * u.dot(s.W.llt().solve(u)), s);
  const auto c = planar_contact(Sym2<double>{s.W(0, 0), s.W(0, 1), s.W(1, 1)}, pair_at(u, 0));
  return work_back(0.5 * (u[0] * u[0] / c.W.tt + c.u_s * c.u_s / c.k_s), s);  // (T2.15)
}

double contact_work(const ContactSystem& s, const SystemAnswer& answer) {
  if (answer.work) return work_back(*answer.work, s);
  double sum = 0;
  for (Index i = 0; i < answer.p.size(); ++i) sum += answer.p[i] * (s.u[i] + answer.u_after[i]);
  return work_back(0.5 * sum, s);
}

Energy energy_of(const Contacts& c, const ContactSystem& s, const SystemAnswer& answer,
                 const ImpactResult& result) {
  Energy energy;
  if (has_answer(answer.status)) energy.contact_work = contact_work(s, answer);
  energy.change = energy.contact_work;
  if (c.surface_moves) {
    energy.drive = 0;
    for (std::size_t k = 0; k < result.contacts.size(); ++k) {
      const ContactVector v = vector_at(c.surface_velocity, c.rows[k]);
      const ContactVector& p = result.contacts[k].impulse;
      *energy.drive += p.t * v.t + p.n * v.n;
      if (p.tangents == 2) *energy.drive += p.t2 * v.t2;
      if (const auto& moment = result.contacts[k].moment)
        *energy.drive += moment->impulse * c.spin->surface_rate;
    }
    energy.change += *energy.drive;
  }
  if (!c.velocity) {
    energy.before = contact_energy(s, s.u);
    if (has_answer(answer.status))
      energy.after = answer.work && energy.before
                         ? std::max(*energy.before + energy.contact_work, 0.0)
                         : contact_energy(s, answer.u_after);
  }
  return energy;
}

/// A component below this share of its terms is what rounding leaves of a coordinate that comes to rest.
constexpr double rounding_of_rest = 4 * std::numeric_limits<double>::epsilon();

/// Sums over coordinates can leave the range of a double though impulse and velocity do not.
void require_finite(const ImpactResult& result) {
  const bool energies = std::isfinite(result.energy.before.value_or(0)) &&
                        std::isfinite(result.energy.after.value_or(0)) &&
                        std::isfinite(result.energy.change) &&
                        std::isfinite(result.energy.drive.value_or(0));
  const bool velocities = (!result.velocity_after || result.velocity_after->allFinite()) &&
                          (!result.velocity_projection || result.velocity_projection->allFinite());
  if (!energies || !velocities)
    throw std::invalid_argument(fmt::format("{}: too large for a double; choose other units",
                                            energies ? "velocity" : "energy"));
}

}  // namespace

std::optional<double> restored_ratio(const std::optional<double>& ratio,
                                     const ContactSystem& system, std::size_t k) {
  if (!ratio) return ratio;
  const ContactScale scale = contact_scale(system, k);
  const double r = std::ldexp(*ratio, scale.t - scale.n) + 0.0;
  return std::isfinite(r) ? std::optional(r) : std::nullopt;
}

void apply_impulse(const Contacts& c, const VectorXd& p, VectorXd& velocity) {
  const Eigen::MatrixXd& response = *c.response;
  for (Index i = 0; i < velocity.size(); ++i) {
    double change = 0;
    double terms = std::abs(velocity[i]);
    for (Index j = 0; j < p.size(); ++j) {
      const double part = (j < response.cols() ? response(i, j) : c.spin->response[i]) * p[j];
      change += part;
      terms += std::abs(part);
    }
    velocity[i] += change;
    if (std::abs(velocity[i]) <= rounding_of_rest * terms) velocity[i] = 0;
  }
}

void add_coordinates(const Contacts& c, const VectorXd& p, bool answered, ImpactResult& result) {
  if (!c.velocity) return;
  if (answered) {
    result.velocity_after = *c.velocity;
    apply_impulse(c, p, *result.velocity_after);
  }
  if (!c.mass) {
    result.energy.before.reset();
    result.energy.after.reset();
    return;
  }
  const auto kinetic = [&](const VectorXd& v) { return 0.5 * v.dot(*c.mass * v); };
  result.energy.before = kinetic(*c.velocity);
  result.energy.after = answered ? std::optional(kinetic(*result.velocity_after)) : std::nullopt;
}

ImpactResult restored(const Contacts& c, const std::vector<Contact>& contacts,
                      const ContactSystem& system, const SystemAnswer& answer) {
  ImpactResult result;
  result.status = answer.status;
  result.reason = answer.reason;
  for (std::size_t k = 0; k < contacts.size(); ++k)
    result.contacts.push_back(contact_result(contacts[k], c, system, answer, k));
  result.slip_case = answer.slip_case;
  result.velocity_projection = c.projection;
  if (has_answer(answer.status)) {
    result.path = path_of(system, answer);
    for (const Alternative& other : answer.alternatives)
      result.alternatives.push_back(
          {impulse_back(other.p, system), velocity_back(other.u_after, system)});
  }
  result.energy = energy_of(c, system, answer, result);
  add_coordinates(c, impulse_back(answer.p, system), has_answer(answer.status), result);
  require_finite(result);
  return result;
}

}  // namespace carom
