/// @file
/// Runs libmujoco's compiler without letting it end the process.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

struct mjModel_;

namespace carom::robots {

struct DeleteModel {
  void operator()(mjModel_* model) const;
};

/// What libmujoco made of a text, and its warnings.
struct CompiledModel {
  std::unique_ptr<mjModel_, DeleteModel> model{};
  std::vector<std::string> warnings{};
};

/// Compiles an MJCF text. libmujoco ends the process on internal errors unless its handler jumps away;
/// what it had allocated is then lost.
/// @throws std::invalid_argument "PATH: " and libmujoco's words.
CompiledModel compiled_model(const std::string& text, const std::string& path);

/// Ascending.
Eigen::Vector3d principal_moments(const Eigen::Matrix3d& inertia);

}  // namespace carom::robots
