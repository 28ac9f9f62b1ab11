/// @file
/// Units in which a contact problem is of order one, by powers of two.
///
/// With D = diag(d_t, d_n) and a factor c, all powers of two,
///
///     W' = D W D,   u' = c D u,   p' = c D⁻¹ p,   μ' = μ d_n/d_t            (T5.8)
///
/// is the same problem in other units. Powers of two make the change exact, so a problem of any scale
/// that a double can hold is solved with the bits of its normalised twin.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/scalar.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

namespace carom {

/// Binary exponents of the change of units.
struct ContactScale {
  int t = 0;  ///< log₂ d_t
  int n = 0;  ///< log₂ d_n
  int c = 0;  ///< log₂ c
};

/// Friction beyond this ratio, in normalised units, stops any slip below rounding: larger ones are
/// taken as this one so that μ W_tt cannot overflow.
inline constexpr double boundless_friction = 0x1p300;

namespace detail {

inline constexpr int exponent_of_zero = -100000;  ///< stands for log₂ 0

inline int exponent(double x) {
  const int field = static_cast<int>(__builtin_bit_cast(std::uint64_t, x) >> 52 & 0x7ff);
  if (field != 0 && field != 0x7ff) return field - 1023;
  return x == 0 ? exponent_of_zero : std::ilogb(x);
}

/// −log₂ of the larger velocity component in units d_t, d_n; 0 where both vanish.
inline int speed_exponent(const Vec2<double>& u, int t, int n) {
  const int u_t = exponent(u.t) + t;
  const int u_n = exponent(u.n) + n;
  const int larger = u_t > u_n ? u_t : u_n;
  return larger < exponent_of_zero / 2 ? 0 : -larger;
}

}  // namespace detail

/// 2ⁿ x, as std::ldexp rounds it; most often one product.
inline double times_power_of_two(double x, int n) {
  if (n < -1022 || n > 1023) return std::ldexp(x, n);
  return x * __builtin_bit_cast(double, static_cast<std::uint64_t>(n + 1023) << 52);
}

/// Exponents that bring W_tt, W_nn and the larger velocity component to about one; W and u are finite.
inline ContactScale natural_scale(const Sym2<double>& W, const Vec2<double>& u) {
  const bool t = W.tt != 0;
  const bool n = W.nn != 0;
  ContactScale scale{t ? -(detail::exponent(W.tt) / 2) : 0, n ? -(detail::exponent(W.nn) / 2) : 0,
                     0};
  if (!t) scale.t = scale.n;
  if (!n) scale.n = scale.t;
  scale.c = detail::speed_exponent(u, scale.t, scale.n);
  return scale;
}

/// The same with one unit for both directions, so that lengths of impulses can be compared.
inline ContactScale common_scale(const Sym2<double>& W, const Vec2<double>& u) {
  const ContactScale scale = natural_scale(W, u);
  const int common = (scale.t + scale.n) / 2;
  return {common, common, detail::speed_exponent(u, common, common)};
}

inline Sym2<double> scaled(const Sym2<double>& W, const ContactScale& scale) {
  return {times_power_of_two(W.tt, 2 * scale.t), times_power_of_two(W.tn, scale.t + scale.n),
          times_power_of_two(W.nn, 2 * scale.n)};
}

/// A component that is too small beside the other one to be scaled keeps its sign, not its size.
inline Vec2<double> scaled_velocity(const Vec2<double>& u, const ContactScale& scale) {
  const auto component = [](double x, int by) {
    const double y = times_power_of_two(x, by);
    return y == 0 && x != 0 ? std::copysign(std::numeric_limits<double>::min(), x) : y;
  };
  return {component(u.t, scale.t + scale.c), component(u.n, scale.n + scale.c)};
}

inline double scaled_friction(double mu, const ContactScale& scale) {
  return std::fmin(times_power_of_two(mu, scale.n - scale.t), boundless_friction);
}

}  // namespace carom
