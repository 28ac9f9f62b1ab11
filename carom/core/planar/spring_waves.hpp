/// @file
/// Sums of two sines, and their first zero: what a contact on two springs does while it sticks.
#pragma once

#include <carom/core/scalar.hpp>
#include <limits>
#include <type_traits>

namespace carom {

/// A sum of two oscillations, f(t) = level + Σ aᵢ cos ωᵢt + bᵢ sin(ωᵢt)/ωᵢ. With ωᵢ = 0 it is aᵢ + bᵢ t.
template <class S>
struct TwoSines {
  S omega[2]{};  ///< ω₁, ω₂ ≥ 0, 1/s
  S a[2]{};      ///< value at t = 0
  S b[2]{};      ///< slope at t = 0
  S level{};     ///< a constant
};

/// f, f′ and f″ at one time.
template <class S>
struct Curve {
  S value{};
  S slope{};
  S bend{};
};

/// cos ωt and sin(ωt)/ω, which is t where ω = 0.
template <class S>
struct Wave {
  S cosine{};
  S sine{};
};

template <class S>
CAROM_HD constexpr Wave<S> wave(const S& omega, const S& t) {
  using std::cos;
  using std::sin;
  const S angle = omega * t;
  return {cos(angle), omega > S(0) ? sin(angle) / omega : t};
}

/// ∫₀ᵗ sin(ωt)/ω dt = (1 − cos ωt)/ω², without its cancellation; t²/2 where ω = 0.
template <class S>
CAROM_HD constexpr S integrated_sine(const S& omega, const S& t) {
  const S half = wave(omega, S(0.5) * t).sine;
  return S(2) * half * half;
}

/// When a sum of sines first falls to zero.
template <class S>
struct FirstZero {
  bool found = false;     ///< false: not before the time that was given
  bool searched = false;  ///< false: `most_steps` were not enough to say
  S t{};
};

/// Where the search starts.
enum class SearchFrom : unsigned char {
  positive,  ///< f(0) > 0
  rising,    ///< f(0) = 0 < f′(0)
  curving,   ///< f(0) = f′(0) = 0 < f″(0)
};

/// The first t in (0, until] with f(t) = 0, for f > 0 just after t = 0; it cannot step over one.
///
/// B = Σ|aᵢ|ωᵢ² bounds f″, so from f > 0 there is no zero before
///
///     h = 2f/(√(f′² + 2Bf) − f′)                                                           (T16.20)
///
/// and near a simple zero these steps converge quadratically. A start with f = 0 steps by f′/B, one with
/// f = f′ = 0 by 1.5 f″/B₃, B₃ = Σ|aᵢ|ωᵢ³: half of what is safe. Where one sine is much faster, the same steps for the
/// slower one less the amplitude of the faster one are longer, and as safe.
template <class S>
CAROM_HD constexpr FirstZero<S> first_zero(const TwoSines<S>& f, SearchFrom start, const S& until);

// ------------------------------------------------------------------------------------------------

namespace detail {

/// When a search has arrived, and when it gives up.
template <class S>
struct SearchLimits {
  /// Steps shorter than this · t no longer move t.
  static constexpr S still = S(2) * ScalarTraits<S>::epsilon;
  static constexpr int most_steps = 10000;
};

template <class S>
CAROM_HD constexpr Curve<S> curve_at(const TwoSines<S>& f, const S& t) {
  Curve<S> c{.value = f.level};
  for (int i = 0; i < 2; ++i) {
    const Wave<S> w = wave(f.omega[i], t);
    const S square = f.omega[i] * f.omega[i];
    const S value = f.a[i] * w.cosine + f.b[i] * w.sine;
    c.value = c.value + value;
    c.slope = c.slope + (f.b[i] * w.cosine - square * (f.a[i] * w.sine));
    c.bend = c.bend - square * value;
  }
  return c;
}

/// The slower sine, less the most that the faster one can take away: where it is positive, so is f, however often the
/// faster one turns.
template <class S>
struct SlowPart {
  bool helps = false;
  int slow = 0;
  S floor{};  ///< level − amplitude of the faster sine
  S bend{};
};

template <class S>
CAROM_HD constexpr SlowPart<S> slow_part(const TwoSines<S>& f) {
  using std::sqrt;
  SlowPart<S> part;
  part.slow = f.omega[0] < f.omega[1] ? 0 : 1;
  const int fast = 1 - part.slow;
  part.helps = f.omega[fast] > S(8) * f.omega[part.slow];
  if (!part.helps) return part;
  const S slope = f.b[fast] / f.omega[fast];
  part.floor = f.level - sqrt(f.a[fast] * f.a[fast] + slope * slope);
  const S omega = f.omega[part.slow];
  const S turned = omega * f.a[part.slow];
  part.bend = omega * sqrt(turned * turned + f.b[part.slow] * f.b[part.slow]);
  return part;
}

template <class S>
CAROM_HD constexpr Curve<S> slow_curve(const TwoSines<S>& f, const SlowPart<S>& part, const S& t) {
  const int i = part.slow;
  const Wave<S> w = wave(f.omega[i], t);
  const S turned = f.omega[i] * f.omega[i] * (f.a[i] * w.sine);
  return {part.floor + (f.a[i] * w.cosine + f.b[i] * w.sine), f.b[i] * w.cosine - turned, S(0)};
}

/// Σ |amplitude| ωᵢᵏ for k = 2, 3, of finite terms also where ω = 0.
template <class S>
struct SineBounds {
  S bend{};   ///< B, bounds |f″|
  S third{};  ///< B₃, bounds |f‴|
};

template <class S>
CAROM_HD constexpr SineBounds<S> bounds_of(const TwoSines<S>& f) {
  using std::sqrt;
  SineBounds<S> bounds;
  for (int i = 0; i < 2; ++i) {
    const S turned = f.omega[i] * f.a[i];
    const S speed = sqrt(turned * turned + f.b[i] * f.b[i]);
    bounds.bend = bounds.bend + speed * f.omega[i];
    bounds.third = bounds.third + speed * f.omega[i] * f.omega[i];
  }
  return bounds;
}

template <class S>
CAROM_HD constexpr S first_step(const Curve<S>& at, const SineBounds<S>& bounds, SearchFrom start) {
  if (start == SearchFrom::positive) return S(0);
  if (start == SearchFrom::rising && at.slope > S(0)) return at.slope / bounds.bend;
  return at.bend > S(0) ? S(1.5) * at.bend / bounds.third : S(0);
}

/// (T16.20), from a point with f > 0.
template <class S>
CAROM_HD constexpr S safe_step(const Curve<S>& at, const S& bend) {
  using std::sqrt;
  if (!(bend > S(0)))
    return at.slope < S(0) ? at.value / -at.slope : S(std::numeric_limits<double>::infinity());
  const S root = sqrt(at.slope * at.slope + S(2) * bend * at.value);
  return at.slope < S(0) ? S(2) * at.value / (root - at.slope) : (at.slope + root) / bend;
}

/// The zero near t. A number with derivatives takes one step of Newton's method more, which gives the zero its own.
template <class S>
CAROM_HD constexpr FirstZero<S> zero_at(const TwoSines<S>& f, const S& t) {
  FirstZero<S> zero{.found = true, .searched = true, .t = t};
  if constexpr (!std::is_floating_point_v<S>) {
    const Curve<S> at = curve_at(f, t);
    if (at.slope < S(0)) zero.t = t - at.value / at.slope;
  }
  return zero;
}

}  // namespace detail

template <class S>
CAROM_HD constexpr FirstZero<S> first_zero(const TwoSines<S>& f, SearchFrom start, const S& until) {
  using Limits = detail::SearchLimits<S>;
  const detail::SineBounds<S> bounds = detail::bounds_of(f);
  const detail::SlowPart<S> part = detail::slow_part(f);
  Curve<S> at = detail::curve_at(f, S(0));
  S t = detail::first_step(at, bounds, start);
  for (int step = 0; step < Limits::most_steps; ++step) {
    if (!(t <= until)) return {.found = false, .searched = true, .t = until};
    if (t > S(0)) at = detail::curve_at(f, t);
    if (!(at.value > S(0))) return detail::zero_at(f, t);
    S h = detail::safe_step(at, bounds.bend);
    if (part.helps) {
      const Curve<S> slow = detail::slow_curve(f, part, t);
      if (slow.value > S(0)) h = max_of(h, detail::safe_step(slow, part.bend));
    }
    if (h <= Limits::still * t) return detail::zero_at(f, t + h);
    t = t + h;
  }
  return {.found = false, .searched = false, .t = t};
}

}  // namespace carom
