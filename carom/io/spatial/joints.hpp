/// @file
/// The joints of a scene in space: which body each carries, and which close loops.
///
/// The second body of a joint hangs on the first. Of several joints between the same two, the first one
/// places the body, and all act in the order listed. A joint whose second body hangs on another body
/// already closes a loop and becomes a constraint.
#pragma once

#include <carom/io/spatial/bodies.hpp>

#include <optional>
#include <vector>

namespace carom {

/// Value and rate of a joint as it states them itself.
struct StatedCoordinate {
  std::string joint{};
  std::optional<Given> value{};
  std::optional<Given> rate{};
};

/// Bodies and joints made into a mechanism.
/// @throws TreeError in the words of the scene.
SpatialMechanism assembled(std::vector<DecodedBody> bodies, const std::vector<Place>& joints,
                           spatial::ModelParts parts);

}  // namespace carom
