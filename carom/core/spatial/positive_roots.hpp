/// @file
/// The positive roots of a polynomial of low degree, each between two stationary points.
#pragma once

#include <carom/core/scalar.hpp>

namespace carom {

/// a₀ + a₁ x + … + a_N x^N
template <class S, int N>
struct Polynomial {
  S a[N + 1]{};
};

/// Positive roots, in rising order; two that coincide may be missing.
template <class S, int N>
struct Roots {
  S x[N]{};
  int count = 0;
};

/// Between neighbouring roots of a derivative the function before it is monotone: the roots of the derivatives, from the
/// last one up, bracket those of the next. Each bracket is closed by Newton's method guarded by bisection.
template <class S, int N>
CAROM_HD constexpr Roots<S, N> positive_roots(const Polynomial<S, N>& polynomial);

// ------------------------------------------------------------------------------------------------

namespace detail {

inline constexpr int most_bisections = 2200;  ///< more than a double has exponents and digits

template <class S, int N>
CAROM_HD constexpr S value_at(const Polynomial<S, N>& f, int degree, const S& x) {
  S sum = f.a[degree];
  for (int i = degree - 1; i >= 0; --i) sum = sum * x + f.a[i];
  return sum;
}

/// The k-th derivative.
template <class S, int N>
CAROM_HD constexpr Polynomial<S, N> derivative(Polynomial<S, N> f, int k) {
  for (int n = 0; n < k; ++n) {
    for (int i = 0; i < N; ++i) f.a[i] = S(i + 1) * f.a[i + 1];
    f.a[N] = S(0);
  }
  return f;
}

/// Cauchy: every root has |x| ≤ 1 + max |aᵢ/a_d|.
template <class S, int N>
CAROM_HD constexpr S root_bound(const Polynomial<S, N>& f, int degree) {
  S largest = S(0);
  for (int i = 0; i < degree; ++i) largest = max_of(largest, abs_of(f.a[i] / f.a[degree]));
  return S(1) + largest;
}

/// The root of f in [lo, hi], where f has different signs.
template <class S, int N>
CAROM_HD constexpr S root_between(const Polynomial<S, N>& f, const Polynomial<S, N>& slope,
                                  int degree, S lo, S hi) {
  const bool rises = value_at(f, degree, hi) > S(0);
  S x = S(0.5) * (lo + hi);
  S shrunk = hi - lo;
  for (int i = 0; i < most_bisections; ++i) {
    const S value = value_at(f, degree, x);
    if (value == S(0)) return x;
    ((value > S(0)) == rises ? hi : lo) = x;
    const S newton = x - value / value_at(slope, degree, x);
    const bool good = newton > lo && newton < hi && abs_of(newton - x) < S(0.5) * shrunk;
    const S next = good ? newton : S(0.5) * (lo + hi);
    shrunk = abs_of(next - x);
    if (shrunk <= S(2) * ScalarTraits<S>::epsilon * abs_of(x) || next == lo || next == hi)
      return next;
    x = next;
  }
  return x;
}

}  // namespace detail

template <class S, int N>
CAROM_HD constexpr Roots<S, N> positive_roots(const Polynomial<S, N>& polynomial) {
  int degree = N;
  while (degree > 0 && polynomial.a[degree] == S(0)) --degree;
  Roots<S, N> roots;
  if (degree == 0) return roots;
  const S bound = detail::root_bound(polynomial, degree);
  for (int d = 1; d <= degree; ++d) {
    const Polynomial<S, N> f = detail::derivative(polynomial, degree - d);
    const Polynomial<S, N> slope = detail::derivative(f, 1);
    Roots<S, N> next;
    S lo = S(0);
    for (int i = 0; i <= roots.count; ++i) {
      const S hi = i < roots.count ? roots.x[i] : bound;
      const bool before = detail::value_at(f, d, lo) > S(0);
      const bool after = detail::value_at(f, d, hi) > S(0);
      if (before != after) next.x[next.count++] = detail::root_between(f, slope, d, lo, hi);
      lo = hi;
    }
    roots = next;
  }
  return roots;
}

}  // namespace carom
