#include <carom/multibody/planar/run_out.hpp>

#include <cmath>

namespace carom {
namespace {

/// Place, heading and their rates: (x, y, θ, vx, vy, ω).
using SlidingState = std::array<double, 6>;

SlidingState slope(const SlidingState& s, const RunOutStart& car, double drag) {
  const double share = drag * standard_gravity / 4;
  const double c = std::cos(s[2]);
  const double d = std::sin(s[2]);
  SlidingState rates{s[3], s[4], s[5], 0, 0, 0};
  for (const double along : {-car.half_length, car.half_length})
    for (const double aside : {-car.half_width, car.half_width}) {
      const double x = c * along - d * aside;
      const double y = d * along + c * aside;
      const double vx = s[3] - s[5] * y;
      const double vy = s[4] + s[5] * x;
      const double speed = std::sqrt(vx * vx + vy * vy);
      if (!(speed > 0)) continue;
      rates[3] -= share * vx / speed;
      rates[4] -= share * vy / speed;
      rates[5] -= share * (x * vy - y * vx) / (speed * car.gyration2);
    }
  return rates;
}

SlidingState moved(const SlidingState& s, const SlidingState& rates, double time) {
  SlidingState to = s;
  for (std::size_t i = 0; i < s.size(); ++i) to[i] += time * rates[i];
  return to;
}

SlidingState stepped(const SlidingState& s, const RunOutStart& car, double drag, double time) {
  const SlidingState a = slope(s, car, drag);
  const SlidingState b = slope(moved(s, a, time / 2), car, drag);
  const SlidingState c = slope(moved(s, b, time / 2), car, drag);
  const SlidingState d = slope(moved(s, c, time), car, drag);
  SlidingState to = s;
  for (std::size_t i = 0; i < s.size(); ++i)
    to[i] += time / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  return to;
}

/// The speed that has the kinetic energy.
double size_of(const SlidingState& s, double gyration2) {
  return std::sqrt(s[3] * s[3] + s[4] * s[4] + gyration2 * s[5] * s[5]);
}

}  // namespace

RunOut run_out(const RunOutStart& start, double drag) {
  constexpr double step = 0.03;
  constexpr double at_rest = 1e-3;
  constexpr int most_steps = 3000;  // the speed falls by some 3 % in each
  SlidingState s{0, 0, start.heading, start.velocity.x(), start.velocity.y(), start.rate};
  const double first = size_of(s, start.gyration2);
  for (int k = 0; k < most_steps; ++k) {
    const double size = size_of(s, start.gyration2);
    if (!(size > at_rest * first)) break;
    s = stepped(s, start, drag, step * size / (drag * standard_gravity));
  }
  const double left = size_of(s, start.gyration2) / (2 * drag * standard_gravity);  // s
  return {{s[0] + left * s[3], s[1] + left * s[4]}, s[2] + left * s[5] - start.heading};
}

}  // namespace carom
