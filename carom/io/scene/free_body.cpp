#include <carom/io/scene/free_body.hpp>
#include <carom/io/scene/tree.hpp>
#include <carom/multibody/planar/kinematics.hpp>

namespace carom {
namespace {

/// The point of a body that a position or velocity is given for.
Eigen::Vector2d moved_point(const StatedBody& body, const PointMotion& motion) {
  return motion.point.empty() ? body.body.centre_of_mass
                              : point_of(body, motion.point, motion.where);
}

}  // namespace

Eigen::Vector2d turned(double angle, const Eigen::Vector2d& x) {
  const Eigen::Vector2d d = direction(angle);
  return d.x() * x + d.y() * perp(x);
}

Pose free_pose(const StatedBody& body) {
  Pose pose{.angle = body.angle ? body.angle->value : 0};
  if (body.position)
    pose.position = body.position->value - turned(pose.angle, moved_point(body, *body.position));
  return pose;
}

Twist free_twist(const StatedBody& body) {
  Twist twist{.rate = body.rate ? body.rate->value : 0};
  const Eigen::Vector2d point =
      body.velocity ? moved_point(body, *body.velocity) : body.body.centre_of_mass;
  if (body.velocity) twist.velocity = body.velocity->value;
  twist.velocity -= twist.rate * perp(turned(free_pose(body).angle, point));
  return twist;
}

}  // namespace carom
