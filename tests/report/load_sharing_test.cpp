#include <carom/impact/resolve.hpp>
#include <carom/report/load_sharing.hpp>
#include <carom/report/plot/load_sharing.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace carom {
namespace {

constexpr double mu = 0.3;
constexpr double restitution = 0.5;

/// A foot of 1 kg, 0.2 m × 0.1 m, its centre 0.05 m above the sole, that lands on four corners
/// (several-spatial figures of `carom reproduce spatial-several`).
ImpactProblem foot(const Eigen::VectorXd& velocity, int corners = 4) {
  Eigen::VectorXd mass(6);
  mass << 1, 1, 1, 0.01 / 6, 0.025 / 6, 0.025 / 6;
  GeneralizedSpace space{.mass = mass.asDiagonal().toDenseMatrix(), .velocity = velocity};
  ImpactProblem problem{.name = "foot", .simultaneous = Simultaneous::together};
  for (int i = 0; i < corners; ++i) {
    const Eigen::Vector3d r(i < 2 ? 0.1 : -0.1, i % 2 == 0 ? 0.05 : -0.05, -0.05);
    const auto row = [&r](int axis) -> Eigen::VectorXd {
      Eigen::VectorXd both(6);
      const Eigen::Vector3d e = Eigen::Vector3d::Unit(axis);
      both << e, r.cross(e);
      return both;
    };
    space.rows.push_back({.tangent = row(0), .normal = row(2), .tangent2 = row(1)});
    problem.contacts.push_back({.restitution = restitution, .friction = mu});
  }
  problem.dynamics = space;
  return problem;
}

Eigen::VectorXd slides_and_spins() {
  Eigen::VectorXd v(6);
  v << 0.6, 0.2, -1, 0, 0, 8;
  return v;
}

LoadSharing sharing_of(const ImpactProblem& problem) {
  return load_sharing(problem.name, problem.contacts, contact_problem(problem), LawId::poisson)
      .value();
}

TEST(LoadSharing, EveryWayObeysMomentumConesAndRestitution) {
  const ImpactProblem problem = foot(slides_and_spins());
  const Contacts c = contact_problem(problem);
  const LoadSharing sharing = sharing_of(problem);
  EXPECT_GE(sharing.ways.size(), 20u);
  for (const SharedLoads& way : sharing.ways) {
    EXPECT_LE((c.u + c.W * way.p - way.u).cwiseAbs().maxCoeff(), 1e-9);
    for (const ContactRows& rows : c.rows) {
      EXPECT_LE(std::hypot(way.p[rows.first], way.p[rows.first + 1]),
                mu * way.p[rows.normal()] + 1e-9);
      EXPECT_GE(way.p[rows.normal()], -1e-9);
      EXPECT_GE(way.u[rows.normal()], -1e-9);
    }
    // What goes up is settled: all four corners together give back what they took.
    EXPECT_NEAR(way.velocity[2], restitution, 1e-9);
  }
}

/// The figures of the rule and of the spared corners, found by another program.
TEST(LoadSharing, TheYawOfAFootThatSpinsDependsOnTheDiagonalsLoad) {
  const LoadSharing sharing = sharing_of(foot(slides_and_spins()));
  EXPECT_EQ(sharing.groups[0], (std::vector{0, 3}));
  EXPECT_EQ(sharing.groups[1], (std::vector{1, 2}));
  EXPECT_NEAR(sharing.rule.velocity[5], 1.38342628, 1e-8);
  EXPECT_NEAR(sharing.rule.load, 0.5, 1e-8);
  ASSERT_EQ(sharing.spared.size(), 2u);
  // The more the first diagonal carries the slower it spins; the spared corners are the ends.
  for (std::size_t i = 1; i < sharing.ways.size(); ++i) {
    EXPECT_LT(sharing.ways[i].velocity[5], sharing.ways[i - 1].velocity[5]);
    EXPECT_LE(sharing.ways[i].softness, sharing.ways[i - 1].softness);
  }
  EXPECT_NEAR(sharing.ways.front().velocity[5] - sharing.ways.back().velocity[5], 0.40719, 1e-4);
  for (const SharedLoads& end : sharing.spared) {
    const bool first = std::abs(end.velocity[5] - sharing.ways.front().velocity[5]) < 1e-6;
    const bool last = std::abs(end.velocity[5] - sharing.ways.back().velocity[5]) < 1e-6;
    EXPECT_TRUE(first || last) << end.velocity[5];
  }
}

TEST(LoadSharing, AFootThatOnlySlidesMovesAlikeHoweverItsCornersShare) {
  Eigen::VectorXd v = slides_and_spins();
  v[5] = 0;
  const LoadSharing sharing = sharing_of(foot(v));
  EXPECT_GT(sharing.ways.back().load - sharing.ways.front().load, 0.5);
  for (const SharedLoads& way : sharing.ways)
    EXPECT_LE((way.velocity - sharing.rule.velocity).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(LoadSharing, CornersStandWhereTheRowsOfTheBodySay) {
  const LoadSharing sharing = sharing_of(foot(slides_and_spins()));
  ASSERT_EQ(sharing.places.size(), 4u);
  EXPECT_LE((sharing.places[2] - Eigen::Vector3d(-0.1, 0.05, -0.05)).norm(), 1e-12);
}

TEST(LoadSharing, ThreeCornersHaveNothingToShareAndSpringsShareByTheirStiffness) {
  const Contacts three = contact_problem(foot(slides_and_spins(), 3));
  EXPECT_TRUE(load_groups(three)[0].empty());
  ImpactProblem springs = foot(slides_and_spins());
  springs.simultaneous = Simultaneous::springs;
  const auto sharing = load_sharing("", springs.contacts, contact_problem(springs), LawId::stronge);
  ASSERT_TRUE(sharing);
  EXPECT_TRUE(sharing->ways.empty());
  EXPECT_EQ(sharing->places.size(), 4u);
  EXPECT_GT(sharing->rule.p[2], 0);
}

TEST(LoadSharing, TheScriptDrawsTheSpinAndEveryContactsLoad) {
  ImpactProblem problem = foot(slides_and_spins());
  problem.contacts[2].name = "heel";
  const LoadSharing sharing = sharing_of(problem);
  EXPECT_EQ(telling_outcome(sharing), 5);
  const Contacts c = contact_problem(problem);
  const std::string script =
      gnuplot_script(sharing, c, problem.contacts, "a foot", PictureFormat::svg);
  for (const char* part :
       {"ω", "equal compliance", "one contact is spared", "heel", "a foot (poisson)"})
    EXPECT_NE(script.find(part), std::string::npos) << part;
  EXPECT_NE(script.find(" 1.3834262"), std::string::npos);
  LoadSharing closed = sharing;
  closed.ways.clear();
  EXPECT_THROW(gnuplot_script(closed, c, problem.contacts, "", PictureFormat::svg),
               std::invalid_argument);
}

TEST(LoadSharing, JsonHoldsTheWaysTheRuleAndThePlaces) {
  const ImpactProblem problem = foot(slides_and_spins());
  const std::string json = to_json(sharing_of(problem), contact_problem(problem));
  for (const char* part : {"\"groups\": [[0, 3], [1, 2]]", "\"normals\": [2, 5, 8, 11]",
                           "\"rule\": {", "\"spared\": [{", "\"places\": [[0.1"})
    EXPECT_NE(json.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace carom
