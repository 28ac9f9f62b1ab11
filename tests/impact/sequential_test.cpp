/// Several contacts that collide one after the other.
#include "tests/impact/simultaneous_cases.hpp"

#include <carom/impact/at_once/sequential.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace carom::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr Simultaneous sequential = Simultaneous::sequential;

std::size_t collisions(const ImpactResult& r) {
  return static_cast<std::size_t>(
      std::count_if(r.path.begin(), r.path.end(),
                    [](const PathEvent& e) { return e.kind == PathEventKind::start; }));
}

TEST(Sequential, ARowOfBallsPassesTheVelocityOn) {
  for (const LawId law : {LawId::newton, LawId::poisson, LawId::stronge, LawId::whittaker,
                          LawId::conventional, LawId::brach}) {
    const ImpactResult three = resolve(balls_in_a_row({1, 1, 1}, {1, 0, 0}, 1, sequential), law);
    EXPECT_EQ(*three.velocity_after, Eigen::VectorXd(Eigen::Vector3d(0, 0, 1)));
    EXPECT_EQ(three.status, ImpactStatus::solved);
    const ImpactResult five =
        resolve(balls_in_a_row({1, 1, 1, 1, 1}, {1, 1, 0, 0, 0}, 1, sequential), law);
    EXPECT_LE((*five.velocity_after - Eigen::VectorXd{{0, 0, 0, 1, 1}}).norm(), 1e-15);
    EXPECT_EQ(collisions(five), 6u);
  }
}

/// A heavy ball, a light one and a wall: with masses 100^d : 1 they collide as often as π has digits.
TEST(Sequential, CountsTheDigitsOfPi) {
  const auto count = [](double ratio) {
    ImpactProblem problem = balls_in_a_row({ratio, 1}, {1, 0}, 1, sequential);
    auto& space = std::get<GeneralizedSpace>(problem.dynamics);
    CoordinateRows wall;
    wall.normal = Eigen::Vector2d(0, -1);
    space.rows.push_back(wall);
    problem.contacts.push_back({.restitution = 1});
    return resolve(problem, LawId::stronge);
  };
  EXPECT_EQ(collisions(count(1)), 3u);
  EXPECT_EQ(collisions(count(100)), 31u);
  const ImpactResult r = count(10000);
  EXPECT_EQ(collisions(r), 314u);
  EXPECT_NEAR(r.energy.change, 0, 1e-12 * *r.energy.before);
  const ImpactResult endless = count(1e6);  // 3141
  EXPECT_EQ(endless.status, ImpactStatus::no_solution);
  EXPECT_EQ(endless.reason, NoSolution::no_termination);
  EXPECT_THAT(endless.notes, Contains(HasSubstr("after 1000 collisions")));
}

TEST(Sequential, PlasticBallsComeToOneVelocity) {
  const ImpactResult r =
      resolve(balls_in_a_row({1, 1, 1}, {1, 0, 0}, 0, sequential), LawId::poisson);
  EXPECT_EQ(r.status, ImpactStatus::solved);
  EXPECT_LE((*r.velocity_after - Eigen::Vector3d::Constant(1.0 / 3)).norm(), 1e-13);
  EXPECT_EQ(r.contacts[0].outcome, Outcome::sticks);
}

TEST(Sequential, EqualOnesGoTogether) {
  const ImpactResult r =
      resolve(balls_in_a_row({1, 1, 1}, {1, 0, -1}, 0.5, sequential), LawId::newton);
  EXPECT_EQ(collisions(r), 1u);
  EXPECT_LE((*r.velocity_after - Eigen::Vector3d(-0.5, 0, 0.5)).norm(), 1e-15);
  const ImpactResult nearly =
      resolve(balls_in_a_row({1, 1, 1}, {1 + 1e-11, 0, -1}, 0.5, sequential), LawId::newton);
  EXPECT_EQ(collisions(nearly), 1u);
  const ImpactResult unequal =
      resolve(balls_in_a_row({1, 1, 1}, {1 + 1e-6, 0, -1}, 0.5, sequential), LawId::newton);
  EXPECT_GT(collisions(unequal), 1u);
}

