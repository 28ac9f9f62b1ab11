/// Several contacts that collide together: compression and expansion over all contacts.
#include "tests/impact/simultaneous_cases.hpp"

#include <carom/impact/at_once/together.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace carom::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr Simultaneous together = Simultaneous::together;

Eigen::VectorXd velocity_after(const ImpactProblem& problem, LawId law = LawId::poisson) {
  const ImpactResult r = resolve(problem, law);
  EXPECT_EQ(r.status, ImpactStatus::solved);
  EXPECT_LE(r.residual, 1e-12);
  return *r.velocity_after;
}

ContactSystem system_of(const ImpactProblem& problem) {
  return contact_system(contact_problem(problem), problem.contacts);
}

std::vector<double> restitutions(const ImpactProblem& problem) {
  std::vector<double> e;
  e.reserve(problem.contacts.size());
  for (const Contact& contact : problem.contacts) e.push_back(contact.restitution.value_or(0));
  return e;
}

/// A phase by projections, contact after contact: w = q + W p, pₙ ≥ least; nothing if it does not settle.
std::optional<Eigen::VectorXd> by_projections(const ContactSystem& s, const Eigen::VectorXd& q,
                                              const std::vector<double>& least) {
  Eigen::VectorXd p = Eigen::VectorXd::Zero(q.size());
  for (int sweep = 0; sweep < 20000; ++sweep) {
    const Eigen::VectorXd before = p;
    for (std::size_t i = 0; i < s.count(); ++i) {
      const auto t = static_cast<Eigen::Index>(2 * i);
      p[t + 1] =
          std::max(least[i], p[t + 1] - (q[t + 1] + s.W.row(t + 1).dot(p)) / s.W(t + 1, t + 1));
      const double room = s.friction[i] * p[t + 1];
      p[t] = std::clamp(p[t] - (q[t] + s.W.row(t).dot(p)) / s.W(t, t), -room, room);
    }
    if ((p - before).cwiseAbs().maxCoeff() <= 1e-15 * p.cwiseAbs().maxCoeff()) return p;
  }
  return std::nullopt;
}

TEST(Together, ABoxLandingFlatReboundsFlat) {
  for (const double e : {0.0, 0.3, 1.0})
    for (const double mu : {0.0, 0.2, 3.0})
      for (const double slip : {0.0, 1.0}) {
        const Contact oak{.restitution = e, .friction = mu};
        const Eigen::VectorXd v = velocity_after(flat_box({-0.5, 0.5}, oak, slip));
        EXPECT_NEAR(v[1], e, 1e-14);
        if (mu == 0.2) {
          EXPECT_NEAR(v[2], 0, 1e-14);
        }  // it slides: both corners carry what they need
        if (mu == 0) {
          EXPECT_NEAR(v[0], slip, 1e-14);
        }
      }
}

/// Modes of so many contacts, with a surplus each, cannot be tried one by one; two of them carry the others.
TEST(Together, ABoxOnManyPointsLandsFlat) {
  // Under sanitizers seven and eight take ten seconds each, and thirty a minute.
  const bool is_short = testing::scaled_count(1) < 2;
  for (const int count : is_short ? std::vector{12} : std::vector{7, 8, 9, 12, 30}) {
    std::vector<double> places(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) places[static_cast<std::size_t>(i)] = -0.5 + i / (count - 1.0);
    for (const double static_friction : {0.5, 0.8}) {
      const Contact oak{.restitution = 0.4, .friction = 0.5, .static_friction = static_friction};
      const Eigen::VectorXd v = velocity_after(flat_box(places, oak, 0));
      EXPECT_NEAR(v[1], 0.4, 1e-12) << count;
      EXPECT_NEAR(v[2], 0, 1e-12) << count;
      const Eigen::VectorXd corners = velocity_after(flat_box({-0.5, 0.5}, oak, 1));
      EXPECT_LE((velocity_after(flat_box(places, oak, 1)) - corners).norm(), 1e-12) << count;
    }
  }
}

