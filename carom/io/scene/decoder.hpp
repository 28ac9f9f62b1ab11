/// @file
/// From a tree to the statement of a scene: which keys there are, what each must hold.
///
/// Form only: keys, types, units, values that are wrong on their own. What the parts say together is for
/// the reader (scene_reader.hpp).
#pragma once

#include <carom/io/scene/statement.hpp>
#include <carom/io/tree/decode.hpp>

#include <vector>

namespace carom {

/// @throws TreeError naming place, line and expectation.
SceneStatement decode_scene(const TreeNode& root);

/// The entries of a map in the order of the file; their names are checked.
std::vector<Place> named_entries(const Place& map);

/// Points by name, in the frame of whoever has them.
std::vector<NamedPoint> decode_points(const Place& map);

/// The table of what two materials do when they meet.
std::vector<StatedPair> decode_pairs(const Place& place);

/// One entry of `bodies`.
StatedBody decode_body(const Place& place);

/// What stands under `simulation`.
StatedSimulation decode_simulation(const Place& place);

}  // namespace carom
