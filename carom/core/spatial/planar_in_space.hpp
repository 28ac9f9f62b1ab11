/// @file
/// Problems in space that are planar: one tangent is decoupled and at rest.
///
/// They are the planar law's, with its closed forms and its bits, whatever the mobility along the other
/// tangent. Where A is singular and slip has no part along its null direction, the problem is planar along
/// the other direction, whatever the axes; a W of rank one is among them (§3 of docs/theory.md).
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/planar/planar_impact.hpp>
#include <carom/core/spatial/spatial_contact.hpp>
#include <carom/core/spatial/spatial_result.hpp>

#include <type_traits>

namespace carom::detail {

/// The tangent along which a contact is planar, if it is.
template <class S>
struct PlaneInSpace {
  bool holds = false;
  Tangent2<S> tangent{};  ///< unit vector
};

/// The plane of a singular A: along its range, or along the slip where it has none.
template <class S>
CAROM_HD PlaneInSpace<S> plane_of_flat(const SpatialContact<S>& c) {
  const TangentSym2<S>& A = c.W.tt;
  Tangent2<S> a = A.xx < A.yy ? Tangent2<S>{A.xy, A.yy} : Tangent2<S>{A.xx, A.xy};
  if (!(length(a) > S(0))) a = c.u.t;
  if (!(length(a) > S(0))) a = {S(1), S(0)};
  a = S(1) / length(a) * a;
  const S still = StickTolerances<S>::in_range * length(c.u.t);
  return {abs_of(cross(a, c.u.t)) <= still, a};
}

/// A number with derivatives stays in space where W is regular: its neighbours are not planar.
template <class S>
CAROM_HD PlaneInSpace<S> plane_of(const SpatialContact<S>& c) {
  const bool alone = std::is_floating_point_v<S> && c.W.tt.xy == S(0);
  if (alone && c.W.tn.y == S(0) && c.u.t.y == S(0)) return {true, {S(1), S(0)}};
  if (alone && c.W.tn.x == S(0) && c.u.t.x == S(0)) return {true, {S(0), S(1)}};
  return c.flat ? plane_of_flat(c) : PlaneInSpace<S>{};
}

/// |uₜ| at the end of compression.
template <class S>
CAROM_HD S slip_at_compression_end(const RouthPath<S>& path, const PlanarImpact<S>& impact) {
  const S r_c = impact.compression / path.unit;
  if (path.bends && path.in_compression) return abs_of(path.G2 * (r_c - path.r_b));
  return max_of(S(0), abs_of(path.u0.t) - path.H * r_c);
}

template <class S>
CAROM_HD SpatialImpact<S> resolve_in_plane(const SpatialContact<S>& c, const PlaneInSpace<S>& plane,
                                           const ContactLaw<S>& law) {
  const Tangent2<S>& t = plane.tangent;
  const PlanarContact<S> planar = planar_contact(
      Sym2<S>{dot(t, c.W.tt * t), dot(t, c.W.tn), c.W.nn}, Vec2<S>{dot(t, c.u.t), c.u.n});
  const PlanarImpact<S> flat = resolve_planar(planar, law);
  const RouthPath<S> path = path_of(planar, law);

  SpatialImpact<S> impact;
  impact.impulse = {flat.impulse.t * t, flat.impulse.n};
  impact.u_after = {flat.u_after.t * t, flat.u_after.n};
  impact.compression = flat.compression;
  impact.restitution = flat.impulse.n - flat.compression;
  impact.mode = flat.mode;
  impact.status = flat.status;
  impact.steps = 1;
  if (!happens(flat.status)) return impact;
  impact.slip_at_compression_end = slip_at_compression_end(path, flat);
  impact.work = ledger(path, flat);
  return impact;
}

}  // namespace carom::detail
