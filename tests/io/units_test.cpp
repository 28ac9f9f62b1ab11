#include <carom/io/tree/units.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

namespace carom {
namespace {

using std::numbers::pi;

/// The value in SI; the test fails if the text is not of that dimension.
double si(const std::string& text, const Dimension& dimension) {
  const ParsedQuantity parsed = parse_quantity(text);
  EXPECT_EQ(parsed.error, "") << text;
  if (!parsed.quantity) return std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(parsed.quantity->dimension, dimension)
      << text << " is " << described(parsed.quantity->dimension);
  return parsed.quantity->value;
}

std::string refusal(const std::string& text) { return parse_quantity(text).error; }

TEST(Units, KnowTheirDefinitions) {
  EXPECT_EQ(si("40 mph", dimensions::speed), 40 * 1609.344 / 3600);
  EXPECT_EQ(si("3574.2 lb", dimensions::mass), 3574.2 * 0.45359237);
  EXPECT_EQ(si("1 in", dimensions::length), 0.0254);
  EXPECT_EQ(si("15 deg", dimensions::angle), 15 * (pi / 180));
  EXPECT_EQ(si("2 ft", dimensions::length), 2 * 0.3048);
  EXPECT_EQ(si("90 kph", dimensions::speed), 90 / 3.6);
  EXPECT_NEAR(si("30 rpm", dimensions::rate), pi, 1e-15);
}

TEST(Units, MultiplyAndDivide) {
  EXPECT_NEAR(si("90 km/h", dimensions::speed), 25, 1e-14);
  EXPECT_EQ(si("10 kg m^2", dimensions::inertia), 10);
  EXPECT_EQ(si("10 kg*m^2", dimensions::inertia), 10);
  EXPECT_EQ(si("9.81 m/s^2", dimensions::acceleration), 9.81);
  EXPECT_EQ(si("9.81 m/s/s", dimensions::acceleration), 9.81);
  EXPECT_EQ(si("9.81 m s^-2", dimensions::acceleration), 9.81);
  EXPECT_NEAR(si("180 deg/s", dimensions::rate), pi, 1e-15);
  EXPECT_EQ(si("7850 kg / m^3", dimensions::density_of_volumes), 7850);
}

TEST(Units, AreTheSameByEveryRoute) {
  const double slug_square_foot = si("1 slug ft^2", dimensions::inertia);
  EXPECT_NEAR(slug_square_foot, 1.3558179483, 1e-10);
  EXPECT_NEAR(si("12 lbf in s^2", dimensions::inertia), slug_square_foot, 1e-15);
  EXPECT_NEAR(si("1 slug", dimensions::mass), 9.80665 / 0.3048 * 0.45359237, 1e-14);
  EXPECT_NEAR(si("1 mile", dimensions::length), si("5280 ft", dimensions::length), 1e-12);
  EXPECT_EQ(si("1 mi/h", dimensions::speed), si("1 mph", dimensions::speed));
}

TEST(Units, ReadNumbersAsYamlDoes) {
  EXPECT_EQ(si("-3.5ft", dimensions::length), -3.5 * 0.3048);
  EXPECT_EQ(si("+1e7 lb", dimensions::mass), 1e7 * 0.45359237);
  EXPECT_EQ(si(".5 m", dimensions::length), 0.5);
  EXPECT_EQ(si("1.e3 kg", dimensions::mass), 1000);
  EXPECT_EQ(si("3", dimensions::number), 3);
}

TEST(Units, RefuseWhatTheyDoNotKnow) {
  EXPECT_EQ(refusal("3 lbs"), "unknown unit lbs; did you mean lb?");
  EXPECT_EQ(refusal("3 meters").substr(0, 28), "unknown unit meters; known a");
  EXPECT_EQ(refusal("fast"), "expected a number and its unit, such as 40 mph");
  EXPECT_EQ(refusal(""), "expected a number and its unit, such as 40 mph");
  EXPECT_EQ(refusal("3,5 m"), "unknown unit ,5; known" + refusal("3 ,5").substr(22));
  EXPECT_EQ(refusal("1e999 m"), "expected a number and its unit, such as 40 mph");
  EXPECT_EQ(refusal("3 m^"), "m^ wants a whole number from 1 to 9");
  EXPECT_EQ(refusal("3 m^x"), "m^ wants a whole number from 1 to 9");
  EXPECT_EQ(refusal("3 m/"), "a unit is missing");
  EXPECT_EQ(refusal("3 m**s"), "a unit is missing");
  EXPECT_EQ(refusal("1e308 km^2"), "too large for a number");
}

TEST(Units, RefuseWhatTwoReadersReadDifferently) {
  EXPECT_EQ(refusal("3 kg/m s"), "a product after / means two things; divide last, as in kg m/s");
}

TEST(Units, HaveNamesForWhatTheyMeasure) {
  EXPECT_EQ(described(dimensions::inertia), "a moment of inertia");
  EXPECT_EQ(described({.length = 1, .mass = 2, .time = -3}), "kg^2 m/s^3");
  EXPECT_EQ(si_unit(dimensions::rate), "rad/s");
  EXPECT_EQ(si_unit({.time = -1}), "s^-1");
  EXPECT_EQ(si_unit({.length = -1, .mass = 1, .time = -2}), "kg m^-1 s^-2");
  for (const Unit& unit : known_units())
    EXPECT_EQ(parse_quantity("1 " + std::string(unit.symbol)).quantity->dimension, unit.dimension)
        << unit.symbol;
}

}  // namespace
}  // namespace carom
