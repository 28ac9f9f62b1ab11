/// The judge of one contact in space lets right answers pass.
#include <carom/impact/resolve.hpp>

#include <Eigen/Core>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace carom {
namespace {

/// A contact at rest along the tangents, held by static friction alone.
TEST(SpatialViolation, StaticFrictionHoldsFromTheStart) {
  const ImpactProblem problem{
      .contacts = {{.restitution = 0.5, .friction = 0.3, .static_friction = 0.6}},
      .dynamics = ContactSpace{Eigen::Matrix3d{{2, 0.3, 0.9}, {0.3, 3, 0.2}, {0.9, 0.2, 1}},
                               Eigen::Vector3d(0, 0, -1)}};
  const ImpactResult r = resolve(problem, LawId::stronge);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  EXPECT_EQ(r.contacts[0].mode, ImpactMode::stick_in_compression);
  EXPECT_EQ(r.contacts[0].outcome, Outcome::rebounds);
  EXPECT_EQ(r.path.front().modes, std::vector{ContactMode::stick});
  EXPECT_LT(r.residual, 1e-14);
}

/// The cross slip of a planar reversal is small beside the slip; so is what rounding leaves of it.
TEST(SpatialViolation, JudgesATangentByTheSizeOfTheSlip) {
  for (double cross = 1e-1; cross > 1e-16; cross /= 10) {
    const ImpactProblem problem{
        .contacts = {{.restitution = 0.5, .friction = 0.6}},
        .dynamics = ContactSpace{Eigen::Matrix3d{{2, 0, -1.25}, {0, 1.7, 0}, {-1.25, 0, 1}},
                                 Eigen::Vector3d(1, cross, -1)}};
    for (const LawId id : {LawId::newton, LawId::poisson, LawId::stronge}) {
      const ImpactResult r = resolve(problem, id);
      EXPECT_EQ(r.status, ImpactStatus::solved) << cross;
      EXPECT_LT(r.residual, 1e-13) << cross;
    }
  }
}

TEST(SpatialNotes, PointOutAJam) {
  ImpactProblem problem{
      .contacts = {{.restitution = 0.5, .friction = 2}},
      .dynamics = ContactSpace{Eigen::Matrix3d{{1, 0, 0.9}, {0, 4, 0}, {0.9, 0, 1}},
                               Eigen::Vector3d(0.5, 0.02, -0.05)}};
  EXPECT_NE(note_of(resolve(problem, LawId::poisson)).find("begins with a jam"), std::string::npos);
  problem.contacts[0].friction = 1;
  EXPECT_EQ(note_of(resolve(problem, LawId::poisson)).find("jam"), std::string::npos);
}

}  // namespace
}  // namespace carom
