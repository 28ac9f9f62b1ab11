/// @file
/// A number as the sum of two doubles: some 32 digits, carried through any template of core/.
///
///     x = high + low,   |low| ≤ ½ ulp(high)
///
/// Sums and products of two doubles are such pairs exactly (Knuth's sum, Dekker's product), so differences of
/// nearly equal products, which decide where W is nearly singular, keep their digits. Plain operations alone:
/// same bits everywhere, as long as nothing fuses a*b + c.
///
/// Tolerances stay those of double: they speak of the numbers that were given, which are doubles. But W may have been worked
/// out from them in two doubles, and is singular only where what was given would not tell the answer's fourth digit.
#pragma once

#include <carom/core/scalar.hpp>

namespace carom {

struct TwoDoubles {
  double high{};
  double low{};

  CAROM_HD constexpr TwoDoubles() = default;
  CAROM_HD constexpr explicit TwoDoubles(double x) : high(x) {}
  CAROM_HD constexpr TwoDoubles(double upper, double lower) : high(upper), low(lower) {}
};

template <>
struct ScalarTraits<TwoDoubles> {
  static constexpr TwoDoubles epsilon{ScalarTraits<double>::epsilon};
  static constexpr TwoDoubles input_epsilon{0x1p-85};
  static constexpr TwoDoubles tiny{ScalarTraits<double>::tiny};
};

namespace detail {

/// a + b exactly, for |a| ≥ |b|.
CAROM_HD constexpr TwoDoubles ordered_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b exactly.
CAROM_HD constexpr TwoDoubles exact_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

/// The upper half of a's digits.
CAROM_HD constexpr double upper_half(double a) {
  const double large = 0x1.0000002p27 * a;
  return large - (large - a);
}

/// ab exactly.
CAROM_HD constexpr TwoDoubles exact_product(double a, double b) {
  const double product = a * b;
  const double a1 = upper_half(a);
  const double b1 = upper_half(b);
  const double a2 = a - a1;
  const double b2 = b - b1;
  return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

}  // namespace detail

CAROM_HD constexpr TwoDoubles operator-(const TwoDoubles& a) { return {-a.high, -a.low}; }
CAROM_HD constexpr TwoDoubles operator+(const TwoDoubles& a, const TwoDoubles& b) {
  const TwoDoubles high = detail::exact_sum(a.high, b.high);
  const TwoDoubles low = detail::exact_sum(a.low, b.low);
  const TwoDoubles sum = detail::ordered_sum(high.high, high.low + low.high);
  return detail::ordered_sum(sum.high, sum.low + low.low);
}
CAROM_HD constexpr TwoDoubles operator-(const TwoDoubles& a, const TwoDoubles& b) { return a + -b; }
CAROM_HD constexpr TwoDoubles operator*(const TwoDoubles& a, const TwoDoubles& b) {
  const TwoDoubles product = detail::exact_product(a.high, b.high);
  return detail::ordered_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}
/// By long division: three digits, each a double.
CAROM_HD constexpr TwoDoubles operator/(const TwoDoubles& a, const TwoDoubles& b) {
  const double first = a.high / b.high;
  const TwoDoubles rest = a - b * TwoDoubles(first);
  const double second = rest.high / b.high;
  const double third = (rest - b * TwoDoubles(second)).high / b.high;
  return detail::ordered_sum(first, second) + TwoDoubles(third);
}
/// One step of Newton's from the root of the first double.
CAROM_HD inline TwoDoubles sqrt(const TwoDoubles& a) {
  const double root = std::sqrt(a.high);
  if (!(root > 0)) return TwoDoubles(root);
  return detail::ordered_sum(root, (a - detail::exact_product(root, root)).high / (2 * root));
}

CAROM_HD constexpr bool operator==(const TwoDoubles& a, const TwoDoubles& b) {
  return a.high == b.high && a.low == b.low;
}
CAROM_HD constexpr bool operator!=(const TwoDoubles& a, const TwoDoubles& b) { return !(a == b); }
CAROM_HD constexpr bool operator<(const TwoDoubles& a, const TwoDoubles& b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}
CAROM_HD constexpr bool operator>(const TwoDoubles& a, const TwoDoubles& b) { return b < a; }
CAROM_HD constexpr bool operator<=(const TwoDoubles& a, const TwoDoubles& b) {
  return a.high < b.high || (a.high == b.high && a.low <= b.low);
}
CAROM_HD constexpr bool operator>=(const TwoDoubles& a, const TwoDoubles& b) { return b <= a; }

}  // namespace carom
