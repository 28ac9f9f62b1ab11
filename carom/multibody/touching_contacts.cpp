#include <carom/multibody/touching_contacts.hpp>

#include <cmath>

namespace carom {
namespace {

/// One way to meet at the present positions.
struct Meeting {
  ContactFrame frame{};
  double distance = 0;  ///< of the features, beyond the ends of edges, m; < 0: behind the edge
  double approach = 0;  ///< uₙ, m/s
};

Meeting meeting_of(const SceneContact& contact, const Kinematics& k) {
  const auto& pair = std::get<ContactPair>(contact.geometry);
  Meeting m{.frame = contact_frame(pair, k)};
  m.distance = m.frame.inside < 0 ? std::hypot(m.frame.gap, m.frame.inside) : m.frame.gap;
  m.approach = contact_velocity(k, m.frame).y() -
               m.frame.normal().dot(contact.surface_motion.at(m.frame.position));
  return m;
}

/// True if the same point touches the other side of the same thin rod, and rather approaches that one.
bool belongs_to_other_side(const Meeting& m, const std::vector<Meeting>& touching, std::size_t self,
                           double tolerance) {
  for (std::size_t i = 0; i < touching.size(); ++i) {
    const Meeting& other = touching[i];
    const bool opposite = other.frame.first == m.frame.first &&
                          other.frame.second == m.frame.second &&
                          (other.frame.position - m.frame.position).norm() <= tolerance &&
                          other.frame.tangent.dot(m.frame.tangent) < 0 &&
                          std::abs(cross(other.frame.tangent, m.frame.tangent)) <= tolerance;
    if (i == self || !opposite) continue;
    if (other.approach < m.approach || (other.approach == m.approach && i < self)) return true;
  }
  return false;
}

}  // namespace

double gap_scale(const SceneContact& contact, const Model& model, double size) {
  const auto* stop = std::get_if<JointStop>(&contact.geometry);
  return stop && model.joint(stop->body).kind == JointKind::revolute ? 1.0 : size;
}

double size_of(const Model& model, const Kinematics& k) {
  Eigen::Vector2d low = k.joint_origin[0];
  Eigen::Vector2d high = low;
  const auto include = [&](const Eigen::Vector2d& x) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  };
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    include(k.joint_origin[b]);
    include(k.pose[b].position);
    for (const Eigen::Vector2d& corner : model.bodies()[b].outline)
      include(point_position(k, static_cast<int>(b), corner));
  }
  const double extent = (high - low).norm();
  return extent > 0 ? extent : 1;
}

TouchingWays touching_ways(const std::vector<SceneContact>& ways, const Kinematics& k,
                           double tolerance) {
  TouchingWays result{.nearest = -1};
  std::vector<Meeting> touching;
  std::vector<std::size_t> index;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const Meeting m = meeting_of(ways[i], k);
    if (m.distance >= 0 && (result.nearest < 0 || m.distance < result.nearest))
      result.nearest = m.distance;
    if (std::abs(m.distance) > tolerance) continue;
    touching.push_back(m);
    index.push_back(i);
  }
  for (std::size_t i = 0; i < touching.size(); ++i)
    if (!belongs_to_other_side(touching[i], touching, i, tolerance))
      result.contacts.push_back(ways[index[i]]);
  return result;
}

}  // namespace carom
