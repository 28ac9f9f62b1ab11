#include <algorithm>
#include <carom/impact/resolve.hpp>
#include <carom/report/diagram.hpp>
#include <carom/report/plot/diagram.hpp>
#include <carom/report/plot/plot.hpp>
#include <carom/report/table/table.hpp>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random_problems.hpp>
#include <stdexcept>

namespace carom {
namespace {

using Kind = DiagramLineKind;

/// Shares of the picture's scale that rounding may cost; lines are cut at its borders.
constexpr double tolerance = 1e-12;

ImpactProblem problem_of(const testing::Problem& p) {
  return {.name = "random",
          .contacts = {{.restitution = p.law.restitution,
                        .friction = p.law.friction,
                        .static_friction = p.law.static_friction}},
          .dynamics = ContactSpace{Eigen::MatrixXd{{p.W.tt, p.W.tn}, {p.W.tn, p.W.nn}},
                                   Eigen::VectorXd{{p.u.t, p.u.n}}}};
}

ImpactDiagram diagram_of(const ImpactProblem& problem) {
  return impact_diagram(problem.contacts, contact_problem(problem),
                        resolve(problem, defined_laws(problem)));
}

/// Contact work of the impulse p, p·(u⁻ + W p/2), and the sum of its absolute terms.
struct Work {
  double value{};
  double scale{};
};

Work work_of(const testing::Problem& c, const Vec2<double>& p) {
  const Vec2<double> half = c.W * p;
  return {p.t * (c.u.t + half.t / 2) + p.n * (c.u.n + half.n / 2),
          std::abs(p.t * c.u.t) + std::abs(p.n * c.u.n) + std::abs(c.W.tt * p.t * p.t) +
              std::abs(2 * c.W.tn * p.t * p.n) + std::abs(c.W.nn * p.n * p.n)};
}

/// By how much a point of the line misses what the line means, in units of velocity or impulse.
double miss(const testing::Problem& c, Kind kind, const Vec2<double>& p, double end_of_poisson) {
  const Vec2<double> u = c.u + c.W * p;
  const double s = c.u.t < 0 ? -1 : 1;
  switch (kind) {
    case Kind::sticking: return u.t;
    case Kind::compression_ends: return u.n;
    case Kind::limiting_friction: return p.t + s * c.law.friction * p.n;
    case Kind::reversed_friction: return p.t - s * c.law.friction * p.n;
    case Kind::static_friction: return std::abs(p.t) - c.law.static_friction * p.n;
    case Kind::newton_ends: return u.n + c.law.restitution * c.u.n;
    case Kind::poisson_ends: return p.n - end_of_poisson;
  }
  return HUGE_VAL;
}

template <class Claim>
void for_random_diagrams(Claim claim) {
  testing::Random random{11};
  for (int i = 0; i < 1000; ++i) {
    const testing::Problem p = testing::generic_problem(random);
    claim(p, diagram_of(problem_of(p)));
  }
}

TEST(ImpactDiagram, EveryLineMeansWhatItSays) {
  for_random_diagrams([](const testing::Problem& p, const ImpactDiagram& diagram) {
    const auto poisson = std::find_if(diagram.paths.begin(), diagram.paths.end(),
                                      [](const auto& path) { return path.law == LawId::poisson; });
    const double end = poisson->events.back().p.n;
    const double size = diagram.t.max - diagram.t.min;
    const double scale = std::abs(p.u.t) + std::abs(p.u.n) +
                         (1 + p.law.static_friction + p.W.tt + p.W.nn) * 2 * size;
    for (const DiagramLine& line : diagram.lines) {
      EXPECT_NEAR(miss(p, line.kind, line.from, end) / scale, 0, tolerance) << to_string(line.kind);
      EXPECT_NEAR(miss(p, line.kind, line.to, end) / scale, 0, tolerance) << to_string(line.kind);
    }
  });
}

TEST(ImpactDiagram, TheEllipseLosesNothingAndPassesThroughTheOrigin) {
  for_random_diagrams([](const testing::Problem& p, const ImpactDiagram& diagram) {
    ASSERT_TRUE(diagram.energy_ellipse);
    const std::vector<Vec2<double>> points = points_of(diagram.energy_ellipse);
    double nearest = HUGE_VAL;
    double farthest = 0;
    double scale = 0;  // of the whole ellipse: near the origin the terms themselves vanish
    for (const Vec2<double>& point : points) scale = std::max(scale, work_of(p, point).scale);
    for (const Vec2<double>& point : points) {
      EXPECT_LE(std::abs(work_of(p, point).value), tolerance * scale);
      nearest = std::min(nearest, std::hypot(point.t, point.n));
      farthest = std::max(farthest, std::hypot(point.t, point.n));
    }
    EXPECT_LT(nearest, 0.1 * farthest);  // within a step of the polygon
  });
}

TEST(ImpactDiagram, PathsEndOutsideTheEllipseExactlyWhereEnergyIsCreated) {
  int outside = 0;
  for_random_diagrams([&](const testing::Problem& p, const ImpactDiagram& diagram) {
    for (const DiagramPath& path : diagram.paths) {
      const Work work = work_of(p, path.events.back().p);
      if (std::abs(work.value) < 1e-9 * work.scale) continue;  // brach ends on it
      EXPECT_EQ(path.creates_energy, work.value > 0) << law_of(path.law).name;
      outside += path.creates_energy ? 1 : 0;
    }
  });
  EXPECT_GT(outside, 50);
}

TEST(ImpactDiagram, PathsLeadFromTheOriginToTheImpulseUpwards) {
  testing::Random random{12};
  for (int i = 0; i < 200; ++i) {
    const ImpactProblem problem = problem_of(testing::generic_problem(random));
    const std::vector<ImpactResult> results = resolve(problem, defined_laws(problem));
    const ImpactDiagram diagram =
        impact_diagram(problem.contacts, contact_problem(problem), results);
    ASSERT_EQ(diagram.paths.size(), results.size());
    for (std::size_t k = 0; k < results.size(); ++k) {
      const auto& events = diagram.paths[k].events;
      EXPECT_EQ(events.front().kind, PathEventKind::start);
      EXPECT_EQ(events.front().p.n, 0);
      EXPECT_EQ(events.back().p.t, results[k].contacts[0].impulse.t);
      EXPECT_EQ(events.back().p.n, results[k].contacts[0].impulse.n);
      EXPECT_TRUE(std::is_sorted(events.begin(), events.end(),
                                 [](const auto& a, const auto& b) { return a.p.n < b.p.n; }));
    }
  }
}

TEST(ImpactDiagram, AxesShowEveryEventAndAreEquallyLong) {
  for_random_diagrams([](const testing::Problem&, const ImpactDiagram& diagram) {
    const double size = diagram.t.max - diagram.t.min;
    EXPECT_NEAR(size, diagram.n.max - diagram.n.min, tolerance * size);
    for (const DiagramPath& path : diagram.paths)
      for (const DiagramEvent& event : path.events) {
        EXPECT_GT(event.p.t, diagram.t.min);
        EXPECT_LT(event.p.t, diagram.t.max);
        EXPECT_GT(event.p.n, diagram.n.min);
        EXPECT_LT(event.p.n, diagram.n.max);
      }
  });
}

TEST(ImpactDiagram, ASingularContactHasNoEllipseAndNoPathWithoutSolution) {
  const ImpactProblem pendulum{
      .contacts = {{.restitution = 0.5, .friction = 0.5}},
      .dynamics = GeneralizedSpace{
          .mass = Eigen::MatrixXd{{1.0 / 3}},
          .velocity = Eigen::VectorXd{{-1.0}},
          .rows = {{.tangent = Eigen::VectorXd{{0.9063}}, .normal = Eigen::VectorXd{{0.4226}}}}}};
  const ImpactDiagram diagram = impact_diagram(pendulum.contacts, contact_problem(pendulum),
                                               resolve(pendulum, {LawId::newton, LawId::poisson}));
  EXPECT_FALSE(diagram.energy_ellipse);
  ASSERT_EQ(diagram.paths.size(), 1U);
  EXPECT_EQ(diagram.paths[0].law, LawId::poisson);
}

TEST(ImpactDiagram, NothingHappeningIsStillAPicture) {
  testing::Problem p{.W = {1, 0, 1}, .u = {0.3, 0.2}, .law = {0.3, 0.3, 0.5}};
  EXPECT_GT(diagram_of(problem_of(p)).t.max, 0);
  p.u = {0, 0};
  const ImpactDiagram at_rest = diagram_of(problem_of(p));
  EXPECT_TRUE(std::isfinite(at_rest.t.min) && at_rest.t.max > at_rest.t.min);
}

TEST(ImpactDiagram, WantsExactlyOneContact) {
  EXPECT_THROW(impact_diagram({}, {}, {}), std::invalid_argument);
}

TEST(GnuplotScript, IsTheSameForTheSameDiagram) {
  testing::Random random{13};
  const ImpactDiagram diagram = diagram_of(problem_of(testing::generic_problem(random)));
  EXPECT_EQ(gnuplot_script(diagram, PictureFormat::svg),
            gnuplot_script(diagram, PictureFormat::svg));
}

TEST(GnuplotScript, TakesNamesAsTextOnly) {
  EXPECT_EQ(gnuplot_string("it's"), "'it''s'");
  EXPECT_EQ(gnuplot_string("`date` @x \\ \""), "'`date` @x \\ \"'");
  EXPECT_EQ(gnuplot_string("two\nlines"), "'two\\x0alines'");
  testing::Random random{13};
  ImpactDiagram diagram = diagram_of(problem_of(testing::generic_problem(random)));
  diagram.title = "x'\nset output 'stolen'\n!touch stolen";
  EXPECT_THAT(gnuplot_script(diagram, PictureFormat::svg),
              ::testing::Not(::testing::HasSubstr("\nset output")));
}

TEST(PictureFormat, FollowsTheEnding) {
  EXPECT_EQ(picture_format_of("a.svg"), PictureFormat::svg);
  EXPECT_EQ(picture_format_of("b/a.pdf"), PictureFormat::pdf);
  EXPECT_EQ(picture_format_of("a.png"), PictureFormat::png);
  EXPECT_EQ(picture_format_of("a.gp"), PictureFormat::script);
  EXPECT_FALSE(picture_format_of("a.svg.gz"));
}

TEST(Gnuplot, SaysWhyItFails) {
  try {
    drawn_by_gnuplot("set terminal svg\nplot nonsense(\n");
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("gnuplot"));
  }
}

}  // namespace
}  // namespace carom
