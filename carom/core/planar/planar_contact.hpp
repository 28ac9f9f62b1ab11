/// @file
/// One planar contact with the digits that a nearly singular W loses.
///
/// The factors of W without square roots,
///
///     W = [1 0; κ 1] diag(W_tt, k_s) [1 κ; 0 1],   κ = W_tn/W_tt,   k_s = det W/W_tt               (T2.18)
///     u_s = uₙ − κ uₜ                                                                              (T2.19)
///
/// are those of a contact that sticks: k_s is its normal mobility, u_s its normal velocity once slip is gone. Where
/// the rows of J are nearly parallel both are differences of nearly equal numbers. Whoever builds W and u knows them
/// to more digits than W and u themselves hold, and everything that is lost in a nearly singular contact is in them:
///
///     P_d − P_q = det W |uₜ| + h W_tt u_s,   K₁ = det W − s W_tn h,   K = det W where it sticks
///     2T = uₜ²/W_tt + u_s²/k_s                                                                     (T2.20)
#pragma once

#include <carom/core/rounding.hpp>
#include <carom/core/scalar.hpp>

namespace carom {

/// The lower part of a product of doubles, by splitting each into halves: ab = fl(ab) + this, exactly. [Dekker1971]
CAROM_HD constexpr double product_rest(double a, double b) {
  const auto upper_half = [](double x) {
    const double large = 0x1.0000002p27 * x;
    return large - (large - x);
  };
  const double a1 = upper_half(a);
  const double b1 = upper_half(b);
  const double a2 = a - a1;
  const double b2 = b - b1;
  return ((a1 * b1 - a * b) + a1 * b2 + a2 * b1) + a2 * b2;
}

/// ab − cd; for doubles with the rounding of the result, not of the products.
template <class S>
CAROM_HD constexpr S difference_of_products(const S& a, const S& b, const S& c, const S& d) {
  return a * b - c * d;
}
template <>
CAROM_HD constexpr double difference_of_products(const double& a, const double& b, const double& c,
                                                 const double& d) {
  const double plain = a * b - c * d;
  const double exact = plain + (product_rest(a, b) - product_rest(c, d));
  return is_finite(exact) ? exact : plain;
}
template <>
CAROM_HD constexpr float difference_of_products(const float& a, const float& b, const float& c,
                                                const float& d) {
  const auto product = [](float x, float y) {
    return static_cast<double>(x) * static_cast<double>(y);
  };
  return static_cast<float>(product(a, b) - product(c, d));
}

/// What is nearly singular; what is singular says rounding.hpp.
template <class S>
struct StickTolerances {
  /// det W ≤ this · W_tt W_nn: W and u alone lose three digits and more, k_s and u_s are used.
  static constexpr S narrow = S(0x1p-10);
  /// |u_s| ≤ this · |uₙ| for a singular W: u lies in the range of W, which locks both components.
  static constexpr S in_range = S(4096) * ScalarTraits<S>::epsilon;
};

/// One contact: mobilities, velocity, and what of them a sticking contact feels.
template <class S>
struct PlanarContact {
  Sym2<S> W{};            ///< kg⁻¹
  Vec2<S> u{};            ///< before the impact, m/s
  S k_s{};                ///< (T2.18), kg⁻¹; exactly 0 where W is singular; W_nn where W_tt = 0
  S u_s{};                ///< (T2.19), m/s; uₙ where W_tt = 0
  bool singular = false;  ///< det W is zero, to the digits in which it is known
};

/// The contact of a given W and u.
template <class S>
CAROM_HD constexpr PlanarContact<S> planar_contact(const Sym2<S>& W, const Vec2<S>& u) {
  PlanarContact<S> c{W, u, W.nn, u.n, true};
  if (!(W.tt > S(0))) return c;
  c.k_s = difference_of_products(W.tt, W.nn, W.tn, W.tn) / W.tt;
  c.u_s = difference_of_products(W.tt, u.n, W.tn, u.t) / W.tt;
  c.singular = !(c.k_s > singular_share<S> * W.nn);
  if (!c.singular) return c;
  c.k_s = S(0);
  if (abs_of(c.u_s) <= StickTolerances<S>::in_range * abs_of(u.n)) c.u_s = S(0);
  return c;
}

/// uₜ − W_tn/W_nn uₙ, the slip once the approach is gone, by k_s and u_s; W_nn > 0.
template <class S>
CAROM_HD constexpr S slip_without_approach(const PlanarContact<S>& c) {
  if (!(c.W.tt > S(0))) return c.u.t;
  return (c.k_s * c.u.t - c.W.tn * c.u_s) / c.W.nn;
}

/// ½ p·(u⁻ + u⁺), by whichever of two sums has the smaller terms: this product, or the change of (T2.20), which stays
/// exact where p is large along a direction that moves nothing.
template <class S>
CAROM_HD constexpr S contact_work(const PlanarContact<S>& c, const Vec2<S>& p,
                                  const Vec2<S>& u_after) {
  const S half = S(0.5);
  const S by_t = p.t * (c.u.t + u_after.t);
  const S by_n = p.n * (c.u.n + u_after.n);
  if (!(c.W.tt > S(0))) return half * (by_t + by_n);
  const S by_slip = (u_after.t - c.u.t) * (u_after.t + c.u.t) / c.W.tt;
  const S approach = p.n * c.u_s;
  const S mobility = c.k_s * p.n * p.n;
  const S terms = abs_of(by_slip) + S(2) * abs_of(approach) + mobility;
  if (abs_of(by_t) + abs_of(by_n) < terms) return half * (by_t + by_n);
  return half * (by_slip + mobility) + approach;
}

}  // namespace carom
