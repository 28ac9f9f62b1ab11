/// @file
/// Random numbers by place: the same seed and place give the same number, in any order and on any thread.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace carom {

/// Steele, Lea & Flood's SplitMix64: a bijection that spreads every bit of x over all of the result.
constexpr std::uint64_t split_mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// A sequence of numbers of its own for each stream of a seed.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint64_t stream)
      : state_(split_mix(split_mix(seed) ^ stream)) {}

  std::uint64_t next() { return split_mix(state_ += 0x9e3779b97f4a7c15U); }
  /// In [0, 1), a multiple of 2⁻⁵³.
  double uniform() { return static_cast<double>(next() >> 11U) * 0x1p-53; }
  /// In 0, ..., count − 1; count is far below 2⁶⁴, so that the bias is below rounding.
  std::uint64_t below(std::uint64_t count) { return next() % count; }
  /// With mean 0 and variance 1, by Box and Muller.
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));  // 1 − x is in (0, 1]
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  std::uint64_t state_;
};

}  // namespace carom
