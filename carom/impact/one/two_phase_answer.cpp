#include <carom/core/planar/two_phase_impact.hpp>
#include <carom/impact/one/one_contact.hpp>

namespace carom {
namespace {

TurningContact<double> turning_contact(const OneContact& contact) {
  TurningContact<double> c{.at = contact.at};
  if (!contact.turning) return c;
  c.W_tm = contact.turning->W_tm;
  c.W_nm = contact.turning->W_nm;
  c.W_mm = contact.turning->W_mm;
  c.u_m = contact.turning->u;
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

PathPoint point_at(PathEventKind kind, const TurningVec3<double>& p, const TurningVec3<double>& u) {
  return {kind, std::nullopt, ContactMode::stick, {p.t, p.n}, {u.t, u.n}, p.m, u.m};
}

/// One point where each phase begins, with the mode in which it ends, and the end.
PathPoints phases_of(const TurningContact<double>& c, const TwoPhaseImpact<double>& impact) {
  const ImpactPhase<double>& compression = impact.compression;
  const ImpactPhase<double>& expansion = impact.expansion;
  PathPoint start = point_at(PathEventKind::start, {}, {c.at.u.t, c.at.u.n, c.u_m});
  start.phase = Phase::compression;
  start.mode = mode_of(compression);
  PathPoint middle = point_at(PathEventKind::compression_ends, compression.p, compression.u);
  middle.phase = Phase::restitution;
  middle.mode = mode_of(expansion);
  PathPoint end = point_at(PathEventKind::end, sum(compression.p, expansion.p), expansion.u);
  end.mode = mode_of(expansion);
  return {start, middle, end};
}

/// Impulse times mean velocity of each phase, component by component (T11.10).
double work_of(double p_c, double u_before, double u_c, double p_e, double u_after) {
  return 0.5 * p_c * (u_before + u_c) + 0.5 * p_e * (u_c + u_after);
}

void add_works(const TurningContact<double>& c, const TwoPhaseImpact<double>& impact,
               ContactAnswer& answer) {
  const ImpactPhase<double>& a = impact.compression;
  const ImpactPhase<double>& b = impact.expansion;
  answer.ledger = WorkLedger<double>{0.5 * a.p.n * c.at.u.n, 0.5 * b.p.n * b.u.n,
                                     work_of(a.p.t, c.at.u.t, a.u.t, b.p.t, b.u.t)};
  if (answer.moment) answer.moment->work = work_of(a.p.m, c.u_m, a.u.m, b.p.m, b.u.m);
}

}  // namespace

ContactAnswer answer_cataldo_sampaio(const OneContact& contact) {
  const TurningContact<double> c = turning_contact(contact);
  const TwoPhaseLaw<double>& law = contact.two_phases;
  const bool moment = law.moment_compression > -1 || law.moment_restitution > -1;
  const auto [impact, second] = answers(c, law);
  const TurningVec3<double> p = sum(impact.compression.p, impact.expansion.p);
  const TurningVec3<double>& u = impact.expansion.u;
  ContactAnswer answer;
  answer.status = impact.status;
  answer.mode = impact.mode;
  answer.p = {p.t, p.n};
  answer.u_after = {u.t, u.n};
  if (contact.turning) answer.moment = ContactMoment{p.m, c.u_m, u.m, 0};
  if (!has_answer(impact.status)) {
    answer.reason = reason_of(impact.failure);
    return answer;
  }
  if (second.mode != ImpactMode::none) {
    answer.status = ImpactStatus::undetermined;
    answer.alternative = point_at(PathEventKind::end, sum(second.compression.p, second.expansion.p),
                                  second.expansion.u);
  }
  answer.ledger = WorkLedger<double>{};
  if (impact.mode == ImpactMode::none) return answer;
  answer.compression = impact.compression.p.n;
  answer.path = phases_of(c, impact);
  answer.unique_impulse = impact.unique_impulse;
  if (is_narrow(c.at.W) && !moment) answer.work = contact_work(c.at, answer.p, answer.u_after);
  add_works(c, impact, answer);
  return answer;
}

}  // namespace carom
