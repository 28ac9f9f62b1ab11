/// @file
/// One contact in space with what sticking makes of it.
///
///     v = A⁻¹ b,   k_s = W_nn − b·v,   u_s = uₙ − v·uₜ                           (T12.2)
///
/// |v| is the critical friction: a contact without slip sticks as long as |v| ≤ μ_s, with dpₜ = −v dpₙ and
/// duₙ = k_s dpₙ. Along any path, whatever friction does,
///
///     uₙ − v·uₜ − k_s pₙ = u_s                                                 (T12.3)
#pragma once

#include <carom/core/planar/planar_contact.hpp>
#include <carom/core/scalar.hpp>
#include <carom/core/spatial/vec3.hpp>

namespace carom {

/// One contact: mobilities, velocity, and (T12.2).
template <class S>
struct SpatialContact {
  Sym3<S> W{};         ///< kg⁻¹
  Vec3<S> u{};         ///< before the impact, m/s
  Tangent2<S> v{};     ///< A⁻¹ b, by the pseudo-inverse where A is singular; 1
  S k_s{};             ///< kg⁻¹; exactly 0 where sticking locks the normal
  S u_s{};             ///< m/s
  bool flat = false;   ///< A is singular: along one tangent, or both, nothing moves
  bool locks = false;  ///< k_s is zero, to the digits in which it is known
};

/// The contact of a given W and u.
template <class S>
CAROM_HD constexpr SpatialContact<S> spatial_contact(const Sym3<S>& W, const Vec3<S>& u);

/// True where W has no inverse.
template <class S>
CAROM_HD constexpr bool is_singular(const SpatialContact<S>& c) {
  return c.flat || c.locks;
}

// ------------------------------------------------------------------------------------------------

namespace detail {

/// v and k_s by elimination of t1; A_xx ≥ A_yy, A regular. Its pivots lose nothing where W is diagonal.
template <class S>
CAROM_HD constexpr void eliminate(SpatialContact<S>& c, const TangentSym2<S>& A,
                                  const Tangent2<S>& b) {
  const S pivot = difference_of_products(A.xx, A.yy, A.xy, A.xy) / A.xx;
  const S rest = difference_of_products(A.xx, b.y, A.xy, b.x) / A.xx;
  const S k_x = difference_of_products(A.xx, c.W.nn, b.x, b.x) / A.xx;
  c.v.y = rest / pivot;
  c.v.x = difference_of_products(b.x, S(1), A.xy, c.v.y) / A.xx;
  c.k_s = difference_of_products(pivot, k_x, rest, rest) / pivot;
}

/// The terms of k_s = (−v, 1)·W (−v, 1): rounding of the entries of W moves it by as many eps.
template <class S>
CAROM_HD constexpr S stick_terms(const SpatialContact<S>& c) {
  const Tangent2<S> v{abs_of(c.v.x), abs_of(c.v.y)};
  const TangentSym2<S>& A = c.W.tt;
  const S tangential = v.x * v.x * A.xx + S(2) * v.x * v.y * abs_of(A.xy) + v.y * v.y * A.yy;
  return tangential + S(2) * (v.x * abs_of(c.W.tn.x) + v.y * abs_of(c.W.tn.y)) + c.W.nn;
}

}  // namespace detail

template <class S>
CAROM_HD constexpr SpatialContact<S> spatial_contact(const Sym3<S>& W, const Vec3<S>& u) {
  const TangentSym2<S>& A = W.tt;
  SpatialContact<S> c;
  c.W = W;
  c.u = u;
  const S rounding = singular_share<S> * A.xx * A.yy;
  c.flat = !(difference_of_products(A.xx, A.yy, A.xy, A.xy) > rounding);
  const S trace = A.xx + A.yy;
  if (c.flat) {
    if (trace > S(0)) c.v = S(1) / (trace * trace) * (A * W.tn);
    c.k_s = difference_of_products(W.nn, S(1), W.tn.x, c.v.x) - W.tn.y * c.v.y;
  } else if (A.xx < A.yy) {
    detail::eliminate(c, TangentSym2<S>{A.yy, A.xy, A.xx}, Tangent2<S>{W.tn.y, W.tn.x});
    c.v = {c.v.y, c.v.x};
  } else {
    detail::eliminate(c, A, W.tn);
  }
  c.u_s = u.n - dot(c.v, u.t);
  c.locks = !(c.k_s > singular_share<S> * detail::stick_terms(c));
  if (!c.locks) return c;
  c.k_s = S(0);
  const S terms = abs_of(u.n) + abs_of(c.v.x * u.t.x) + abs_of(c.v.y * u.t.y);
  if (abs_of(c.u_s) <= StickTolerances<S>::in_range * terms) c.u_s = S(0);
  return c;
}

}  // namespace carom
