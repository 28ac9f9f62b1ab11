#include <carom/simulation/gap_search.hpp>

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>

namespace carom {
namespace {

/// More evaluations than TOMS 748 ever needs for a double.
constexpr std::uintmax_t most_root_evaluations = 200;
/// Below so many resolutions a curve is near zero.
constexpr double near_zero = 1e4;

/// Times that zero is passed where it does not count; more are not looked at.
constexpr int most_passes = 16;

CurvePoint times(double side, const CurvePoint& p) { return {side * p.value, side * p.rate}; }

/// How long f stays positive (T10.6).
double safe_time(const CurvePoint& p, double K) {
  const double f = std::max(p.value, 0.0);
  const double root = std::sqrt(p.rate * p.rate + 2 * K * f);
  if (p.rate > 0) return K > 0 ? (p.rate + root) / K : std::numeric_limits<double>::infinity();
  return f > 0 ? 2 * f / (root - p.rate) : 0.0;
}

}  // namespace

double bracketed_root(double a, double b, double f_a, double f_b,
                      const std::function<double(double)>& at) {
  if (f_a == 0) return a;
  if (f_b == 0) return b;
  std::uintmax_t evaluations = most_root_evaluations;
  const auto narrow = [](double x, double y) {
    return std::abs(x - y) <=
           2 * std::numeric_limits<double>::epsilon() * std::max(std::abs(x), std::abs(y));
  };
  const auto [low, high] =
      boost::math::tools::toms748_solve(std::cref(at), a, b, f_a, f_b, narrow, evaluations);
  return low + (high - low) / 2;
}

std::optional<double> first_crossing(const Curve& curve,
                                     const std::function<CurvePoint(double)>& at) {
  const double K = curve.curvature;
  const auto root = [&](double x, double y, double f_x, double f_y) {
    // At the start zero was left with a rate that rounding has eaten; later a zero is the root itself.
    if (f_x <= 0) return x > curve.a ? x : y;
    return bracketed_root(x, y, f_x, f_y, [&](double t) { return at(t).value; });
  };
  double least = K > 0 ? std::sqrt(2 * curve.resolution / K) : curve.b - curve.a;
  double t = curve.a;
  CurvePoint p = curve.at_a;
  int looks = 0;
  for (bool starts = true;; starts = false) {
    const double safe = safe_time(p, K);
    const bool stopped = curve.stop != nullptr && curve.stop->load(std::memory_order_relaxed);
    if (stopped || t + safe >= curve.b) return std::nullopt;
    const bool monotone = p.rate < 0 && -p.rate > K * (curve.b - t);
    if (monotone && p.value > 0) {
      if (curve.at_b.value >= 0) return std::nullopt;
      return root(t, curve.b, p.value, curve.at_b.value);
    }
    const bool leaves = starts && p.value <= 0 && p.rate > 0;
    const bool near = p.value <= near_zero * curve.resolution;
    if (near && ++looks == curve.patience) least = std::max(least, (curve.b - t) / curve.patience);
    double next = t + (leaves ? safe : std::max(safe, least));
    if (next <= t) next = std::max(t + least, std::nextafter(t, curve.b));
    if (next >= curve.b) {
      if (curve.at_b.value >= 0) return std::nullopt;
      return root(t, curve.b, p.value, curve.at_b.value);
    }
    const CurvePoint q = at(next);
    if (q.value < 0) return root(t, next, p.value, q.value);
    t = next;
    p = q;
  }
}

std::optional<double> first_closing(const Curve& curve, bool behind,
                                    const std::function<CurvePoint(double)>& at,
                                    const std::function<bool(double)>& within) {
  double side = behind ? -1 : 1;
  Curve part = curve;
  part.at_a = times(side, curve.at_a);
  for (int passes = 0; passes < most_passes; ++passes) {
    part.at_b = times(side, curve.at_b);
    const auto t = first_crossing(part, [&](double time) { return times(side, at(time)); });
    if (!t || (side > 0 && within(*t))) return t;
    side = -side;
    part.a = *t;
    part.at_a = {0, side * at(*t).rate};
  }
  return std::nullopt;
}

}  // namespace carom
