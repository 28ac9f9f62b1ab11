#include <carom/io/sweep_sampling.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace carom {
namespace {

const SweepVariable unit{.name = "x", .spread = Spread::uniform, .a = 0, .b = 1};

std::vector<double> draws_of(Sampling sampling, std::uint64_t draws, std::size_t dimension,
                             std::uint64_t seed = 1) {
  std::vector<double> values;
  for (std::uint64_t draw = 0; draw < draws; ++draw)
    values.push_back(sample_of(unit, sampling,
                               {.place = {.seed = seed, .variable = dimension, .draw = draw},
                                .draws = draws,
                                .dimension = dimension}));
  return values;
}

/// One number in each of as many pieces of [0, 1).
void expect_one_in_each_piece(const std::vector<double>& x) {
  std::vector<int> count(x.size(), 0);
  for (const double value : x) {
    ASSERT_GT(value, 0);
    ASSERT_LT(value, 1);
    ++count[static_cast<std::size_t>(value * static_cast<double>(x.size()))];
  }
  EXPECT_TRUE(std::all_of(count.begin(), count.end(), [](int n) { return n == 1; }));
}

TEST(SweepSampling, ALatinHypercubeHasOneDrawInEveryPiece) {
  for (const std::uint64_t draws : {1U, 2U, 3U, 10U, 63U, 64U, 65U, 1000U})
    for (std::size_t dimension = 0; dimension < 3; ++dimension)
      expect_one_in_each_piece(draws_of(Sampling::latin_hypercube, draws, dimension));
}

TEST(SweepSampling, ALatinHypercubeIsInAnotherOrderForEveryVariableAndSeed) {
  const auto first = draws_of(Sampling::latin_hypercube, 100, 0);
  EXPECT_FALSE(std::is_sorted(first.begin(), first.end()));
  EXPECT_NE(first, draws_of(Sampling::latin_hypercube, 100, 1));
  EXPECT_NE(first, draws_of(Sampling::latin_hypercube, 100, 0, 2));
}

/// Wrong direction numbers leave pieces empty: vᵢ must make every dimension a (0, 1)-sequence.
TEST(SweepSampling, SobolHasOneDrawInEveryPieceOfEveryVariable) {
  for (std::size_t dimension = 0; dimension < most_sobol_variables; ++dimension)
    for (const std::uint64_t draws : {2U, 16U, 256U, 4096U})
      expect_one_in_each_piece(draws_of(Sampling::sobol, draws, dimension));
}

/// The first two dimensions are a (0, 2)-sequence: one of 256 draws in every box of 2ᵃ × 2⁸⁻ᵃ.
TEST(SweepSampling, SobolIsEvenInTwoVariablesTogether) {
  const std::vector<double> x = draws_of(Sampling::sobol, 256, 0);
  const std::vector<double> y = draws_of(Sampling::sobol, 256, 1);
  for (const std::size_t across : {1U, 2U, 4U, 16U, 64U, 256U}) {
    std::vector<int> count(256, 0);
    const std::size_t down = 256 / across;
    for (std::size_t i = 0; i < x.size(); ++i)
      ++count[static_cast<std::size_t>(x[i] * static_cast<double>(across)) * down +
              static_cast<std::size_t>(y[i] * static_cast<double>(down))];
    EXPECT_TRUE(std::all_of(count.begin(), count.end(), [](int n) { return n == 1; })) << across;
  }
}

/// The mean of ∏ 2xᵢ over `draws` draws is 1; the mean square of what it misses, over eight seeds.
double missed(Sampling sampling, std::uint64_t draws, std::size_t variables) {
  double squares = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    std::vector<double> product(draws, 1);
    for (std::size_t dimension = 0; dimension < variables; ++dimension) {
      const std::vector<double> x = draws_of(sampling, draws, dimension, seed);
      for (std::size_t i = 0; i < draws; ++i) product[i] *= 2 * x[i];
    }
    double sum = 0;
    for (const double p : product) sum += p;
    const double miss = sum / static_cast<double>(draws) - 1;
    squares += miss * miss / 8;
  }
  return squares;
}

/// What even draws are for.
TEST(SweepSampling, EvenDrawsMissAMeanByLessThanIndependentOnes) {
  const double independent = missed(Sampling::independent, 4096, 5);
  EXPECT_LT(missed(Sampling::latin_hypercube, 4096, 5), independent);
  EXPECT_LT(missed(Sampling::sobol, 4096, 5), independent / 25);
  EXPECT_LT(missed(Sampling::sobol, 4096, most_sobol_variables),
            missed(Sampling::independent, 4096, most_sobol_variables) / 2);
}

TEST(SweepSampling, KnowsQuantilesOfTheNormalDistribution) {
  EXPECT_NEAR(normal_quantile(0.5), 0, 1e-15);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(0.025), -1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-12);
  EXPECT_TRUE(std::isfinite(normal_quantile(0x1p-60)));
}

}  // namespace
}  // namespace carom
