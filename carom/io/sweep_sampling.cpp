#include <carom/io/sweep_sampling.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace carom {
namespace {

/// Bits of a number of Sobol's sequence: u is a multiple of 2⁻⁵², plus half of it.
constexpr unsigned bits = 52;

/// A bijection of 64 bits (SplitMix64) that spreads every bit of x over all of the result.
std::uint64_t spread(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

std::uint64_t key_of(const DrawPlace& place, std::uint64_t which) {
  return spread(spread(place.seed) ^ (place.variable * 8 + which));
}

/// Entry i of a random order of 0 ... n − 1: a Feistel network of four rounds on the next even number of
/// bits, walked on until the result is below n, after less than four steps on average.
std::uint64_t shuffled(std::uint64_t i, std::uint64_t n, std::uint64_t key) {
  unsigned half = 1;
  while ((std::uint64_t{1} << (2 * half)) < n) ++half;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = i >> half;
    std::uint64_t right = i & mask;
    for (std::uint64_t round = 0; round < 4; ++round) {
      const std::uint64_t next = left ^ (spread(key ^ (right * 4 + round)) & mask);
      left = right;
      right = next;
    }
    i = (left << half) | right;
  } while (i >= n);
  return i;
}

/// One draw in each of n equal pieces of (0, 1).
double latin_fraction(const SamplePlace& sample) {
  const std::uint64_t piece = shuffled(sample.place.draw, sample.draws, key_of(sample.place, 2));
  const std::uint64_t random = spread(key_of(sample.place, 3) ^ spread(sample.place.draw));
  const double within = (static_cast<double>(random >> 12U) + 0.5) * 0x1p-52;
  const double u = (static_cast<double>(piece) + within) / static_cast<double>(sample.draws);
  return std::min(u, 1 - std::numeric_limits<double>::epsilon());
}

/// A primitive polynomial of degree `degree` with the inner coefficients `a`, and the first direction
/// numbers m, odd and mᵢ < 2ⁱ [JoeKuo2008].
struct SobolDimension {
  unsigned degree;
  std::uint64_t a;
  std::array<std::uint64_t, 5> m;
};

constexpr std::array<SobolDimension, most_sobol_variables - 1> sobol_dimensions{{
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
}};

/// Direction numbers vᵢ = mᵢ 2^(bits − i) of a dimension; the first one is van der Corput's sequence.
std::array<std::uint64_t, bits> directions(std::size_t dimension) {
  std::array<std::uint64_t, bits> v{};
  if (dimension == 0) {
    for (unsigned i = 0; i < bits; ++i) v[i] = std::uint64_t{1} << (bits - 1 - i);
    return v;
  }
  const SobolDimension& d = sobol_dimensions[dimension - 1];
  for (unsigned i = 0; i < bits; ++i) {
    if (i < d.degree) {
      v[i] = d.m[i] << (bits - 1 - i);
      continue;
    }
    v[i] = v[i - d.degree] ^ (v[i - d.degree] >> d.degree);
    for (unsigned k = 1; k < d.degree; ++k)
      if (((d.a >> (d.degree - 1 - k)) & 1U) != 0) v[i] ^= v[i - k];
  }
  return v;
}

double sobol_fraction(const SamplePlace& sample) {
  static const auto all = [] {
    std::array<std::array<std::uint64_t, bits>, most_sobol_variables> table{};
    for (std::size_t i = 0; i < table.size(); ++i) table[i] = directions(i);
    return table;
  }();
  std::uint64_t x = key_of(sample.place, 4) >> (64 - bits);  // the shift, the same for all draws
  std::uint64_t rest = sample.place.draw;
  for (unsigned i = 0; rest != 0; ++i, rest >>= 1U)
    if ((rest & 1U) != 0) x ^= all[sample.dimension][i];
  return (static_cast<double>(x) + 0.5) * 0x1p-52;
}

}  // namespace

const char* to_string(Sampling sampling) {
  switch (sampling) {
    case Sampling::independent: return "independent";
    case Sampling::latin_hypercube: return "latin_hypercube";
    case Sampling::sobol: return "sobol";
  }
  return "";
}

std::optional<Sampling> sampling_named(std::string_view name) {
  for (const Sampling sampling :
       {Sampling::independent, Sampling::latin_hypercube, Sampling::sobol})
    if (name == to_string(sampling)) return sampling;
  return std::nullopt;
}

double normal_quantile(double u) {
  if (u > 0.5) return -normal_quantile(1 - u);
  double low = -40;  // Φ(−40) is below every double
  double high = 0;
  while (true) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return high;
    (0.5 * std::erfc(-middle * std::sqrt(0.5)) < u ? low : high) = middle;
  }
}

double sample_of(const SweepVariable& v, Sampling sampling, const SamplePlace& sample) {
  if (sampling == Sampling::independent) return draw_of(v, sample.place);
  const double u = sampling == Sampling::sobol ? sobol_fraction(sample) : latin_fraction(sample);
  return v.spread == Spread::uniform ? v.a + (v.b - v.a) * u : v.a + v.b * normal_quantile(u);
}

}  // namespace carom
