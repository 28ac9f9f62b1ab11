// Robots: M, J and names of a mechanism in space, from a file.

#include "solved.hpp"

#include <carom/io/spatial/scene_text.hpp>
#include <carom/multibody/spatial/dynamics.hpp>
#include <carom/robots/robot_file.hpp>

#include <fmt/format.h>

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <optional>
#include <stdexcept>
#include <string>

namespace carom::python {
namespace {

/// What Python calls _carom.Robot.
struct PythonRobot {
  robots::RobotModel robot{};

  spatial::Kinematics at(const Eigen::VectorXd& q, const Eigen::VectorXd& v) const {
    const spatial::State state{q, v};
    check_state(robot.model, state);
    return kinematics(robot.model, state);
  }
  spatial::Kinematics at(const Eigen::VectorXd& q) const {
    return at(q, Eigen::VectorXd::Zero(robot.model.nv()));
  }
};

std::shared_ptr<PythonRobot> robot_from(const std::string& path,
                                        const std::optional<std::string>& base) {
  std::optional<robots::Base> chosen;
  if (base && *base != "free" && *base != "fixed")
    throw std::invalid_argument(fmt::format("base: '{}' is not known; want free or fixed", *base));
  if (base) chosen = *base == "free" ? robots::Base::free : robots::Base::fixed;
  const py::gil_scoped_release unlocked;
  auto robot = std::make_shared<PythonRobot>();
  robot->robot = robots::read_robot(path, chosen);
  return robot;
}

/// A body and a point of its frame: a site, a geom, or a body's origin by name.
std::pair<std::string, Eigen::Vector3d> place_named(const PythonRobot& r, const std::string& name) {
  const auto& bodies = r.robot.model.bodies();
  const auto body = [&](int b) -> std::string {
    return b == spatial::world ? "world" : bodies[static_cast<std::size_t>(b)].name;
  };
  for (const robots::Site& site : r.robot.sites)
    if (site.name == name) return {body(site.body), site.in_body.position};
  for (const spatial::Body& b : bodies)
    if (b.name == name) return {name, Eigen::Vector3d::Zero()};
  for (const robots::Geom& geom : r.robot.geoms)
    if (geom.name == name) return {body(geom.body), geom.in_body.position};
  throw std::invalid_argument(fmt::format("there is no body, site or geom '{}'", name));
}

/// The three coordinates of a point.
Eigen::Vector3d three(const Eigen::VectorXd& point) {
  if (point.size() != 3)
    throw std::invalid_argument(fmt::format("point: has length {}; want 3", point.size()));
  return point;
}

Eigen::MatrixXd jacobian_of(const PythonRobot& r, const std::string& body,
                            const Eigen::VectorXd& point, const Eigen::VectorXd& q) {
  const spatial::Kinematics k = r.at(q);
  const int index = body_named(r.robot.model, body);
  return point_jacobian(r.robot.model, k, index, point_position(k, index, three(point)));
}

std::vector<std::string> names_of_bodies(const PythonRobot& r) {
  std::vector<std::string> names;
  for (const spatial::Body& body : r.robot.model.bodies()) names.push_back(body.name);
  return names;
}

std::vector<std::string> names_of_joints(const PythonRobot& r) {
  std::vector<std::string> names;
  for (const spatial::Body& body : r.robot.model.bodies())
    for (const spatial::Joint& joint : body.joints) names.push_back(joint.name);
  return names;
}

}  // namespace

void bind_robots(py::module_& module) {
  py::class_<PythonRobot, std::shared_ptr<PythonRobot>>(module, "Robot")
      .def(py::init(&robot_from), py::arg("path"), py::arg("base") = py::none())
      .def_property_readonly("name", [](const PythonRobot& r) { return r.robot.name; })
      .def_property_readonly("nq", [](const PythonRobot& r) { return r.robot.model.nq(); })
      .def_property_readonly("nv", [](const PythonRobot& r) { return r.robot.model.nv(); })
      .def_property_readonly("bodies", &names_of_bodies)
      .def_property_readonly("joints", &names_of_joints)
      .def_property_readonly("notes", [](const PythonRobot& r) { return r.robot.notes; })
      .def_property_readonly("mass", [](const PythonRobot& r) { return total_mass(r.robot.model); })
      .def_property_readonly("q0", [](const PythonRobot& r) { return r.robot.state.q; })
      .def("M", [](const PythonRobot& r,
                   const Eigen::VectorXd& q) { return mass_matrix(r.robot.model, r.at(q)); })
      .def("bias",
           [](const PythonRobot& r, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
             const spatial::Kinematics k = r.at(q, v);
             return Eigen::VectorXd(bias_forces(r.robot.model, k) -
                                    gravity_forces(r.robot.model, k));
           })
      .def("J", &jacobian_of)
      .def("place", &place_named)
      .def("position",
           [](const PythonRobot& r, const std::string& body, const Eigen::VectorXd& point,
              const Eigen::VectorXd& q) {
             return point_position(r.at(q), body_named(r.robot.model, body), three(point));
           })
      .def("scene", [](const PythonRobot& r) { return scene_text(r.robot); });
}

}  // namespace carom::python
