#include <carom/io/sweep_variable.hpp>
#include <carom/io/tree/tree.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

TEST(SweepVariable, MeetsBothEndsOfARangeExactly) {
  for (const char* text :
       {"x=0.1:0.7:7", "x=-3.3:1e9:1001", "x=0.001:0.7:9:log", "x=-2:-0.1:5:log"}) {
    const SweepVariable v = parse_variables(text).front();
    EXPECT_EQ(value_of(v, 0), v.a);
    EXPECT_EQ(value_of(v, v.steps - 1), v.b);
    for (std::size_t i = 1; i < v.steps; ++i) EXPECT_GT(value_of(v, i), value_of(v, i - 1)) << text;
  }
}

TEST(SweepVariable, SpacesALogarithmicRangeByAFactor) {
  const SweepVariable v = parse_variables("x=0.001:1:4:log").front();
  EXPECT_NEAR(value_of(v, 1), 0.01, 1e-15);
  EXPECT_NEAR(value_of(v, 2), 0.1, 1e-14);
}

TEST(SweepVariable, TakesKeysWithSpacesAndEqualSigns) {
  const SweepVariable v = parse_variables("bodies.a = b.angle_deg=1,2.5,-3e2").front();
  EXPECT_EQ(v.name, "bodies.a = b.angle_deg");
  EXPECT_EQ(v.values, (std::vector<double>{1, 2.5, -300}));
}

TEST(SweepVariable, DrawsDependOnSeedVariableAndNumberOnly) {
  const SweepVariable v = parse_variables("x=uniform:0:1").front();
  const double x = draw_of(v, {.seed = 1, .variable = 2, .draw = 3});
  EXPECT_EQ(draw_of(v, {.seed = 1, .variable = 2, .draw = 3}), x);
  EXPECT_NE(draw_of(v, {.seed = 2, .variable = 2, .draw = 3}), x);
  EXPECT_NE(draw_of(v, {.seed = 1, .variable = 1, .draw = 3}), x);
  EXPECT_NE(draw_of(v, {.seed = 1, .variable = 2, .draw = 4}), x);
}

/// Over n draws the mean is off by about σ/√n; six of these never happen.
TEST(SweepVariable, DrawsHaveTheMomentsThatWereAskedFor) {
  constexpr int n = 100'000;
  struct Case {
    const char* text;
    double mean, deviation;
  };
  for (const Case& c :
       {Case{"x=uniform:-1:3", 1, 4 / std::sqrt(12.0)}, Case{"x=normal:5:0.5", 5, 0.5}}) {
    const SweepVariable v = parse_variables(c.text).front();
    double sum = 0;
    double squares = 0;
    double product = 0;  // of neighbours, and of two variables
    double last = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
      const double z = (draw_of(v, {.seed = 9, .variable = 0, .draw = i}) - c.mean) / c.deviation;
      const double other =
          (draw_of(v, {.seed = 9, .variable = 1, .draw = i}) - c.mean) / c.deviation;
      sum += z;
      squares += z * z;
      product += z * last + z * other;
      last = z;
    }
    const double off = 6 / std::sqrt(static_cast<double>(n));
    EXPECT_NEAR(sum / n, 0, off) << c.text;
    EXPECT_NEAR(squares / n, 1, 2 * off) << c.text;
    EXPECT_NEAR(product / n, 0, 2 * off) << c.text;
  }
}

TEST(SweepVariable, RefusesWhatMakesNoSense) {
  for (const char* text :
       {"x", "=1", "x=", "x=1:2", "x=1:2:-3", "x=1:2:2.5", "x=0:1:9:log", "x=1:2:3:lin", "x=nan",
        "x=1e999", "x=uniform:2:1", "x=normal:1:-1", "x=uniform:1:2:log", "x=-1e308:1.7e308:3",
        "x=1:2:1", "x=0:1:9999999999"})
    EXPECT_THROW(parse_variables(text), TreeError) << text;
}

}  // namespace
}  // namespace carom
