/// @file
/// The compliant law in space, where its motion is planar: spheres, and planar problems.
///
/// The slip stays in one direction d if uₜ⁻ and b = w_tn lie along d and d is an eigenvector of A = W_tt; then the
/// planar problem [dᵀA d, d·b; d·b, W_nn], (d·uₜ⁻, uₙ⁻) is the whole. Elsewhere the direction of slip turns, which is
/// not solved here: `defined` says so.
#pragma once

#include <carom/core/planar/compliant_impact.hpp>
#include <carom/core/spatial/vec3.hpp>

namespace carom {

/// A contact in space seen in the plane (d, n) of its slip.
template <class S>
struct PlaneOfSlip {
  bool defined = false;  ///< false: slip would leave every plane
  Tangent2<S> d{S(1), S(0)};
  PlanarContact<S> contact{};
};

/// How far from planar still counts as rounding of turned axes, relative.
template <class S>
inline constexpr S planar_tolerance = S(512) * ScalarTraits<S>::epsilon;

template <class S>
CAROM_HD constexpr PlaneOfSlip<S> plane_of_slip(const Sym3<S>& W, const Vec3<S>& u0) {
  using std::sqrt;
  const S speed = sqrt(dot(u0.t, u0.t));
  const S lever = sqrt(dot(W.tn, W.tn));
  const S largest = W.tt.xx + W.tt.yy;
  PlaneOfSlip<S> plane;
  const bool slips = speed > S(0);
  const bool moves = slips || lever > planar_tolerance<S> * sqrt(largest * W.nn);
  if (moves) plane.d = S(1) / (slips ? speed : lever) * (slips ? u0.t : W.tn);
  const Tangent2<S>& d = plane.d;
  const Tangent2<S> Ad = W.tt * d;
  const bool carried = abs_of(cross(d, Ad)) <= planar_tolerance<S> * largest;
  const bool aligned =
      abs_of(cross(d, W.tn)) <= planar_tolerance<S> * (lever + sqrt(largest * W.nn));
  plane.defined = aligned && (carried || !moves);
  plane.contact =
      planar_contact(Sym2<S>{dot(d, Ad), dot(d, W.tn), W.nn}, Vec2<S>{dot(d, u0.t), u0.n});
  return plane;
}

/// A planar vector back in space.
template <class S>
CAROM_HD constexpr Vec3<S> lifted(const PlaneOfSlip<S>& plane, const Vec2<S>& v) {
  return {v.t * plane.d, v.n};
}

}  // namespace carom
