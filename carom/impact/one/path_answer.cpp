#include <carom/impact/one/planar_answer.hpp>

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

PlanarPoint start_of(const PathView& v) {
  return {PathEventKind::start, Phase::compression, mode_before(v), {}, v.path.u0};
}

PlanarPoint slip_stop_of(const PathView& v) {
  const RouthPath<double>& path = v.path;
  return {PathEventKind::slip_stops,
          v.in_compression ? Phase::compression : Phase::restitution,
          mode_after(v),
          {path.F1 * path.r_b, bend(path)},
          {0, path.u_b}};
}

PlanarPoint compression_end_of(const PathView& v) {
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

PlanarPoint end_of(const PathView& v) {
  return {PathEventKind::end, std::nullopt, v.bends ? mode_after(v) : mode_before(v),
          v.impact.impulse, v.impact.u_after};
}

void add_points(const ContactSystem& system, const PathView& v, SystemAnswer& answer) {
  const bool stops = v.bends && v.path.u0.t != 0;
  add_point(system, start_of(v), answer);
  if (stops && v.in_compression) add_point(system, slip_stop_of(v), answer);
  add_point(system, compression_end_of(v), answer);
  if (stops && !v.in_compression) add_point(system, slip_stop_of(v), answer);
  add_point(system, end_of(v), answer);
}

SlipCase slip_case_of(const PathView& v) {
  if (!v.bends || !v.in_compression) return SlipCase::iii;
  return v.path.u_b == 0 ? SlipCase::ii : SlipCase::i;
}

/// k₁ = 0 at uₙ⁻ = 0: every impulse up to the slip stop satisfies the law; the far end of them, if slip stops.
void add_far_end(const ContactSystem& system, const RouthPath<double>& path, SystemAnswer& answer) {
  if (!(path.H > 0)) return;
  const double r = abs_of(path.u0.t) / path.H;
  Alternative& other = answer.alternatives.emplace_back();
  write_pair(system, {path.F1 * r, path.unit * r}, other.p);
  write_pair(system, {0, 0}, other.u_after);
}

void follow(const ContactSystem& system, Restitution rule, SystemAnswer& answer) {
  const PlanarContact<double> c = planar_contact_of(system);
  const ContactLaw<double> material = planar_material(system, rule);
  const RouthPath<double> path = path_of(c, material);
  const PlanarImpact<double> impact = resolve_planar(c, material);
  take(system, impact, answer);
  if (impact.status == ImpactStatus::no_solution) answer.reason = NoSolution::rank_one;
  if (impact.status == ImpactStatus::undetermined) add_far_end(system, path, answer);
  if (has_answer(impact.status)) answer.ledger.assign(1, {});
  if (impact.mode == ImpactMode::none) return;

  const bool slides = impact.mode == ImpactMode::sliding && path.u0.t != 0;
  const PathView view{path, impact, !slides, !slides && path.in_compression};
  answer.compression = impact.compression;
  answer.ledger.assign(1, ledger(path, impact));
  answer.slip_case = slip_case_of(view);
  add_points(system, view, answer);
  answer.unique_impulse = !(c.W.tt == 0 && path.u0.t == 0 && static_limit(material) > 0);
}

}  // namespace

void answer_newton(const ContactSystem& system, SystemAnswer& answer) {
  follow(system, Restitution::newton, answer);
}
void answer_poisson(const ContactSystem& system, SystemAnswer& answer) {
  follow(system, Restitution::poisson, answer);
}
void answer_stronge(const ContactSystem& system, SystemAnswer& answer) {
  follow(system, Restitution::stronge, answer);
}

}  // namespace carom
