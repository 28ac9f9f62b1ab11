/// The judge, on answers of every law over all scales, and on answers that were tampered with.
#include "tests/random_problems.hpp"

#include <carom/impact/laws.hpp>
#include <carom/impact/one/planar_answer.hpp>
#include <carom/impact/residual.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

namespace carom {
namespace {

using testing::Problem;
using testing::Random;

void one_contact(const Problem& p, ContactSystem& system) {
  thread_local Contacts c;
  c.W = Eigen::Matrix2d{{p.W.tt, p.W.tn}, {p.W.tn, p.W.nn}};
  c.u = Eigen::Vector2d(p.u.t, p.u.n);
  c.rows.assign(1, ContactRows{});
  add_stick_lines(c);
  contact_system(c,
                 {{.restitution = p.law.restitution,
                   .friction = p.law.friction,
                   .static_friction = p.law.static_friction,
                   .stiffness_ratio = 1}},
                 system);
}

ContactSystem one_contact(const Problem& p) {
  ContactSystem system;
  one_contact(p, system);
  return system;
}

SystemAnswer answer_of(const Law& law, const ContactSystem& one) {
  SystemAnswer answer;
  law.answer(one, answer);
  if (answer.ledger.empty()) answer.ledger.assign(1, {});  // another law's judge may ask for it
  return answer;
}

struct Worst {
  double residual = 0;
  double gain = 0;  ///< of the laws that promise none, against the sum of absolute terms
  std::int64_t unsolved = 0;
  std::int64_t not_finite = 0;
  std::int64_t outside_cone = 0;

