/// @file
/// One frictional collision in space: slip turns while the bodies touch, the swerve.
///
/// With A = W_tt, b = w_tn and the slip direction w = uₜ/|uₜ|, Coulomb's friction makes the slip velocity
/// a curve in the tangent plane, with the normal impulse pₙ as time:
///
///     dpₜ = −μ w dpₙ,   duₜ/dpₙ = b − μ A w,   duₙ/dpₙ = W_nn − μ b·w            (T12.1)
///
/// The curve is followed by Taylor series of order 18 (slip_arc.hpp), passes a stop of slip by a series of
/// its own (slip_stop.hpp), and is a straight line in closed form after a stop and wherever the direction
/// of slip does not turn. The law of restitution says where on it the impact ends.
///
/// [BhattKoechling1995], [Batlle1996], [Keller1986], [Stronge2000].
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/scalar.hpp>
#include <carom/core/spatial/path_points.hpp>
#include <carom/core/spatial/planar_in_space.hpp>
#include <carom/core/spatial/spatial_contact.hpp>
#include <carom/core/spatial/spatial_result.hpp>
#include <carom/core/spatial/spatial_walk.hpp>
#include <carom/core/spatial/vec3.hpp>

#include <limits>

namespace carom {

/// Resolves one frictional collision in space under Newton's, Poisson's or Stronge's restitution.
///
/// For W ≻ 0 and uₙ⁻ < 0 there is always exactly one answer. uₙ⁻ > 0 yields no_impact. uₙ⁻ = 0 is a
/// tangential impact where slip drives the bodies together, W_nn < μ b·w, and undetermined where the two
/// are equal. Without an answer: no_solution; p is then 0 where a singular W leaves none, NaN where the
/// input is no number.
///
/// A problem that is planar along t1 or t2 is resolved in closed form by the planar law, with its bits.
///
/// @param W   Delassus matrix of the contact, kg⁻¹; W ⪰ 0, entries and their ratios within 1e±60.
/// @param u0  contact velocity before the impact, m/s; within 1e±30, or 0; in the range of W.
template <class S>
CAROM_HD SpatialImpact<S> resolve_spatial(const Sym3<S>& W, const Vec3<S>& u0,
                                          const ContactLaw<S>& law);

/// The same, and calls visit(SpatialPoint) at every event of the path, in order. At most 8 events.
template <class S, class Visit>
CAROM_HD SpatialImpact<S> resolve_spatial(const Sym3<S>& W, const Vec3<S>& u0,
                                          const ContactLaw<S>& law, Visit&& visit);

/// The same with `points` more points after every event but the last, equally spaced in pₙ.
template <class S, class Visit>
CAROM_HD SpatialImpact<S> resolve_spatial(const Sym3<S>& W, const Vec3<S>& u0,
                                          const ContactLaw<S>& law, int points, Visit&& visit);

/// The same for a contact whose v, k_s and u_s are known to more digits than W and u tell.
template <class S>
CAROM_HD SpatialImpact<S> resolve_spatial(const SpatialContact<S>& c, const ContactLaw<S>& law);
template <class S, class Visit>
CAROM_HD SpatialImpact<S> resolve_spatial(const SpatialContact<S>& c, const ContactLaw<S>& law,
                                          int points, Visit&& visit);

// ------------------------------------------------------------------------------------------------

namespace detail {

/// The tangent of the angle to the attracting direction from which slip is taken to its stop in one go.
inline constexpr double jump_reach = 0.2;
/// The same while points are drawn: the jump is drawn as a straight line.
inline constexpr double drawn_jump_reach = 1e-3;

/// The result of a contact where nothing happens, or nothing can.
template <class S>
CAROM_HD SpatialImpact<S> nothing(const SpatialContact<S>& c, ImpactStatus status) {
  SpatialImpact<S> impact;
  impact.u_after = c.u;
  impact.status = status;
  impact.singular = is_singular(c);
  return impact;
}

/// The result of a contact with an input that is not finite.
template <class S>
CAROM_HD SpatialImpact<S> no_number(const SpatialContact<S>& c) {
  SpatialImpact<S> impact = nothing(c, ImpactStatus::no_solution);
  const S nan(std::numeric_limits<double>::quiet_NaN());
  impact.impulse = impact.u_after = {{nan, nan}, nan};
  impact.compression = impact.restitution = nan;
  return impact;
}

template <class S>
CAROM_HD bool are_finite(const SpatialContact<S>& c, const ContactLaw<S>& law) {
  const TangentSym2<S>& A = c.W.tt;
  const S entries = A.xx + A.xy + A.yy + c.W.tn.x + c.W.tn.y + c.W.nn;
  return is_finite(entries + c.u.t.x + c.u.t.y + c.u.n + law.friction + law.restitution);
}

/// duₙ/dpₙ as slip begins; W_nn without slip.
template <class S>
CAROM_HD S first_growth(const SpatialContact<S>& c, const S& mu) {
  const S s = length(c.u.t);
  return s > S(0) ? c.W.nn - mu * dot(c.W.tn, S(1) / s * c.u.t) : c.W.nn;
}

/// What happens at all: uₙ⁻ < 0 is an impact; uₙ⁻ = 0 is one where slip compresses.
template <class S>
CAROM_HD ImpactStatus occurrence(const SpatialContact<S>& c, const S& growth) {
  if (c.u.n < S(0)) return c.W.nn > S(0) ? ImpactStatus::solved : ImpactStatus::no_solution;
  const S grazing = PathTolerances<S>::grazing * c.W.nn;
  if (c.u.n > S(0) || growth > grazing) return ImpactStatus::no_impact;
  if (growth < -grazing) return ImpactStatus::tangential_impact;
  return c.W.nn > S(0) ? ImpactStatus::undetermined : ImpactStatus::no_impact;
}

/// The watch sees nothing of a planar problem, which has no walk.
template <class S, class Watch>
CAROM_HD SpatialImpact<S> follow(const SpatialContact<S>& c, const ContactLaw<S>& law,
                                 Watch& watch) {
  const PlaneInSpace<S> plane = plane_of(c);
  if (plane.holds) return resolve_in_plane(c, plane, law);
  return walk_path(c, law, S(jump_reach), watch);
}

template <class S, class Watch>
CAROM_HD SpatialImpact<S> resolve_watched(const SpatialContact<S>& c, const ContactLaw<S>& law,
                                          Watch& watch) {
  if (c.u.n > S(0)) return nothing(c, ImpactStatus::no_impact);
  if (!are_finite(c, law)) return no_number(c);
  const S growth = first_growth(c, law.friction);
  const ImpactStatus status = occurrence(c, growth);
  if (!happens(status)) return nothing(c, status);
  SpatialImpact<S> impact = follow(c, law, watch);
  if (impact.status != ImpactStatus::solved && impact.status != ImpactStatus::tangential_impact)
    return nothing(c, c.u.n < S(0) ? ImpactStatus::no_solution : ImpactStatus::no_impact);
  if (!is_finite(impact.impulse.n)) return no_number(c);
  impact.status = status;
  impact.singular = is_singular(c);
  impact.jams = growth < -(PathTolerances<S>::grazing * c.W.nn);
  return impact;
}

}  // namespace detail

template <class S>
CAROM_HD SpatialImpact<S> resolve_spatial(const SpatialContact<S>& c, const ContactLaw<S>& law) {
  detail::NoWatch watch;
  return detail::resolve_watched(c, law, watch);
}

template <class S, class Visit>
CAROM_HD SpatialImpact<S> resolve_spatial(const SpatialContact<S>& c, const ContactLaw<S>& law,
                                          int points, Visit&& visit) {
  detail::EventWatch<S> events;
  const SpatialImpact<S> impact = detail::resolve_watched(c, law, events);
  if (!detail::happens(impact.status)) return impact;
  if (events.count == 0) detail::walk_path(c, law, S(detail::jump_reach), events);
  if (points > 0) {
    detail::PointWatch<S, Visit> watch{events, points, impact, visit};
    detail::walk_path(c, law, S(detail::drawn_jump_reach), watch);
    return impact;
  }
  for (int k = 0; k < events.count; ++k) {
    SpatialPoint<S> point = events.events[k];
    if (point.event == SpatialEvent::end) {
      point.p = impact.impulse;
      point.u = impact.u_after;
    }
    visit(point);
  }
  return impact;
}

template <class S>
CAROM_HD SpatialImpact<S> resolve_spatial(const Sym3<S>& W, const Vec3<S>& u0,
                                          const ContactLaw<S>& law) {
  return resolve_spatial(spatial_contact(W, u0), law);
}
template <class S, class Visit>
CAROM_HD SpatialImpact<S> resolve_spatial(const Sym3<S>& W, const Vec3<S>& u0,
                                          const ContactLaw<S>& law, int points, Visit&& visit) {
  return resolve_spatial(spatial_contact(W, u0), law, points, visit);
}
template <class S, class Visit>
CAROM_HD SpatialImpact<S> resolve_spatial(const Sym3<S>& W, const Vec3<S>& u0,
                                          const ContactLaw<S>& law, Visit&& visit) {
  return resolve_spatial(spatial_contact(W, u0), law, 0, visit);
}

}  // namespace carom
