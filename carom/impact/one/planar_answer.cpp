#include <carom/core/planar/algebraic_impact.hpp>
#include <carom/impact/one/planar_answer.hpp>
#include <carom/impact/one/spatial_answer.hpp>

#include <algorithm>

namespace carom {
namespace {

/// The critical ratio (T5.5), W ≻ 0.
std::optional<double> to_end_without_slip(const PlanarContact<double>& c, double e) {
  const double pushes = -(c.u_s + e * c.u.n);
  if (pushes <= rounding_of_sums * (1 + e) * std::abs(c.u.n)) return std::nullopt;
  const Vec2<double> D = no_slip_end(c, e);
  return std::abs(D.t / D.n);
}

/// The least μ = μ_s with which slip stops before the end (T2.11) and holds, W ≻ 0.
std::optional<double> to_stop(const PlanarContact<double>& c, double e, double to_hold) {
  if (c.u.t == 0) return to_hold;
  const double gain = -(c.u_s + e * c.u.n);
  if (!(gain > rounding_of_sums * (1 + e) * std::abs(c.u.n))) return std::nullopt;
  const double slip = c.W.nn * slip_without_approach(c) - c.W.tn * (e * c.u.n);
  return std::max(to_hold, sign(c.u.t) * slip / (c.W.tt * gain));  // (T5.6)
}

/// The least μ = μ_s that ends sticking where W is singular. A contact that holds is locked there, slip and approach
/// stop together (T3.2), and whether the law then has an answer is asked of it (T3.3).
std::optional<double> to_lock(const ContactSystem& system, double to_hold,
                              const OneContactLaw& path_law) {
  ContactSystem held = system;
  held.friction[0] = held.static_friction[0] = to_hold;
  SystemAnswer answer;
  path_law(held, answer);
  const bool sticks = answer.modes[0] == ImpactMode::stick_in_compression ||
                      answer.modes[0] == ImpactMode::stick_in_restitution;
  return sticks && has_answer(answer.status) ? std::optional(to_hold) : std::nullopt;
}

}  // namespace

PlanarContact<double> planar_contact_of(const ContactSystem& system) {
  const ContactRows& rows = system.rows[0];
  const Eigen::Index n = rows.normal();
  Sym2<double> W{0, 0, system.W(n, n)};
  if (!rows.is_stop()) W = {system.W(n - 1, n - 1), system.W(n - 1, n), system.W(n, n)};
  const Vec2<double> u = planar_pair(system, system.u);
  const StickLine& line = system.lines[0];
  return {W, u, line.k_s, line.u_s, line.singular};
}

void add_lines(ContactSystem& system) {
  system.lines.clear();
  system.singular = false;
  if (system.rows[0].tangents != 1) return;
  const Sym2<double> W{system.W(0, 0), system.W(0, 1), system.W(1, 1)};
  const PlanarContact<double> c = planar_contact(W, planar_pair(system, system.u));
  system.lines.push_back({c.k_s, c.u_s, c.singular});
  system.singular = c.singular;
}

ContactLaw<double> planar_material(const ContactSystem& system, Restitution rule) {
  return {system.friction[0], system.static_friction[0], system.restitution, rule};
}

Vec2<double> planar_pair(const ContactSystem& system, const Eigen::VectorXd& x) {
  return pair_at(x, system.rows[0]);
}

void write_pair(const ContactSystem& system, const Vec2<double>& pair, Eigen::VectorXd& x) {
  const ContactRows& rows = system.rows[0];
  x.resize(rows.normal() + 1);
  set_at(x, rows, {pair.t, pair.n, 0, rows.tangents});
}

void add_point(const ContactSystem& system, const PlanarPoint& point, SystemAnswer& answer) {
  if (answer.path.size() == answer.path_length) answer.path.emplace_back();
  PathEvent& event = answer.path[answer.path_length++];
  event.kind = point.kind;
  event.phase = point.phase;
  event.contacts.assign(1, 0);
  event.modes.assign(1, point.mode);
  write_pair(system, point.p, event.p);
  write_pair(system, point.u, event.u);
}

void begin_answer(const ContactSystem& system, ImpactStatus status, ImpactMode mode,
                  const Vec2<double>& p, const Vec2<double>& u_after, SystemAnswer& answer) {
  clear(answer);
  const PlanarContact<double> c = planar_contact_of(system);
  answer.status = status;
  answer.modes.assign(1, mode);
  write_pair(system, p, answer.p);
  write_pair(system, u_after, answer.u_after);
  if (is_narrow(c.W)) answer.work = contact_work(c, p, u_after);
  if (!has_answer(status))
    answer.reason = c.singular ? NoSolution::rank_one : NoSolution::no_consistent_mode;
}

FrictionThresholds thresholds(const ContactSystem& system, const OneContactLaw* path_law) {
  FrictionThresholds f;
  const PlanarContact<double> c = planar_contact_of(system);
  if (!(c.W.tt > 0)) return f;
  const double to_hold = abs_of(c.W.tn) / c.W.tt;
  f.to_hold_stick = to_hold;  // (T5.4)
  if (c.u.n > 0 || (c.u.n == 0 && c.u.t == 0)) return f;
  if (!c.singular) f.to_end_without_slip = to_end_without_slip(c, system.restitution);
  if (path_law)
    f.to_stick =
        c.singular ? to_lock(system, to_hold, *path_law) : to_stop(c, system.restitution, to_hold);
  return f;
}

}  // namespace carom
