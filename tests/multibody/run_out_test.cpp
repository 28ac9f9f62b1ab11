/// Where vehicles come to rest, and what it took to crush them: run_out.hpp, crush_energy.hpp.
#include <carom/multibody/planar/crush_energy.hpp>
#include <carom/multibody/planar/run_out.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace carom {
namespace {

constexpr double slide_gravity = 9.80665;

RunOutStart sliding_car(double speed, double rate) {
  return {.velocity = {speed, 0},
          .rate = rate,
          .heading = 0.4,
          .half_length = 1.35,
          .half_width = 0.75,
          .gyration2 = 1.8};
}

TEST(RunOut, WithoutSpinACarSlidesStraight) {
  const RunOut end = run_out(sliding_car(15, 0), 0.7);
  EXPECT_NEAR(end.travel.x(), 15 * 15 / (2 * 0.7 * slide_gravity), 1e-6);
  EXPECT_NEAR(end.travel.y(), 0, 1e-12);
  EXPECT_NEAR(end.turn, 0, 1e-12);
}

/// All points move at |r| ω: α = f g |r|/k².
TEST(RunOut, WithoutTravelACarSpinsOnTheSpot) {
  const RunOut end = run_out(sliding_car(0, 5), 0.7);
  const double radius = std::hypot(1.35, 0.75);
  EXPECT_NEAR(end.turn, 25 / (2 * 0.7 * slide_gravity * radius / 1.8),
              1e-5);  // what is left at the end
  EXPECT_NEAR(end.travel.norm(), 0, 1e-12);
}

/// The friction of points that turn points the other way only in part.
TEST(RunOut, ASpinningCarTravelsFurtherAndTurnsMoreThanEachAlone) {
  const RunOut both = run_out(sliding_car(15, 5), 0.7);
  EXPECT_GT(both.travel.norm(), 1.01 * run_out(sliding_car(15, 0), 0.7).travel.norm());
  EXPECT_GT(both.turn, 1.5 * run_out(sliding_car(0, 5), 0.7).turn);
}

/// A second route: explicit steps of a tenth of a millisecond.
TEST(RunOut, AgreesWithSmallSteps) {
  const RunOutStart start = sliding_car(12, -4);
  Eigen::Vector2d x = Eigen::Vector2d::Zero();
  Eigen::Vector2d v = start.velocity;
  double angle = start.heading;
  double rate = start.rate;
  constexpr double h = 1e-4;
  while (v.norm() + std::abs(rate) > 2e-2) {
    Eigen::Vector2d force = Eigen::Vector2d::Zero();
    double moment = 0;
    for (const double a : {-1.35, 1.35})
      for (const double b : {-0.75, 0.75}) {
        const Eigen::Vector2d r(std::cos(angle) * a - std::sin(angle) * b,
                                std::sin(angle) * a + std::cos(angle) * b);
        const Eigen::Vector2d u = (v + rate * Eigen::Vector2d(-r.y(), r.x())).normalized();
        force -= u;
        moment -= r.x() * u.y() - r.y() * u.x();
      }
    v += h * 0.7 * slide_gravity / 4 * force;
    rate += h * 0.7 * slide_gravity / 4 / start.gyration2 * moment;
    x += h * v;
    angle += h * rate;
  }
  const RunOut end = run_out(start, 0.7);
  EXPECT_NEAR((end.travel - x).norm(), 0, 3e-3);
  EXPECT_NEAR(end.turn, angle - start.heading, 3e-3);
}

TEST(CrushEnergy, OfAnEvenSideIsWidthTimesTheEnergyOfItsDepth) {
  const Crush even{.A = 5e4, .B = 4e5, .width = 1.5, .depths = std::vector<double>(6, 0.3)};
  EXPECT_NEAR(crush_energy(even), 1.5 * (5e4 * 0.3 + 4e5 * 0.045 + 25e8 / 8e5), 1e-9);
}

/// Straight pieces: a linear depth is the same with two stations and with six, and its square is integrated.
TEST(CrushEnergy, IntegratesDepthsByStraightPieces) {
  Crush two{.A = 5e4, .B = 4e5, .width = 1.5, .depths = {0, 0.5}};
  Crush six = two;
  six.depths = {0, 0.1, 0.2, 0.3, 0.4, 0.5};
  EXPECT_NEAR(crush_energy(two), crush_energy(six), 1e-9);
  EXPECT_NEAR(crush_energy(two), 1.5 * (5e4 * 0.25 + 4e5 * 0.25 / 6 + 25e8 / 8e5), 1e-9);
  const double straight = crush_energy(two);
  two.force_angle = std::numbers::pi / 4;
  EXPECT_NEAR(crush_energy(two), 2 * straight, 1e-9);
}

}  // namespace
}  // namespace carom
