/// Laws against measurements: the tables of `carom reproduce data` and `vehicles`.
#include <carom/io/fit/csv_table.hpp>
#include <carom/papers/validation.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

/// An independent program's figures: fits of the ellipse, the square and the cube, errors on held-out drops, spheres
/// without any fit, crash tests.
TEST(Validation, EveryFigureIsAsOnRecord) {
  for (const std::string& name : validations()) {
    const Validation validation = validate(name, {});
    EXPECT_FALSE(validation.figures.empty());
    for (const ValidationFigure& figure : validation.figures)
      EXPECT_NEAR(figure.computed, figure.recorded, figure.tolerance) << figure.what;
    EXPECT_TRUE(validation.ok());
  }
}

TEST(Validation, SeesAFigureThatChanged) {
  Validation validation = validate("vehicles", {});
  validation.figures[0].computed += 2 * validation.figures[0].tolerance;
  EXPECT_FALSE(validation.ok());
  validation.figures[0].computed = no_number;
  EXPECT_FALSE(validation.ok());
  EXPECT_NE(to_table(validation, {}).find(validation.figures[0].what), std::string::npos);
}

TEST(Validation, KnowsItsNames) {
  EXPECT_THROW(validate("dta", {}), std::invalid_argument);
  EXPECT_EQ(embedded_table("data/vehicles/barrier_tests.csv").rows.size(), 21U);
  EXPECT_THROW(embedded_table("data/none.csv"), std::invalid_argument);
}

}  // namespace
}  // namespace carom
