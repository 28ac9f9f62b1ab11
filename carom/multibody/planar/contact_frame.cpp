#include <carom/impact/objection.hpp>
#include <carom/multibody/planar/contact_frame.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace carom {
namespace {

/// A component up to this share of a velocity is what rounding leaves where it is perpendicular.
constexpr double rounding_of_components = 4 * std::numeric_limits<double>::epsilon();

/// A feature in the world: a disc of radius ≥ 0 (a point has none), or an edge.
struct Placed {
  bool edge = false;
  Eigen::Vector2d point = Eigen::Vector2d::Zero();
  double radius = 0;
  double angle = 0;
  double back = 0;   ///< of an edge: how far it reaches
  double ahead = 0;  ///< likewise
};

double angle_of(const Kinematics& k, int body) {
  return body == world ? 0.0 : k.pose[static_cast<std::size_t>(body)].angle;
}

Placed placed(const ContactSide& side, const Kinematics& k) {
  Placed p;
  if (const auto* point = std::get_if<PointFeature>(&side.feature)) {
    p.point = point_position(k, side.body, point->point);
  } else if (const auto* disc = std::get_if<DiscFeature>(&side.feature)) {
    p.point = point_position(k, side.body, disc->centre);
    p.radius = disc->radius;
  } else if (const auto* edge = std::get_if<EdgeFeature>(&side.feature)) {
    p.edge = true;
    p.point = point_position(k, side.body, edge->point);
    p.angle = angle_of(k, side.body) + edge->angle;
    p.back = edge->back;
    p.ahead = edge->ahead;
  }
  return p;
}

/// The second side after its prescribed motion; exactly where it was if that has done nothing.
Placed moved_by(const Pose& moved, Placed p) {
  if (moved.angle != 0) {
    const Eigen::Vector2d x = direction(moved.angle);
    p.point = p.point.x() * x + p.point.y() * perp(x);
    p.angle += moved.angle;
  }
  p.point += moved.position;
  return p;
}

/// A round feature against an edge; the foot of the perpendicular is the contact.
ContactFrame round_on_edge(const Placed& round, const Placed& edge) {
  ContactFrame f;
  f.tangent = direction(edge.angle);
  const double height = f.normal().dot(round.point - edge.point);
  f.gap = height - round.radius;
  f.position = round.point - height * f.normal();
  const double along = f.tangent.dot(round.point - edge.point);
  f.inside = std::min(along + edge.back, edge.ahead - along);
  return f;
}

ContactFrame round_on_round(const Placed& a, const Placed& b, const std::string& name) {
  const Eigen::Vector2d apart = a.point - b.point;
  const double distance = apart.norm();
  if (a.radius == 0 && b.radius == 0)
    throw Objection(path_to_contact(name), "two points have no common normal");
  if (distance == 0) throw Objection(path_to_contact(name), "the centres coincide");
  ContactFrame f;
  const Eigen::Vector2d n = apart / distance;
  f.tangent = -perp(n);
  f.gap = distance - a.radius - b.radius;
  f.position = b.point + b.radius * n;
  return f;
}

/// The same contact seen from the other body: normal and tangent turn by 180°.
ContactFrame reversed(ContactFrame f) {
  f.tangent = -f.tangent;
  return f;
}

}  // namespace

const Eigen::Vector2d& point_of(const ContactSide& side) {
  if (const auto* disc = std::get_if<DiscFeature>(&side.feature)) return disc->centre;
  if (const auto* edge = std::get_if<EdgeFeature>(&side.feature)) return edge->point;
  return std::get<PointFeature>(side.feature).point;
}

double radius_of(const ContactSide& side) {
  const auto* disc = std::get_if<DiscFeature>(&side.feature);
  return disc ? disc->radius : 0.0;
}

bool is_edge(const ContactSide& side) { return std::holds_alternative<EdgeFeature>(side.feature); }

ContactFrame contact_frame(const ContactPair& pair, const Kinematics& k, const Pose& moved) {
  const Placed a = placed(pair.first, k);
  const Placed b = moved_by(moved, placed(pair.second, k));
  if (a.edge && b.edge)
    throw Objection(path_to_contact(pair.name),
                    "two edges touch along a line; give two contacts of their corners");
  ContactFrame f = b.edge   ? round_on_edge(a, b)
                   : a.edge ? reversed(round_on_edge(b, a))
                            : round_on_round(a, b, pair.name);
  f.first = pair.first.body;
  f.second = pair.second.body;
  if (pair.position) f.position = *pair.position;
  if (pair.tangent_angle) f.tangent = direction(*pair.tangent_angle);
  return f;
}

Eigen::MatrixXd contact_jacobian(const Model& model, const Kinematics& k,
                                 const ContactFrame& frame) {
  Eigen::MatrixXd J(2, model.size());
  contact_jacobian(model, k, frame, J);
  return J;
}

void contact_jacobian(const Model& model, const Kinematics& k, const ContactFrame& frame,
                      Eigen::Ref<Eigen::MatrixXd> J) {
  // The rows hold x and y of the relative velocity first: a coordinate may move both bodies.
  J.setZero();
  for (const bool first : {true, false}) {
    const double sign = first ? 1 : -1;
    for (int b = first ? frame.first : frame.second; b != world; b = model.joint(b).parent) {
      int i = model.first_coordinate(b);
      for (const UnitMotion& motion : unit_motions(model, k, b))
        J.col(i++) += sign * motion.at(frame.position);
    }
  }
  for (Eigen::Index i = 0; i < J.cols(); ++i) {
    const Eigen::Vector2d relative = J.col(i);
    J(0, i) = frame.tangent.dot(relative);
    J(1, i) = frame.normal().dot(relative);
    for (Eigen::Index row = 0; row < 2; ++row)
      if (std::abs(J(row, i)) <= rounding_of_components * relative.norm()) J(row, i) = 0;
  }
}

Eigen::Vector2d contact_velocity(const Kinematics& k, const ContactFrame& frame) {
  const auto at_contact = [&](int body) -> Eigen::Vector2d {
    if (body == world) return Eigen::Vector2d::Zero();
    const auto b = static_cast<std::size_t>(body);
    return k.twist[b].velocity + k.twist[b].rate * perp(frame.position - k.pose[b].position);
  };
  const Eigen::Vector2d relative = at_contact(frame.first) - at_contact(frame.second);
  return {frame.tangent.dot(relative), frame.normal().dot(relative)};
}

}  // namespace carom
