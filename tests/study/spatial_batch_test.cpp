#include "tests/core/spatial_problems.hpp"

#include <carom/study/batch/spatial_batch.hpp>

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace carom {
namespace {

/// The arrays of many contacts and of their answers.
struct Arrays {
  std::vector<double> W, u, friction, static_friction, restitution;
  std::vector<double> impulse, u_after;
  std::vector<ImpactMode> mode;
  std::vector<ImpactStatus> status;

  explicit Arrays(std::size_t n) : impulse(3 * n), u_after(3 * n), mode(n), status(n) {}
  void add(const testing::SpatialProblem& p) {
    const Sym3<double>& w = p.W;
    W.insert(W.end(), {w.tt.xx, w.tt.xy, w.tn.x, w.tt.xy, w.tt.yy, w.tn.y, w.tn.x, w.tn.y, w.nn});
    u.insert(u.end(), {p.u.t.x, p.u.t.y, p.u.n});
    friction.push_back(p.law.friction);
    static_friction.push_back(p.law.static_friction);
    restitution.push_back(p.law.restitution);
  }
  SpatialBatch batch() const { return {W, u, friction, static_friction, restitution}; }
  SpatialBatchResult result() { return {impulse, u_after, mode, status}; }
};

TEST(SpatialBatch, HasTheBitsOfOneContactOnAnyNumberOfThreads) {
  constexpr std::size_t count = 5000;
  testing::Random random{71};
  std::vector<testing::SpatialProblem> problems;
  Arrays arrays(count);
  for (std::size_t i = 0; i < count; ++i) {
    problems.push_back(testing::spatial_problem(random, Restitution::stronge));
    if (i % 50 == 0) problems.back().u.n = 1;
    arrays.add(problems.back());
  }
  for (const unsigned threads : {1U, 3U}) {
    resolve_spatial_batch(arrays.batch(), Restitution::stronge, arrays.result(), threads);
    for (std::size_t i = 0; i < count; ++i) {
      const auto r = resolve_spatial(problems[i].W, problems[i].u, problems[i].law);
      ASSERT_EQ(arrays.status[i], r.status);
      ASSERT_EQ(arrays.mode[i], r.mode);
      ASSERT_EQ(arrays.impulse[3 * i + 1], r.impulse.t.y);
      ASSERT_EQ(arrays.impulse[3 * i + 2], r.impulse.n);
      ASSERT_EQ(arrays.u_after[3 * i], r.u_after.t.x);
    }
  }
}

TEST(SpatialBatch, SharesWhatIsGivenOnceAndRefusesOtherLengths) {
  Arrays arrays(3);
  testing::Random random{72};
  arrays.add(testing::spatial_problem(random, Restitution::newton));
  arrays.u.assign({0.5, 0.2, -1, 0.5, 0.2, -2, 0.5, 0.2, -3});
  arrays.static_friction.clear();
  resolve_spatial_batch(arrays.batch(), Restitution::newton, arrays.result());
  EXPECT_NEAR(arrays.u_after[5], 2 * arrays.restitution[0], 1e-15);
  EXPECT_NEAR(arrays.u_after[8], 3 * arrays.restitution[0], 1e-15);
  arrays.friction.push_back(0.1);
  EXPECT_THROW(resolve_spatial_batch(arrays.batch(), Restitution::newton, arrays.result()),
               std::invalid_argument);
}

}  // namespace
}  // namespace carom
