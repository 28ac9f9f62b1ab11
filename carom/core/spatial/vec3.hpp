/// @file
/// The shapes of contact space with two tangents: a vector (t1, t2, n) and a symmetric 3×3 matrix.
///
/// (t1, t2, n) is right-handed and n points from the second body to the first.
#pragma once

#include <carom/core/planar/planar_contact.hpp>
#include <carom/core/scalar.hpp>

namespace carom {

/// A vector in the tangent plane.
template <class S>
struct Tangent2 {
  S x{};  ///< along t1
  S y{};  ///< along t2
};

/// A vector in contact space: the tangents first, then the normal.
template <class S>
struct Vec3 {
  Tangent2<S> t{};  ///< along (t1, t2)
  S n{};            ///< along the normal, from the second body to the first
};

/// A symmetric 2×2 matrix in the tangent plane.
template <class S>
struct TangentSym2 {
  S xx{};
  S xy{};
  S yy{};
};

/// A symmetric 3×3 matrix in contact space, the Delassus matrix W = J M⁻¹ Jᵀ (T1.4), by blocks.
template <class S>
struct Sym3 {
  TangentSym2<S> tt{};  ///< A, kg⁻¹
  Tangent2<S> tn{};     ///< b, kg⁻¹
  S nn{};               ///< W_nn, kg⁻¹
};

template <class S>
CAROM_HD constexpr Tangent2<S> operator+(const Tangent2<S>& a, const Tangent2<S>& b) {
  return {a.x + b.x, a.y + b.y};
}
template <class S>
CAROM_HD constexpr Tangent2<S> operator-(const Tangent2<S>& a, const Tangent2<S>& b) {
  return {a.x - b.x, a.y - b.y};
}
template <class S>
CAROM_HD constexpr Tangent2<S> operator*(const S& a, const Tangent2<S>& x) {
  return {a * x.x, a * x.y};
}
template <class S>
CAROM_HD constexpr S dot(const Tangent2<S>& a, const Tangent2<S>& b) {
  return a.x * b.x + a.y * b.y;
}
/// a₁ b₂ − a₂ b₁
template <class S>
CAROM_HD constexpr S cross(const Tangent2<S>& a, const Tangent2<S>& b) {
  return a.x * b.y - a.y * b.x;
}
/// The vector turned by +90° in the tangent plane, from t1 towards t2.
template <class S>
CAROM_HD constexpr Tangent2<S> turned(const Tangent2<S>& a) {
  return {-a.y, a.x};
}
/// |a|, without overflow; 0 with derivatives 0 for a = 0.
template <class S>
CAROM_HD S length(const Tangent2<S>& a) {
  using std::sqrt;
  const S larger = max_of(abs_of(a.x), abs_of(a.y));
  if (!(larger > S(0))) return larger;
  const S x = a.x / larger;
  const S y = a.y / larger;
  return larger * sqrt(x * x + y * y);
}
template <class S>
CAROM_HD constexpr Tangent2<S> operator*(const TangentSym2<S>& A, const Tangent2<S>& x) {
  return {A.xx * x.x + A.xy * x.y, A.xy * x.x + A.yy * x.y};
}
/// A⁻¹ x
template <class S>
CAROM_HD constexpr Tangent2<S> solve(const TangentSym2<S>& A, const Tangent2<S>& x) {
  const S det = difference_of_products(A.xx, A.yy, A.xy, A.xy);
  return {difference_of_products(A.yy, x.x, A.xy, x.y) / det,
          difference_of_products(A.xx, x.y, A.xy, x.x) / det};
}

template <class S>
CAROM_HD constexpr Vec3<S> operator+(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.t + b.t, a.n + b.n};
}
template <class S>
CAROM_HD constexpr Vec3<S> operator-(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.t - b.t, a.n - b.n};
}
template <class S>
CAROM_HD constexpr Vec3<S> operator*(const Sym3<S>& W, const Vec3<S>& x) {
  return {W.tt * x.t + x.n * W.tn, dot(W.tn, x.t) + W.nn * x.n};
}

}  // namespace carom
