/// @file
/// A piece of the swerve, as Taylor series.
///
/// With dσ = R dpₙ/s as time, s = |uₜ|, the velocity of slip x = uₜ follows an equation without a
/// singularity at small slip, in which nothing but s itself is not linear:
///
///     R x' = s b − μ A x,   R pₙ' = s,   R pₜ' = −μ x,   R uₙ' = W_nn s − μ b·x      (T12.4)
///     R Wₙ' = uₙ s,   R W_f' = −μ s²,   s² = x·x
///
/// R is a power of two that makes the coefficients of order one. The series is used as far as the last two
/// terms of x and of R pₙ stay below rounding.
#pragma once

#include <carom/core/scalar.hpp>
#include <carom/core/spatial/spatial_contact.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

namespace carom::detail {

inline constexpr int arc_order = 18;  ///< costs least time at the precision of a double

/// A polynomial c₀ + c₁ τ + …
template <class S>
struct Series {
  S c[arc_order + 1]{};

  CAROM_HD constexpr S operator()(const S& tau) const {
    S sum = c[arc_order];
    for (int k = arc_order - 1; k >= 0; --k) sum = sum * tau + c[k];
    return sum;
  }
  CAROM_HD constexpr S slope(const S& tau) const {
    S sum = S(arc_order) * c[arc_order];
    for (int k = arc_order - 1; k >= 1; --k) sum = sum * tau + S(k) * c[k];
    return sum;
  }
};

/// What (T12.4) needs of a contact.
template <class S>
struct SlipEquation {
  Tangent2<S> b{};       ///< b/R
  TangentSym2<S> muA{};  ///< μ A/R
  Tangent2<S> mu_b{};    ///< μ b/R
  S W_nn{};              ///< W_nn/R
  S mu{};                ///< 1
  S per_R{};             ///< 1/R, kg
};

template <class S>
CAROM_HD SlipEquation<S> slip_equation(const Sym3<S>& W, const S& mu) {
  const auto rate = value_of(abs_of(W.tn.x) + abs_of(W.tn.y) + mu * (W.tt.xx + W.tt.yy));
  const auto one = decltype(rate)(1);
  const S per_R = rate > 0 ? S(std::ldexp(one, -std::ilogb(rate))) : S(1);
  const S m = mu * per_R;
  return {per_R * W.tn, {m * W.tt.xx, m * W.tt.xy, m * W.tt.yy}, m * W.tn, per_R * W.nn, mu, per_R};
}

/// The series of one piece, in τ = σ from its beginning.
template <class S>
struct SlipArc {
  Series<S> x, y;      ///< uₜ, m/s
  Series<S> p_n;       ///< grown since the beginning, N·s
  Series<S> p_x, p_y;  ///< −pₜ/μ grown since then, N·s
  Series<S> u_n;       ///< m/s
  Series<S> W_n, W_f;  ///< work since then, J
  S end{};             ///< τ as far as the series holds
};

/// Σ x_j x_{k−j} + y_j y_{k−j}, and the same of s without its two terms s₀ s_k.
template <class S>
struct Squares {
  S x{}, s{};
};

template <class S>
CAROM_HD constexpr Squares<S> squares(const S* x, const S* y, const S* s, int k) {
  S sum_x = x[0] * x[k];
  S sum_y = y[0] * y[k];
  S sum_s(0);
  for (int j = 1; 2 * j < k; ++j) {
    sum_x = sum_x + x[j] * x[k - j];
    sum_y = sum_y + y[j] * y[k - j];
    sum_s = sum_s + s[j] * s[k - j];
  }
  const S both = sum_x + sum_y;
  if (k % 2 != 0) return {both + both, sum_s + sum_s};
  const int h = k / 2;
  return {both + both + (x[h] * x[h] + y[h] * y[h]), sum_s + sum_s + s[h] * s[h]};
}

/// Σ a_j b_{k−j}
template <class S>
CAROM_HD constexpr S product_term(const S* a, const S* b, int k) {
  S even(0);
  S odd(0);
  for (int j = 0; j < k; j += 2) {
    even = even + a[j] * b[k - j];
    odd = odd + a[j + 1] * b[k - j - 1];
  }
  return k % 2 == 0 ? even + odd + a[k] * b[0] : even + odd;
}

/// The least k by which the length of a piece is chosen.
inline constexpr int least_order = 8;

/// min (rounding · |c₀|/|c_k|)^(1/k) over the last two k of x and of R pₙ, at most `limit`. Terms that have
/// underflowed say nothing: those before them are taken.
///
/// x alone would not do: where b = 0 it is an exponential, whose series holds everywhere, while that of
/// s = |x| holds no further than the complex zeros of x·x.
template <class S>
CAROM_HD S arc_length(const SlipArc<S>& arc, const S& s, const S& per_R, const S& limit) {
  using T = decltype(value_of(s));
  T length = value_of(limit);
  int left = 2;
  for (int k = arc_order; k >= least_order && left > 0; --k) {
    const T slip = value_of(abs_of(arc.x.c[k]) + abs_of(arc.y.c[k]));
    const T term = max_of(slip, value_of(abs_of(arc.p_n.c[k])) / value_of(per_R));
    const T share = T(0.045) * value_of(S(ScalarTraits<S>::epsilon)) * value_of(s);
    if (!(term >= std::numeric_limits<T>::min())) continue;
    --left;
    const T reach = std::exp2(std::log2(share / term) / T(k));
    if (reach < length) length = reach;
  }
  return S(length);
}

/// The arc that begins at slip x, s = |x| > 0, and normal velocity u_n.
template <class S>
CAROM_HD SlipArc<S> slip_arc(const SlipEquation<S>& eq, const Tangent2<S>& x, const S& u_n,
                             const S& limit) {
  SlipArc<S> arc;
  Series<S> speed;
  S* const s = speed.c;
  s[0] = length(x);
  arc.x.c[0] = x.x;
  arc.y.c[0] = x.y;
  arc.u_n.c[0] = u_n;
  const S per_twice_s = S(0.5) / s[0];
  for (int k = 0; k < arc_order; ++k) {
    const S per_next = S(1.0 / (k + 1));
    const S x_k = arc.x.c[k];
    const S y_k = arc.y.c[k];
    S s_squared = s[0] * s[0];
    if (k > 0) {
      const Squares<S> sum = squares(arc.x.c, arc.y.c, s, k);
      s_squared = sum.x;
      s[k] = (sum.x - sum.s) * per_twice_s;
    }
    arc.x.c[k + 1] = per_next * (s[k] * eq.b.x - (eq.muA.xx * x_k + eq.muA.xy * y_k));
    arc.y.c[k + 1] = per_next * (s[k] * eq.b.y - (eq.muA.xy * x_k + eq.muA.yy * y_k));
    arc.u_n.c[k + 1] = per_next * (s[k] * eq.W_nn - (eq.mu_b.x * x_k + eq.mu_b.y * y_k));
    arc.p_n.c[k + 1] = per_next * (eq.per_R * s[k]);
    arc.p_x.c[k + 1] = per_next * (eq.per_R * x_k);
    arc.p_y.c[k + 1] = per_next * (eq.per_R * y_k);
    arc.W_f.c[k + 1] = -(per_next * (eq.per_R * (eq.mu * s_squared)));
    arc.W_n.c[k + 1] = per_next * (eq.per_R * product_term(arc.u_n.c, s, k));
  }
  arc.end = arc_length(arc, s[0], eq.per_R, limit);
  return arc;
}

/// Where f goes through zero between 0 and `end`; f has opposite signs, or zero, at the two ends.
///
/// Newton's iteration inside a bracket that only shrinks. After a step of 1e-9 of τ the next one would be below
/// rounding; with derivatives, which converge one step later, it is made. At most 64 rounds.
template <class S>
CAROM_HD S zero_between(const Series<S>& f, const S& shift, const S& end) {
  const S near = max_of(S(2) * S(ScalarTraits<S>::epsilon), S(1e-9));
  S lo(0);
  S hi = end;
  const bool rises = f(hi) >= shift;
  S tau = hi;
  bool converged = false;
  for (int round = 0; round < 64; ++round) {
    const S value = f(tau) - shift;
    if ((value > S(0)) == rises)
      hi = tau;
    else
      lo = tau;
    const S slope = f.slope(tau);
    const S next = tau - value / slope;
    const bool inside = lo <= next && next <= hi;
    const S step = (inside ? next : S(0.5) * (lo + hi)) - tau;
    tau = tau + step;
    const bool last = converged || std::is_floating_point_v<S>;
    converged = abs_of(step) <= near * tau;
    if (converged && last) break;
  }
  return tau;
}

}  // namespace carom::detail
