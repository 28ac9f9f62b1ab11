#include <carom/core/planar/cone_impact.hpp>
#include <carom/core/spatial/algebraic_impact.hpp>
#include <carom/core/spatial/cone_impact.hpp>
#include <carom/impact/one/cone_in_space.hpp>
#include <carom/impact/one/one_contact.hpp>
#include <carom/impact/one/spatial_answer.hpp>

namespace carom {
namespace {

ContactMode mode_of(double slip) {
  if (slip == 0) return ContactMode::stick;
  return slip > 0 ? ContactMode::slip_positive : ContactMode::slip_negative;
}

ContactMode mode_of(const Tangent2<double>& slip) {
  return slip.x == 0 && slip.y == 0 ? ContactMode::stick : ContactMode::slip;
}

/// One point where each phase begins, with the mode in which it ends, and the end.
PathPoints phases_of(const Vec2<double>& u0, const TwoConePhases<double>& impact) {
  const ContactMode first = mode_of(impact.compression.u_after.t);
  const ContactMode second = mode_of(impact.whole.u_after.t);
  return {{PathEventKind::start, Phase::compression, first, {}, u0},
          {PathEventKind::compression_ends, Phase::restitution, second, impact.compression.impulse,
           impact.compression.u_after},
          {PathEventKind::end, std::nullopt, second, impact.whole.impulse, impact.whole.u_after}};
}

/// Impulse times mean velocity, phase by phase.
WorkLedger<double> works_of(const Vec2<double>& u0, const TwoConePhases<double>& impact) {
  const Vec2<double>& p = impact.compression.impulse;
  const Vec2<double>& u = impact.compression.u_after;
  const Vec2<double>& end = impact.whole.u_after;
  const Vec2<double> q{impact.whole.impulse.t - p.t, impact.whole.impulse.n - p.n};
  return {0.5 * p.n * (u0.n + u.n), 0.5 * q.n * (u.n + end.n),
          0.5 * (p.t * (u0.t + u.t) + q.t * (u.t + end.t))};
}

WorkLedger<double> works_of(const Vec3<double>& u0, const SpatialTwoConePhases<double>& impact) {
  const Vec3<double>& p = impact.compression.impulse;
  const Vec3<double>& u = impact.compression.u_after;
  const Vec3<double>& end = impact.whole.u_after;
  const Vec3<double> q = impact.whole.impulse - p;
  return {0.5 * p.n * (u0.n + u.n), 0.5 * q.n * (u.n + end.n),
          0.5 * (dot(p.t, u0.t + u.t) + dot(q.t, u.t + end.t))};
}

PathEvent event_of(PathEventKind kind, std::optional<Phase> phase, ContactMode mode,
                   const Vec3<double>& p, const Vec3<double>& u) {
  return {.kind = kind,
          .phase = phase,
          .contacts = {0},
          .modes = {mode},
          .p = stacked(p),
          .u = stacked(u)};
}

SpatialTwoConePhases<double> resolve_in_space(const SpatialContact<double>& c,
                                              const ConeLaw<double>& law) {
  const auto plane = detail::plane_of(c);
  if (!plane.holds) return resolve_anitescu_potra(c.W, c.u, law);
  const auto flat = resolve_anitescu_potra(detail::planar_part(c, plane.tangent), law);
  const SpatialConeImpact<double> first = in_space(flat.compression, plane.tangent);
  return {{first.impulse, first.u_after, first.mode == ImpactMode::sticking},
          in_space(flat.whole, plane.tangent)};
}

}  // namespace

ContactAnswer answer_anitescu_potra(const OneContact& contact) {
  const PlanarContact<double>& c = contact.at;
  const auto impact = resolve_anitescu_potra(
      c, ConeLaw<double>{contact.material.friction, contact.material.restitution, 0});
  ContactAnswer answer;
  answer.status = impact.whole.status;
  answer.mode = impact.whole.mode;
  answer.p = impact.whole.impulse;
  answer.u_after = impact.whole.u_after;
  if (!has_answer(answer.status)) {
    answer.reason = c.singular ? NoSolution::rank_one : NoSolution::no_consistent_mode;
    return answer;
  }
  answer.ledger = WorkLedger<double>{};
  if (answer.mode == ImpactMode::none) return answer;
  answer.compression = impact.compression.impulse.n;
  answer.unique_impulse = impact.compression.unique_impulse;
  answer.path = phases_of(c.u, impact);
  answer.ledger = works_of(c.u, impact);
  if (is_narrow(c.W)) answer.work = contact_work(c, answer.p, answer.u_after);
  return answer;
}

void anitescu_potra_in_space(const ContactSystem& system, SystemAnswer& answer) {
  const SpatialContact<double> c =
      spatial_contact(spatial_matrix(system), spatial_vector(system.u));
  const auto impact = resolve_in_space(c, {system.friction[0], system.restitution, 0});
  take(impact.whole, is_singular(c), answer);
  if (!has_answer(answer.status)) return;
  answer.ledger.assign(1, {});
  if (impact.whole.mode == ImpactMode::none) return;
  const SpatialOutcome<double>& first = impact.compression;
  const ContactMode second = mode_of(impact.whole.u_after.t);
  answer.compression = first.impulse.n;
  answer.ledger.assign(1, works_of(c.u, impact));
  answer.path = {
      event_of(PathEventKind::start, Phase::compression, mode_of(first.u_after.t), {}, c.u),
      event_of(PathEventKind::compression_ends, Phase::restitution, second, first.impulse,
               first.u_after),
      event_of(PathEventKind::end, std::nullopt, second, impact.whole.impulse,
               impact.whole.u_after)};
  answer.path_length = answer.path.size();
}

}  // namespace carom
