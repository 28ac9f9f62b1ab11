#include <carom/impact/resolve.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random_problems.hpp>

namespace carom {
namespace {

using testing::generic_problem;
using ::testing::HasSubstr;
using testing::Problem;
using testing::Random;

ImpactProblem with_ratio(const Problem& p, double ratio) {
  ImpactProblem problem;
  problem.contacts.push_back({.restitution = p.law.restitution, .impulse_ratio = ratio});
  problem.dynamics = ContactSpace{Eigen::Matrix2d{{p.W.tt, p.W.tn}, {p.W.tn, p.W.nn}},
                                  Eigen::Vector2d(p.u.t, p.u.n)};
  return problem;
}

/// W = 1, u = (1, −1): with e = 0 the normal impulse is 1, and pₜ = −1 ends without slip.
const Problem block{.W = {.tt = 1, .nn = 1}, .u = {1, -1}};

TEST(Notes, NameAnImpulseRatioOfTheWrongSign) {
  const ImpactResult r = resolve(with_ratio(block, 0.2), LawId::impulse_ratio);
  ASSERT_EQ(r.measured_notes.size(), 1U);
  EXPECT_EQ(r.measured_notes[0].measure, NoteMeasure::energy);
  EXPECT_EQ(note_of(r),
            "the tangential impulse adds 0.22 J: friction opposes slip, this drives it; write "
            "impulse_ratio: -0.2");
  EXPECT_EQ(note_of(resolve(with_ratio(block, -0.2), LawId::impulse_ratio)), "");
}

TEST(Notes, NameAnImpulseRatioBeyondTheCriticalOneThatAddsEnergy) {
  EXPECT_EQ(note_of(resolve(with_ratio(block, -2.5), LawId::impulse_ratio)),
            "the tangential impulse adds 0.625 J: 2.5 is beyond the critical ratio 1, with which "
            "friction has stopped the slip and can do no more");
  EXPECT_THAT(note_of(resolve(with_ratio(block, 2.5), LawId::impulse_ratio)),
              HasSubstr("write impulse_ratio: -2.5, but 2.5 is beyond the critical ratio 1"));
}

/// Up to the critical ratio friction opposes slip, at the start or, where the normal impulse reverses the
/// slip, at the end: then its work may be positive without anything being wrong. The other sign adds energy
/// wherever friction opposes the slip of the start.
TEST(Notes, KnowTheSignOfTheImpulseRatioInEveryProblem) {
  Random random{31};
  int positive = 0;
  int noted = 0;
  for (int k = 0; k < 2000; ++k) {
    const Problem p = generic_problem(random);
    ImpactProblem critical = with_ratio(p, 0);
    critical.contacts[0].impulse_ratio.reset();
    critical.contacts[0].critical_fraction = 1;
    const ImpactResult ends = resolve(critical, LawId::impulse_ratio);
    if (ends.status != ImpactStatus::solved) continue;
    EXPECT_EQ(note_of(ends), "");
    const double full = *ends.contacts[0].effective.impulse_ratio;
    const double ratio = random.uniform(0.01, 0.99) * full;
    const ImpactResult right = resolve(with_ratio(p, ratio), LawId::impulse_ratio);
    EXPECT_EQ(note_of(right), "");
    positive += right.contacts[0].work.friction > 0;
    const ImpactResult wrong = resolve(with_ratio(p, -ratio), LawId::impulse_ratio);
    if (!has_answer(wrong.status) || full * p.u.t > 0) continue;
    EXPECT_THAT(note_of(wrong), HasSubstr("friction opposes slip"));
    ++noted;
  }
  EXPECT_GT(positive, 20);
  EXPECT_GT(noted, 500);
}

}  // namespace
}  // namespace carom
