/// @file
/// Slip that stops: the way into uₜ = 0, and the ways out of it.
///
/// **In.** Slip that stops has turned into a direction w* that attracts it. In the frame (w*, w*⊥) let
/// uₜ = (ξ, ξ t), ρ = 1/√(1 + t²), and a_ij, b_i the entries of A and b. Then
///
///     dξ/dpₙ = φ(t) = b₁ − μ (a₁₁ + a₁₂ t) ρ
///     ξ dt/dpₙ = γ(t) = b₂ − b₁ t − μ (a₁₂ + (a₂₂ − a₁₁) t − a₁₂ t²) ρ,   γ(0) = 0       (T12.5)
///
/// and the normal impulse, the normal work and the friction work that are left until the stop are
/// ξ q(t), uₙ ξ q + ξ² r(t) and −ξ² z(t), with q, r, z the power series that solve
///
///     φ q + γ q' = −1,   2φ r + γ r' = −(W_nn − μ (b₁ + b₂ t) ρ) q,   2φ z + γ z' = −μ/ρ   (T12.6)
///
/// φ(0) < 0 and γ'(0) < 0, so no denominator φ₀ + n γ₁ vanishes.
///
/// **Out.** Where |v| ≤ μ_s the contact sticks. Else slip leaves along the one ray that friction allows:
///
///     (μ A + λ I) w = b,   |w| = 1,   λ = d|uₜ|/dpₙ > 0                                  (T12.7)
///
/// There is exactly one (docs/theory.md, Prop. 12.2).
#pragma once

#include <carom/core/scalar.hpp>
#include <carom/core/spatial/slip_direction.hpp>
#include <carom/core/spatial/spatial_contact.hpp>