  void merge(const Worst& other) {
    residual = std::max(residual, other.residual);
    gain = std::max(gain, other.gain);
    unsolved += other.unsolved;
    not_finite += other.not_finite;
    outside_cone += other.outside_cone;
  }
};

void examine(const ContactSystem& one, const Law& law, Worst& worst) {
  thread_local SystemAnswer a;
  law.answer(one, a);
  if (a.status == ImpactStatus::no_solution) ++worst.unsolved;
  if (!a.p.allFinite() || !a.u_after.allFinite()) ++worst.not_finite;
  const Vec2<double> p = planar_pair(one, a.p);
  const double limit = static_limit(planar_material(one));
  if (std::abs(p.t) > limit * p.n * (1 + 1e-12)) ++worst.outside_cone;
  worst.residual = std::max(worst.residual, residual(one, law.id, a));
  const bool may_gain = law.id == LawId::newton || law.id == LawId::whittaker ||
                        law.id == LawId::conventional || law.id == LawId::impulse_ratio ||
                        law.id == LawId::moreau;
  if (!may_gain) {
    const Vec2<double> before = planar_pair(one, one.u);
    const Vec2<double> after = planar_pair(one, a.u_after);
    const double scale = testing::work_scale(p, before, after);
    if (scale > 0)
      worst.gain = std::max(worst.gain, testing::contact_work(p, before, after) / scale);
  }
}

Worst examine_many(std::uint64_t seed, std::int64_t count, double decades) {
  Random random{seed};
  Random returned{seed + 1000};
  Worst worst;
  ContactSystem one;
  for (std::int64_t i = 0; i < count; ++i) {
    one_contact(testing::any_problem(random, decades), one);
    const auto share = [&] {
      return returned.chance(0.3) ? returned.below(2) : returned.uniform(0, 1);
    };
    one.two_phases.tangential_restitution = share();
    one.two_phases.friction_recovery = share();
    one.tangential_restitutions[0] = share();
    for (const Law& law : laws()) {
      if (law.id == LawId::impulse_ratio) continue;
      if (law.id == LawId::compliant) continue;  // jams of any scale may swing on without end
      if (!law.keys.static_friction) one.static_friction = one.friction;
      examine(one, law, worst);
    }
  }
  return worst;
}

/// Ten million problems, on two threads with sequences of their own.
TEST(Residual, EveryLawSatisfiesItselfOnTenMillionProblemsOfAllScales) {
  const std::int64_t count = testing::scaled_count(5e6);
  Worst worst[2];
  std::thread other([&] { worst[1] = examine_many(2, count, 60); });
  worst[0] = examine_many(1, count, 3);
  other.join();
  worst[0].merge(worst[1]);
  RecordProperty("residual", std::to_string(worst[0].residual));
  EXPECT_EQ(worst[0].not_finite, 0);
  EXPECT_EQ(worst[0].unsolved, 0);
  EXPECT_EQ(worst[0].outside_cone, 0);
  EXPECT_LT(worst[0].residual, 1e-12);
  EXPECT_LE(worst[0].gain, 1e-12);
}

/// det W is 3e-12 of W_tt W_nn, μ as near to W_tn/W_tt, e near 1. The slopes of the path are differences of products that
/// agree in 12 digits; taken in doubles, poisson gained 3e-6 of its energy. The numbers expected are rational arithmetic's.
TEST(Residual, ANearlySingularContactLosesTheEnergyThatItShould) {
  const Problem p{{0.020079186453829487, 0.0079693821216017553, 0.0031630291170591206},
                  {51983.49179026256, -370.79232155032093},
                  {.friction = 0.39689766016934169,
                   .static_friction = 0.39689766016934169,
                   .restitution = 0.99999426724459184}};
  const ContactSystem one = one_contact(p);
  const SystemAnswer a = answer_of(law_of(LawId::poisson), one);
  EXPECT_EQ(a.status, ImpactStatus::solved);
  EXPECT_LT(residual(one, LawId::poisson, a), 1e-15);
  const Vec2<double> impulse = planar_pair(one, a.p);
  const Vec2<double> before = planar_pair(one, one.u);
  const Vec2<double> after = planar_pair(one, a.u_after);
  const double gain =
      testing::contact_work(impulse, before, after) / testing::work_scale(impulse, before, after);
  EXPECT_NEAR(gain, -2.866386740876385e-06, 1e-15);
  const ContactScale scale = contact_scale(one, 0);
  EXPECT_NEAR(std::ldexp(after.n, -scale.n - scale.c) / 21002.79817587245, 1, 1e-15);
}

TEST(Residual, SeesEveryKindOfTampering) {
  Random random{17};
  int judged = 0;
  for (int i = 0; i < 2000; ++i) {
    const ContactSystem given = one_contact(testing::generic_problem(random));
    ContactSystem plain = given;
    plain.static_friction = plain.friction;
    for (const Law& law : laws()) {
      if (law.id == LawId::impulse_ratio || law.id == LawId::brach) continue;
      const ContactSystem& one = law.keys.static_friction ? given : plain;
      const SystemAnswer fine = answer_of(law, one);
      const auto judge = [&](auto change) {
        SystemAnswer a = fine;
        change(a);
        return residual(one, law.id, a);
      };
      ASSERT_LT(residual(one, law.id, fine), 1e-12);
      EXPECT_GT(judge([](SystemAnswer& a) { a.p[1] *= 1.001; }), 1e-6);
      EXPECT_GT(judge([](SystemAnswer& a) { a.p[0] += 1e-3 * a.p[1]; }), 1e-6);
      EXPECT_GT(judge([](SystemAnswer& a) { a.u_after[0] += 1e-3; }), 1e-6);
      EXPECT_GT(judge([](SystemAnswer& a) { a.u_after[1] = -a.u_after[1] - 1e-3; }), 1e-6);
      EXPECT_TRUE(std::isinf(judge([](SystemAnswer& a) { a.p[1] = std::nan(""); })));
      ++judged;
    }
    if (HasFailure()) return;
  }
  EXPECT_EQ(judged, 22000);
}

/// Momentum alone does not make an answer: the other laws' answers break the law asked for.
TEST(Residual, TellsTheLawsApart) {
  const ContactSystem one = one_contact({{2.5, -1.5, 2.5}, {0.5, -1.0}, {0.3, 0.3, 0.5}});
  for (const Law& law : laws()) {
    for (const Law& other : laws()) {
      if (law.id == LawId::impulse_ratio || other.id == LawId::impulse_ratio) continue;
      if (law.follows_path != other.follows_path || law.id == other.id) continue;
      const auto is_one_of = [](LawId id, LawId a, LawId b) { return id == a || id == b; };
      const bool same =
          law.id == LawId::brach || other.id == LawId::brach ||
          (is_one_of(law.id, LawId::whittaker, LawId::moreau) &&  // with e_t = 0
           is_one_of(other.id, LawId::whittaker, LawId::moreau)) ||
          (is_one_of(law.id, LawId::cataldo_sampaio, LawId::anitescu_potra) &&  // in the plane
           is_one_of(other.id, LawId::cataldo_sampaio, LawId::anitescu_potra));
      if (!same) {
        EXPECT_GT(residual(one, law.id, answer_of(other, one)), 1e-3)
            << law.name << " judges " << other.name;
      }
    }
  }
}

}  // namespace
}  // namespace carom
