#include <carom/core/planar/cone_impact.hpp>
#include <carom/core/spatial/algebraic_impact.hpp>
#include <carom/core/spatial/cone_impact.hpp>
#include <carom/impact/one/cone_in_space.hpp>
#include <carom/impact/one/planar_answer.hpp>
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
void add_phases(const ContactSystem& system, const TwoConePhases<double>& impact,
                SystemAnswer& answer) {
  const ConeImpact<double>& compression = impact.compression;
  const ConeImpact<double>& whole = impact.whole;
  const ContactMode first = mode_of(compression.u_after.t);
  const ContactMode second = mode_of(whole.u_after.t);
  const Vec2<double> u0 = planar_pair(system, system.u);
  add_point(system, {PathEventKind::start, Phase::compression, first, {}, u0}, answer);
  add_point(system,
            {PathEventKind::compression_ends, Phase::restitution, second, compression.impulse,
             compression.u_after},
            answer);
  add_point(system, {PathEventKind::end, std::nullopt, second, whole.impulse, whole.u_after},
            answer);
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

void answer_anitescu_potra(const ContactSystem& system, SystemAnswer& answer) {
  const auto impact = resolve_anitescu_potra(
      planar_contact_of(system), ConeLaw<double>{system.friction[0], system.restitution, 0});
  take(system, impact.whole, answer);
  if (!has_answer(answer.status)) return;
  answer.ledger.assign(1, {});
  if (impact.whole.mode == ImpactMode::none) return;
  answer.compression = impact.compression.impulse.n;
  answer.unique_impulse = impact.compression.unique_impulse;
  answer.ledger.assign(1, works_of(planar_pair(system, system.u), impact));
  add_phases(system, impact, answer);
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
