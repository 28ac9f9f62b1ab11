/// @file
/// Values of a scene in space: three components, rotations, poses.
#pragma once

#include <carom/io/scene/quantity.hpp>
#include <carom/multibody/spatial/model.hpp>

#include <optional>

namespace carom {

/// [x, y, z], each a plain number in SI or with its unit.
/// @throws TreeError "expected three values [x, y, z], got 2; a scene is in the plane or in space"
Eigen::Vector3d triple_at(const Place& place, const Dimension& wanted);

/// [x, y, z] of any length but zero, made a unit vector.
Eigen::Vector3d direction_at(const Place& place);

/// The value of `key`; absent if it is not there.
std::optional<Eigen::Vector3d> given_triple(const Place& map, std::string_view key,
                                            const Dimension& wanted);

/// An angular velocity under `rate` (rad/s, or with units) or `rate_deg`.
std::optional<Eigen::Vector3d> given_turning(const Place& map);

/// A rotation: [w, x, y, z]; {quaternion: [w, x, y, z]}; {axis, angle} (or angle_deg); {euler: [a, b, c],
/// order: xyz} (or euler_deg), small letters for axes that turn along, capitals for fixed ones, as in MJCF;
/// {from, to}: the shortest turn that takes one direction to another; or where two of the body's axes point,
/// {x: [..], z: [..]}, of which the first counts fully.
Eigen::Matrix3d rotation_at(const Place& place);

/// `rotation` of a map; the identity if it is not there.
Eigen::Matrix3d rotation_of(const Place& map);

}  // namespace carom
