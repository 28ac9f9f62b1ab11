/// @file
/// Prints one 64-bit number made of every bit of 300,000 impacts: three laws on 100,000 seeded
/// problems. check.sh compiles this file in many ways, and all must print the same number.
///
/// Only +, −, ×, ÷, √ and scaling by powers of two are used: what IEEE 754 rounds in one way only.

#include <carom/core/planar/planar_impact.hpp>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>

namespace {

/// The generator splitmix64: the same numbers from every standard library.
struct Random {
  std::uint64_t state = 0;

  std::uint64_t bits() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  /// Uniform in [low, high).
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53);
  }

  /// A size of any order of magnitude from 2⁻²⁰ to 2²⁰.
  double scale() {
    double size = between(1, 2);
    for (auto n = static_cast<int>(bits() % 21); n > 0; --n) size *= 2;
    return bits() % 2 == 0 ? size : 1 / size;
  }

  /// `value`, or zero one time in eight: ties and special cases must agree as well.
  double or_zero(double value) { return bits() % 8 == 0 ? 0 : value; }
};

struct Problem {
  carom::Sym2<double> W{};
  carom::Vec2<double> u{};
  carom::ContactLaw<double> law{};
};

/// A Delassus matrix W = A Aᵀ of any size and slope (singular at times) with an approaching velocity.
Problem random_problem(Random& random) {
  const double size = random.scale();
  const double a = random.between(0.1, 2);
  const double b = random.between(-2, 2);
  const double c = random.or_zero(random.between(0.01, 2));
  Problem problem;
  problem.W = {.tt = size * (a * a), .tn = size * (a * b), .nn = size * (b * b + c * c)};
  const double speed = random.scale();
  problem.u = {.t = random.or_zero(speed * random.between(-3, 3)),
               .n = -random.or_zero(speed * random.between(0, 1))};
  problem.law.friction = random.or_zero(random.between(0, 2));
  problem.law.static_friction = problem.law.friction * random.between(1, 1.5);
  problem.law.restitution = random.or_zero(random.between(0, 1));
  return problem;
}

/// FNV-1a, extended word by word.
struct Hash {
  std::uint64_t value = 0xcbf29ce484222325U;

  void add(std::uint64_t word) {
    for (int i = 0; i < 8; ++i, word >>= 8) value = (value ^ (word & 0xffU)) * 0x100000001b3U;
  }

  void add(double number) {
    std::uint64_t word = 0;
    std::memcpy(&word, &number, sizeof word);
    add(word);
  }

  void add(const carom::PlanarImpact<double>& impact) {
    add(impact.impulse.t);
    add(impact.impulse.n);
    add(impact.u_after.t);
    add(impact.u_after.n);
    add(impact.compression);
    add(static_cast<std::uint64_t>(impact.mode));
    add(static_cast<std::uint64_t>(impact.status));
  }
};

/// The sum is finite where all terms are.
bool finite(const carom::PlanarImpact<double>& r) {
  return std::isfinite(r.impulse.t + r.impulse.n + r.u_after.t + r.u_after.n + r.compression);
}

}  // namespace

int main() {
  using enum carom::Restitution;
  Random random;
  Hash hash;
  for (int i = 0; i < 100'000; ++i) {
    Problem problem = random_problem(random);
    for (const auto rule : {newton, poisson, stronge}) {
      problem.law.rule = rule;
      const auto impact = carom::resolve_planar(problem.W, problem.u, problem.law);
      if (!finite(impact)) {  // and IEEE 754 leaves the sign of a NaN open
        std::fprintf(stderr, "problem %d, rule %d: the result is not finite\n", i,
                     static_cast<int>(rule));
        return 1;
      }
      hash.add(impact);
    }
  }
  std::printf("%016" PRIx64 "\n", hash.value);
  return 0;
}
