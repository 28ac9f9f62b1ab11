#include <carom/core/two_doubles.hpp>
#include <carom/impact/one_contact.hpp>

namespace carom {
namespace {

struct Resolved {
  RouthPath<double> path;
  PlanarImpact<double> impact;
  std::optional<double> work{};  ///< in twice the digits
};

RouthPath<double> rounded(const RouthPath<TwoDoubles>& path) {
  return {.u0 = rounded(path.u0),
          .unit = path.unit.high,
          .H = path.H.high,
          .r_b = path.r_b.high,
          .u_b = path.u_b.high,
          .F1 = path.F1.high,
          .F = path.F.high,
          .K1 = path.K1.high,
          .K = path.K.high,
          .G2 = path.G2.high,
          .bends = path.bends,
          .in_compression = path.in_compression,
          .sticks = path.sticks};
}

PlanarImpact<double> rounded(const PlanarImpact<TwoDoubles>& impact) {
  return {.impulse = rounded(impact.impulse),
          .u_after = rounded(impact.u_after),
          .compression = impact.compression.high,
          .mode = impact.mode,
          .status = impact.status};
}

/// In twice the digits.
Resolved resolve_carefully(const CarefulContact& c, const ContactLaw<TwoDoubles>& law) {
  const PlanarImpact<TwoDoubles> impact = is_singular(c.W) ? detail::resolve_singular(c.W, c.u, law)
                                                           : detail::resolve_regular(c.W, c.u, law);
  return {rounded(path_of(c.W, c.u, law)), rounded(impact),
          work_between(c.u, impact.u_after, impact.impulse)};
}

/// Slip that stops as compression ends, to rounding, does so at one point of the path; slip that stops with the impact
/// does not stop before.
Resolved united(Resolved r, double restitution) {
  if (stops_with_compression(r.path)) {
    r.path.u_b = 0;
    r.impact.compression = bend(r.path);
  } else if (detail::bends_late(r.path) && stops_with_impact(r.path, restitution)) {
    r.impact.mode = ImpactMode::sliding;
    r.impact.u_after.t = 0;
  }
  return r;
}

Resolved resolve_path(const OneContact& contact) {
  if (contact.u.n <= 0 && contact.careful)
    if (const Resolved careful =
            resolve_carefully(*contact.careful, material_of<TwoDoubles>(contact));
        is_finite(careful.impact.impulse.n) && is_finite(careful.impact.u_after.n))
      return careful;
  const ContactLaw<double>& law = contact.material;
  return {path_of(contact.W, contact.u, law), resolve_planar(contact.W, contact.u, law), {}};
}

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

std::vector<PathPoint> points_of(const PathView& v) {
  std::vector<PathPoint> points{start_of(v)};
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
  const auto [path, impact, work] = united(resolve_path(contact), contact.material.restitution);
  ContactAnswer answer;
  answer.status = impact.status;
  answer.mode = impact.mode;
  answer.p = impact.impulse;
  answer.u_after = impact.u_after;
  answer.work = work;
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
  answer.unique_impulse =
      !(contact.W.tt == 0 && path.u0.t == 0 && static_limit(contact.material) > 0);
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
