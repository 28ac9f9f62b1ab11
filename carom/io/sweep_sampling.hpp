/// @file
/// How the draws of several random variables lie together: independent of each other, or spread more
/// evenly, so that means and quantiles settle with fewer of them.
#pragma once

#include <carom/io/sweep_variable.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace carom {

/// u is a number in (0, 1) that a uniform or normal value is made of.
enum class Sampling : std::uint8_t {
  independent,      ///< every u by itself
  latin_hypercube,  ///< of N draws of a variable, one u lies in each [i/N, (i + 1)/N), in random order
  sobol,  ///< Sobol's sequence, shifted bit by bit at random: even in all variables together
};

const char* to_string(Sampling sampling);
std::optional<Sampling> sampling_named(std::string_view name);

/// Most random variables of Sobol's sequence: those whose direction numbers are in the program.
inline constexpr std::size_t most_sobol_variables = 10;

/// Which draw of how many, of which random variable.
struct SamplePlace {
  DrawPlace place{};
  std::uint64_t draws = 1;
  std::size_t dimension = 0;  ///< of the variable among the random ones, from 0
};

/// The value of a random variable. Independent ones are those of draw_of().
double sample_of(const SweepVariable& variable, Sampling sampling, const SamplePlace& sample);

/// x with Φ(x) = u, where Φ(x) = ½ erfc(−x/√2); by bisection to neighbouring doubles. 0 < u < 1.
double normal_quantile(double u);

}  // namespace carom
