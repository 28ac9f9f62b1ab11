#include <carom/impact/objection.hpp>
#include <carom/impact/one/planar_answer.hpp>
#include <carom/impact/restore.hpp>

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// A value brought back from normalised units: the nearest double, refused where it is too large.
double restored_value(double x, int exponent, const char* what) {
  const double y = times_power_of_two(x, exponent);
  if (!std::isfinite(y)) throw Objection({what}, "too large for a double; choose other units");
  return y + 0.0;  // no negative zeros
}

/// Units of impulses and velocities, row by row.
void impulse_back(const VectorXd& p, const ContactSystem& s, VectorXd& x) {
  x.resize(p.size());
  for (Index i = 0; i < p.size(); ++i)
    x[i] = restored_value(p[i], s.scale[static_cast<std::size_t>(i)] - s.speed_scale, "impulse");
}

void velocity_back(const VectorXd& u, const ContactSystem& s, VectorXd& x) {
  x.resize(u.size());
  for (Index i = 0; i < u.size(); ++i)
    x[i] = restored_value(u[i], -s.scale[static_cast<std::size_t>(i)] - s.speed_scale, "velocity");
}

/// p and u⁺ of an answer in SI.
struct InSi {
  const VectorXd& p;
  const VectorXd& u_after;
};

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

/// 1/W_nn (T5.10). W_nn is a sum of squares: one of terms that are rounding beside the contact's other rows means that
/// the contact cannot move along n.
std::optional<double> effective_mass_of(const Contacts& c, const ContactRows& rows) {
  const double w_nn = c.W(rows.normal(), rows.normal());
  const double largest = c.W.diagonal().segment(rows.first, rows.count()).maxCoeff();
  if (!(w_nn > rounding_of_sums * rounding_of_sums * largest)) return std::nullopt;
  return quotient(1, w_nn);
}

/// The moment of the one contact of a law that has one.
ContactMoment moment_of(const Contacts& c, const ContactSystem& s, const SystemAnswer& answer,
                        const InSi& x, bool untouched) {
  const Index m = s.rows[0].turning();
  return {x.p[m], c.spin->u, untouched ? c.spin->u : x.u_after[m],
          work_back(answer.moment_work, s)};
}

void write_contact(const Contact& contact, const Contacts& c, const ContactSystem& s,
                   const SystemAnswer& answer, const InSi& x, std::size_t k, ContactResult& r) {
  if (contact.name.empty())
    r.name = "contact " + std::to_string(k + 1);
  else
    r.name = contact.name;
  r.u_before = vector_at(c.u, c.rows[k]);
  r.mode = ImpactMode::none;
  r.outcome = Outcome::separates;
  r.impulse = r.u_after = {};
  r.work = {};
  r.effective = {};
  r.friction = {};
  r.effective_mass = effective_mass_of(c, c.rows[k]);
  r.moment.reset();
  if (!has_answer(answer.status)) return;
  r.mode = answer.modes[k];
  const auto none = [&](ImpactMode mode) { return mode == ImpactMode::none; };
  const bool untouched = std::all_of(answer.modes.begin(), answer.modes.end(), none);
  r.impulse = vector_at(x.p, c.rows[k]);
  r.u_after = untouched ? r.u_before : vector_at(x.u_after, c.rows[k]);
  r.outcome = outcome_of(contact, r.impulse, r.u_after);
  r.work = work_of(s, answer, k);
  r.effective = effective_of(s, answer, k);
  if (c.spin && answer.p.size() == s.u.size()) r.moment = moment_of(c, s, answer, x, untouched);
}

/// Makes the path as long as it is to be; events that are not needed keep their memory in `spare`.
void resize(std::vector<PathEvent>& path, std::size_t size, std::vector<PathEvent>& spare) {
  while (path.size() > size) {
    spare.push_back(std::move(path.back()));
    path.pop_back();
  }
  while (path.size() < size && !spare.empty()) {
    path.push_back(std::move(spare.back()));
    spare.pop_back();
  }
  path.resize(size);
}

void write_path(const Contacts& c, const ContactSystem& s, const SystemAnswer& answer,
                RestoreMemory& memory, std::vector<PathEvent>& path) {
  resize(path, has_answer(answer.status) ? answer.path_length : 0, memory.events);
  for (std::size_t k = 0; k < path.size(); ++k) {
    const PathEvent& from = answer.path[k];
    path[k].kind = from.kind;
    path[k].phase = from.phase;
    path[k].contacts = from.contacts;
    path[k].modes = from.modes;
    impulse_back(from.p, s, path[k].p);
    velocity_back(from.u, s, path[k].u);
    give_stops_two_rows(c, path[k].p);
    give_stops_two_rows(c, path[k].u);
  }
}

