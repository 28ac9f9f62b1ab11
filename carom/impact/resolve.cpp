#include <carom/impact/resolve.hpp>

#include <carom/impact/one_contact.hpp>
#include <carom/impact/residual.hpp>

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

/// A value brought back from normalised units: the nearest double, refused where it is too large.
double restored(double x, int exponent, const char* what) {
  const double y = std::ldexp(x, exponent);
  if (!std::isfinite(y))
    throw std::invalid_argument(
        fmt::format("{}: too large for a double; choose other units", what));
  return y + 0.0;  // no negative zeros
}

Vec2<double> impulse_back(const Vec2<double>& p, const ContactScale& s) {
  return {restored(p.t, s.t - s.c, "impulse"), restored(p.n, s.n - s.c, "impulse")};
}

Vec2<double> velocity_back(const Vec2<double>& u, const ContactScale& s) {
  return {restored(u.t, -s.t - s.c, "velocity"), restored(u.n, -s.n - s.c, "velocity")};
}

/// Works are p·u, so they scale with c².
double work_back(double work, const ContactScale& s) { return restored(work, -2 * s.c, "energy"); }

std::optional<double> ratio_back(const std::optional<double>& ratio, const ContactScale& s) {
  if (!ratio) return ratio;
  const double r = std::ldexp(*ratio, s.t - s.n) + 0.0;
  return std::isfinite(r) ? std::optional(r) : std::nullopt;
}

Eigen::VectorXd stacked(const Vec2<double>& x) { return Eigen::Vector2d(x.t, x.n); }

Outcome outcome_of(const Vec2<double>& impulse, const Vec2<double>& u_after) {
  if (u_after.n > 0) return impulse.n > 0 ? Outcome::rebounds : Outcome::separates;
  return u_after.t != 0 ? Outcome::slides : Outcome::sticks;
}

ContactWork work_of(const OneContact& one, const ContactAnswer& answer) {
  const ContactScale& s = one.scale;
  ContactWork work;
  if (answer.ledger) {
    work.normal_compression = work_back(answer.ledger->normal_compression, s);
    work.normal_restitution = work_back(answer.ledger->normal_restitution, s);
    work.normal = *work.normal_compression + *work.normal_restitution;
    work.friction = work_back(answer.ledger->friction, s);
  } else {
    work.normal = work_back(0.5 * answer.p.n * (one.u.n + answer.u_after.n), s);
    work.friction = work_back(0.5 * answer.p.t * (one.u.t + answer.u_after.t), s);
  }
  return work;
}

/// A quotient, absent where it is not defined or no double holds it.
std::optional<double> quotient(double a, double b) {
  const double q = a / b + 0.0;
  return std::isfinite(q) ? std::optional(q) : std::nullopt;
}

/// (T5.1)–(T5.3)
EffectiveCoefficients effective_of(const OneContact& one, const ContactAnswer& answer) {
  EffectiveCoefficients e;
  if (answer.mode == ImpactMode::none) return e;
  e.kinematic = quotient(-answer.u_after.n, one.u.n);
  e.tangential = quotient(-answer.u_after.t, one.u.t);
  if (answer.p.n > 0) e.impulse_ratio = ratio_back(answer.p.t / answer.p.n, one.scale);
  if (answer.compression)
    e.kinetic = quotient(answer.p.n - *answer.compression, *answer.compression);
  if (answer.ledger && answer.ledger->normal_compression < 0)
    e.energetic = std::sqrt(std::max(answer.ledger->normal_restitution, 0.0) /
                            -answer.ledger->normal_compression);
  return e;
}

FrictionThresholds thresholds_of(const OneContact& one, const Law& law,
                                 const ContactAnswer& answer) {
  const FrictionThresholds f = thresholds(one, law.follows_path, answer);
  return {ratio_back(f.to_hold_stick, one.scale), ratio_back(f.to_end_without_slip, one.scale),
          ratio_back(f.to_stick, one.scale)};
}

