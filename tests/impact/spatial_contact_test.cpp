/// One contact in space on its whole way: statement, contacts, laws, judge, result; and contacts that meet it there.
#include "tests/core/spatial_problems.hpp"

#include <carom/impact/laws.hpp>
#include <carom/impact/material_rows.hpp>
#include <carom/impact/residual.hpp>
#include <carom/impact/resolve.hpp>

#include <Eigen/Cholesky>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace carom {
namespace {

using testing::Random;
using testing::SpatialProblem;

Eigen::MatrixXd matrix_of(const Sym3<double>& W) {
  return Eigen::Matrix3d{
      {W.tt.xx, W.tt.xy, W.tn.x}, {W.tt.xy, W.tt.yy, W.tn.y}, {W.tn.x, W.tn.y, W.nn}};
}

Eigen::VectorXd vector_of(const Vec3<double>& u) { return Eigen::Vector3d(u.t.x, u.t.y, u.n); }

Contact material_of(const ContactLaw<double>& law) {
  return {.restitution = law.restitution,
          .friction = law.friction,
          .static_friction = law.static_friction};
}

ImpactProblem stated(const SpatialProblem& p) {
  return {.contacts = {material_of(p.law)},
          .dynamics = ContactSpace{matrix_of(p.W), vector_of(p.u)}};
}

/// The laws that resolve any spatial contact.
std::vector<LawId> spatial_laws() {
  std::vector<LawId> ids;
  for (const Law& law : laws())
    if (law.most_tangents() == 2 && law.refuses_in_space == nullptr) ids.push_back(law.id);
  return ids;
}

/// Without the thresholds that need hundreds of impacts.
ImpactResult quickly(const ImpactProblem& problem, LawId id) {
  Contacts c = contact_problem(problem);
  c.thresholds = false;
  return resolve(problem.name, problem.contacts, c, {id}).front();
}

/// brach takes no other static friction.
ImpactProblem for_law(ImpactProblem problem, LawId id) {
  if (!law_of(id).keys.static_friction)
    for (Contact& c : problem.contacts) c.static_friction = c.friction;
  return problem;
}

double distance(const ContactVector& a, const ContactVector& b) {
  return std::hypot(a.t - b.t, a.t2 - b.t2, a.n - b.n);
}

double size_of(const ContactVector& a) { return std::hypot(a.t, a.t2, a.n); }

std::string objection_of(const ImpactProblem& problem, LawId law) {
  try {
    resolve(problem, law);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

/// A homogeneous sphere of 1 kg slides at 1 m/s into a wall: slip loses W_tt mu p_n, direction unchanged.
TEST(SpatialContact, ASphereSlidesOnInItsOldDirection) {
  const ImpactProblem sphere{.contacts = {{.restitution = 0.5, .friction = 0.1}},
                             .dynamics = ContactSpace{Eigen::Vector3d(3.5, 3.5, 1).asDiagonal(),
                                                      Eigen::Vector3d(0.6, 0.8, -1)}};
  for (const LawId id : spatial_laws()) {
    const ImpactResult r = resolve(sphere, id);
    ASSERT_EQ(r.status, ImpactStatus::solved) << law_of(id).name;
    const ContactResult& c = r.contacts[0];
    EXPECT_NEAR(c.impulse.n, 1.5, 1e-14);
    EXPECT_NEAR(c.impulse.t, -0.1 * 1.5 * 0.6, 1e-14);
    EXPECT_NEAR(c.impulse.t2, -0.1 * 1.5 * 0.8, 1e-14);
    EXPECT_NEAR(tangential_size(c.u_after), 1 - 3.5 * 0.1 * 1.5, 1e-14);
    EXPECT_EQ(c.u_after.tangents, 2);
    EXPECT_EQ(c.mode, ImpactMode::sliding);
    EXPECT_NEAR(*c.effective.impulse_ratio, 0.1, 1e-14);
    EXPECT_NEAR(*c.effective.tangential, -(1 - 3.5 * 0.1 * 1.5), 1e-14);
    EXPECT_NEAR(r.energy.change, r.energy.after.value() - r.energy.before.value(), 1e-14);
  }
}

TEST(SpatialContact, EveryLawIsJudgedBelowTenToTheMinusTenAndKeepsItsCone) {
  Random random{41};
  for (std::int64_t i = 0; i < testing::scaled_count(3000); ++i) {
    const ImpactProblem problem = stated(testing::spatial_problem(random, Restitution::poisson));
    for (const LawId id : spatial_laws()) {
      const ImpactProblem own = for_law(problem, id);
      Contacts c = contact_problem(own);
      c.thresholds = false;
      const ImpactResult r = resolve("", own.contacts, c, {id}).front();
      if (!has_answer(r.status)) continue;  // conventional in a jam
      EXPECT_LT(r.residual, 1e-10) << law_of(id).name << " " << i;
      const ContactVector& p = r.contacts[0].impulse;
      const double most = *own.contacts[0].static_friction * p.n;
      EXPECT_LE(tangential_size(p), most * (1 + 1e-10) + 1e-14);
      EXPECT_GE(p.n, 0);
      EXPECT_NEAR(r.energy.change, *r.energy.after - *r.energy.before,
                  1e-9 * (*r.energy.after + *r.energy.before));
      if (id == LawId::poisson || id == LawId::stronge || id == LawId::brach) {
        EXPECT_FALSE(creates_energy(r)) << law_of(id).name << " " << i;
      }
    }
  }
}

/// One tangent is decoupled and at rest: the planar law's bits.
TEST(SpatialContact, APlanarProblemStatedInSpaceGivesThePlanarBits) {
  Random random{42};
  for (int i = 0; i < 300; ++i) {
    const testing::Problem p = testing::generic_problem(random);
    const ImpactProblem planar{
        .contacts = {material_of(p.law)},
        .dynamics = ContactSpace{Eigen::Matrix2d{{p.W.tt, p.W.tn}, {p.W.tn, p.W.nn}},
                                 Eigen::Vector2d(p.u.t, p.u.n)}};
    const ImpactProblem spatial{
        .contacts = {material_of(p.law)},
        .dynamics =
            ContactSpace{Eigen::Matrix3d{{p.W.tt, 0, p.W.tn}, {0, p.W.tt, 0}, {p.W.tn, 0, p.W.nn}},
                         Eigen::Vector3d(p.u.t, 0, p.u.n)}};
    for (const LawId id : spatial_laws()) {
      const ImpactResult a = quickly(for_law(planar, id), id);
      const ImpactResult b = quickly(for_law(spatial, id), id);
      ASSERT_EQ(a.status, b.status) << law_of(id).name << " " << i;
      if (!has_answer(a.status)) continue;
      EXPECT_EQ(a.contacts[0].impulse.t, b.contacts[0].impulse.t) << law_of(id).name << " " << i;
      EXPECT_EQ(a.contacts[0].impulse.n, b.contacts[0].impulse.n);
      EXPECT_EQ(a.contacts[0].u_after.t, b.contacts[0].u_after.t);
      EXPECT_EQ(a.contacts[0].mode, b.contacts[0].mode);
      EXPECT_EQ(b.contacts[0].impulse.t2, 0);
    }
  }
}

TEST(SpatialContact, TurnedTangentsTurnTheAnswer) {
  Random random{43};
  for (int i = 0; i < 300; ++i) {
    const SpatialProblem p = testing::spatial_problem(random, Restitution::poisson);
    const double angle = random.uniform(0, 6);
    const testing::Turn turn{std::cos(angle), std::sin(angle)};
    const SpatialProblem turned{turn(p.W), turn(p.u), p.law};
    for (const LawId id : {LawId::newton, LawId::poisson, LawId::stronge}) {
      const ContactVector a = quickly(stated(p), id).contacts[0].impulse;
      const ContactVector b = quickly(stated(turned), id).contacts[0].impulse;
      const Tangent2<double> back = turn(Tangent2<double>{a.t, a.t2});
      EXPECT_LT(distance({back.x, a.n, back.y}, b), 1e-11 * size_of(a)) << i;
    }
  }
}

/// Units are powers of two at the door, so other powers of two change the exponents and no more.
TEST(SpatialContact, OtherUnitsChangeExponentsOnly) {
  Random random{44};
  for (int i = 0; i < 200; ++i) {
    SpatialProblem p = testing::spatial_problem(random, Restitution::stronge);
    const ContactVector a = quickly(stated(p), LawId::stronge).contacts[0].impulse;
    ImpactProblem heavy = stated(p);
    auto& space = std::get<ContactSpace>(heavy.dynamics);
    space.W *= 0x1p-80;
    space.u *= 0x1p30;
    const ContactVector b = quickly(heavy, LawId::stronge).contacts[0].impulse;
    EXPECT_EQ(std::ldexp(a.t, 110), b.t);
    EXPECT_EQ(std::ldexp(a.t2, 110), b.t2);
    EXPECT_EQ(std::ldexp(a.n, 110), b.n);
  }
}

/// A body with rows of J, and the same contact by its W and u.
TEST(SpatialContact, TheWaysOneAndTwoAgree) {
  Random random{45};
  for (int i = 0; i < 100; ++i) {
    const Eigen::Index n = 6;
    Eigen::MatrixXd Y(n, n);
    Eigen::MatrixXd J(3, n);
    Eigen::VectorXd v(n);
    for (double& x : Y.reshaped()) x = random.uniform(-1, 1);
    for (double& x : J.reshaped()) x = random.uniform(-1, 1);
    for (double& x : v) x = random.uniform(-1, 1);
    if (J.row(2).dot(v) > 0) v = -v;
    const Eigen::MatrixXd M = Y * Y.transpose() + Eigen::MatrixXd::Identity(n, n);
    const Contact contact{.restitution = 0.5, .friction = 0.4};
    const GeneralizedSpace space{
        M,
        v,
        {{.tangent = J.row(0).transpose(),
          .normal = J.row(2).transpose(),
          .surface_velocity = {.t = 0.1, .n = 0, .t2 = -0.2, .tangents = 2},
          .tangent2 = J.row(1).transpose()}}};
    const ImpactProblem second{.contacts = {contact}, .dynamics = space};
    const Contacts c = contact_problem(second);
    const ImpactProblem first{.contacts = {contact}, .dynamics = ContactSpace{c.W, c.u}};
    for (const LawId id : spatial_laws()) {
      const ImpactResult a = quickly(first, id);
      const ImpactResult b = quickly(second, id);
      ASSERT_EQ(a.status, b.status);
      if (!has_answer(a.status)) continue;
      EXPECT_EQ(distance(a.contacts[0].impulse, b.contacts[0].impulse), 0);
      const ContactVector& p = b.contacts[0].impulse;
      const Eigen::VectorXd change = M.llt().solve(J.transpose() * Eigen::Vector3d(p.t, p.t2, p.n));
      EXPECT_LT((*b.velocity_after - v - change).norm(), 1e-12);
      EXPECT_NEAR(*b.energy.drive, 0.1 * p.t - 0.2 * p.t2, 1e-14);
      EXPECT_NEAR(b.energy.change, *b.energy.after - *b.energy.before, 1e-12);
    }
  }
}

/// A second contact and a stop that are not felt: the same bits as alone.
TEST(SpatialContact, ABystanderChangesNoBit) {
  Random random{46};
  for (int i = 0; i < 100; ++i) {
    const SpatialProblem p = testing::spatial_problem(random, Restitution::poisson);
    const SpatialProblem q = testing::spatial_problem(random, Restitution::poisson);
    Eigen::MatrixXd W = Eigen::MatrixXd::Zero(7, 7);
    W.topLeftCorner(3, 3) = matrix_of(p.W);
    W(3, 3) = 2;
    W.bottomRightCorner(3, 3) = 1e6 * matrix_of(q.W);
    Eigen::VectorXd u(7);
    u << vector_of(p.u), -1, -vector_of(q.u);
    const ImpactProblem all{
        .contacts = {material_of(p.law), {.restitution = 0.5}, material_of(q.law)},
        .dynamics = ContactSpace{W, u, {2, 0, 2}},
        .simultaneous = Simultaneous::together};
    const ImpactResult a = quickly(stated(p), LawId::poisson);
    const ImpactResult b = quickly(all, LawId::poisson);
    ASSERT_TRUE(has_answer(b.status));
    EXPECT_EQ(distance(a.contacts[0].impulse, b.contacts[0].impulse), 0);
    EXPECT_EQ(distance(a.contacts[0].u_after, b.contacts[0].u_after), 0);
    EXPECT_EQ(b.contacts[1].impulse.n, 0.75);  // (1 + e)/W
    EXPECT_EQ(b.contacts[1].u_after.n, 0.5);
    EXPECT_EQ(b.contacts[2].impulse.n, 0);
    for (const PathEvent& event : b.path) EXPECT_EQ(event.p.size(), 7);
  }
}

TEST(SpatialContact, WhatIsPlanarOrNotYetSolvedIsRefusedByName) {
  Random random{47};
  const ImpactProblem one = stated(testing::spatial_problem(random, Restitution::poisson));
  EXPECT_EQ(objection_of(one, LawId::impulse_ratio),
            "contacts: are in space; the law impulse_ratio is planar");
  EXPECT_EQ(objection_of(one, LawId::cataldo_sampaio),
            "contacts: are in space; the law cataldo_sampaio is planar");
  const std::vector<LawId> defined = defined_laws(one);
  EXPECT_EQ(std::count(defined.begin(), defined.end(), LawId::cataldo_sampaio), 0);
  ImpactProblem mixed = one;
  mixed.contacts.push_back(mixed.contacts[0]);
  mixed.dynamics = ContactSpace{Eigen::MatrixXd::Identity(5, 5), Eigen::VectorXd::Zero(5), {2, 1}};
  EXPECT_EQ(objection_of(mixed, LawId::poisson),
            "contacts: contacts[1] has one tangent and contacts[0] has two; want planar or spatial "
            "contacts, not both");
  ImpactProblem wrong = one;
  wrong.dynamics = ContactSpace{Eigen::MatrixXd::Identity(3, 3), Eigen::VectorXd::Zero(3), {1}};
  EXPECT_NE(objection_of(wrong, LawId::poisson).find("W: is 3x3; want 2x2"), std::string::npos);
}

/// Two spheres on a line and a wall: each collision is one spatial contact.
TEST(SpatialContact, ASequenceResolvesOneAfterTheOther) {
  // contact 0: ball 1 on ball 2, contact 1: ball 2 on the wall; unit masses, no turning along n
  Eigen::MatrixXd W(6, 6);
  W.setZero();
  W.topLeftCorner(3, 3) = Eigen::Vector3d(7, 7, 2).asDiagonal();
  W.bottomRightCorner(3, 3) = Eigen::Vector3d(3.5, 3.5, 1).asDiagonal();
  W(2, 5) = W(5, 2) = -1;
  Eigen::VectorXd u(6);
  u << 0.5, 0.2, -1, 0, 0, 0;
  const ImpactProblem balls{
      .contacts = {{.restitution = 1, .friction = 0.2}, {.restitution = 1, .friction = 0.2}},
      .dynamics = ContactSpace{W, u},
      .simultaneous = Simultaneous::sequential};
  for (const LawId id : {LawId::newton, LawId::poisson, LawId::stronge}) {
    const ImpactResult r = resolve(balls, id);
    ASSERT_EQ(r.status, ImpactStatus::solved) << note_of(r);
    EXPECT_LT(r.residual, 1e-12);
    EXPECT_NEAR(r.contacts[0].u_after.n, 1, 1e-14);  // ball 1 comes back
    EXPECT_GT(r.contacts[0].impulse.n, 0);
    EXPECT_NEAR(r.contacts[0].impulse.t / r.contacts[0].impulse.t2, 2.5, 1e-12);
  }
  ImpactProblem refused = balls;
  refused.simultaneous = Simultaneous::refuse;
  EXPECT_NE(objection_of(refused, LawId::whittaker).find("feel each other"), std::string::npos);
}

TEST(SpatialContact, TheJudgeSeesTamperingInSpace) {
  Random random{48};
  int seen = 0;
  for (int i = 0; i < 200; ++i) {
    SpatialProblem p = testing::spatial_problem(random, Restitution::poisson);
    p.law.static_friction = p.law.friction;
    const ImpactProblem problem = stated(p);
    Contacts c = contact_problem(problem);
    ContactSystem system = contact_system(c, problem.contacts);
    system.colliding = 0;
    system.restitution = p.law.restitution;
    for (const LawId id : {LawId::newton, LawId::poisson, LawId::stronge, LawId::whittaker}) {
      SystemAnswer fine;
      law_of(id).answer_in_space(system, fine);
      if (!has_answer(fine.status)) continue;
      EXPECT_LT(residual(system, id, fine), 1e-10);
      for (Eigen::Index r = 0; r < 3; ++r) {
        SystemAnswer pushed = fine;  // momentum is kept, the law is not
        const double extra = 1e-4 * fine.p.norm();
        pushed.p[r] += extra;
        pushed.u_after += system.W.col(r) * extra;
        if (pushed.path_length > 0) {
          pushed.path.back().p = pushed.p;
          pushed.path.back().u = pushed.u_after;
        }
        EXPECT_GT(residual(system, id, pushed), 1e-9) << law_of(id).name << " " << i << " " << r;
        ++seen;
      }
    }
  }
  EXPECT_GT(seen, 1000);
}

TEST(SpatialContact, PointsOfThePathAreGivenOnRequestAndObeyMomentum) {
  Random random{49};
  ImpactProblem problem = stated(testing::spatial_problem(random, Restitution::poisson));
  const ImpactResult plain = resolve(problem, LawId::poisson);
  problem.path_points = 7;
  const ImpactResult drawn = resolve(problem, LawId::poisson);
  const auto between = [](const PathEvent& e) { return e.kind == PathEventKind::between; };
  EXPECT_EQ(std::count_if(plain.path.begin(), plain.path.end(), between), 0);
  EXPECT_EQ(drawn.path.size(), plain.path.size() + 7 * (plain.path.size() - 1));
  const auto& space = std::get<ContactSpace>(problem.dynamics);
  for (const PathEvent& e : drawn.path)
    EXPECT_LT((e.u - space.u - space.W * e.p).norm(), 1e-10 * space.u.norm());
}

/// u_n = 0 and slip that drives the bodies together: an impact, and p = 0 is the other answer.
TEST(SpatialContact, ATangentialImpactIsNamed) {
  const Eigen::Matrix3d W{{2, 0.3, 1.2}, {0.3, 2, 0.2}, {1.2, 0.2, 1}};
  const ImpactProblem problem{.contacts = {{.restitution = 0.5, .friction = 1.5}},
                              .dynamics = ContactSpace{W, Eigen::Vector3d(1, 0.1, 0)}};
  const ImpactResult r = resolve(problem, LawId::stronge);
  EXPECT_EQ(r.status, ImpactStatus::tangential_impact);
  EXPECT_GT(r.contacts[0].impulse.n, 0);
  EXPECT_LT(r.residual, 1e-12);
}

TEST(LawRows, EveryLawHasWordsAColourAndAJudge) {
  std::set<std::string_view> names;
  std::set<std::string_view> colors;
  for (const Law& law : laws()) {
    names.insert(law.name);
    colors.insert(law.color);
    EXPECT_EQ(law.color.size(), 7U) << law.name;
    EXPECT_NE(law.violation, nullptr) << law.name;
    EXPECT_NE(law.never_gains, nullptr) << law.name;
    EXPECT_NE(law.answer, nullptr) << law.name;
    EXPECT_EQ(&law_of(law.id), &law);
    EXPECT_EQ(law.follows_path, law.rule.has_value());
  }
  EXPECT_EQ(names.size(), laws().size());
  EXPECT_EQ(colors.size(), laws().size());
}

TEST(MaterialRows, RefuseWhatIsOutOfRange) {
  for (const MaterialRow& row : material_rows) {
    if (row.number == nullptr) continue;
    ImpactProblem problem{
        .contacts = {{.restitution = 0.5, .friction = 0.1}},
        .dynamics = ContactSpace{Eigen::Matrix2d::Identity(), Eigen::Vector2d(0, -1)}};
    problem.contacts[0].*row.number = std::nan("");
    EXPECT_NE(objection_of(problem, LawId::poisson).find(row.name), std::string::npos) << row.name;
    if (!std::isfinite(row.least)) continue;
    problem.contacts[0].*row.number = row.excludes_least ? row.least : row.least - 1;
    EXPECT_NE(objection_of(problem, LawId::poisson).find(row.name), std::string::npos) << row.name;
  }
}

}  // namespace
}  // namespace carom