/// ½ uᵀ W⁻¹ u of a velocity; absent where W is singular. `u_s` is known to more digits than u where W is narrow.
std::optional<double> contact_energy(const ContactSystem& s, const VectorXd& u,
                                     std::optional<double> u_s = {}) {
  if (s.singular) return std::nullopt;
  if (s.count() != 1 || s.rows[0].tangents != 1 || u.size() != contact_rows(s))
    return work_back(0.5 * u.dot(s.W.llt().solve(u)), s);
  const Sym2<double> W = planar_contact_of(s).W;
  const Vec2<double> own = planar_pair(s, u);
  if (!u_s) u_s = planar_contact(W, own).u_s;
  return work_back(0.5 * (own.t * own.t / W.tt + *u_s * *u_s / s.lines[0].k_s), s);  // (T2.15)
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
    energy.before = contact_energy(s, s.u, s.lines[0].u_s);
    if (has_answer(answer.status))
      energy.after = answer.work && energy.before
                         ? std::max(*energy.before + energy.contact_work, 0.0)
                         : contact_energy(s, answer.u_after);
  }
  return energy;
}

/// Sums over coordinates can leave the range of a double though impulse and velocity do not.
void require_finite(const ImpactResult& result) {
  const bool energies = std::isfinite(result.energy.before.value_or(0)) &&
                        std::isfinite(result.energy.after.value_or(0)) &&
                        std::isfinite(result.energy.change) &&
                        std::isfinite(result.energy.drive.value_or(0));
  const bool velocities = (!result.velocity_after || result.velocity_after->allFinite()) &&
                          (!result.velocity_projection || result.velocity_projection->allFinite());
  if (!energies || !velocities)
    throw Objection({energies ? "velocity" : "energy"},
                    "too large for a double; choose other units");
}

}  // namespace

ContactRows result_rows(const Contacts& c, std::size_t k) {
  return c.in_space ? c.rows[k] : ContactRows{static_cast<int>(2 * k), 1};
}

void give_stops_two_rows(const Contacts& c, VectorXd& x) {
  const auto stop = [](const ContactRows& rows) { return rows.is_stop(); };
  if (c.in_space || std::none_of(c.rows.begin(), c.rows.end(), stop)) return;
  const Index behind = x.size() - c.u.size();  // a turning
  const VectorXd own = x;
  x.setZero(2 * static_cast<Index>(c.count()) + behind);
  x.tail(behind) = own.tail(behind);
  for (std::size_t k = 0; k < c.count(); ++k)
    set_at(x, result_rows(c, k), contact_vector(pair_at(own, c.rows[k])));
}

void write_projection(const Contacts& c, ImpactResult& result) {
  result.velocity_projection = c.projection;
  if (c.projection && !c.velocity) give_stops_two_rows(c, *result.velocity_projection);
}

std::optional<double> restored_ratio(const std::optional<double>& ratio,
                                     const ContactSystem& system, std::size_t k) {
  if (!ratio) return ratio;
  const ContactScale scale = contact_scale(system, k);
  const double r = times_power_of_two(*ratio, scale.t - scale.n) + 0.0;
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
  if (!c.velocity || !answered) result.velocity_after.reset();
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
  const auto kinetic = [&](const VectorXd& v) {
    double sum = 0;
    for (Index i = 0; i < v.size(); ++i) sum += v[i] * c.mass->col(i).dot(v);
    return 0.5 * sum;
  };
  result.energy.before = kinetic(*c.velocity);
  result.energy.after = answered ? std::optional(kinetic(*result.velocity_after)) : std::nullopt;
}

void restore(const Contacts& c, const std::vector<Contact>& contacts, const ContactSystem& system,
             const SystemAnswer& answer, RestoreMemory& memory, ImpactResult& result) {
  const bool answered = has_answer(answer.status);
  result.status = answer.status;
  result.reason = answer.reason;
  result.notes.clear();
  result.measured_notes.clear();
  if (answered) {
    impulse_back(answer.p, system, memory.p);
    velocity_back(answer.u_after, system, memory.u_after);
  }
  const InSi x{memory.p, memory.u_after};
  result.contacts.resize(contacts.size());
  for (std::size_t k = 0; k < contacts.size(); ++k)
    write_contact(contacts[k], c, system, answer, x, k, result.contacts[k]);
  result.slip_case = answer.slip_case;
  write_projection(c, result);
  write_path(c, system, answer, memory, result.path);
  result.alternatives.clear();
  for (std::size_t k = 0; answered && k < answer.alternatives.size(); ++k) {
    Alternative& other = result.alternatives.emplace_back();
    impulse_back(answer.alternatives[k].p, system, other.p);
    velocity_back(answer.alternatives[k].u_after, system, other.u_after);
    give_stops_two_rows(c, other.p);
    give_stops_two_rows(c, other.u_after);
  }
  result.energy = energy_of(c, system, answer, result);
  add_coordinates(c, memory.p, answered, result);
  require_finite(result);
}

ImpactResult restored(const Contacts& c, const std::vector<Contact>& contacts,
                      const ContactSystem& system, const SystemAnswer& answer) {
  ImpactResult result;
  RestoreMemory memory;
  restore(c, contacts, system, answer, memory, result);
  return result;
}

}  // namespace carom
