#include "random_mechanisms.hpp"

#include <carom/multibody/planar/momentum_balance.hpp>

#include <gtest/gtest.h>

namespace carom {
namespace {

using testing::has_armature;
using testing::Random;
using testing::random_scene;

const Contact rough{.restitution = 0.6, .friction = 0.4};

TEST(MomentumBalance, HoldsForEveryBodyOfRandomTrees) {
  Random random{71};
  int bodies = 0;
  for (int i = 0; i < 500; ++i) {
    const Scene scene = random_scene(random, 7, rough);
    const SceneResult r = resolve(scene, {LawId::stronge}).front();
    if (r.impact.status != ImpactStatus::solved) continue;
    for (const MomentumBalance& balance : momentum_balance(scene, r)) {
      // Free bodies are not closed by their joint; the articulated inertia's conditioning decides.
      ASSERT_LT(balance.relative(), 1e-11) << "scene " << i;
      ++bodies;
    }
  }
  EXPECT_GT(bodies, 500);
}

/// Newton's form makes every joint a loop: there the joints' impulses are multipliers, not rests.
TEST(MomentumBalance, HoldsForTheMultipliersOfTheNewtonianForm) {
  Random random{73};
  int compared = 0;
  for (int i = 0; i < 300; ++i) {
    const Scene scene = random_scene(random, 7, rough);
    if (has_armature(scene.model)) continue;
    const Scene form = newtonian_form(scene);
    const SceneResult r = resolve(form, {LawId::poisson}).front();
    if (r.impact.status != ImpactStatus::solved) continue;
    for (const MomentumBalance& balance : momentum_balance(form, r)) {
      ASSERT_LT(balance.relative(), 1e-9) << "scene " << i;  // G is solved by a QR of L⁻¹Gᵀ
      ++compared;
    }
  }
  EXPECT_GT(compared, 50);
}

TEST(MomentumBalance, NoticesAnImpulseThatIsMissing) {
  Random random{77};
  int noticed = 0;
  for (int i = 0; i < 50; ++i) {
    const Scene scene = random_scene(random, 7, rough);
    SceneResult r = resolve(scene, {LawId::stronge}).front();
    if (r.impact.status != ImpactStatus::solved) continue;
    r.impact.contacts[0].impulse.n *= 1.001;
    double worst = 0;
    for (const MomentumBalance& balance : momentum_balance(scene, r))
      worst = std::max(worst, balance.relative());
    EXPECT_GT(worst, 1e-6);
    ++noticed;
  }
  EXPECT_GT(noticed, 5);
}

}  // namespace
}  // namespace carom
