#include <carom/core/planar/two_phase_impact.hpp>
#include <carom/impact/one/planar_answer.hpp>

namespace carom {
namespace {

TurningContact<double> turning_contact(const ContactSystem& system) {
  TurningContact<double> c{.at = planar_contact_of(system)};
  const ContactRows& rows = system.rows[0];
  if (rows.turnings == 0) return c;
  const Eigen::Index m = rows.turning();
  if (!rows.is_stop()) c.W_tm = system.W(rows.first, m);
  c.W_nm = system.W(rows.normal(), m);
  c.W_mm = system.W(m, m);
  c.u_m = system.u[m];
  return c;
}

/// The law's answer, and another one if there is.
struct Answers {
  TwoPhaseImpact<double> first{};
  TwoPhaseImpact<double> second{};
};

Answers answers(const TurningContact<double>& c, const TwoPhaseLaw<double>& law) {
  const TwoPhaseImpact<double> first = resolve_two_phases(c, law);
  return {first,
          has_answer(first.status) ? second_answer(c, law, first) : TwoPhaseImpact<double>{}};
}

NoSolution reason_of(TwoPhaseFailure failure) {
  switch (failure) {
    case TwoPhaseFailure::none:
    case TwoPhaseFailure::no_compression: return NoSolution::no_compression;
    case TwoPhaseFailure::penetrating: return NoSolution::penetrating;
    case TwoPhaseFailure::moment_singular: return NoSolution::moment_singular;
    case TwoPhaseFailure::rank_one: return NoSolution::rank_one;
  }
  return NoSolution::no_compression;
}

ContactMode mode_of(const ImpactPhase<double>& phase) {
  if (phase.slip == 0) return ContactMode::stick;
  return phase.slip > 0 ? ContactMode::slip_positive : ContactMode::slip_negative;
}

TurningVec3<double> sum(const TurningVec3<double>& a, const TurningVec3<double>& b) {
  return {a.t + b.t, a.n + b.n, a.m + b.m};
}

/// The rows of the contact, with the turning where it is known.
void write(const ContactSystem& system, const TurningVec3<double>& from, Eigen::VectorXd& to) {
  const ContactRows& rows = system.rows[0];
  to.resize(system.u.size());
  set_at(to, rows, {from.t, from.n, 0, rows.tangents});
  if (rows.turnings > 0) to[rows.turning()] = from.m;
}

void add_turning_point(const ContactSystem& system, const PlanarPoint& point,
                       const TurningVec3<double>& p, const TurningVec3<double>& u,
                       SystemAnswer& answer) {
  add_point(system, point, answer);
  PathEvent& event = answer.path[answer.path_length - 1];
  write(system, p, event.p);
  write(system, u, event.u);
}

/// One point where each phase begins, with the mode in which it ends, and the end.
void add_phases(const ContactSystem& system, const TurningContact<double>& c,
                const TwoPhaseImpact<double>& impact, SystemAnswer& answer) {
  const ImpactPhase<double>& compression = impact.compression;
  const ImpactPhase<double>& expansion = impact.expansion;
  const ContactMode last = mode_of(expansion);
  add_turning_point(system, {PathEventKind::start, Phase::compression, mode_of(compression)}, {},
                    {c.at.u.t, c.at.u.n, c.u_m}, answer);
  add_turning_point(system, {PathEventKind::compression_ends, Phase::restitution, last},
                    compression.p, compression.u, answer);
  add_turning_point(system, {PathEventKind::end, std::nullopt, last},
                    sum(compression.p, expansion.p), expansion.u, answer);
}

/// Impulse times mean velocity of each phase, component by component (T11.10).
double work_of(double p_c, double u_before, double u_c, double p_e, double u_after) {
  return 0.5 * p_c * (u_before + u_c) + 0.5 * p_e * (u_c + u_after);
}

void add_works(const TurningContact<double>& c, const TwoPhaseImpact<double>& impact,
               SystemAnswer& answer) {
  const ImpactPhase<double>& a = impact.compression;
  const ImpactPhase<double>& b = impact.expansion;
  answer.ledger.assign(1, {0.5 * a.p.n * c.at.u.n, 0.5 * b.p.n * b.u.n,
                           work_of(a.p.t, c.at.u.t, a.u.t, b.p.t, b.u.t)});
  answer.moment_work = work_of(a.p.m, c.u_m, a.u.m, b.p.m, b.u.m);
}

}  // namespace

void answer_cataldo_sampaio(const ContactSystem& system, SystemAnswer& answer) {
  const TurningContact<double> c = turning_contact(system);
  const TwoPhaseLaw<double>& law = system.two_phases;
  const bool moment = law.moment_compression > -1 || law.moment_restitution > -1;
  const auto [impact, second] = answers(c, law);
  const TurningVec3<double> p = sum(impact.compression.p, impact.expansion.p);
  const TurningVec3<double>& u = impact.expansion.u;
  begin_answer(system, impact.status, impact.mode, {p.t, p.n}, {u.t, u.n}, answer);
  write(system, p, answer.p);
  write(system, u, answer.u_after);
  if (moment) answer.work.reset();
  if (!has_answer(impact.status)) {
    answer.reason = reason_of(impact.failure);
    return;
  }
  if (second.mode != ImpactMode::none) {
    answer.status = ImpactStatus::undetermined;
    Alternative& other = answer.alternatives.emplace_back();
    write(system, sum(second.compression.p, second.expansion.p), other.p);
    write(system, second.expansion.u, other.u_after);
  }
  answer.ledger.assign(1, {});
  if (impact.mode == ImpactMode::none) return;
  answer.compression = impact.compression.p.n;
  add_phases(system, c, impact, answer);
  answer.unique_impulse = impact.unique_impulse;
  add_works(c, impact, answer);
}

}  // namespace carom
