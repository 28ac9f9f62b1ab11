#include <carom/simulation/free_gaps.hpp>

#include <cmath>

namespace carom {

std::optional<PlaneGap> plane_gap(const Scene& scene, const SceneContact& contact) {
  const auto* pair = std::get_if<ContactPair>(&contact.geometry);
  if (!pair) return std::nullopt;
  const bool edge_second = is_edge(pair->second);
  const ContactSide& round_side = edge_second ? pair->first : pair->second;
  const ContactSide& edge_side = edge_second ? pair->second : pair->first;
  const auto* edge = std::get_if<EdgeFeature>(&edge_side.feature);
  if (!edge || is_edge(round_side) || edge_side.body != world || round_side.body == world)
    return std::nullopt;
  if (std::isfinite(edge->back) || std::isfinite(edge->ahead)) return std::nullopt;
  const Twist& twist = contact.surface_motion.twist;
  const bool moves = contact.surface_motion.moves();
  if (!contact.surface_motion.steady() || twist.rate != 0 || (moves && !edge_second))
    return std::nullopt;

  const Body& body = scene.model.bodies()[static_cast<std::size_t>(round_side.body)];
  const Joint& joint = scene.model.joint(round_side.body);
  const bool centred = point_of(round_side) == body.centre_of_mass;
  if (!centred || joint.in_child.position != body.centre_of_mass) return std::nullopt;
  PlaneGap gap;
  gap.coordinate = scene.model.first_coordinate(round_side.body);
  gap.offset = joint.in_parent.position;
  gap.normal = perp(direction(edge->angle));
  gap.level = gap.normal.dot(edge->point) + radius_of(round_side);
  gap.level_rate = gap.normal.dot(twist.velocity);
  gap.curvature = gap.normal.dot(scene.model.gravity());
  return gap;
}

}  // namespace carom