/// Under laws without phases the ledger and the path of contacts that go together are theirs.
TEST(Sequential, EqualOnesKeepTheirOwnWorkAndPathUnderLawsWithoutPhases) {
  Eigen::Matrix4d W = Eigen::Matrix4d::Constant(0.2);
  const Eigen::Matrix2d own{{2, 0.5}, {0.5, 2}};
  W.topLeftCorner<2, 2>() += own;
  W.bottomRightCorner<2, 2>() += own;
  const ImpactProblem problem{
      .contacts = std::vector<Contact>(2, {.restitution = 0.5, .friction = 0.3}),
      .dynamics = ContactSpace{W, Eigen::Vector4d(1, -1, 0.3, -1)},
      .simultaneous = sequential};
  for (const LawId law : {LawId::moreau, LawId::fremond}) {
    const ImpactResult r = resolve(problem, law);
    ASSERT_EQ(collisions(r), 1u);
    double sum = 0;
    for (const ContactResult& c : r.contacts) {
      const double normal = c.impulse.n * (c.u_before.n + c.u_after.n) / 2;
      EXPECT_NEAR(c.work.normal, normal, 1e-14);
      sum += c.work.normal + c.work.friction;
    }
    EXPECT_NEAR(sum, r.energy.contact_work, 1e-14);
    ASSERT_EQ(r.path.size(), 2u);
    EXPECT_EQ(r.path[1].p[3], r.contacts[1].impulse.n);
    EXPECT_EQ(r.path[1].u[2], r.contacts[1].u_after.t);
  }
}

