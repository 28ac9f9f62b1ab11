/// @file
/// The keys of a scene in space: the one table that the reader and the test of the JSON Schema use.
#pragma once

#include <carom/io/problem/material_keys.hpp>
#include <carom/io/tree/decode.hpp>

#include <array>
#include <span>
#include <string_view>

namespace carom::spatial_keys {

using Key = std::string_view;

/// Of every scene in space.
inline constexpr std::array<Key, 13> common{
    "name",   "format", "law",      "simultaneous", "path",  "dimension",        "gravity",
    "points", "state",  "surfaces", "contacts",     "pairs", "required_friction"};
inline constexpr auto robot_scene =
    joined(common, std::array<Key, 3>{"robot", "base", "materials"});
inline constexpr auto plain_scene = joined(common, std::array<Key, 2>{"bodies", "joints"});

inline constexpr std::array<Key, 7> shapes{"sphere",    "box",    "cylinder", "capsule",
                                           "ellipsoid", "convex", "point"};
inline constexpr auto body =
    joined(shapes, std::array<Key, 13>{"shapes", "mass", "density", "inertia", "centre_of_mass",
                                       "masses", "points", "material", "position", "rotation",
                                       "velocity", "rate", "rate_deg"});
inline constexpr auto shape_on_body = joined(shapes, std::array<Key, 2>{"position", "rotation"});
inline constexpr std::array<Key, 1> ball{"radius"};            ///< sphere
inline constexpr std::array<Key, 2> tube{"radius", "length"};  ///< cylinder, capsule
inline constexpr std::array<Key, 1> box{"size"};               ///< whole edges
inline constexpr std::array<Key, 1> ellipsoid{"semi_axes"};
inline constexpr std::array<Key, 1> convex{"points"};
inline constexpr std::array<Key, 2> mass{"mass", "at"};  ///< an item of `masses`

inline constexpr std::array<Key, 9> joint_kinds{"hinge",  "revolute", "slide", "prismatic", "ball",
                                                "planar", "weld",     "free",  "coupling"};
inline constexpr auto joint =
    joined(joint_kinds, std::array<Key, 15>{"axis", "along", "at", "position", "rotation", "angle",
                                            "angle_deg", "distance", "rate", "rate_deg", "speed",
                                            "armature", "reference", "coefficients", "loop"});

inline constexpr std::array<Key, 8> rotation{"axis",      "angle", "angle_deg",  "euler",
                                             "euler_deg", "order", "quaternion", "from"};
inline constexpr auto whole_rotation = joined(rotation, std::array<Key, 4>{"to", "x", "y", "z"});

inline constexpr std::array<Key, 7> surface{"through",  "normal", "tangent", "material",
                                            "velocity", "rate",   "rate_deg"};

inline constexpr auto contact =
    joined(std::array<Key, 11>{"between", "at", "normal", "tangent", "surface_velocity", "stop",
                               "lower", "lower_deg", "upper", "upper_deg", "touching"},
           material_keys);

inline constexpr std::array<Key, 2> numbers{"qpos", "qvel"};  ///< a state in the file's own order
inline constexpr std::array<Key, 4> joint_state{"value", "value_deg", "rate", "rate_deg"};
inline constexpr std::array<Key, 3> ball_state{"rotation", "rate", "rate_deg"};
inline constexpr std::array<Key, 5> free_state{"position", "rotation", "velocity", "rate",
                                               "rate_deg"};

/// The keys of one kind of map.
struct Table {
  Key name{};  ///< as in the schema's $defs
  std::span<const Key> keys{};
};

inline constexpr std::array<Table, 10> tables{
    Table{"robot_scene", robot_scene}, Table{"spatial_scene", plain_scene},
    Table{"spatial_body", body},       Table{"spatial_shape", shape_on_body},
    Table{"spatial_joint", joint},     Table{"rotation", whole_rotation},
    Table{"spatial_surface", surface}, Table{"spatial_contact", contact},
    Table{"joint_state", joint_state}, Table{"free_state", free_state}};

}  // namespace carom::spatial_keys