TEST(Together, RedundantContactsChangeNoVelocity) {
  const Contact oak{.restitution = 0.4, .friction = 0.2};
  const Eigen::VectorXd two = velocity_after(flat_box({-0.5, 0.5}, oak, 1));
  const ImpactResult five = resolve(flat_box({-0.5, -0.1, 0.2, 0.5, 0.5}, oak, 1), LawId::stronge);
  EXPECT_EQ(five.status, ImpactStatus::solved);
  EXPECT_LE((*five.velocity_after - two).norm(), 1e-13);
  EXPECT_THAT(five.notes, Contains(HasSubstr("equal springs")));
}

TEST(Together, ThreeBallsPassOnAThirdAndTwoThirds) {
  const ImpactProblem row = balls_in_a_row({1, 1, 1}, {1, 0, 0}, 1, together);
  const Eigen::Vector3d expected(-1.0 / 3, 2.0 / 3, 2.0 / 3);
  EXPECT_LE((velocity_after(row) - expected).norm(), 1e-14);  // one collides, the other touches
  const SystemAnswer both = collide_together(system_of(row), {1, 1});
  ASSERT_EQ(both.u_after.size(), 2);  // balls have no tangents here
  EXPECT_NEAR(std::abs(both.u_after[0]), 1, 1e-14);
  EXPECT_NEAR(both.u_after[1], 0, 1e-14);
}

TEST(Together, EachContactHasItsOwnRestitution) {
  ImpactProblem apart = balls_in_a_row({1, 1, 1}, {1, 0, -1}, 1, together);
  auto& space = std::get<GeneralizedSpace>(apart.dynamics);
  space.rows[0].normal = Eigen::Vector3d(-1, 0, 0);  // two balls against two walls
  space.rows[1].normal = Eigen::Vector3d(0, 0, 1);
  apart.contacts[0].restitution = 0.25;
  apart.contacts[1].restitution = 0.75;
  const Eigen::VectorXd v = velocity_after(apart);
  EXPECT_LE((v - Eigen::Vector3d(-0.25, 0, 0.75)).norm(), 1e-15);
}

TEST(Together, NewtonPoissonAndStrongeAgreeAndSaySo) {
  Random random{11};
  for (int k = 0; k < 50; ++k) {
    const ImpactProblem problem = random_collisions(random, 3, 1, together);
    const auto results = resolve(problem, {LawId::newton, LawId::poisson, LawId::stronge});
    for (const ImpactResult& r : results) {
      EXPECT_EQ(r.status, results[0].status);
      EXPECT_EQ(*r.velocity_after, *results[0].velocity_after);
      EXPECT_THAT(r.notes, Contains(HasSubstr("collide together")));
    }
  }
}

TEST(Together, RandomCollisionsSatisfyBothPhasesAndTheLedgerAddsUp) {
  Random random{1};
  for (std::int64_t k = 0; k < testing::scaled_count(300); ++k) {
    ImpactProblem problem = random_collisions(random, 2 + random.below(3), 1.5, together);
    if (random.chance(0.2))
      for (Contact& contact : problem.contacts) contact.static_friction = *contact.friction + 0.3;
    const ImpactResult r = resolve(problem, LawId::stronge);
    ASSERT_TRUE(has_answer(r.status)) << k;
    EXPECT_LE(r.residual, 1e-11) << k;
    EXPECT_NEAR(work_of(r), r.energy.contact_work, 1e-12 * *r.energy.before) << k;
    EXPECT_NEAR(*r.energy.after - *r.energy.before, r.energy.change, 1e-11 * *r.energy.before) << k;
    ASSERT_EQ(r.path.size(), 3u);
  }
}

TEST(Together, TheOrderOfContactsDoesNotMatter) {
  Random random{2};
  for (int k = 0; k < 200; ++k) {
    const ImpactProblem problem = random_collisions(random, 3, 1.5, together);
    ImpactProblem turned = problem;
    auto& rows = std::get<GeneralizedSpace>(turned.dynamics).rows;
    std::rotate(rows.begin(), rows.begin() + 1, rows.end());
    std::rotate(turned.contacts.begin(), turned.contacts.begin() + 1, turned.contacts.end());
    const ImpactResult a = resolve(problem, LawId::poisson);
    const ImpactResult b = resolve(turned, LawId::poisson);
    EXPECT_EQ(a.status, b.status);
    if (a.status != ImpactStatus::solved) continue;
    const bool shares = note_of(a).find("equal springs") != std::string::npos;
    EXPECT_LE((*a.velocity_after - *b.velocity_after).norm(), shares ? 1e-8 : 1e-10) << k;
  }
}

