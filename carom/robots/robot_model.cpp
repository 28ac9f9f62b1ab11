#include <carom/robots/robot_model.hpp>

#include <stdexcept>

namespace carom::robots {

const char* to_string(GeomKind kind) {
  switch (kind) {
    case GeomKind::plane: return "plane";
    case GeomKind::sphere: return "sphere";
    case GeomKind::capsule: return "capsule";
    case GeomKind::ellipsoid: return "ellipsoid";
    case GeomKind::cylinder: return "cylinder";
    case GeomKind::box: return "box";
    case GeomKind::mesh: return "mesh";
  }
  return "";
}

spatial::JointPlace joint_named(const spatial::Model& model, const std::string& name) {
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const auto& joints = model.bodies()[b].joints;
    for (std::size_t j = 0; j < joints.size(); ++j)
      if (joints[j].name == name) return {static_cast<int>(b), static_cast<int>(j)};
  }
  throw std::invalid_argument("there is no joint '" + name + "'");
}

}  // namespace carom::robots
