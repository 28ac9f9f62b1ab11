#include "tests/core/spatial_problems.hpp"

#include <carom/core/spatial/slip_direction.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/report/plot/spatial_diagram.hpp>
#include <carom/report/spatial_diagram.hpp>
#include <carom/report/spatial_diagram_json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace carom {
namespace {

using ::testing::HasSubstr;

ImpactProblem swerve_of(const testing::SpatialProblem& p) {
  const Sym3<double>& W = p.W;
  return {.name = "swerve",
          .contacts = {{.restitution = p.law.restitution, .friction = p.law.friction}},
          .dynamics = ContactSpace{
              Eigen::Matrix3d{
                  {W.tt.xx, W.tt.xy, W.tn.x}, {W.tt.xy, W.tt.yy, W.tn.y}, {W.tn.x, W.tn.y, W.nn}},
              Eigen::Vector3d(p.u.t.x, p.u.t.y, p.u.n)}};
}

SpatialDiagram drawn(const ImpactProblem& problem, const std::vector<LawId>& laws) {
  return spatial_diagram(problem.name, problem.contacts, contact_problem(problem), laws);
}

TEST(SpatialDiagram, EveryPointOfAPathObeysMomentumAndEndsAsTheResult) {
  testing::Random random{61};
  const std::vector<LawId> laws{LawId::newton, LawId::poisson, LawId::stronge, LawId::whittaker};
  for (int i = 0; i < 60; ++i) {
    const auto p = testing::spatial_problem(random, Restitution::poisson);
    const ImpactProblem problem = swerve_of(p);
    const SpatialDiagram d = drawn(problem, laws);
    const auto results = resolve(problem, laws);
    ASSERT_EQ(d.paths.size(), results.size());
    for (std::size_t k = 0; k < results.size(); ++k) {
      const auto& points = d.paths[k].points;
      EXPECT_EQ(points.back().p.n, results[k].contacts[0].impulse.n);
      EXPECT_EQ(points.back().u.t.x, results[k].contacts[0].u_after.t);
      for (const SpatialDiagramPoint& point : points) {
        const Vec3<double> off = p.u + p.W * point.p - point.u;
        EXPECT_LE(length(off.t) + std::abs(off.n), 1e-10 * (1 + points.back().p.n));
        EXPECT_LE(length(point.p.t), p.law.friction * point.p.n * (1 + 1e-9) + 1e-12);
        EXPECT_TRUE(d.u_t1.min < point.u.t.x && point.u.t.x < d.u_t1.max);
        EXPECT_TRUE(d.p_t2.min < point.p.t.y && point.p.t.y < d.p_t2.max);
      }
    }
    ASSERT_NE(d.longest(), nullptr);
    EXPECT_GE(d.longest()->points.size(), static_cast<std::size_t>(drawn_points));
  }
}

/// Slip does not turn along them; as many attract as repel.
TEST(SpatialDiagram, KeptDirectionsAreZerosOfTheTurning) {
  testing::Random random{62};
  for (int i = 0; i < 500; ++i) {
    const auto p = testing::spatial_problem(random, Restitution::poisson);
    const auto kept = kept_directions(p.W, p.law.friction);
    int attracting = 0;
    for (const KeptDirection& direction : kept) {
      const auto s = slip_direction(p.W, p.law.friction, direction.w);
      EXPECT_NEAR(s.g, 0, 1e-12);
      EXPECT_EQ(direction.attracts, s.dg < 0);
      EXPECT_EQ(direction.rate, s.f);
      attracting += direction.attracts ? 1 : 0;
    }
    EXPECT_EQ(kept.size(), 2U * static_cast<unsigned>(attracting));
    EXPECT_GE(attracting, 1);
  }
  EXPECT_TRUE(kept_directions({{2, 0, 2}, {}, 1}, 0.3).empty());  // a sphere keeps every direction
}

TEST(SpatialDiagram, ScriptDrawsThreeViewsAndNamesWhatTheyShow) {
  const ImpactProblem problem =
      swerve_of({{{1, 0, 4}, {0.9, 0}, 1}, {{0.5, 2}, -0.05}, {2, 2, 1, Restitution::poisson}});
  const SpatialDiagram d = drawn(problem, {LawId::poisson, LawId::conventional});
  const std::string script = gnuplot_script(d, PictureFormat::svg);
  for (const char* words : {"set multiplot", "slip {/:Italic u}_{t1}, m/s", "slip stops",
                            "compression again", "attracts slip", "{/:Bold poisson} ends"})
    EXPECT_THAT(script, HasSubstr(words));
  EXPECT_EQ(script, gnuplot_script(d, PictureFormat::svg));
  EXPECT_THROW(
      drawn({.contacts = {{.restitution = 0.5, .friction = 0.3}},
             .dynamics = ContactSpace{Eigen::Matrix2d::Identity(), Eigen::Vector2d(1, -1)}},
            {LawId::poisson}),
      std::invalid_argument);
}

/// On the ellipsoid ½ p·(u⁻ + u) = 0, so that u keeps the energy; no impulse and the centre twice over lie on it.
TEST(SpatialDiagram, TheEllipsoidHoldsTheImpulsesThatKeepTheEnergy) {
  testing::Random random{67};
  for (int i = 0; i < 40; ++i) {
    const auto p = testing::spatial_problem(random, Restitution::poisson);
    const auto ellipsoid = energy_ellipsoid(p.W, p.u);
    ASSERT_TRUE(ellipsoid);
    const auto& a = ellipsoid->half_axes;
    const auto plus = [](const Vec3<double>& x, double s, const Vec3<double>& y) {
      return Vec3<double>{x.t + s * y.t, x.n + s * y.n};
    };
    for (int k = 0; k < 20; ++k) {
      const double z = -0.95 + 0.1 * k;
      const double r = std::sqrt(1 - z * z);
      const auto q = plus(
          plus(plus(ellipsoid->centre, r * std::cos(k), a[0]), r * std::sin(k), a[1]), z, a[2]);
      const Vec3<double> u = p.u + p.W * q;
      const double work = 0.5 * (dot(q.t, p.u.t + u.t) + q.n * (p.u.n + u.n));
      const double size = 0.5 * (length(q.t) + std::abs(q.n)) *
                          (length(p.u.t) + length(u.t) + std::abs(p.u.n) + std::abs(u.n));
      EXPECT_LE(std::abs(work), 1e-9 * size);
    }
  }
  const Sym3<double> singular{{1, 0, 1}, {1, 0}, 1};
  EXPECT_FALSE(energy_ellipsoid(singular, {{1, 0}, -1}));
}

TEST(SpatialDiagram, JsonHoldsEveryPointWithItsPhaseAndWork) {
  testing::Random random{71};
  const auto p = testing::spatial_problem(random, Restitution::stronge);
  const SpatialDiagram d = drawn(swerve_of(p), {LawId::stronge, LawId::whittaker});
  const std::string json = to_json(d);
  const auto count = [&json](const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = json.find(part); at != json.npos; at = json.find(part, at + 1)) ++n;
    return n;
  };
  EXPECT_EQ(count("\"event\": "), d.paths[0].points.size() + d.paths[1].points.size());
  EXPECT_EQ(count("\"event\": \"end\""), 2u);
  EXPECT_EQ(count("\"attracts\": "), d.directions.size());
  EXPECT_THAT(json, HasSubstr("\"half_axes\": [["));
  EXPECT_THAT(json, HasSubstr("\"work\": 0"));  // at the start
}

}  // namespace
}  // namespace carom
