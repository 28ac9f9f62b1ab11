#include <carom/core/planar/compliant_impact.hpp>
#include <carom/core/spatial/algebraic_impact.hpp>
#include <carom/core/spatial/compliant_impact.hpp>
#include <carom/impact/judged.hpp>
#include <carom/impact/one/cone_in_space.hpp>
#include <carom/impact/one/law_notes.hpp>
#include <carom/impact/one/planar_answer.hpp>
#include <carom/impact/one/spatial_answer.hpp>

#include <fmt/format.h>

namespace carom {
namespace {

/// The events of a path; uₙ may fall again during unloading without an event.
std::optional<PathEventKind> kind_of(CompliantEvent event) {
  switch (event) {
    case CompliantEvent::start: return PathEventKind::start;
    case CompliantEvent::slip_stops: return PathEventKind::slip_stops;
    case CompliantEvent::slip_starts: return PathEventKind::slip_starts;
    case CompliantEvent::compression_ends: return PathEventKind::compression_ends;
    case CompliantEvent::compression_starts: return PathEventKind::compression_starts;
    case CompliantEvent::end: return PathEventKind::end;
    case CompliantEvent::turns: return std::nullopt;
  }
  return std::nullopt;
}

ContactMode mode_of(const CompliantState<double>& at) {
  if (at.sticks || at.slip == 0) return ContactMode::stick;
  return at.slip > 0 ? ContactMode::slip_positive : ContactMode::slip_negative;
}

/// One impact with the points of its path.
struct Followed {
  CompliantImpact<double> impact{};
  std::vector<PlanarPoint> path{};
};

Followed follow(const PlanarContact<double>& c, const CompliantLaw<double>& law) {
  Followed followed;
  Phase phase = Phase::compression;
  const auto watch = [&](CompliantEvent event, const CompliantState<double>& at) {
    const auto kind = kind_of(event);
    if (!kind) return;
    if (event == CompliantEvent::compression_ends) phase = Phase::restitution;
    if (event == CompliantEvent::compression_starts) phase = Phase::compression;
    const bool ends = event == CompliantEvent::end;
    followed.path.push_back(
        {*kind, ends ? std::nullopt : std::optional(phase), mode_of(at), at.p, at.u});
  };
  followed.impact = resolve_compliant(c, law, watch);
  const bool collides =
      has_answer(followed.impact.status) && followed.impact.mode != ImpactMode::none;
  if (!collides) followed.path.clear();
  return followed;
}

NoSolution reason_of(const CompliantImpact<double>& impact, bool singular) {
  const bool capped = impact.stages >= detail::CompliantLimits<double>::most_stages;
  return capped || !singular ? NoSolution::no_termination : NoSolution::rank_one;
}

/// What both dimensions say alike, beside the impulse and the path.
void add_phases(const CompliantImpact<double>& impact, SystemAnswer& answer) {
  if (!has_answer(impact.status)) return;
  answer.ledger.assign(1, impact.work);
  if (impact.mode != ImpactMode::none) answer.compression = impact.compression;
}

CompliantLaw<double> compliant_law(const ContactSystem& system) {
  return {system.friction[0], system.restitution, system.stiffness_ratio};
}

/// The plane in which the patch moves: along an axis to the last bit, else in turned axes.
PlaneOfSlip<double> plane_of(const ContactSystem& system) {
  const SpatialContact<double> c =
      spatial_contact(spatial_matrix(system), spatial_vector(system.u));
  const auto axis = detail::plane_of(c);
  if (!axis.holds) return plane_of_slip(c.W, c.u);
  return {true, axis.tangent, detail::planar_part(c, axis.tangent)};
}

ContactMode in_space(ContactMode mode) { return slips(mode) ? ContactMode::slip : mode; }

/// The planar impact that an answer describes.
CompliantImpact<double> impact_of(const Judged& c, const Vec2<double>& p, const Vec2<double>& u) {
  CompliantImpact<double> impact;
  impact.impulse = p;
  impact.u_after = u;
  impact.work = c.answer.ledger[0];
  return impact;
}

}  // namespace

void answer_compliant(const ContactSystem& system, SystemAnswer& answer) {
  const PlanarContact<double> c = planar_contact_of(system);
  const auto [impact, path] = follow(c, compliant_law(system));
  take(system, impact, answer);
  if (!has_answer(impact.status)) answer.reason = reason_of(impact, c.singular);
  add_phases(impact, answer);
  for (const PlanarPoint& point : path) add_point(system, point, answer);
}

void compliant_in_space(const ContactSystem& system, SystemAnswer& answer) {
  const PlaneOfSlip<double> plane = plane_of(system);
  const auto [impact, path] = follow(plane.contact, compliant_law(system));
  clear(answer);
  answer.status = impact.status;
  if (!has_answer(impact.status)) {
    const NoSolution reason = reason_of(impact, plane.contact.singular);
    answer.reason = reason == NoSolution::rank_one ? NoSolution::singular : reason;
  }
  answer.p = stacked(lifted(plane, impact.impulse));
  answer.u_after = stacked(lifted(plane, impact.u_after));
  answer.modes.assign(1, impact.mode);
  add_phases(impact, answer);
  answer.path.clear();
  for (const PlanarPoint& point : path)
    answer.path.push_back({.kind = point.kind,
                           .phase = point.phase,
                           .contacts = {0},
                           .modes = {in_space(point.mode)},
                           .p = stacked(lifted(plane, point.p)),
                           .u = stacked(lifted(plane, point.u))});
  answer.path_length = answer.path.size();
}

std::optional<Objection> compliant_refuses_in_space(const ContactSystem& system) {
  if (plane_of(system).defined) return std::nullopt;
  return Objection(
      path_to_contact(0),
      "its slip turns in space; "
      "the law compliant is defined for spheres and for contacts whose slip stays in a plane");
}

void note_compliant(const ContactSystem&, const SystemAnswer& answer,
                    std::vector<std::string>& notes) {
  if (answer.reason == NoSolution::no_termination)
    notes.push_back(fmt::format(
        "friction holds the contact down: it swings on its springs for more than {} stages",
        detail::CompliantLimits<double>::most_stages));
}

double violation_of_compliant(const Judged& c) {
  const CompliantLaw<double> law = compliant_law(c.contacts);
  const ContactRows& rows = c.contacts.rows[0];
  if (rows.tangents < 2)
    return compliant_violation(planar_contact_of(c.contacts), law,
                               impact_of(c, planar_pair(c.contacts, c.answer.p),
                                         planar_pair(c.contacts, c.answer.u_after)));
  const PlaneOfSlip<double> plane = plane_of(c.contacts);
  const auto along = [&](const Eigen::VectorXd& x) {
    const Vec3<double> v = spatial_vector(x);
    return Vec2<double>{dot(plane.d, v.t), v.n};
  };
  return compliant_violation(plane.contact, law,
                             impact_of(c, along(c.answer.p), along(c.answer.u_after)));
}

}  // namespace carom
