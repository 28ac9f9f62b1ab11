// After the first of a kind, a scene takes no memory from the heap.
// Units: multibody/scene_workspace.
#include "random_mechanisms.hpp"

#include <carom/multibody/scene.hpp>
#include <carom/multibody/scene_workspace.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<long> allocations = 0;
}

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace carom {
namespace {

/// Two links of 1 m and 1 kg whose end strikes a floor.
Scene two_links(double bend) {
  ModelParts parts;
  parts.bodies.assign(2, Body{"link", 1, 1.0 / 12, {0.5, 0}, {}});
  parts.tree = {{.kind = JointKind::revolute, .parent = world, .child = 0},
                {.kind = JointKind::revolute, .parent = 0, .child = 1, .in_parent = {{1, 0}, 0}}};
  Scene scene{.model = make_model(std::move(parts))};
  scene.state.q = Eigen::Vector2d(-0.5, bend);
  scene.state.v = Eigen::Vector2d(-1, -0.5);
  const Kinematics k = kinematics(scene.model, scene.state);
  ContactPair tip;
  tip.first = {1, PointFeature{{1, 0}}};
  tip.second = {world, EdgeFeature{point_position(k, 1, {1, 0}), 0}};
  scene.contacts.push_back({tip, {.name = "tip", .restitution = 0.5, .friction = 0.3}, {}});
  return scene;
}

TEST(SceneAllocation, ASceneTakesNoneAfterTheFirst) {
  std::vector<Scene> scenes;
  for (int i = 0; i < 20; ++i) scenes.push_back(two_links(0.3 + 0.02 * i));
  SceneWorkspace work;
  for (const Scene& scene : scenes) resolve(scene, LawId::stronge, {}, work);
  for (const Scene& scene : scenes) {
    const long before = allocations;
    const SceneResult& result = resolve(scene, LawId::stronge, {}, work);
    const long taken = allocations - before;
    ASSERT_TRUE(result.impact.notes.empty());
    EXPECT_EQ(taken, 0);
  }
}

TEST(SceneAllocation, AKeptWorkspaceChangesNoBit) {
  SceneWorkspace work;
  for (const double bend : {0.3, -0.7, 1e-3, 1.2}) {
    const Scene scene = two_links(bend);
    const SceneResult fresh = resolve(scene, {LawId::stronge}).front();
    const SceneResult& kept = resolve(scene, LawId::stronge, {}, work);
    EXPECT_EQ(kept.impact.velocity_after, fresh.impact.velocity_after);
    EXPECT_EQ(kept.impact.energy.after, fresh.impact.energy.after);
    ASSERT_EQ(kept.joints.size(), fresh.joints.size());
    for (std::size_t j = 0; j < kept.joints.size(); ++j)
      EXPECT_EQ(kept.joints[j].impulse, fresh.joints[j].impulse);
    for (std::size_t b = 0; b < kept.bodies.size(); ++b)
      EXPECT_EQ(kept.bodies[b].after.rate, fresh.bodies[b].after.rate);
  }
}

}  // namespace
}  // namespace carom
