#include <carom/impact/one/one_contact.hpp>

namespace carom {
namespace {

ContactMode slip_of(double u_t) {
  return u_t > 0 ? ContactMode::slip_positive
                 : (u_t < 0 ? ContactMode::slip_negative : ContactMode::stick);
}

/// The points of one path: the contact's, with what resolve_planar found on it.
struct PathView {
  const RouthPath<double>& path;
  const PlanarImpact<double>& impact;
  bool bends;           ///< slip stops on the way, or the contact starts without slip
  bool in_compression;  ///< and does so while uₙ ≤ 0
};

ContactMode mode_before(const PathView& v) {
  return v.path.u0.t == 0 ? slip_of(v.path.G2) : slip_of(v.path.u0.t);
}

/// Where the impact ends as slip stops, G₂ is 0 though nothing holds the contact.
ContactMode mode_after(const PathView& v) {
  if (v.path.G2 == 0 && !v.path.sticks) return slip_of(-v.path.u0.t);
  return slip_of(v.path.G2);
}

PathPoint start_of(const PathView& v) {
  return {PathEventKind::start, Phase::compression, mode_before(v), {}, v.path.u0};
}

PathPoint slip_stop_of(const PathView& v) {
  const RouthPath<double>& path = v.path;
  return {PathEventKind::slip_stops,
          v.in_compression ? Phase::compression : Phase::restitution,
          mode_after(v),
          {path.F1 * path.r_b, bend(path)},
          {0, path.u_b}};
}

PathPoint compression_end_of(const PathView& v) {
  const RouthPath<double>& path = v.path;
  const double p_c = v.impact.compression;
  const double r_c = p_c / path.unit;
  const double after = path.u_b == 0 ? 0 : r_c - path.r_b;
  if (v.in_compression)
    return {PathEventKind::compression_ends,
            Phase::restitution,
            mode_after(v),
            {path.F1 * path.r_b + path.F * after, p_c},
            {path.G2 * after, 0}};
  const double slip = max_of(abs_of(path.u0.t) - path.H * r_c, 0.0);
  return {PathEventKind::compression_ends,
          Phase::restitution,
          mode_before(v),
          {path.F1 * r_c, p_c},
          {sign(path.u0.t) * slip, 0}};
}

PathPoint end_of(const PathView& v) {
  return {PathEventKind::end, std::nullopt, v.bends ? mode_after(v) : mode_before(v),
          v.impact.impulse, v.impact.u_after};
}

PathPoints points_of(const PathView& v) {
  PathPoints points{start_of(v)};
  const bool stops = v.bends && v.path.u0.t != 0;
  if (stops && v.in_compression) points.push_back(slip_stop_of(v));
  points.push_back(compression_end_of(v));
  if (stops && !v.in_compression) points.push_back(slip_stop_of(v));
  points.push_back(end_of(v));
  return points;
}

SlipCase slip_case_of(const PathView& v) {
  if (!v.bends || !v.in_compression) return SlipCase::iii;
  return v.path.u_b == 0 ? SlipCase::ii : SlipCase::i;
}

/// k₁ = 0 at uₙ⁻ = 0: every impulse up to the slip stop satisfies the law; the far end of them, if slip stops.
std::optional<PathPoint> far_end(const RouthPath<double>& path) {
  if (!(path.H > 0)) return std::nullopt;
  const double r = abs_of(path.u0.t) / path.H;
  return PathPoint{
      PathEventKind::end, std::nullopt, ContactMode::stick, {path.F1 * r, path.unit * r}, {0, 0}};
}

ContactAnswer answer_path(OneContact contact, Restitution rule) {
  contact.material.rule = rule;
  const PlanarContact<double>& c = contact.at;
  const RouthPath<double> path = path_of(c, contact.material);
  const PlanarImpact<double> impact = resolve_planar(c, contact.material);
  ContactAnswer answer;
  answer.status = impact.status;
  answer.mode = impact.mode;
  answer.p = impact.impulse;
  answer.u_after = impact.u_after;
  if (is_narrow(c.W)) answer.work = contact_work(c, impact.impulse, impact.u_after);
  if (impact.status == ImpactStatus::no_solution) answer.reason = NoSolution::rank_one;
  if (impact.status == ImpactStatus::undetermined) answer.alternative = far_end(path);
  if (has_answer(impact.status)) answer.ledger = WorkLedger<double>{};
  if (impact.mode == ImpactMode::none) return answer;

  const bool slides = impact.mode == ImpactMode::sliding && path.u0.t != 0;
  const PathView view{path, impact, !slides, !slides && path.in_compression};
  answer.compression = impact.compression;
  answer.ledger = ledger(path, impact);
  answer.slip_case = slip_case_of(view);
  answer.path = points_of(view);
  answer.unique_impulse = !(c.W.tt == 0 && path.u0.t == 0 && static_limit(contact.material) > 0);
  return answer;
}

}  // namespace

ContactAnswer answer_newton(const OneContact& contact) {
  return answer_path(contact, Restitution::newton);
}
ContactAnswer answer_poisson(const OneContact& contact) {
  return answer_path(contact, Restitution::poisson);
}
ContactAnswer answer_stronge(const OneContact& contact) {
  return answer_path(contact, Restitution::stronge);
}

}  // namespace carom
