#include <carom/core/spatial/algebraic_impact.hpp>
#include <carom/core/spatial/spatial_impact.hpp>
#include <carom/impact/one/spatial_answer.hpp>

#include <carom/core/spatial/thresholds.hpp>
#include <utility>

namespace carom {
namespace {

PathEventKind kind_of(SpatialEvent event) {
  switch (event) {
    case SpatialEvent::start: return PathEventKind::start;
    case SpatialEvent::slip_stops: return PathEventKind::slip_stops;
    case SpatialEvent::compression_ends: return PathEventKind::compression_ends;
    case SpatialEvent::compression_starts: return PathEventKind::compression_starts;
    case SpatialEvent::end: return PathEventKind::end;
    case SpatialEvent::between: return PathEventKind::between;
  }
  return PathEventKind::between;
}

PathEvent event_of(const SpatialPoint<double>& point) {
  const bool ends = point.event == SpatialEvent::end;
  const Phase phase = point.in_compression ? Phase::compression : Phase::restitution;
  return {.kind = kind_of(point.event),
          .phase = ends ? std::nullopt : std::optional(phase),
          .contacts = {0},
          .modes = {point.sticks ? ContactMode::stick : ContactMode::slip},
          .p = stacked(point.p),
          .u = stacked(point.u)};
}

NoSolution reason_of(bool singular) {
  return singular ? NoSolution::singular : NoSolution::no_consistent_mode;
}

void follow(const ContactSystem& system, Restitution rule, SystemAnswer& answer) {
  clear(answer);
  std::vector<PathEvent> path;
  const auto impact = resolve_spatial(
      spatial_matrix(system), spatial_vector(system.u), spatial_material(system, rule),
      system.path_points,
      [&path](const SpatialPoint<double>& point) { path.push_back(event_of(point)); });
  answer.status = impact.status;
  if (impact.status == ImpactStatus::no_solution) answer.reason = reason_of(impact.singular);
  answer.p = stacked(impact.impulse);
  answer.u_after = stacked(impact.u_after);
  answer.modes.assign(1, impact.mode);
  answer.ledger.assign(1, impact.work);
  const bool collides = impact.mode != ImpactMode::none && has_answer(impact.status);
  if (!collides) return;
  answer.compression = impact.compression;
  answer.unique_impulse = !impact.singular;
  answer.path = std::move(path);
  answer.path_length = answer.path.size();
}

void take(const SpatialAlgebraicImpact<double>& impact, SystemAnswer& answer) {
  clear(answer);
  answer.status = impact.status;
  if (impact.status == ImpactStatus::no_solution) answer.reason = reason_of(impact.singular);
  answer.p = stacked(impact.impulse);
  answer.u_after = stacked(impact.u_after);
  answer.modes.assign(1, impact.mode);
  answer.unique_impulse = !(impact.singular && impact.mode == ImpactMode::sticking);
}

}  // namespace

Eigen::VectorXd stacked(const Vec3<double>& x) { return Eigen::Vector3d(x.t.x, x.t.y, x.n); }

void clear(SystemAnswer& answer) {
  answer.reason.reset();
  answer.compression.reset();
  answer.compressions.clear();
  answer.ledger.clear();
  answer.moment_work = 0;
  answer.work.reset();
  answer.slip_case.reset();
  answer.path_length = 0;
  answer.alternatives.clear();
  answer.unique_impulse = true;
  answer.exhaustive = true;
}

Sym3<double> spatial_matrix(const ContactSystem& system) {
  const Eigen::MatrixXd& W = system.W;
  return {.tt = {W(0, 0), W(0, 1), W(1, 1)}, .tn = {W(0, 2), W(1, 2)}, .nn = W(2, 2)};
}

Vec3<double> spatial_vector(const Eigen::VectorXd& x) { return {{x[0], x[1]}, x[2]}; }

ContactLaw<double> spatial_material(const ContactSystem& system, Restitution rule) {
  return {.friction = system.friction[0],
          .static_friction = system.static_friction[0],
          .restitution = system.restitution,
          .rule = rule};
}

void newton_in_space(const ContactSystem& system, SystemAnswer& answer) {
  follow(system, Restitution::newton, answer);
}

void poisson_in_space(const ContactSystem& system, SystemAnswer& answer) {
  follow(system, Restitution::poisson, answer);
}

void stronge_in_space(const ContactSystem& system, SystemAnswer& answer) {
  follow(system, Restitution::stronge, answer);
}

void whittaker_in_space(const ContactSystem& system, SystemAnswer& answer) {
  const auto found = resolve_whittaker(spatial_matrix(system), spatial_vector(system.u),
                                       spatial_material(system, Restitution::newton));
  take(found.impact, answer);
  for (int i = 0; i < found.alternative_count; ++i)
    answer.alternatives.push_back(
        {stacked(found.alternatives[i].impulse), stacked(found.alternatives[i].u_after)});
}

void conventional_in_space(const ContactSystem& system, SystemAnswer& answer) {
  take(resolve_conventional(spatial_matrix(system), spatial_vector(system.u),
                            spatial_material(system, Restitution::newton)),
       answer);
}

void brach_in_space(const ContactSystem& system, SystemAnswer& answer) {
  take(resolve_brach(spatial_matrix(system), spatial_vector(system.u),
                     spatial_material(system, Restitution::newton)),
       answer);
}

FrictionThresholds thresholds_in_space(const ContactSystem& system,
                                       const std::optional<Restitution>& path_rule) {
  FrictionThresholds f;
  const SpatialContact<double> c =
      spatial_contact(spatial_matrix(system), spatial_vector(system.u));
  if (c.flat) return f;
  f.to_hold_stick = to_hold_stick(c);  // (T5.4)
  const bool slips = c.u.t.x != 0 || c.u.t.y != 0;
  if (c.u.n > 0 || (c.u.n == 0 && !slips)) return f;
  const auto no_slip = to_end_without_slip(c, system.restitution);  // (T5.5)
  if (no_slip.exists) f.to_end_without_slip = no_slip.value;
  if (!path_rule) return f;
  const auto stick = to_stick(c, *path_rule, system.restitution);  // (T5.6)
  if (stick.exists) f.to_stick = stick.value;
  return f;
}

}  // namespace carom
