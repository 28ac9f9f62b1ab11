/// Fits of cataldo_sampaio with a moment at the contact.
#include <carom/study/fit/least_squares.hpp>
#include <carom/study/fit/random_numbers.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

constexpr double disc_gyration = 0.03;

/// Velocities before, and those after by the law with these values.
ImpactRecords rolling_impacts(std::size_t count, const LawValues& values) {
  RandomStream random(11, 0);
  ImpactRecords records;
  for (std::size_t i = 0; i < count; ++i) {
    records.before.push_back(
        {2 * random.normal(), -1 - random.uniform(), 40 * random.normal(), 0, 0, 0});
    records.arm.push_back({0.01 * (2 * random.uniform() - 1), -0.04, 0});
    records.group.push_back(i);
  }
  records.after = records.before;
  const MeasuredImpacts m = measured_impacts(records, disc_gyration);
  Impulses p;
  predict(m, LawId::cataldo_sampaio, same_for_all(values, count), p);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& r = records.arm[i];
    std::array<double, 6>& v = records.after[i];
    v[0] += p[0][i];
    v[1] += p[1][i];
    v[2] += ((r[0] * p[1][i] - r[1] * p[0][i]) / disc_gyration + p[2][i]) / disc_gyration;
  }
  return records;
}

const LawValues with_moment{0.3, 0.3, 0.6, 0.4, 0.2, 0, -0.7, -0.5};

TEST(MomentFit, AnErrorIsTheDistanceOfScaledVelocitiesWithAMomentToo) {
  const ImpactRecords records = rolling_impacts(60, {0.2, 0.2, 0.7});
  const MeasuredImpacts m = measured_impacts(records, disc_gyration);
  Impulses p;
  predict(m, LawId::cataldo_sampaio, same_for_all(with_moment, m.count()), p);
  double moments = 0;
  for (std::size_t i = 0; i < m.count(); ++i) {
    const auto& r = records.arm[i];
    const auto& a = records.before[i];
    const auto& b = records.after[i];
    const double x = a[0] + p[0][i] - b[0];
    const double y = a[1] + p[1][i] - b[1];
    const double turn =
        disc_gyration * (a[2] - b[2]) + (r[0] * p[1][i] - r[1] * p[0][i]) / disc_gyration + p[2][i];
    EXPECT_NEAR(squared_error(m, i, p), x * x + y * y + turn * turn, 1e-12);
    moments += std::abs(p[2][i]);
  }
  EXPECT_GT(moments, 1);
}

TEST(MomentFit, FindsTheMomentCoefficientOfCompression) {
  const MeasuredImpacts m = measured_impacts(rolling_impacts(200, with_moment), disc_gyration);
  ParameterModels models;
  models.fixed = with_moment;
  models.models = {{.parameter = LawParameter::friction},
                   {.parameter = LawParameter::restitution},
                   {.parameter = LawParameter::moment_compression, .from = -1, .to = 0}};
  const FitTask task{&m, LawId::cataldo_sampaio, models_of(models, LawId::cataldo_sampaio)};
  const PointFit fit = fit_point(task, grid_table(task, {}), {});
  EXPECT_NEAR(fit.theta[0], 0.3, 1e-3);
  EXPECT_NEAR(fit.theta[1], 0.6, 1e-3);
  EXPECT_NEAR(fit.theta[2], -0.7, 1e-3);
  const PointFit nearby = fit_nearby(task, {0.29, 0.62, -0.65}, {});
  EXPECT_NEAR(nearby.theta[2], -0.7, 1e-3);
}

}  // namespace
}  // namespace carom
