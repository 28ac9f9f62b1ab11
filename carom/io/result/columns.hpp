/// @file
/// The quantities of a result by their paths, as in its JSON: "contacts.hit.u_after.t".
///
/// A result is a tree of known shape; here every leaf of it has a name, a unit and a function that reads
/// it. Lists of contacts, bodies and joints are entered by name.
#pragma once

#include <carom/multibody/scene.hpp>
#include <carom/multibody/spatial/scene.hpp>
#include <carom/multibody/vehicle.hpp>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace carom {

/// A value of a table; nothing where the result does not have it.
using ResultValue = std::variant<std::monostate, double, std::string_view, std::string>;

/// One leaf of a result. Problems without bodies have a SceneResult without bodies and joints.
struct ResultColumn {
  std::string path{};
  std::string_view unit{};  ///< "N s"; "1" without dimension; "" for words
  std::function<ResultValue(const SceneResult&)> read{};
  std::function<ResultValue(const VehicleReport&)>
      read_vehicle{};  ///< instead, of the report on vehicles
};

/// True if the leaf is a number, false if it is a word.
bool is_number(const ResultColumn& column);

/// What there is in the results of a problem.
struct ResultShape {
  std::vector<std::string> contacts{};  ///< names
  std::vector<int> tangents{};          ///< of each contact; empty: planar contacts
  std::vector<std::string> bodies{};
  std::vector<std::string> joints{};  ///< "" for the joint of a free body, which has no result
  std::vector<std::string> loops{};
  std::vector<std::string> vehicles{};  ///< bodies that hang on no joint, of a scene in the plane
  Eigen::Index velocities = 0;          ///< generalized
  bool in_space = false;                ///< bodies and joints are those of a scene in space
  bool required_friction = false;       ///< it is asked for
  bool moment = false;                  ///< the one contact's turning is known: leaves m
};

ResultShape shape_of(const ImpactProblem& problem);
ResultShape shape_of(const Scene& scene);
ResultShape shape_of(const spatial::Scene& scene);

/// The leaves that are asked for, in the order of the wishes, each once.
///
/// A wish is a path; a part of one, such as "contacts.hit.u_after", stands for all below it, * for any
/// name ("contacts.*.mode"), an index for the name of the item ("contacts[0].mode"). Leaves of the path
/// of the impact, "path[2].u[1]", are read by index.
/// @throws std::invalid_argument suggesting the nearest path.
std::vector<ResultColumn> chosen_columns(const ResultShape& shape,
                                         std::span<const std::string> wishes);

/// What a person wants to see without saying so: how every contact ended and where the energy went.
std::vector<std::string> usual_columns(const ResultShape& shape);

}  // namespace carom
