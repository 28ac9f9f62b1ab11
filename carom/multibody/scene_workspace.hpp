/// @file
/// The memory of one scene after another: nothing is allocated after the first of a kind.
#pragma once

#include <carom/impact/workspace.hpp>
#include <carom/multibody/contacts_of.hpp>
#include <carom/multibody/planar/joint_impulse.hpp>
#include <carom/multibody/scene.hpp>

#include <Eigen/Core>
#include <vector>

namespace carom {

/// A scene in contact space, what is needed to come back, and its result.
struct SceneWorkspace {
  std::vector<Contact> materials{};
  State start{};        ///< just before the impact: touching contacts projected
  State end{};          ///< just after it
  Kinematics before{};  ///< of `start`
  Kinematics after{};   ///< of `end`
  ContactMemory found{};
  Contacts contact{};
  Workspace hall{};
  Eigen::VectorXd impulse{};  ///< of the ports
  std::vector<JointBalance> balance{};
  SceneResult result{};
  std::vector<ImpactResult*> impacts{};  ///< of the results, law by law
};

/// resolve() of a scene by each of the laws, each into the result at its place, which keeps its memory.
/// @throws std::invalid_argument as resolve(); the results are then of no use.
void resolve(const Scene& scene, const std::vector<LawId>& laws, const SceneParts& parts,
             SceneWorkspace& work, const std::vector<SceneResult*>& results);

}  // namespace carom
