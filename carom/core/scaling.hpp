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

namespace carom {

/// Binary exponents of the change of units.
struct ContactScale {
  int t = 0;  ///< log₂ d_t
  int n = 0;  ///< log₂ d_n
  int c = 0;  ///< log₂ c
};

/// Friction beyond this ratio, in normalised units, stops any slip below rounding: larger ones are
/// taken as this one so that μ W_tt cannot overflow.
inline constexpr double boundless_friction = 0x1p200;

/// Exponents that bring W_tt, W_nn and the larger velocity component to about one.
inline ContactScale natural_scale(const Sym2<double>& W, const Vec2<double>& u) {
  constexpr int zero = -100000;  // stands for log₂ 0
  const auto exponent = [](double x) { return x == 0 ? zero : std::ilogb(x); };
  const auto half = [](int i) { return i == zero ? zero : -(i / 2); };
  ContactScale scale{half(exponent(W.tt)), half(exponent(W.nn)), 0};
  if (scale.t == zero) scale.t = scale.n == zero ? 0 : scale.n;
  if (scale.n == zero) scale.n = scale.t;
  const int u_t = u.t == 0 ? zero : exponent(u.t) + scale.t;
  const int u_n = u.n == 0 ? zero : exponent(u.n) + scale.n;
  const int larger = u_t > u_n ? u_t : u_n;
  scale.c = larger == zero ? 0 : -larger;
  return scale;
}

inline Sym2<double> scaled(const Sym2<double>& W, const ContactScale& scale) {
  return {std::ldexp(W.tt, 2 * scale.t), std::ldexp(W.tn, scale.t + scale.n),
          std::ldexp(W.nn, 2 * scale.n)};
}

inline Vec2<double> scaled_velocity(const Vec2<double>& u, const ContactScale& scale) {
  return {std::ldexp(u.t, scale.t + scale.c), std::ldexp(u.n, scale.n + scale.c)};
}

inline double scaled_friction(double mu, const ContactScale& scale) {
  return std::fmin(std::ldexp(mu, scale.n - scale.t), boundless_friction);
}

inline Vec2<double> unscaled_velocity(const Vec2<double>& u, const ContactScale& scale) {
  return {std::ldexp(u.t, -(scale.t + scale.c)), std::ldexp(u.n, -(scale.n + scale.c))};
}

inline Vec2<double> unscaled_impulse(const Vec2<double>& p, const ContactScale& scale) {
  return {std::ldexp(p.t, scale.t - scale.c), std::ldexp(p.n, scale.n - scale.c)};
}

}  // namespace carom
