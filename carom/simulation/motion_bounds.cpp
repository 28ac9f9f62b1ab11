#include <carom/simulation/motion_bounds.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// |x|, |ẋ| and |ẍ| of a vector at most.
struct VectorBounds {
  double length = 0;
  double rate = 0;
  double second = 0;
};

BodyBounds bounds_of(const MotionBounds& bounds, int body) {
  return body == world ? BodyBounds{} : bounds.bodies[static_cast<std::size_t>(body)];
}

/// The origin of the frame of a body's joint, in the body's frame.
Eigen::Vector2d joint_place(const Model& model, int body) {
  return body == world ? Eigen::Vector2d(0, 0) : model.joint(body).in_child.position;
}

/// The way from the parent's joint to the child's, seen from the parent.
VectorBounds way_of(const Model& model, int body, const RangeBounds& q) {
  const Joint& joint = model.joint(body);
  const auto first = static_cast<std::size_t>(model.first_coordinate(body));
  VectorBounds way{(joint.in_parent.position - joint_place(model, joint.parent)).norm(), 0, 0};
  const std::size_t moving = joint.kind == JointKind::free        ? 2
                             : joint.kind == JointKind::prismatic ? 1
                                                                  : 0;
  for (std::size_t i = first; i < first + moving; ++i) {
    way.length += q.value[i];
    way.rate += q.rate[i];
    way.second += q.second[i];
  }
  return way;
}

/// A vector of bounded length and change that is carried by a turning body (T10.9).
void carry(const VectorBounds& way, const BodyBounds& by, BodyBounds& end) {
  end.speed += way.rate + by.turning * way.length;
  end.acceleration +=
      way.second + 2 * by.turning * way.rate + (by.turning * by.turning + by.angular) * way.length;
}

/// Bounds of the motion of a point of a body, and of the body's turning.
BodyBounds at_point(const Model& model, const MotionBounds& bounds, int body,
                    const Eigen::Vector2d& point) {
  const BodyBounds of_body = bounds_of(bounds, body);
  BodyBounds at = of_body;
  carry({(point - joint_place(model, body)).norm(), 0, 0}, of_body, at);
  return at;
}

/// Of a prescribed motion at all times.
BodyBounds bounds_of(const PrescribedMotion& motion) {
  BodyBounds at{motion.twist.velocity.norm(), 0, std::abs(motion.twist.rate), 0};
  for (std::size_t k = 0; k < motion.over_time[0].t.size(); ++k) {
    const double seconds = motion.over_time[0].t[k];
    const Twist twist = twist_after(motion, seconds);
    const Twist change = acceleration_after(motion, seconds);
    at.speed = std::max(at.speed, twist.velocity.norm());
    at.acceleration = std::max(at.acceleration, change.velocity.norm());
    at.turning = std::max(at.turning, std::abs(twist.rate));
    at.angular = std::max(at.angular, std::abs(change.rate));
  }
  return at;
}

/// The same for a side that moves as prescribed.
BodyBounds at_prescribed(const PrescribedMotion& motion, const Eigen::Vector2d& point) {
  BodyBounds at = bounds_of(motion);
  carry({(point - motion.about).norm(), 0, 0}, at, at);
  return at;
}

}  // namespace

void bound_bodies(const Model& model, MotionBounds& bounds) {
  bounds.bodies.resize(model.bodies().size());
  for (const int body : model.order()) {
    const Joint& joint = model.joint(body);
    const BodyBounds parent = bounds_of(bounds, joint.parent);
    BodyBounds own = parent;
    carry(way_of(model, body, bounds.coordinates), parent, own);
    const auto first = static_cast<std::size_t>(model.first_coordinate(body));
    if (joint.kind == JointKind::free || joint.kind == JointKind::revolute) {
      const std::size_t angle = joint.kind == JointKind::free ? first + 2 : first;
      own.turning += bounds.coordinates.rate[angle];
      own.angular += bounds.coordinates.second[angle];
    }
    bounds.bodies[static_cast<std::size_t>(body)] = own;
  }
}

double largest_turning(const PrescribedMotion& motion) { return bounds_of(motion).turning; }

double largest_turning(const MotionBounds& bounds) {
  double turning = 0;
  for (const BodyBounds& body : bounds.bodies) turning = std::max(turning, body.turning);
  return turning;
}

double curvature_bound(const SceneContact& contact, const Model& model, const MotionBounds& bounds,
                       const GapPiece& piece) {
  if (const auto* stop = std::get_if<JointStop>(&contact.geometry))
    return bounds.coordinates.second[static_cast<std::size_t>(model.first_coordinate(stop->body))];
  const auto& pair = std::get<ContactPair>(contact.geometry);
  const PrescribedMotion& motion = contact.surface_motion;
  const BodyBounds a = at_point(model, bounds, pair.first.body, point_of(pair.first));
  const BodyBounds b = motion.moves()
                           ? at_prescribed(motion, point_of(pair.second))
                           : at_point(model, bounds, pair.second.body, point_of(pair.second));
  const double speed = a.speed + b.speed;
  const double acceleration = a.acceleration + b.acceleration;
  const double distance = piece.distance + 0.5 * piece.h * speed;
  if (!is_edge(pair.first) && !is_edge(pair.second))
    return (speed * speed + distance * acceleration) /
           (radius_of(pair.first) + radius_of(pair.second));
  const BodyBounds& edge = is_edge(pair.second) ? b : a;
  return acceleration + 2 * edge.turning * speed +
         (edge.turning * edge.turning + edge.angular) * distance;
}

}  // namespace carom
