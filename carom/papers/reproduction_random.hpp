/// @file
/// Claims about whole classes of impacts, tried on random problems: how often do laws agree?
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace carom {

/// Which random problems are drawn, and what is compared on them. The first five are the conditions
/// under which [WangMason1992], section 5, says that Newton's and Poisson's restitution agree; Stronge's
/// is compared along with them.
enum class RandomFamily : std::uint8_t {
  direct,            ///< uₜ⁻ = 0
  central,           ///< W_tn = 0
  frictionless,      ///< μ = 0
  plastic,           ///< e = 0
  sliding,           ///< slip never stops; other draws are passed over
  zabuga_corrected,  ///< e = 0, and Zabuga's formulas with the friction sign put right
  zabuga_printed,    ///< e = 0, and Zabuga's formulas as printed
};

/// The family of that name, in the words of the data files: "direct", ..., "zabuga printed".
std::optional<RandomFamily> find_random_family(std::string_view name);

/// A number of random problems. Same seed, same problems, on every machine.
struct RandomComparison {
  RandomFamily family = RandomFamily::direct;
  int count = 0;  ///< problems to compare on
  std::uint64_t seed = 0;
};

/// On how many of the problems all routes gave the same impulse.
struct Tally {
  int same = 0;
  int of = 0;
};

/// Draws pairs of bodies with random masses, shapes, velocities and materials and compares.
Tally compare_on_random_problems(const RandomComparison& comparison);

}  // namespace carom
