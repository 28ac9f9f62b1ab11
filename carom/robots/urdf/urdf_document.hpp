/// @file
/// A URDF file as urdfdom reads it, with what urdfdom does not keep.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace urdf {
class ModelInterface;
}

namespace carom::robots {

struct UrdfDocument {
  std::shared_ptr<urdf::ModelInterface> model{};
  std::vector<std::string> joints{};  ///< names in the order of the file; urdfdom sorts them
  std::vector<std::string> notes{};
};

/// @throws std::invalid_argument "PATH: " and what is wrong, with the line where the XML is broken.
UrdfDocument urdf_document(const std::string& path);

}  // namespace carom::robots