namespace carom::detail {

/// The way that is left until slip stops.
template <class S>
struct ToStop {
  S p_n{};                 ///< N·s
  S r{}, z{};              ///< ∫ (uₙ − uₙ now) dpₙ and friction work, J
  S bend{};                ///< t, tangent of the angle to the attracting direction
  S h_stop{};              ///< duₙ/dpₙ at the stop, kg⁻¹
  bool converges = false;  ///< false: not that near yet
};

inline constexpr int stop_order = 12;

/// Coefficients of φ, γ, h = W_nn − μ (b₁ + b₂ t) ρ and μ/ρ in powers of t.
template <class S>
struct StopSeries {
  S phi[stop_order + 1]{};
  S gamma[stop_order + 1]{};
  S h[stop_order + 1]{};
  S mu_s[stop_order + 1]{};
};

template <class S>
CAROM_HD StopSeries<S> stop_series(const Sym3<S>& W, const S& mu, const Tangent2<S>& w) {
  const Tangent2<S> side = turned(w);
  const S b1 = dot(W.tn, w);
  const S b2 = dot(W.tn, side);
  const Tangent2<S> Aw = W.tt * w;
  const S a11 = mu * dot(w, Aw);
  const S a12 = mu * dot(side, Aw);
  const S a22 = mu * dot(side, W.tt * side);
  StopSeries<S> f;
  S rho(1);  // coefficients of ρ and 1/ρ: binomials of −1/2 and +1/2
  S root(1);
  for (int k = 0; k <= stop_order; k += 2) {
    f.phi[k] = f.phi[k] - a11 * rho;
    f.gamma[k] = f.gamma[k] - a12 * rho;
    f.h[k] = f.h[k] - mu * b1 * rho;
    f.mu_s[k] = mu * root;
    if (k < stop_order) {
      f.phi[k + 1] = -(a12 * rho);
      f.gamma[k + 1] = -((a22 - a11) * rho);
      f.h[k + 1] = -(mu * b2 * rho);
      f.gamma[k + 2] = a12 * rho;
    }
    const S j = S(k / 2);
    rho = rho * ((S(-0.5) - j) / (j + S(1)));
    root = root * ((S(0.5) - j) / (j + S(1)));
  }
  f.phi[0] = f.phi[0] + b1;
  f.gamma[0] = S(0);
  f.gamma[1] = f.gamma[1] - b1;
  f.h[0] = f.h[0] + W.nn;
  return f;
}

/// The power series y with degree·φ y + γ y' = −source, (T12.6).
template <class S>
CAROM_HD void solve_series(const StopSeries<S>& f, const S& degree, const S* source, S* y) {
  for (int n = 0; n <= stop_order; ++n) {
    S sum = -source[n];
    for (int j = 1; j <= n; ++j) sum = sum - degree * f.phi[j] * y[n - j];
    for (int j = 2; j <= n; ++j) sum = sum - f.gamma[j] * S(n - j + 1) * y[n - j + 1];
    y[n] = sum / (degree * f.phi[0] + S(n) * f.gamma[1]);
  }
}

template <class S>
CAROM_HD constexpr S series_at(const S* c, const S& t) {
  S sum = c[stop_order];
  for (int k = stop_order - 1; k >= 0; --k) sum = sum * t + c[k];
  return sum;
}

/// True where the last four terms are below rounding of the first.
template <class S>
CAROM_HD bool has_converged(const S* c, const S& t) {
  S power(1);
  S tail(0);
  for (int k = 0; k <= stop_order; ++k) {
    if (k > stop_order - 4) tail = tail + abs_of(c[k] * power);
    power = power * t;
  }
  return tail <= S(ScalarTraits<S>::epsilon) * S(0.1) * abs_of(c[0]);
}

/// The attracting direction near w, by Newton's iteration on g; the last step carries derivatives.
template <class S>
CAROM_HD Tangent2<S> attractor_near(const Sym3<S>& W, const S& mu, Tangent2<S> w) {
  for (int round = 0; round < 8; ++round) {
    const SlipDirection<S> d = slip_direction(W, mu, w);
    const S turn = -(d.g / d.dg);
    const Tangent2<S> next = w + turn * turned(w);
    w = S(1) / length(next) * next;
    if (abs_of(turn) <= S(1e-9) && round > 0) break;  // the next one would be its square
  }
  return w;
}

/// Slip x into the stop, where it is within |t| ≤ reach of an attracting direction and the series holds.
template <class S>
CAROM_HD ToStop<S> way_to_stop(const Sym3<S>& W, const S& mu, const Tangent2<S>& x,
                               const S& reach) {
  ToStop<S> way;
  const Tangent2<S> w = S(1) / length(x) * x;
  const SlipDirection<S> d = slip_direction(W, mu, w);
  if (!(d.f < S(0)) || !(d.dg < S(0)) || abs_of(d.g) > -(reach * d.dg)) return way;
  const Tangent2<S> into = attractor_near(W, mu, w);
  const SlipDirection<S> at = slip_direction(W, mu, into);
  const S xi = dot(into, x);
  way.bend = cross(into, x) / xi;
  const S size = abs_of(W.tn.x) + abs_of(W.tn.y) + mu * (W.tt.xx + W.tt.yy);
  // At the critical friction f = 0 along v: slip that turns there does not slow down, whatever rounding says.
  const S rounding = S(8) * S(ScalarTraits<S>::epsilon) * size;
  const bool attracts = abs_of(at.g) <= rounding && at.dg < S(0);
  if (!attracts || !(at.f < -rounding) || !(abs_of(way.bend) <= reach)) return way;

  const StopSeries<S> f = stop_series(W, mu, into);
  S one[stop_order + 1]{S(1)};
  S q[stop_order + 1];
  S y[stop_order + 1];
  S hq[stop_order + 1];
  solve_series(f, S(1), one, q);
  way.p_n = xi * series_at(q, way.bend);
  way.converges = has_converged(q, way.bend);
  if (!way.converges) return way;
  for (int n = 0; n <= stop_order; ++n) {
    hq[n] = S(0);
    for (int j = 0; j <= n; ++j) hq[n] = hq[n] + f.h[j] * q[n - j];
  }
  solve_series(f, S(2), hq, y);
  way.r = xi * xi * series_at(y, way.bend);
  way.converges = has_converged(y, way.bend);
  solve_series(f, S(2), f.mu_s, y);
  way.z = -(xi * xi * series_at(y, way.bend));
  way.converges = way.converges && has_converged(y, way.bend);
  way.h_stop = at.h;
  return way;
}

/// A ray along which slip leaves uₜ = 0.
template <class S>
struct OutgoingRay {
  Tangent2<S> w{};  ///< direction
  S rate{};         ///< λ = d|uₜ|/dpₙ, kg⁻¹
};

/// (T12.7) by Newton's iteration on 1/|w(λ)| − 1, which rises to the root from the left; A regular.
template <class S>
CAROM_HD OutgoingRay<S> outgoing_ray(const Sym3<S>& W, const S& mu) {
  const TangentSym2<S>& A = W.tt;
  const S size = mu * (A.xx + A.yy);
  S rate = max_of(S(0), length(W.tn) - size);
  Tangent2<S> w;
  bool last = false;
  for (int round = 0; round < 64; ++round) {
    const TangentSym2<S> B{mu * A.xx + rate, mu * A.xy, mu * A.yy + rate};
    w = solve(B, W.tn);
    const S norm = length(w);
    const S step = (norm - S(1)) * norm * norm / dot(w, solve(B, w));
    if (last) break;
    rate = max_of(S(0), rate + step);
    last = abs_of(step) <= S(2) * S(ScalarTraits<S>::epsilon) * (rate + size);
  }
  return {S(1) / length(w) * w, rate};
}

}  // namespace carom::detail