TEST(Together, AgreesWithProjectionsContactByContact) {
  Random random{3};
  int compared = 0;
  for (int k = 0; k < 300; ++k) {
    const ImpactProblem problem = random_collisions(random, 2 + random.below(2), 0.6, together);
    const ContactSystem s = system_of(problem);
    const std::vector<double> e = restitutions(problem);
    const SystemAnswer answer = collide_together(s, e);
    if (answer.status != ImpactStatus::solved || !answer.unique_impulse) continue;
    const auto p_C = by_projections(s, s.u, std::vector<double>(s.count(), 0));
    if (!p_C) continue;
    std::vector<double> least;
    least.reserve(s.count());
    for (std::size_t i = 0; i < s.count(); ++i)
      least.push_back(e[i] * (*p_C)[static_cast<Eigen::Index>(2 * i + 1)]);
    const Eigen::VectorXd u_C = s.u + s.W * *p_C;
    const auto p_E = by_projections(s, u_C, least);
    if (!p_E) continue;
    ++compared;
    EXPECT_LE((answer.u_after - u_C - s.W * *p_E).cwiseAbs().maxCoeff(), 1e-9) << k;
  }
  EXPECT_GT(compared, 100);  // projections settle for most systems, not for all
}

TEST(Together, PivotingFindsTheEndsThatEnumerationFinds) {
  Random random{4};
  for (int k = 0; k < 150; ++k) {
    const ImpactProblem problem = random_collisions(random, 3, 1.2, together);
    const ContactSystem s = system_of(problem);
    const std::vector<double> e = restitutions(problem);
    const SystemAnswer all = collide_together(s, e, ModeRoute::enumerate);
    const SystemAnswer one = collide_together(s, e, ModeRoute::lemke);
    if (all.status != ImpactStatus::solved || !has_answer(one.status)) continue;
    EXPECT_LE((all.u_after - one.u_after).cwiseAbs().maxCoeff(), 1e-9) << k;
  }
}

TEST(Together, WithoutFrictionFullRestitutionKeepsTheEnergyWhereNoContactLeaves) {
  Random random{5};
  for (int k = 0; k < 200; ++k) {
    ImpactProblem problem = random_collisions(random, 3, 0, together);
    for (Contact& contact : problem.contacts) contact.restitution = 1;
    const Contacts c = contact_problem(problem);
    bool leaves = false;
    for (Eigen::Index n = 1; n < c.u.size(); n += 2) leaves |= c.u[n] > 0;
    const ImpactResult r = resolve(problem, LawId::newton);
    EXPECT_LE(r.energy.contact_work, 1e-13 * *r.energy.before);
    if (!leaves) {
      EXPECT_NEAR(r.energy.contact_work, 0, 1e-12 * *r.energy.before) << k;
    }
  }
}

TEST(Together, WithoutRestitutionItIsThePlasticImpact) {
  Random random{6};
  for (int k = 0; k < 200; ++k) {
    ImpactProblem problem = random_collisions(random, 3, 0, together);
    for (Contact& contact : problem.contacts) contact.restitution = 0;
    const ImpactResult r = resolve(problem, LawId::newton);
    ASSERT_EQ(r.status, ImpactStatus::solved);
    // Gauss's principle: the nearest admissible velocity makes p·u⁺ = 0 with p ≥ 0 and uₙ⁺ ≥ 0.
    for (const ContactResult& contact : r.contacts) {
      EXPECT_GE(contact.u_after.n, 0);
      EXPECT_GE(contact.impulse.n, 0);
      EXPECT_NEAR(contact.impulse.n * contact.u_after.n, 0, 1e-12);
    }
  }
}

