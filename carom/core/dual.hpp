/// @file
/// A dual number: a value and its derivatives, carried through any template of core/.
///
///     (a + a'ε)(b + b'ε) = ab + (a'b + ab')ε,   ε² = 0
///
/// Comparisons look at the value alone, so a law follows the same mode as with plain numbers and the
/// derivative is that of the mode: exact away from mode changes, one-sided at them.
#pragma once

#include <carom/core/scalar.hpp>

namespace carom {

/// A value with N partial derivatives.
template <class T, int N>
struct Dual {
  T value{};    ///< the number
  T grad[N]{};  ///< ∂value/∂xᵢ

  CAROM_HD constexpr Dual() = default;
  /// A constant: all derivatives zero. Implicit, so that literals mix with duals.
  CAROM_HD constexpr Dual(T x) : value(x) {}  // NOLINT(google-explicit-constructor)
};

/// The i-th independent variable: ∂x/∂xᵢ = 1.
template <class T, int N>
CAROM_HD constexpr Dual<T, N> variable(T x, int i) {
  Dual<T, N> d(x);
  d.grad[i] = T(1);
  return d;
}

template <class T, int N>
struct ScalarTraits<Dual<T, N>> {
  static constexpr Dual<T, N> epsilon = Dual<T, N>(ScalarTraits<T>::epsilon);
  static constexpr Dual<T, N> input_epsilon = epsilon;
  static constexpr Dual<T, N> tiny = Dual<T, N>(ScalarTraits<T>::tiny);
};

template <class T, int N>
CAROM_HD constexpr T value_of(const Dual<T, N>& x) {
  return x.value;
}

namespace detail {

/// f(a, b) with partial derivatives f_a, f_b.
template <class T, int N>
CAROM_HD constexpr Dual<T, N> chain(T value, T f_a, const Dual<T, N>& a, T f_b,
                                    const Dual<T, N>& b) {
  Dual<T, N> r(value);
  for (int i = 0; i < N; ++i) r.grad[i] = f_a * a.grad[i] + f_b * b.grad[i];
  return r;
}

}  // namespace detail

template <class T, int N>
CAROM_HD constexpr Dual<T, N> operator-(const Dual<T, N>& a) {
  return detail::chain(-a.value, T(-1), a, T(0), a);
}
template <class T, int N>
CAROM_HD constexpr Dual<T, N> operator+(const Dual<T, N>& a, const Dual<T, N>& b) {
  return detail::chain(a.value + b.value, T(1), a, T(1), b);
}
template <class T, int N>
CAROM_HD constexpr Dual<T, N> operator-(const Dual<T, N>& a, const Dual<T, N>& b) {
  return detail::chain(a.value - b.value, T(1), a, T(-1), b);
}
template <class T, int N>
CAROM_HD constexpr Dual<T, N> operator*(const Dual<T, N>& a, const Dual<T, N>& b) {
  return detail::chain(a.value * b.value, b.value, a, a.value, b);
}
template <class T, int N>
CAROM_HD constexpr Dual<T, N> operator/(const Dual<T, N>& a, const Dual<T, N>& b) {
  const T q = a.value / b.value;
  return detail::chain(q, T(1) / b.value, a, -q / b.value, b);
}
template <class T, int N>
CAROM_HD Dual<T, N> sqrt(const Dual<T, N>& a) {
  using std::sqrt;
  const T root = sqrt(a.value);
  return detail::chain(root, T(0.5) / root, a, T(0), a);
}
template <class T, int N>
CAROM_HD Dual<T, N> cos(const Dual<T, N>& a) {
  using std::cos;
  using std::sin;
  return detail::chain(cos(a.value), -sin(a.value), a, T(0), a);
}
template <class T, int N>
CAROM_HD Dual<T, N> sin(const Dual<T, N>& a) {
  using std::cos;
  using std::sin;
  return detail::chain(sin(a.value), cos(a.value), a, T(0), a);
}

template <class T, int N>
CAROM_HD constexpr bool operator<(const Dual<T, N>& a, const Dual<T, N>& b) {
  return a.value < b.value;
}
template <class T, int N>
CAROM_HD constexpr bool operator>(const Dual<T, N>& a, const Dual<T, N>& b) {
  return a.value > b.value;
}
template <class T, int N>
CAROM_HD constexpr bool operator<=(const Dual<T, N>& a, const Dual<T, N>& b) {
  return a.value <= b.value;
}
template <class T, int N>
CAROM_HD constexpr bool operator>=(const Dual<T, N>& a, const Dual<T, N>& b) {
  return a.value >= b.value;
}
template <class T, int N>
CAROM_HD constexpr bool operator==(const Dual<T, N>& a, const Dual<T, N>& b) {
  return a.value == b.value;
}
template <class T, int N>
CAROM_HD constexpr bool operator!=(const Dual<T, N>& a, const Dual<T, N>& b) {
  return a.value != b.value;
}

}  // namespace carom
