/// moreau, fremond, anitescu_potra, chatterjee_ruina and compliant on their whole way: statement, contacts, laws, judge,
/// result; with one contact and with several.
#include "tests/core/spatial_problems.hpp"
#include "tests/impact/simultaneous_cases.hpp"
#include "tests/impact/spatial_systems.hpp"
#include "tests/random_problems.hpp"

#include <carom/impact/derivatives.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace carom {
namespace {

using testing::Random;
using testing::SpatialProblem;

const std::vector<LawId> further_laws{LawId::moreau, LawId::fremond, LawId::anitescu_potra,
                                      LawId::chatterjee_ruina, LawId::compliant};
const std::vector<LawId> cone_laws{LawId::moreau, LawId::fremond, LawId::anitescu_potra};

/// A material that every one of them takes.
Contact random_material(Random& random, double most_friction) {
  return {.restitution = random.uniform(0, 1),
          .friction = random.uniform(0, most_friction),
          .tangential_restitution = random.uniform(0, 1),
          .stiffness_ratio = random.uniform(0.5, 2)};
}

ImpactProblem planar_problem(Random& random) {
  const testing::Problem p = testing::generic_problem(random);
  const Eigen::Matrix2d W{{p.W.tt, p.W.tn}, {p.W.tn, p.W.nn}};
  return {.contacts = {random_material(random, 1.5)},
          .dynamics = ContactSpace{W, Eigen::Vector2d(p.u.t, p.u.n)}};
}

ImpactProblem spatial_problem(Random& random) {
  const SpatialProblem p = testing::spatial_problem(random, Restitution::newton);
  const Eigen::Matrix3d W{{p.W.tt.xx, p.W.tt.xy, p.W.tn.x},
                          {p.W.tt.xy, p.W.tt.yy, p.W.tn.y},
                          {p.W.tn.x, p.W.tn.y, p.W.nn}};
  return {.contacts = {random_material(random, 1.5)},
          .dynamics = ContactSpace{W, Eigen::Vector3d(p.u.t.x, p.u.t.y, p.u.n)}};
}

/// A solid sphere of unit mass whose contact slips along a direction of the floor.
ImpactProblem sphere(double slip, double angle) {
  return {.contacts = {{.restitution = 0.85, .friction = 0.3, .stiffness_ratio = 3.5 / 2.89}},
          .dynamics =
              ContactSpace{Eigen::Vector3d(3.5, 3.5, 1).asDiagonal(),
                           Eigen::Vector3d(slip * std::cos(angle), slip * std::sin(angle), -1)}};
}

std::string refusal_of(const ImpactProblem& problem, LawId law) {
  try {
    resolve(problem, law);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

bool promises(LawId law, const Contact& c) {
  return law != LawId::moreau || *c.tangential_restitution >= *c.restitution;
}

TEST(FurtherLaws, KeepTheirLawAndTheirPromiseOfEnergyInThePlane) {
  Random random{31};
  for (std::int64_t i = 0; i < testing::scaled_count(1000); ++i) {
    const ImpactProblem problem = planar_problem(random);
    for (const LawId law : further_laws) {
      const ImpactResult r = resolve(problem, law);
      ASSERT_EQ(r.status, ImpactStatus::solved) << law_of(law).name << i;
      EXPECT_LE(r.residual, 1e-10) << law_of(law).name << i;
      if (promises(law, problem.contacts[0])) {
        EXPECT_FALSE(creates_energy(r)) << law_of(law).name << i;
      }
    }
  }
}

TEST(FurtherLaws, KeepTheirLawAndTheirPromiseOfEnergyInSpace) {
  Random random{32};
  for (std::int64_t i = 0; i < testing::scaled_count(1000); ++i) {
    const ImpactProblem problem = spatial_problem(random);
    for (const LawId law : further_laws) {
      if (law == LawId::compliant) continue;
      const ImpactResult r = resolve(problem, law);
      ASSERT_TRUE(has_answer(r.status)) << law_of(law).name << i;
      EXPECT_LE(r.residual, 1e-10) << law_of(law).name << i;
      if (promises(law, problem.contacts[0])) {
        EXPECT_FALSE(creates_energy(r)) << law_of(law).name << i;
      }
    }
  }
}

/// In other units: lengths and masses by powers of ten.
TEST(FurtherLaws, AnswerInEveryUnit) {
  Random random{33};
  for (int i = 0; i < 200; ++i) {
    const ImpactProblem problem = planar_problem(random);
    ImpactProblem scaled = problem;
    auto& space = std::get<ContactSpace>(scaled.dynamics);
    space.W *= 1e9;
    space.u *= 1e-6;
    for (const LawId law : further_laws) {
      const ContactVector u = resolve(problem, law).contacts[0].u_after;
      const ContactVector v = resolve(scaled, law).contacts[0].u_after;
      EXPECT_NEAR(v.t * 1e6, u.t, 1e-10) << law_of(law).name << i;
      EXPECT_NEAR(v.n * 1e6, u.n, 1e-10) << law_of(law).name << i;
    }
  }
}

/// A tangent in other units than the normal: W' = D W D with μ' = μ d_n/d_t and η'² = η² (d_t/d_n)² (T16.21).
TEST(FurtherLaws, CompliantDoesNotDependOnTheUnitOfTheTangent) {
  Random random{34};
  for (int i = 0; i < 200; ++i) {
    const ImpactProblem problem = planar_problem(random);
    ImpactProblem scaled = problem;
    auto& space = std::get<ContactSpace>(scaled.dynamics);
    const Eigen::DiagonalMatrix<double, 2> D(64, 1);
    space.W = D * space.W * D;
    space.u = D * space.u;
    *scaled.contacts[0].friction /= 64;
    *scaled.contacts[0].stiffness_ratio *= 64 * 64;
    const ContactVector u = resolve(problem, LawId::compliant).contacts[0].u_after;
    const ContactVector v = resolve(scaled, LawId::compliant).contacts[0].u_after;
    EXPECT_NEAR(v.t / 64, u.t, 1e-12) << i;
    EXPECT_NEAR(v.n, u.n, 1e-12) << i;
  }
}

TEST(FurtherLaws, CompliantFollowsItsPathThroughFormatsEvents) {
  const ImpactProblem eccentric{
      .contacts = {{.restitution = 0.6, .friction = 0.4, .stiffness_ratio = 1.2}},
      .dynamics =
          ContactSpace{Eigen::Matrix2d{{2.5, -0.6}, {-0.6, 1.2}}, Eigen::Vector2d(0.5, -1)}};
  const ImpactResult r = resolve(eccentric, LawId::compliant);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  ASSERT_GE(r.path.size(), 4U);
  EXPECT_EQ(r.path.front().kind, PathEventKind::start);
  EXPECT_EQ(r.path.back().kind, PathEventKind::end);
  EXPECT_FALSE(r.path.back().phase);
  const auto ends = std::find_if(r.path.begin(), r.path.end(), [](const PathEvent& event) {
    return event.kind == PathEventKind::compression_ends;
  });
  ASSERT_NE(ends, r.path.end());
  EXPECT_EQ(ends->u[1], 0);
  for (const PathEvent& event : r.path) {
    const auto& W = std::get<ContactSpace>(eccentric.dynamics).W;
    const auto& u = std::get<ContactSpace>(eccentric.dynamics).u;
    EXPECT_LE((event.u - u - W * event.p).norm(), 1e-14);
  }
  const ContactWork& work = r.contacts[0].work;
  EXPECT_NEAR(*work.normal_restitution, -0.36 * *work.normal_compression, 1e-15);
  EXPECT_NEAR(work.normal + work.friction, r.energy.contact_work, 1e-15);
}

TEST(FurtherLaws, CompliantTurnsTheSlipOfASphereBackInAnyDirectionOfTheFloor) {
  const ContactVector flat = resolve(sphere(0.9, 0), LawId::compliant).contacts[0].u_after;
  EXPECT_NEAR(flat.t, -1.6594872281 * 0.3, 1e-10);
  const ContactVector turned = resolve(sphere(0.9, 2), LawId::compliant).contacts[0].u_after;
  EXPECT_NEAR(turned.t, flat.t * std::cos(2), 1e-14);
  EXPECT_NEAR(turned.t2, flat.t * std::sin(2), 1e-14);
}

TEST(FurtherLaws, CompliantIsRefusedByNameWhereItIsNotDefined) {
  Random random{35};
  const ImpactProblem corner = spatial_problem(random);
  EXPECT_NE(refusal_of(corner, LawId::compliant).find("compliant"), std::string::npos);
  const auto defined = defined_laws(corner);
  EXPECT_EQ(std::count(defined.begin(), defined.end(), LawId::compliant), 0);
  ImpactProblem plain = planar_problem(random);
  plain.contacts[0].stiffness_ratio.reset();
  EXPECT_EQ(refusal_of(plain, LawId::compliant),
            "contacts[0].stiffness_ratio: missing; the law compliant needs it");
  const auto without = defined_laws(plain);
  EXPECT_EQ(std::count(without.begin(), without.end(), LawId::compliant), 0);
  EXPECT_EQ(std::count(without.begin(), without.end(), LawId::moreau), 1);
  ImpactProblem row = testing::balls_in_a_row({1, 1, 1}, {1, 0, 0}, 1, Simultaneous::sequential);
  EXPECT_EQ(refusal_of(row, LawId::compliant),
            "contacts: 2 given; the law compliant takes one contact");
}

TEST(FurtherLaws, RefuseAStaticFrictionThatDiffersAndTangentialRestitutionOutOfTheirRange) {
  Random random{36};
  ImpactProblem problem = planar_problem(random);
  problem.contacts[0].static_friction = 2;
  for (const LawId law : further_laws)
    EXPECT_NE(refusal_of(problem, law).find("static_friction: differs"), std::string::npos);
  problem.contacts[0].static_friction.reset();
  problem.contacts[0].tangential_restitution = -0.5;
  EXPECT_NE(refusal_of(problem, LawId::moreau).find("outside [0, 1]"), std::string::npos);
  EXPECT_EQ(refusal_of(problem, LawId::chatterjee_ruina), "");
  EXPECT_EQ(refusal_of(problem, LawId::fremond), "");
}

TEST(FurtherLaws, AJamThatSwingsOnHasNoAnswerAndSaysWhy) {
  const ImpactProblem jam{
      .contacts = {{.restitution = 0.592211, .friction = 1.16164, .stiffness_ratio = 1.18366}},
      .dynamics = ContactSpace{Eigen::Matrix2d{{0.082289626999245635, -0.079972507450559838},
                                               {-0.079972507450559838, 0.077720633586214921}},
                               Eigen::Vector2d(0.00133059, -0.659737)}};
  const ImpactResult r = resolve(jam, LawId::compliant);
  EXPECT_EQ(r.status, ImpactStatus::no_solution);
  EXPECT_EQ(r.reason, NoSolution::no_termination);
}

/// [PreclikEiblRuede2018] know such problems.
TEST(FurtherLaws, MoreauGivesAllThreeAnswersOfOneContactInSpace) {
  const Eigen::Matrix3d W{{.62, -.55, -.74}, {-.55, 4.35, .63}, {-.74, .63, 1}};
  const ImpactProblem problem{.contacts = {{.restitution = 0, .friction = 1.05}},
                              .dynamics = ContactSpace{W, Eigen::Vector3d(-.08, 24.78, -1)}};
  const ImpactResult r = resolve(problem, LawId::moreau);
  EXPECT_EQ(r.status, ImpactStatus::undetermined);
  EXPECT_NEAR(r.contacts[0].impulse.n, 7.944308731, 1e-9);
  ASSERT_EQ(r.alternatives.size(), 2U);
  EXPECT_NEAR(r.alternatives[0].p[2], 6.121551962, 1e-9);
  EXPECT_NEAR(r.alternatives[1].p[2], 3.279977653, 1e-9);
}

TEST(FurtherLaws, AnitescuPotraHasOneEntryOfThePathPerPhase) {
  Random random{37};
  for (const ImpactProblem& problem : {planar_problem(random), spatial_problem(random)}) {
    const ImpactResult r = resolve(problem, LawId::anitescu_potra);
    ASSERT_EQ(r.path.size(), 3U);
    EXPECT_EQ(r.path[1].kind, PathEventKind::compression_ends);
    const ContactWork& work = r.contacts[0].work;
    EXPECT_NEAR(work.normal + work.friction, r.energy.contact_work, 1e-14);
    EXPECT_TRUE(resolve(problem, LawId::moreau).path.empty());
  }
}

/// Contacts of random chains, one of which collides.
TEST(FurtherLaws, MoreauWithoutTangentialRestitutionIsWhittakerAlsoAmongTouchingContacts) {
  Random random{38};
  int pushed = 0;
  for (int i = 0; i < 200; ++i) {
    ImpactProblem problem =
        testing::problem_of(testing::random_chain({.contacts = 2, .most_friction = 0.3}, random));
    for (Contact& c : problem.contacts) c.static_friction = c.friction;
    const ImpactResult w = resolve(problem, LawId::whittaker);
    const ImpactResult m = resolve(problem, LawId::moreau);
    if (w.status != ImpactStatus::solved || m.status != ImpactStatus::solved) continue;
    for (std::size_t k = 0; k < 2; ++k) {
      pushed += w.contacts[k].impulse.n > 0 ? 1 : 0;
      EXPECT_NEAR(m.contacts[k].u_after.t, w.contacts[k].u_after.t, 1e-8) << i;
      EXPECT_NEAR(m.contacts[k].u_after.n, w.contacts[k].u_after.n, 1e-8) << i;
    }
    EXPECT_LE(m.residual, 1e-10) << i;
  }
  EXPECT_GT(pushed, 100);
}

TEST(FurtherLaws, ConeLawsLetSeveralContactsCollideTogetherAndNeverGain) {
  Random random{39};
  for (int i = 0; i < 200; ++i) {
    ImpactProblem problem =
        testing::random_collisions(random, 2 + i % 2, 0.8, Simultaneous::together);
    const double e = random.uniform(0, 1);
    for (Contact& c : problem.contacts) {
      c.restitution = e;
      c.static_friction = c.friction;
      c.tangential_restitution = e + (1 - e) * 0.5;
    }
    for (const LawId law : cone_laws) {
      const ImpactResult r = resolve(problem, law);
      if (!has_answer(r.status)) continue;
      EXPECT_LE(r.residual, 1e-9) << law_of(law).name << i;
      const bool leaves = std::any_of(r.contacts.begin(), r.contacts.end(),
                                      [](const auto& c) { return c.u_before.n > 0; });
      if (!leaves || law == LawId::anitescu_potra) {
        EXPECT_FALSE(creates_energy(r)) << law_of(law).name << i;
      }
    }
    EXPECT_NEAR(resolve(problem, LawId::anitescu_potra).energy.contact_work,
                resolve(problem, LawId::poisson).energy.contact_work, 1e-9);
  }
}

/// Contacts of fewer coordinates than rows, each with its own e: q is not in the range of W, and contacts that
/// separate are among them. Under moreau a few have no answer (every combination of modes was excluded by linear
/// programming elsewhere: 7 of 300 problems of this kind).
TEST(FurtherLaws, ConeLawsAnswerContactsThatDependOnEachOther) {
  Random random{41};
  int separate = 0;
  int answered = 0;
  for (int i = 0; i < 100; ++i) {
    const Eigen::Index n = 3 + i % 2;
    const auto entry = [&] { return random.uniform(-1, 1); };
    const Eigen::MatrixXd B = Eigen::MatrixXd::NullaryExpr(n, n + 2, entry);
    GeneralizedSpace space{.mass = B * B.transpose(),
                           .velocity = Eigen::VectorXd::NullaryExpr(n, entry)};
    ImpactProblem problem{.simultaneous = Simultaneous::together};
    for (int k = 0; k < 3; ++k) {
      CoordinateRows rows{.tangent = Eigen::VectorXd::NullaryExpr(n, entry),
                          .normal = Eigen::VectorXd::NullaryExpr(n, entry)};
      if (rows.normal.dot(space.velocity) > 0) rows.normal = -rows.normal;
      space.rows.push_back(rows);
      problem.contacts.push_back(random_material(random, 0.8));
      problem.contacts.back().tangential_restitution = 0.5;
    }
    problem.dynamics = space;
    for (const LawId law : {LawId::moreau, LawId::fremond}) {
      const ImpactResult r = resolve(problem, law);
      answered += has_answer(r.status) ? 1 : 0;
      EXPECT_TRUE(has_answer(r.status) || law == LawId::moreau) << i;
      for (const ContactResult& c : r.contacts) separate += c.outcome == Outcome::separates ? 1 : 0;
    }
  }
  EXPECT_GT(answered, 190);
  EXPECT_GT(separate, 100);
}

/// A foot lands flat on four corners: W has rank 6 of 12.
TEST(FurtherLaws, AFootLandsOnFourSpatialContacts) {
  const testing::BodySystem foot =
      testing::flat_foot((Eigen::VectorXd(6) << 0.3, 0.1, -1, 0, 0, 0).finished(), 0.4, 0.5);
  ImpactProblem problem{.dynamics = ContactSpace{foot.system.W, foot.system.u},
                        .simultaneous = Simultaneous::together};
  for (int k = 0; k < 4; ++k)
    problem.contacts.push_back(
        {.restitution = 0.5, .friction = 0.4, .tangential_restitution = 0.5});
  for (const LawId law : cone_laws) {
    const ImpactResult r = resolve(problem, law);
    ASSERT_TRUE(has_answer(r.status)) << law_of(law).name;
    EXPECT_LE(r.residual, 1e-9) << law_of(law).name;
    EXPECT_FALSE(creates_energy(r)) << law_of(law).name;
    double sum = 0;
    for (const ContactResult& c : r.contacts) sum += c.impulse.n;
    EXPECT_GT(sum, 0.9) << law_of(law).name;
  }
}

TEST(FurtherLaws, ChatterjeeRuinaTakesSeveralContactsInASequenceOnly) {
  const ImpactProblem together =
      testing::balls_in_a_row({1, 2, 3}, {1, 0, -1}, 0.5, Simultaneous::together);
  EXPECT_NE(refusal_of(together, LawId::chatterjee_ruina), "");
  ImpactProblem sequence = together;
  sequence.simultaneous = Simultaneous::sequential;
  EXPECT_EQ(resolve(sequence, LawId::chatterjee_ruina).status, ImpactStatus::solved);
}

/// Slopes of dual numbers against central differences.
TEST(FurtherLaws, HaveDerivatives) {
  Random random{40};
  int compared = 0;
  for (int i = 0; i < 60; ++i) {
    const ImpactProblem problem = planar_problem(random);
    for (const LawId law : further_laws) {
      const ImpactDerivatives d = derivatives(problem, law);
      if (d.near_mode_change || !d.u_after) continue;
      for (int j = 0; j < 2; ++j) {
        const double h = 1e-6;
        const auto moved = [&](double by) {
          ImpactProblem p = problem;
          std::get<ContactSpace>(p.dynamics).u[j] += by;
          return resolve(p, law).contacts[0].u_after;
        };
        const ContactVector up = moved(h);
        const ContactVector down = moved(-h);
        EXPECT_NEAR((up.t - down.t) / (2 * h), (*d.u_after)(0, j), 1e-5) << law_of(law).name << i;
        EXPECT_NEAR((up.n - down.n) / (2 * h), (*d.u_after)(1, j), 1e-5) << law_of(law).name << i;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 400);
}

}  // namespace
}  // namespace carom