std::vector<PathEvent> path_of(const OneContact& one, const ContactAnswer& answer) {
  std::vector<PathEvent> path;
  path.reserve(answer.path.size());
  for (const PathPoint& point : answer.path)
    path.push_back({point.kind,
                    point.phase,
                    {0},
                    {point.mode},
                    stacked(impulse_back(point.p, one.scale)),
                    stacked(velocity_back(point.u, one.scale))});
  return path;
}

/// ½ uᵀ W⁻¹ u by elimination; absent where W is singular.
std::optional<double> contact_energy(const OneContact& one, const Vec2<double>& u) {
  const Sym2<double>& W = one.W;
  if (is_singular(W)) return std::nullopt;
  const double coupling = W.tn / W.tt;
  const double rest = u.n - coupling * u.t;
  const double T = 0.5 * (u.t * u.t / W.tt + rest * rest / (W.nn - W.tn * coupling));
  return work_back(T, one.scale);
}

Energy energy_of(const ContactProblem& c, const OneContact& one, const ContactAnswer& answer,
                 const ImpactResult& result) {
  Energy energy;
  const double t = answer.p.t * (one.u.t + answer.u_after.t);
  const double n = answer.p.n * (one.u.n + answer.u_after.n);
  energy.contact_work = work_back(0.5 * (t + n), one.scale);
  energy.change = energy.contact_work;
  if (c.surface_moves) {
    const Vec2<double>& p = result.contacts[0].impulse;
    energy.drive = p.t * c.surface_velocity[0] + p.n * c.surface_velocity[1];
    energy.change += *energy.drive;
  }
  if (c.mass) {
    const auto kinetic = [&](const Eigen::VectorXd& v) { return 0.5 * v.dot(*c.mass * v); };
    energy.before = kinetic(*c.velocity);
    if (result.velocity_after) energy.after = kinetic(*result.velocity_after);
  } else if (!c.velocity) {
    energy.before = contact_energy(one, one.u);
    if (has_answer(answer.status)) energy.after = contact_energy(one, answer.u_after);
  }
  return energy;
}

std::vector<std::string> notes_of(const Contact& contact, const ContactProblem& c, LawId law,
                                  const ContactAnswer& answer) {
  std::vector<std::string> notes;
  if (c.projection) notes.emplace_back("touching: the velocity was projected onto u_n = 0");
  if (contact.touching && answer.mode == ImpactMode::none && contact.restitution.value_or(0) != 0)
    notes.emplace_back("touching: restitution is not used where nothing collides");
  if (answer.status == ImpactStatus::tangential_impact) {
    notes.emplace_back(
        "u_n is 0 and slip drives the bodies together: p = 0 satisfies the law as well, the impact "
        "is "
        "the documented choice");
    if (law == LawId::newton && contact.restitution.value_or(0) > 0)
      notes.emplace_back(
          "newton cannot express restitution at u_n = 0: the answer is that of e = 0");
  }
  if (answer.status == ImpactStatus::undetermined)
    notes.emplace_back(
        "u_n is 0 and stays 0 while slip lasts: every impulse up to the slip stop satisfies the "
        "law; "
        "p = 0 is the documented choice");
  if (!answer.unique_impulse && !c.normal_only[0])
    notes.emplace_back(
        "W is singular: velocities are unique, impulses are not; the least-norm impulse is given");
  if (answer.ledger &&
      answer.ledger->normal_restitution > -answer.ledger->normal_compression * (1 + residual_limit))
    notes.emplace_back("restitution returned more normal work than compression stored");
  if (answer.reason == NoSolution::rank_one)
    notes.emplace_back(
        "W is singular and the contact locks: no impulse gives the velocity that the law asks for");
  if (answer.reason == NoSolution::no_consistent_mode)
    notes.emplace_back("no positive normal impulse has the impulse ratio that the law asks for");
  return notes;
}

