#include "random_mechanisms.hpp"

#include <carom/multibody/momentum_balance.hpp>

#include <gtest/gtest.h>

namespace carom {
namespace {

using testing::Random;

/// Two random bodies of a random tree hit each other, or one of them the world.
Scene random_scene(Random& random) {
  const testing::Mechanism m = testing::random_tree(random, 2 + random.below(6));
  const int bodies = static_cast<int>(m.model.bodies().size());
  Scene scene;
  scene.model = m.model;
  scene.state = m.state;
  ContactPair pair;
  pair.first = {random.below(bodies), PointFeature{}};
  pair.second = {random.chance(0.5) ? world : random.below(bodies), EdgeFeature{}};
  if (pair.second.body == pair.first.body) pair.second.body = world;
  pair.position = testing::random_point(random, 2);
  pair.tangent_angle = random.uniform(-3, 3);
  scene.contacts.push_back({pair, {.restitution = 0.6, .friction = 0.4}, {}});
  return scene;
}

bool has_armature(const Model& model) {
  for (std::size_t b = 0; b < model.bodies().size(); ++b)
    if (model.joint(static_cast<int>(b)).armature > 0) return true;
  return false;
}

TEST(MomentumBalance, HoldsForEveryBodyOfRandomTrees) {
  Random random{71};
  int bodies = 0;
  for (int i = 0; i < 500; ++i) {
    const Scene scene = random_scene(random);
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
    const Scene scene = random_scene(random);
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
    const Scene scene = random_scene(random);
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
