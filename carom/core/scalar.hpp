/// @file
/// The scalar of core/: what the laws need to know about a number, and the two shapes of contact
/// space, a vector (t, n) and a symmetric 2×2 matrix.
///
/// Everything in core/ is a template on the scalar S: float, double, Dual (derivatives), on the CPU,
/// in a CUDA kernel or in WebAssembly. No heap, no I/O, no exceptions.
#pragma once

#include <cmath>
#include <limits>

#if defined(__CUDACC__)
#define CAROM_HD __host__ __device__
#else
#define CAROM_HD
#endif

namespace carom {

/// A vector in contact space: tangential component first, then normal.
template <class S>
struct Vec2 {
  S t{};  ///< along the tangent
  S n{};  ///< along the normal, from the second body to the first
};

/// A symmetric 2×2 matrix in contact space, the Delassus matrix W = J M⁻¹ Jᵀ (T1.4).
template <class S>
struct Sym2 {
  S tt{};  ///< kg⁻¹
  S tn{};  ///< kg⁻¹
  S nn{};  ///< kg⁻¹
};

template <class S>
CAROM_HD constexpr Vec2<S> operator*(const Sym2<S>& A, const Vec2<S>& x) {
  return {A.tt * x.t + A.tn * x.n, A.tn * x.t + A.nn * x.n};
}

template <class S>
CAROM_HD constexpr Vec2<S> operator+(const Vec2<S>& a, const Vec2<S>& b) {
  return {a.t + b.t, a.n + b.n};
}

/// What the laws know of a scalar's range; specialised for Dual, whose comparisons look at the value.
template <class S>
struct ScalarTraits {
  static constexpr S epsilon = std::numeric_limits<S>::epsilon();  ///< spacing at 1
  static constexpr S input_epsilon = epsilon;  ///< relative error of W and u as they come in
  /// Stands for zero where something is divided by it; products with it do not underflow.
  static constexpr S tiny = S(std::numeric_limits<S>::max_exponent > 1000 ? 0x1p-600 : 0x1p-80);
};

/// The number without its derivatives: what decides on step sizes.
CAROM_HD constexpr float value_of(float x) { return x; }
CAROM_HD constexpr double value_of(double x) { return x; }

/// −1, 0 or +1; 0 for −0 and +0 alike.
template <class S>
CAROM_HD constexpr S sign(const S& x) {
  return x > S(0) ? S(1) : (x < S(0) ? S(-1) : S(0));
}

template <class S>
CAROM_HD constexpr S abs_of(const S& x) {
  return x < S(0) ? -x : x;
}

/// Neither NaN nor infinite: the difference of those with themselves is NaN.
template <class S>
CAROM_HD constexpr bool is_finite(const S& x) {
  return x - x == S(0);
}

template <class S>
CAROM_HD constexpr S max_of(const S& a, const S& b) {
  return a < b ? b : a;
}

}  // namespace carom
