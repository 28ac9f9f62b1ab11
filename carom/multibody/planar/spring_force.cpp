#include <carom/multibody/planar/spring_force.hpp>

namespace carom {

SpringForce spring_force(const Spring& spring, const Kinematics& k) {
  SpringForce f{point_position(k, spring.body_a, spring.point_a),
                point_position(k, spring.body_b, spring.point_b)};
  const Eigen::Vector2d line = f.b - f.a;
  const double length = line.norm();
  if (length == 0) return f;
  const Eigen::Vector2d d = line / length;
  const double rate = d.dot(point_velocity(k, spring.body_b, spring.point_b) -
                            point_velocity(k, spring.body_a, spring.point_a));
  f.on_a = (spring.stiffness * (length - spring.length) + spring.damping * rate) * d;
  return f;
}

}  // namespace carom
