#include <carom/study/sweep/outcome_boundaries.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace carom {
namespace {

using Line = std::function<Kinds(double)>;

std::vector<Boundary> found(const Line& line, double a, double b, double tolerance) {
  return boundaries_between({a, b, line(a), line(b)}, line, tolerance);
}

TEST(Boundaries, BracketTheChangeToTheTolerance) {
  const Line line = [](double x) -> Kinds { return {x * x < 2 ? "below" : "above"}; };
  for (const double tolerance : {1e-3, 1e-9, 1e-15}) {
    const auto all = found(line, 0, 2, tolerance);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_LE(all[0].b - all[0].a, 2 * tolerance);
    EXPECT_LE(all[0].a, std::numbers::sqrt2);
    EXPECT_GE(all[0].b, std::numbers::sqrt2 * (1 - 1e-15));
    EXPECT_EQ(all[0].before, Kinds{"below"});
    EXPECT_EQ(all[0].after, Kinds{"above"});
  }
}

TEST(Boundaries, AreFoundBackwardsAsWell) {
  const Line line = [](double x) -> Kinds { return {x < 0.3 ? "below" : "above"}; };
  const auto all = found(line, 1, -1, 1e-12);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_GE(all[0].a, 0.3);
  EXPECT_LT(all[0].b, 0.3);
}

TEST(Boundaries, OfAThirdKindInBetweenAreListedInOrder) {
  const Line line = [](double x) -> Kinds {
    return {x < 0.2 ? "a" : (x < 0.21 ? "b" : (x < 0.7 ? "c" : "d"))};
  };
  const auto all = found(line, 0, 1, 1e-9);
  ASSERT_EQ(all.size(), 3U);
  const std::vector<double> places{0.2, 0.21, 0.7};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(all[i].a, places[i], 1e-8);
    EXPECT_NE(all[i].before, all[i].after);
    EXPECT_EQ(all[i].before, i > 0 ? all[i - 1].after : Kinds{"a"});
  }
}

TEST(Boundaries, AreBoundedInNumberWhereEveryPointDiffers) {
  int calls = 0;
  const Line line = [&](double x) -> Kinds {
    ++calls;
    return {std::to_string(x)};
  };
  const auto all = found(line, 0, 1, 1e-12);
  EXPECT_LE(all.size(), 2 * max_boundaries_between);
  EXPECT_LT(calls, 5000);
}

TEST(Boundaries, EndAtNeighbouringNumbersWhateverTheTolerance) {
  const Line line = [](double x) -> Kinds { return {x < 1 ? "below" : "above"}; };
  const auto all = found(line, 0.5, 1.7, 1e-300);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].b, 1);
  EXPECT_EQ(all[0].a, std::nextafter(1.0, 0.0));
}

TEST(Boundaries, AreNoneBetweenPointsOfOneKind) {
  EXPECT_TRUE(found([](double) -> Kinds { return {"same"}; }, 0, 1, 1e-9).empty());
}

}  // namespace
}  // namespace carom
