/// From samples to velocities before and after: extraction.hpp.
#include <carom/study/fit/extraction.hpp>
#include <carom/study/fit/random_numbers.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace carom {
namespace {

/// A flight with one impact, seen by a camera.
struct Seen {
  double rate = 250;                         ///< pictures per second
  int before = 12, after = 12;               ///< pictures
  double offset = 0.37;                      ///< of the impact after a picture, in pictures
  std::array<double, 3> noise{};             ///< m, rad
  std::array<double, 3> v1{1.2, -2.1, 3.0};  ///< m/s, rad/s
  std::array<double, 3> v2{0.8, 1.1, -14.0};
};

void add(const Seen& seen, const std::string& group, RandomStream& random,
         StatedExtraction& stated) {
  for (int k = -seen.before + 1; k <= seen.after; ++k) {
    const double s = (k - seen.offset) / seen.rate;
    stated.group.push_back(group);
    stated.t.push_back(7 + s);
    for (std::size_t c = 0; c < 3; ++c)
      stated.pose[c].push_back(0.1 * static_cast<double>(c) + (s < 0 ? seen.v1 : seen.v2)[c] * s -
                               (c == 1 ? 9.81 * s * s / 2 : 0.0) + seen.noise[c] * random.normal());
  }
}

TEST(Extraction, OfExactSamplesIsExact) {
  RandomStream random(1, 1);
  StatedExtraction stated;
  add({}, "a", random, stated);
  const Extraction result = extract(stated);
  ASSERT_EQ(result.impacts.size(), 1U);
  const ExtractedImpact& impact = result.impacts[0];
  EXPECT_NEAR(impact.t, 7, 1e-9);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_NEAR(impact.pose[c], 0.1 * static_cast<double>(c), 1e-9);
    EXPECT_NEAR(impact.before[c], Seen{}.v1[c], 1e-6);
    EXPECT_NEAR(impact.after[c], Seen{}.v2[c], 1e-6);
  }
  EXPECT_NEAR(result.acceleration[1], -9.81, 1e-4);
  EXPECT_TRUE(result.notes.empty()) << result.notes[0];
}

/// Errors over their standard errors have the variance 1, for all six velocities.
TEST(Extraction, StatesItsErrorsRightly) {
  constexpr int count = 200;
  Seen seen;
  seen.noise = {5e-4, 5e-4, 5e-3};
  RandomStream random(2, 2);
  StatedExtraction stated;
  for (int i = 0; i < count; ++i) {
    seen.offset = random.uniform();
    add(seen, std::to_string(i), random, stated);
  }
  const Extraction result = extract(stated);
  ASSERT_EQ(result.impacts.size(), static_cast<std::size_t>(count));
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_NEAR(result.noise[c], seen.noise[c], 0.05 * seen.noise[c]);
    double before = 0, after = 0;
    for (const ExtractedImpact& impact : result.impacts) {
      before += std::pow((impact.before[c] - seen.v1[c]) / impact.before_sd[c], 2) / count;
      after += std::pow((impact.after[c] - seen.v2[c]) / impact.after_sd[c], 2) / count;
    }
    EXPECT_NEAR(before, 1, 0.4) << c;  // four standard errors of a mean of 200 squares
    EXPECT_NEAR(after, 1, 0.4) << c;
  }
}

TEST(Extraction, SaysWhereNothingIsHitAndWhereMoreIs) {
  RandomStream random(3, 3);
  Seen seen;
  seen.noise = {5e-4, 5e-4, 5e-3};
  StatedExtraction stated;
  for (const char* name : {"a", "b", "c"}) add(seen, name, random, stated);
  Seen flight = seen;
  flight.v2 = flight.v1;
  add(flight, "flight", random, stated);
  // Another bounce, 20 pictures after the first one.
  Seen twice = seen;
  twice.after = 40;
  const std::size_t first = stated.t.size();
  add(twice, "twice", random, stated);
  for (std::size_t i = first; i < stated.t.size(); ++i)
    if (const double s = stated.t[i] - 7.08; s > 0) stated.pose[1][i] += 2 * s;
  const Extraction result = extract(stated);
  EXPECT_EQ(result.impacts.size(), 4U);
  ASSERT_EQ(result.notes.size(), 2U);
  EXPECT_NE(result.notes[0].find("no impact is seen in a trajectory: flight"), std::string::npos);
  EXPECT_NE(result.notes[1].find("does not fit a trajectory: twice"), std::string::npos);
}

TEST(Extraction, SeesLengthsInTheWrongUnit) {
  RandomStream random(4, 4);
  StatedExtraction stated;
  Seen seen;
  seen.noise = {1e-5, 1e-5, 1e-4};
  for (const char* name : {"a", "b", "c"}) add(seen, name, random, stated);
  for (std::size_t c = 0; c < 2; ++c)
    for (double& x : stated.pose[c]) x *= 1000;
  const Extraction result = extract(stated);
  ASSERT_FALSE(result.notes.empty());
  EXPECT_NE(result.notes.back().find("unit of lengths"), std::string::npos);
}

TEST(Extraction, RefusesTooFewSamples) {
  RandomStream random(5, 5);
  StatedExtraction stated;
  add({.before = 3, .after = 3}, "a", random, stated);
  EXPECT_THROW(extract(stated), std::invalid_argument);
}

}  // namespace
}  // namespace carom
