#include <carom/study/fit/prior.hpp>

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>

namespace carom {

double prior_draw(const SweepVariable& unknown, RandomStream& random) {
  if (unknown.spread == Spread::normal) return unknown.a + unknown.b * random.normal();
  return unknown.a + (unknown.b - unknown.a) * random.uniform();
}

double from_normal(const SweepVariable& unknown, double z) {
  if (unknown.spread == Spread::normal) return unknown.a + unknown.b * z;
  return unknown.a + (unknown.b - unknown.a) * std::erfc(-z / std::sqrt(2.0)) / 2;
}

double to_normal(const SweepVariable& unknown, double x) {
  if (unknown.spread == Spread::normal) return (x - unknown.a) / unknown.b;
  constexpr double inside = 1e-12;  // of the range: the ends are infinitely far
  const double share = std::clamp((x - unknown.a) / (unknown.b - unknown.a), inside, 1 - inside);
  return -std::sqrt(2.0) * boost::math::erfc_inv(2 * share);
}

Interval prior_interval(const SweepVariable& unknown) {
  constexpr double normal_95 = 1.959963984540054;
  return {from_normal(unknown, -normal_95), from_normal(unknown, normal_95)};
}

double prior_deviation(const SweepVariable& unknown) {
  return unknown.spread == Spread::normal ? unknown.b : (unknown.b - unknown.a) / std::sqrt(12.0);
}

}  // namespace carom
