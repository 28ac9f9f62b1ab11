/// @file
/// Seeded random contact problems of every kind and scale, for the tests of all rooms.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/scalar.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace carom::testing {

/// splitmix64: small, and the same sequence on every platform.
struct Random {
  std::uint64_t state = 1;

  std::uint64_t bits() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  double uniform(double lo, double hi) {
    return lo + (hi - lo) * (static_cast<double>(bits() >> 11) * 0x1p-53);
  }
  bool chance(double share) { return uniform(0, 1) < share; }
  int below(int n) { return static_cast<int>(bits() % static_cast<std::uint64_t>(n)); }
  /// 10^x with x uniform.
  double log_uniform(double lo, double hi) { return std::pow(10.0, uniform(lo, hi)); }
};

struct Problem {
  Sym2<double> W{};
  Vec2<double> u{};
  ContactLaw<double> law{};
};

/// An approaching contact with entries of order one and no special values.
inline Problem generic_problem(Random& random) {
  Problem p;
  p.W.tt = random.uniform(0.1, 3);
  p.W.nn = random.uniform(0.1, 3);
  p.W.tn = random.uniform(-0.97, 0.97) * std::sqrt(p.W.tt * p.W.nn);
  p.u = {random.uniform(-2, 2), random.uniform(-2, -0.05)};
  p.law.friction = random.chance(0.2) ? random.log_uniform(0, 2) : random.uniform(0, 1.2);
  p.law.static_friction = p.law.friction * (random.chance(0.5) ? 1.0 : random.uniform(1, 2));
  p.law.restitution = random.uniform(0, 1);
  return p;
}

/// Any contact: special values, ties and all scales of W, u and friction.
inline Problem any_problem(Random& random, double decades) {
  Problem p = generic_problem(random);
  const double correlation =
      random.chance(0.3) ? 1 - random.log_uniform(-12, 0) : random.uniform(0, 1);
  const double side = random.chance(0.5) ? 1 : -1;
  p.W.tt *= random.log_uniform(-decades, decades);
  p.W.nn *= random.log_uniform(-decades, decades);
  p.W.tn = side * correlation * std::sqrt(p.W.tt) * std::sqrt(p.W.nn);
  p.u.n *= random.log_uniform(-decades, decades);
  p.u.t = std::copysign(std::abs(p.u.n), p.u.t) * std::sqrt(p.W.tt / p.W.nn) *
          random.log_uniform(-3, 3);
  p.law.friction *= std::sqrt(p.W.nn / p.W.tt);
  p.law.static_friction *= std::sqrt(p.W.nn / p.W.tt);
  switch (random.below(24)) {
    case 0: p.u.t = 0; break;
    case 1: p.W.tn = 0; break;
    case 2: p.law.friction = 0; break;
    case 3: p.law.friction = p.law.static_friction = 0; break;
    case 4: p.law.restitution = 0; break;
    case 5: p.law.restitution = 1; break;
    case 6: p.u.n = 0; break;
    case 7: p.law.friction = p.law.static_friction = std::abs(p.W.tn) / p.W.tt; break;
    case 8: p.law.static_friction = std::max(p.law.friction, std::abs(p.W.tn) / p.W.tt); break;
    case 9: p.u.t = p.u.n = 0; break;
    case 10: p.u.n = -p.u.n; break;
    case 11: p.law.friction = p.law.static_friction = p.W.nn / std::abs(p.W.tn); break;
    default: break;
  }
  p.law.static_friction = std::max(p.law.friction, p.law.static_friction);
  return p;
}

/// A count of random problems, scaled by the environment variable CAROM_TEST_SCALE.
inline std::int64_t scaled_count(double count) {
  const char* scale = std::getenv("CAROM_TEST_SCALE");
  return static_cast<std::int64_t>(count * (scale == nullptr ? 1.0 : std::atof(scale))) + 1;
}

/// True in the long version of the tests, which scales by ten.
inline bool is_long_run() { return scaled_count(1) > 10; }

/// For claims so cheap that the long version tries a hundred times as many problems: 10⁷ for 10⁵.
inline std::int64_t deep_count(double count) {
  return scaled_count(is_long_run() ? 10 * count : count);
}

inline constexpr std::array rules{Restitution::newton, Restitution::poisson, Restitution::stronge};

inline const char* name_of(Restitution rule) {
  switch (rule) {
    case Restitution::newton: return "newton";
    case Restitution::poisson: return "poisson";
    case Restitution::stronge: return "stronge";
  }
  return "";
}

/// ½ p·(u⁻ + u⁺)
inline double contact_work(const Vec2<double>& p, const Vec2<double>& u, const Vec2<double>& v) {
  return 0.5 * (p.t * (u.t + v.t) + p.n * (u.n + v.n));
}

/// The sum of the absolute terms of contact_work.
inline double work_scale(const Vec2<double>& p, const Vec2<double>& u, const Vec2<double>& v) {
  return 0.5 *
         (std::abs(p.t * u.t) + std::abs(p.t * v.t) + std::abs(p.n * u.n) + std::abs(p.n * v.n));
}

}  // namespace carom::testing