/// A law that takes one contact is not defined for them: bad input, not an answer.
TEST(Sequential, EqualOnesAreRefusedByALawThatTakesOneContact) {
  const auto refusal = [](const ImpactProblem& problem) {
    try {
      resolve(problem, LawId::whittaker);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const ImpactProblem at_first = balls_in_a_row({1, 1, 1}, {1, 0, -1}, 0.5, sequential);
  EXPECT_EQ(refusal(at_first),
            "simultaneous: collision 1 of the sequence (contacts[0], contacts[1]): contacts with "
            "equal approach energy collide together, for which the law whittaker is not defined; "
            "want newton, poisson, stronge, moreau, fremond or anitescu_potra");
  // The third and fourth ball exchange velocities; then the second is hit from both sides alike.
  const ImpactProblem later = balls_in_a_row({1, 1, 1, 1}, {1, 0, 3, -1}, 1, sequential);
  EXPECT_THAT(refusal(later), HasSubstr("collision 2 of the sequence (contacts[0], contacts[1])"));
  const ImpactProblem never = balls_in_a_row({1, 1, 1}, {1, 0, -2}, 1, sequential);
  EXPECT_EQ(refusal(never), "no error");
  const std::vector<LawId> defined = defined_laws(at_first);
  EXPECT_THAT(defined, Contains(LawId::stronge));
  EXPECT_THAT(defined, ::testing::Not(Contains(LawId::whittaker)));
}

TEST(Sequential, ACollisionIsThatOfTheContactAlone) {
  Random random{21};
  for (int k = 0; k < 100; ++k) {
    const ImpactProblem problem = random_collisions(random, 2, 1, sequential);
    for (const LawId law : {LawId::newton, LawId::stronge, LawId::whittaker}) {
      const ImpactResult r = resolve(problem, law);
      if (!has_answer(r.status) || r.path.front().contacts.size() > 1) continue;
      const auto first = static_cast<std::size_t>(r.path.front().contacts[0]);
      ImpactProblem alone = problem;
      alone.contacts = {problem.contacts[first]};
      auto& space = std::get<GeneralizedSpace>(alone.dynamics);
      space.rows = {space.rows[first]};
      const ImpactResult one = resolve(alone, law);
      const auto end = std::find_if(r.path.begin(), r.path.end(), [](const PathEvent& e) {
        return e.kind == PathEventKind::end;
      });
      const auto t = static_cast<Eigen::Index>(2 * first);
      EXPECT_NEAR(end->p[t], one.contacts[0].impulse.t, 1e-13);
      EXPECT_NEAR(end->p[t + 1], one.contacts[0].impulse.n, 1e-13);
    }
  }
}

TEST(Sequential, RandomCollisionsEndApartAndTheLedgerAddsUp) {
  Random random{22};
  int solved = 0;
  for (int k = 0; k < 300; ++k) {
    const ImpactProblem problem = random_collisions(random, 2 + random.below(3), 1, sequential);
    for (const LawId law : {LawId::newton, LawId::poisson, LawId::stronge, LawId::whittaker,
                            LawId::conventional, LawId::brach}) {
      const ImpactResult r = resolve(problem, law);
      if (!has_answer(r.status)) continue;
      ++solved;
      const double size = *r.energy.before + *r.energy.after;
      EXPECT_LE(r.residual, 1e-10) << k;
      EXPECT_NEAR(work_of(r), r.energy.contact_work, 1e-10 * size) << k;
      EXPECT_NEAR(*r.energy.after - *r.energy.before, r.energy.change, 1e-10 * size) << k;
      for (const ContactResult& contact : r.contacts) EXPECT_GE(contact.u_after.n, 0) << k;
      if (law == LawId::stronge) {
        EXPECT_LE(r.energy.contact_work, 1e-12 * size);
      }
    }
  }
  EXPECT_GT(solved, 1500);
}

TEST(Sequential, EveryCollisionStartsWhereTheOneBeforeEnded) {
  const ImpactResult r =
      resolve(balls_in_a_row({3, 1, 2, 1}, {1, 0.2, 0, -1}, 0.7, sequential), LawId::poisson);
  ASSERT_GT(collisions(r), 3u);
  for (std::size_t k = 1; k < r.path.size(); ++k) {
    if (r.path[k].kind != PathEventKind::start) continue;
    EXPECT_EQ(r.path[k - 1].kind, PathEventKind::end);
    EXPECT_EQ(r.path[k].p, r.path[k - 1].p);
    EXPECT_LE((r.path[k].u - r.path[k - 1].u).cwiseAbs().maxCoeff(), 1e-14);
  }
}

TEST(Sequential, OneCollidingContactIgnoresThoseThatTouch) {
  const ImpactProblem row = balls_in_a_row({1, 1, 1}, {1, 0, 0}, 0.5, sequential);
  const ImpactResult r = resolve(row, LawId::poisson);
  EXPECT_EQ(r.path[0].contacts, std::vector<int>{0});
  EXPECT_NEAR(r.path[2].p[1], 0.75, 1e-15);  // (1 + e)/2, as if the third ball were not there
}

TEST(Sequential, UnitsDoNotMatter) {
  Random random{23};
  for (int k = 0; k < 100; ++k) {
    const ImpactProblem problem = random_collisions(random, 3, 1, sequential);
    ImpactProblem scaled = problem;
    auto& space = std::get<GeneralizedSpace>(scaled.dynamics);
    space.mass *= 0x1p-300;
    space.velocity *= 0x1p+200;
    const ImpactResult a = resolve(problem, LawId::stronge);
    const ImpactResult b = resolve(scaled, LawId::stronge);
    ASSERT_EQ(a.status, b.status);
    if (has_answer(a.status)) {
      EXPECT_EQ(*b.velocity_after, Eigen::VectorXd(*a.velocity_after * 0x1p+200)) << k;
    }
  }
}

TEST(Sequential, AnyContactMayComeToCollideAndNeedsItsRestitution) {
  ImpactProblem row = balls_in_a_row({1, 1, 1}, {1, 0, 0}, 1, sequential);
  row.contacts[1].restitution.reset();
  try {
    resolve(row, LawId::newton);
    FAIL() << "accepted";
  } catch (const std::invalid_argument& e) {
    EXPECT_THAT(e.what(), HasSubstr("contacts[1].restitution: missing; in a sequence"));
  }
}

TEST(Sequential, TakesTheLawsOfOneContact) {
  ImpactProblem row = balls_in_a_row({1, 1, 1}, {1, 0, 0}, 1, sequential);
  auto& space = std::get<GeneralizedSpace>(row.dynamics);
  space.mass = Eigen::VectorXd::Ones(6).asDiagonal();  // x and y of each ball
  space.velocity = Eigen::VectorXd{{1, 0.4, 0, 0, 0, 0}};
  for (Eigen::Index i = 0; i < 2; ++i) {
    auto& rows = space.rows[static_cast<std::size_t>(i)];
    rows.normal = Eigen::VectorXd::Unit(6, 2 * i + 2) - Eigen::VectorXd::Unit(6, 2 * i);
    rows.tangent = Eigen::VectorXd::Unit(6, 2 * i + 1) - Eigen::VectorXd::Unit(6, 2 * i + 3);
    row.contacts[static_cast<std::size_t>(i)].impulse_ratio = -0.1;
  }
  const ImpactResult r = resolve(row, LawId::impulse_ratio);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  for (const ContactResult& contact : r.contacts)
    EXPECT_NEAR(contact.impulse.t, -0.1 * contact.impulse.n, 1e-15);
}

}  // namespace
}  // namespace carom::testing
