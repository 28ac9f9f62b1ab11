/// @file
/// When a function with a bounded second derivative first changes its sign: none missed, none found twice.
///
/// From a time with the value f ≥ 0 and the rate r, |f̈| ≤ K keeps f positive for at least
///
///     τ = 2 f/(−r + √(r² + 2 K f))   or, if r > 0,   (r + √(r² + 2 K f))/K                        (T10.6)
///
/// so the search may go on from there. Once |r| > K (b − t) the rest is monotone: one root or none, which is
/// bracketed and refined to rounding [AlefeldPotraShi1995].
#pragma once

#include <atomic>
#include <functional>
#include <optional>

namespace carom {

/// A value and its rate.
struct CurvePoint {
  double value = 0;
  double rate = 0;
};

/// A function of time, from a to b, and what is known of it.
struct Curve {
  double a = 0;
  double b = 0;
  CurvePoint at_a{};      ///< value > 0, or 0 and rising: the zero at a is not found again
  CurvePoint at_b{};      ///< as the function itself gives it
  double curvature = 0;   ///< K ≥ |f̈| from a to b
  double resolution = 0;  ///< pairs of roots between which |f| stays below this may be missed, > 0
  int patience = 100;     ///< looks near zero after which a curve is followed in equal
                          ///< steps, of which the rest takes as many
  const std::atomic<bool>*
      stop{};  ///< set from elsewhere: end the search, as if nothing were found
};

/// The first time in (a, b] after which f < 0; absent if f stays positive.
std::optional<double> first_crossing(const Curve& curve,
                                     const std::function<CurvePoint(double)>& at);

/// The first time at which f goes from above to below zero where `within` says that it counts; it may pass
/// zero elsewhere in both directions. `behind`: f starts below zero.
std::optional<double> first_closing(const Curve& curve, bool behind,
                                    const std::function<CurvePoint(double)>& at,
                                    const std::function<bool(double)>& within);

/// The root between two times with values of opposite sign, to rounding.
double bracketed_root(double a, double b, double f_a, double f_b,
                      const std::function<double(double)>& at);

}  // namespace carom
