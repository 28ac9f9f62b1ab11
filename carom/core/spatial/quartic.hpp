/// @file
/// The positive roots of a quartic.
#pragma once

#include <carom/core/scalar.hpp>

namespace carom::detail {

/// c₀ + c₁ x + c₂ x² + c₃ x³ + c₄ x⁴
template <class S>
struct Quartic {
  S c[5]{};
};

/// The d-th derivative of q at x, over d!.
template <class S>
CAROM_HD constexpr S derivative_at(const Quartic<S>& q, int d, const S& x) {
  S sum(0);
  for (int k = 4; k >= d; --k) {
    S binomial(1);
    for (int j = 0; j < d; ++j) binomial = binomial * S(k - j) / S(j + 1);
    sum = sum * x + binomial * q.c[k];
  }
  return sum;
}

/// A bound of all roots: |x| ≤ 2 max |c_{4−k}/c₄|^{1/k}, found by doubling.
template <class S>
CAROM_HD S root_bound(const Quartic<S>& q) {
  const auto dominated = [&](const S& x) {
    S below(0);
    for (int k = 3; k >= 0; --k)
      below =
          below + abs_of(q.c[k]) / abs_of(q.c[4]) *
                      (k == 3 ? S(1) / x
                              : (k == 2 ? S(1) / (x * x)
                                        : (k == 1 ? S(1) / (x * x * x) : S(1) / (x * x * x * x))));
    return below < S(1);
  };
  S bound(1);
  for (int k = 0; k < 400 && !dominated(bound); ++k) bound = bound + bound;
  return bound;
}

/// The zero between lo and hi, where the d-th derivative has opposite signs: by bisection, which needs no care.
template <class S>
CAROM_HD S bisected(const Quartic<S>& q, int d, S lo, S hi) {
  const S at_lo = sign(derivative_at(q, d, lo));
  for (int round = 0; round < 200; ++round) {
    const S middle = lo > S(0) && hi > S(4) * lo ? S(2) * lo : S(0.5) * (lo + hi);
    if (!(lo < middle) || !(middle < hi)) break;
    if (sign(derivative_at(q, d, middle)) == at_lo)
      lo = middle;
    else
      hi = middle;
  }
  return hi;
}

/// The simple positive roots, rising; their number. Between two neighbouring zeros of its derivative a polynomial is
/// monotone, so the zeros of the third derivative isolate those of the second, and so on.
template <class S>
CAROM_HD int positive_roots(const Quartic<S>& q, S* roots) {
  if (!(abs_of(q.c[4]) > S(0))) return 0;
  const S bound = root_bound(q);
  S zeros[4]{};
  int count = 0;
  for (int d = 3; d >= 0; --d) {
    S found[4]{};
    int next = 0;
    S lo(0);
    for (int i = 0; i <= count; ++i) {
      const S hi = i < count ? zeros[i] : bound;
      const S product = sign(derivative_at(q, d, lo)) * sign(derivative_at(q, d, hi));
      if (product < S(0) && next < 4) found[next++] = bisected(q, d, lo, hi);
      lo = hi;
    }
    for (int i = 0; i < next; ++i) zeros[i] = found[i];
    count = next;
  }
  for (int i = 0; i < count; ++i) roots[i] = zeros[i];
  return count;
}

}  // namespace carom::detail
