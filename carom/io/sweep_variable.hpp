/// @file
/// What a sweep varies: the values that a variable takes, and the keys that it drives.
#pragma once

#include <carom/impact/objection.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// Most values that one variable may take.
inline constexpr std::size_t max_sweep_steps = 1'000'000'000;

/// How the values of a variable lie.
enum class Spread : std::uint8_t {
  linear,       ///< xᵢ = a + (b − a) i/(n − 1)
  logarithmic,  ///< xᵢ = a (b/a)^(i/(n − 1)); a and b of the same sign
  list,         ///< as given
  uniform,      ///< drawn from [a, b)
  normal,       ///< drawn with mean a and standard deviation b
  words,        ///< a list of words, such as together, sequential
};

/// A key that follows a variable: factor · x + offset.
struct DrivenKey {
  std::string path{};
  double factor = 1;
  double offset = 0;
};

/// One variable of a sweep.
struct SweepVariable {
  std::string name{};
  Spread spread = Spread::linear;
  double a = 0;                      ///< from, least value or mean
  double b = 0;                      ///< to, bound or standard deviation
  std::size_t steps = 0;             ///< number of values; 0 where they are drawn
  std::vector<double> values{};      ///< of a list
  std::vector<std::string> words{};  ///< of a list of words; its values are their places in it
  /// Of the one at place i in a joint normal distribution with covariance C = L Lᵀ: row i of L, entries 0 to i.
  /// Its values are a + Σⱼ Lᵢⱼ zⱼ, where zⱼ is the standard normal draw of the member at place j. Members
  /// follow each other among the variables. Empty: drawn by itself.
  std::vector<double> loads{};
  std::vector<DrivenKey> keys{};  ///< at least one
  std::string unit{};             ///< SI, where the values were given with units; else ""
};

constexpr bool has_words(const SweepVariable& variable) { return variable.spread == Spread::words; }

constexpr bool is_random(const SweepVariable& variable) {
  return variable.spread == Spread::uniform || variable.spread == Spread::normal;
}

/// Value `index` of a variable that is not random; the ends of a range are met exactly.
double value_of(const SweepVariable& variable, std::size_t index);

/// Where a draw comes from: the same place gives the same number, in any order and on any thread.
struct DrawPlace {
  std::uint64_t seed = 0;
  std::uint64_t variable = 0;  ///< counted among all variables of the sweep
  std::uint64_t draw = 0;
};

/// A value of a random variable (normal ones by Box and Muller's transformation).
double draw_of(const SweepVariable& variable, const DrawPlace& place);

/// Refuses ranges that make no sense.
/// @throws TreeError at `where` with `line`
void check_variable(const SweepVariable& variable, const ObjectionPath& where, int line);

/// Variables as on the command line: KEY=FROM:TO:STEPS, KEY=FROM:TO:STEPS:log, KEY=A,B,C (numbers or words),
/// KEY=uniform:LOW:HIGH, KEY=normal:MEAN:DEVIATION; several with
/// K1,K2=normal:M1,M2:C11,C21,C22, the lower triangle of their covariance row by row.
/// @throws TreeError at the path "--vary KEY" and line 0.
std::vector<SweepVariable> parse_variables(std::string_view text);

/// The same where the key stands apart from its values, as in a file.
/// @throws TreeError at `where` with `line`
std::vector<SweepVariable> parse_variables(const std::string& key, std::string_view values,
                                           const ObjectionPath& where, int line);

/// Makes the variables, whose means are set, members of one joint normal distribution.
/// @param covariance  lower triangle, row by row
/// @throws TreeError at `where` with `line` if it is not positive semidefinite
void join(std::vector<SweepVariable>& variables, const std::vector<double>& covariance,
          const ObjectionPath& where, int line);

/// The covariance of two members of a joint normal distribution.
double covariance_of(const SweepVariable& a, const SweepVariable& b);

}  // namespace carom