/// The price of restitution by impulses and friction by the end of a phase [Glocker2013]: a counterexample
/// must remain one. It was found among random chains.
TEST(Together, FrictionCanCreateEnergyAndThenTheResultSaysSo) {
  ImpactProblem problem;
  problem.contacts = {{.restitution = 1, .friction = 1.8114},
                      {.restitution = 0.123502, .friction = 2.94118}};
  problem.dynamics = ContactSpace{.W = Eigen::MatrixXd{{1.40724, -0.912111, -0.0189404, 0.266702},
                                                       {-0.912111, 1.94799, -0.480285, -0.0174056},
                                                       {-0.0189404, -0.480285, 1.29303, 0.917986},
                                                       {0.266702, -0.0174056, 0.917986, 1.19375}},
                                  .u = Eigen::Vector4d(-0.0282154, -1.11089, 0.047937, -0.456533)};
  problem.simultaneous = together;
  const ImpactResult r = resolve(problem, LawId::stronge);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  EXPECT_LE(r.residual, 1e-13);
  EXPECT_GT(r.energy.contact_work, 0.01 * *r.energy.before);
  EXPECT_THAT(r.notes, Contains(HasSubstr("energy was created")));
}

/// A self-stress that contacts with different restitution give back differently: a third of the load each.
TEST(Together, ASharedLoadIsThatOfEqualSpringsAndGivenBackSo) {
  ImpactProblem box = flat_box({-0.5, 0, 0.5}, {.restitution = 0.5, .friction = 0}, 0);
  EXPECT_EQ(resolve(box, LawId::poisson).status, ImpactStatus::solved);
  box.contacts[1].restitution = 0;
  const ImpactResult r = resolve(box, LawId::poisson);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  EXPECT_NEAR((*r.velocity_after)[1], 1. / 3, 1e-8);
  EXPECT_THAT(r.notes, Contains(HasSubstr("equal springs")));
}

TEST(Together, UnitsDoNotMatter) {
  Random random{8};
  for (int k = 0; k < 100; ++k) {
    const ImpactProblem problem = random_collisions(random, 2, 1, together);
    ImpactProblem scaled = problem;
    auto& space = std::get<GeneralizedSpace>(scaled.dynamics);
    space.mass *= 0x1p+300;
    space.velocity *= 0x1p-200;
    const ImpactResult a = resolve(problem, LawId::poisson);
    const ImpactResult b = resolve(scaled, LawId::poisson);
    ASSERT_EQ(a.status, b.status);
    EXPECT_EQ(*b.velocity_after, Eigen::VectorXd(*a.velocity_after * 0x1p-200)) << k;
  }
}

std::string refusal(const ImpactProblem& problem, LawId law) {
  try {
    resolve(problem, law);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

TEST(Together, WhatIsMissingOrNotDefinedIsRefused) {
  const Contact oak{.restitution = 0.5, .friction = 0.2};
  ImpactProblem box = flat_box({-0.5, 0.5}, oak, 1);
  EXPECT_THAT(refusal(box, LawId::whittaker),
              HasSubstr("simultaneous: 2 contacts collide together"));
  EXPECT_THAT(refusal(box, LawId::conventional), HasSubstr("takes one contact"));
  box.contacts[1].restitution.reset();
  EXPECT_THAT(refusal(box, LawId::poisson), HasSubstr("contacts[1].restitution: missing"));
  box.simultaneous = Simultaneous::refuse;
  EXPECT_THAT(refusal(box, LawId::poisson), HasSubstr("contacts: 2 collide"));
}

TEST(Together, OneCollidingContactIsResolvedByItsLaw) {
  Random random{9};
  const ImpactProblem problem = problem_of(random_chain({.contacts = 3}, random));
  ImpactProblem asked = problem;
  asked.simultaneous = together;
  EXPECT_EQ(*resolve(problem, LawId::newton).velocity_after,
            *resolve(asked, LawId::newton).velocity_after);
}

TEST(Together, TheJudgeSeesARestitutionThatIsTooSmall) {
  const ImpactProblem box = flat_box({-0.5, 0.4}, {.restitution = 0.5, .friction = 0.2}, 1);
  const ContactSystem s = system_of(box);
  const SystemAnswer answer = collide_together(s, {0.5, 0.5});
  EXPECT_LE(together_residual(s, {0.5, 0.5}, answer), 1e-14);
  EXPECT_GT(together_residual(s, {0.6, 0.5}, answer), 1e-3);
}

}  // namespace
}  // namespace carom::testing