ContactResult contact_result(const Contact& contact, const ContactProblem& c, const OneContact& one,
                             const Law& law, const ContactAnswer& answer) {
  ContactResult r;
  r.name = contact.name.empty() ? "contact 1" : contact.name;
  r.u_before = {c.u[0], c.u[1]};
  r.friction = thresholds_of(one, law, answer);
  if (!has_answer(answer.status)) return r;
  r.mode = answer.mode;
  r.impulse = impulse_back(answer.p, one.scale);
  r.u_after =
      answer.mode == ImpactMode::none ? r.u_before : velocity_back(answer.u_after, one.scale);
  r.outcome = outcome_of(r.impulse, r.u_after);
  r.work = work_of(one, answer);
  r.effective = effective_of(one, answer);
  return r;
}

/// An answer that breaks its own law is not an answer.
void judge(const OneContact& one, LawId law, ContactAnswer& answer, ImpactResult& result) {
  if (!has_answer(answer.status)) return;
  result.residual = residual(one, law, answer);
  if (result.residual <= residual_limit) return;
  answer.status = ImpactStatus::no_solution;
  answer.reason = NoSolution::no_consistent_mode;
  result.notes.push_back(fmt::format(
      "the answer found violates the law by {:.1e} and was withdrawn", result.residual));
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
    throw std::invalid_argument(fmt::format("{}: too large for a double; choose other units",
                                            energies ? "velocity" : "energy"));
}

ImpactResult resolve_one(const std::string& name, const Contact& contact, const ContactProblem& c,
                         LawId id) {
  const Law& law = law_of(id);
  const OneContact one = normalised(c, contact, 0);
  ContactAnswer answer = law.answer(one);

  ImpactResult result;
  result.name = name;
  result.law = id;
  judge(one, id, answer, result);
  result.status = answer.status;
  result.reason = answer.reason;
  for (std::string& note : notes_of(contact, c, id, answer))
    result.notes.push_back(std::move(note));
  result.contacts.push_back(contact_result(contact, c, one, law, answer));
  result.slip_case = answer.slip_case;
  result.velocity_projection = c.projection;
  if (has_answer(answer.status)) {
    result.path = path_of(one, answer);
    if (c.velocity)
      result.velocity_after = *c.velocity + *c.response * stacked(result.contacts[0].impulse);
    if (answer.alternative)
      result.alternatives.push_back({stacked(impulse_back(answer.alternative->p, one.scale)),
                                     stacked(velocity_back(answer.alternative->u, one.scale))});
  }
  result.energy = energy_of(c, one, answer, result);
  require_finite(result);
  return result;
}

}  // namespace

void check(const ImpactProblem& problem) { contact_problem(problem); }

ImpactResult resolve(const ImpactProblem& problem, LawId law) {
  return std::move(resolve(problem, std::vector<LawId>{law}).front());
}

std::vector<ImpactResult> resolve(const ImpactProblem& problem, const std::vector<LawId>& laws) {
  return resolve(problem.name, problem.contacts, contact_problem(problem), laws);
}

std::vector<ImpactResult> resolve(const std::string& name, const std::vector<Contact>& contacts,
                                  const ContactProblem& c, const std::vector<LawId>& laws) {
  for (const LawId law : laws)
    if (const auto why = undefined_because(contacts, c, law)) throw std::invalid_argument(*why);
  std::vector<ImpactResult> results;
  results.reserve(laws.size());
  for (const LawId law : laws) results.push_back(resolve_one(name, contacts[0], c, law));
  return results;
}

std::vector<LawId> defined_laws(const ImpactProblem& problem) {
  return defined_laws(problem.contacts, contact_problem(problem));
}

std::vector<LawId> defined_laws(const std::vector<Contact>& contacts, const ContactProblem& c) {
  std::vector<LawId> defined;
  std::string first;
  for (const Law& law : laws()) {
    const auto why = undefined_because(contacts, c, law.id);
    if (!why) defined.push_back(law.id);
    if (why && first.empty()) first = *why;
  }
  if (defined.empty()) throw std::invalid_argument(first);
  return defined;
}

}  // namespace carom
