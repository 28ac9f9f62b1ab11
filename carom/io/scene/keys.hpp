/// @file
/// The keys of a scene file: the one table that the reader and the test of the JSON Schema use.
#pragma once

#include <carom/io/problem/material_keys.hpp>
#include <carom/io/tree/decode.hpp>

#include <array>
#include <span>
#include <string_view>

namespace carom::scene_keys {

using Key = std::string_view;

inline constexpr std::array<Key, 14> scene{
    "name",   "format",  "law",      "simultaneous", "gravity", "points",     "bodies",
    "joints", "springs", "surfaces", "contacts",     "pairs",   "simulation", "required_friction"};

inline constexpr std::array<Key, 5> simulation{"duration", "sample", "tolerance", "events",
                                               "contact_time"};

inline constexpr std::array<Key, 7> shapes{"rod", "disc",    "ring",   "sphere",
                                           "box", "ellipse", "polygon"};

inline constexpr std::array<Key, 24> body{
    "rod",      "disc",       "ring",    "sphere",         "box",    "ellipse",   "polygon",
    "mass",     "density",    "inertia", "centre_of_mass", "points", "discs",     "material",
    "position", "velocity",   "angle",   "angle_deg",      "guess",  "guess_deg", "rate",
    "rate_deg", "prescribed", "drag"};

inline constexpr std::array<Key, 2> rod{"length", "pointing"};
inline constexpr std::array<Key, 1> round{"radius"};               ///< disc, ring, sphere
inline constexpr std::array<Key, 2> rectangle{"width", "height"};  ///< box, ellipse
inline constexpr std::array<Key, 2> disc_part{"centre", "radius"};

inline constexpr std::array<Key, 3> drag{"friction", "wheelbase", "track"};

inline constexpr std::array<Key, 3> joint_kinds{"revolute", "prismatic", "weld"};

inline constexpr std::array<Key, 20> joint{
    "revolute",  "prismatic", "weld",     "angle",    "angle_deg", "rate",  "rate_deg",
    "guess",     "guess_deg", "axis",     "axis_deg", "distance",  "speed", "armature",
    "stiffness", "rest",      "rest_deg", "damping",  "torque",    "force"};

inline constexpr std::array<Key, 4> spring{"between", "stiffness", "length", "damping"};

inline constexpr std::array<Key, 10> surface{"through",  "angle", "angle_deg", "from", "to",
                                             "velocity", "rate",  "rate_deg",  "on",   "material"};

inline constexpr auto contact =
    joined(std::array<Key, 10>{"between", "at", "normal", "normal_deg", "stop", "lower",
                               "lower_deg", "upper", "upper_deg", "touching"},
           material_keys);

inline constexpr auto pair = joined(std::array<Key, 1>{"between"}, material_keys);

/// The keys of one kind of map.
struct Table {
  Key name{};  ///< "body", as in the schema's $defs
  std::span<const Key> keys{};
};

inline constexpr std::array<Table, 13> tables{
    Table{"scene", scene},     Table{"simulation", simulation},
    Table{"body", body},       Table{"rod", rod},
    Table{"round", round},     Table{"rectangle", rectangle},
    Table{"disc", disc_part},  Table{"drag", drag},
    Table{"joint", joint},     Table{"spring", spring},
    Table{"surface", surface}, Table{"contact", contact},
    Table{"pair", pair}};

}  // namespace carom::scene_keys
