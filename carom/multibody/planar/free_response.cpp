#include <carom/multibody/planar/free_response.hpp>

#include <cmath>
#include <limits>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::Vector2d;

/// A lever up to this share of the arm is what rounding leaves where they are parallel.
constexpr double rounding_of_levers = 4 * std::numeric_limits<double>::epsilon();

/// The lever of a direction; exactly zero where the direction goes through the centre but for rounding.
double lever_of(const Vector2d& arm, const Vector2d& axis) {
  const double lever = cross(arm, axis);
  return std::abs(lever) <= rounding_of_levers * arm.norm() ? 0.0 : lever;
}

/// The bodies on which a port acts; the world where there is none.
struct Sides {
  int first = world;
  int second = world;
};

Sides sides_of(const ImpulsePort& port) {
  if (port.turning) return {port.turning->first, port.turning->second};
  if (port.frame) return {port.frame->first, port.frame->second};
  return {};
}

/// What the unit impulses of a port's two columns are for one of its bodies: forces and their levers.
struct Push {
  double sign = 0;  ///< 0: the port is not on the body
  Vector2d force[2] = {Vector2d::Zero(), Vector2d::Zero()};
  double lever[2] = {0, 0};
};

Push push_on(int body, const Vector2d& centre, const ImpulsePort& port) {
  const auto [first, second] = sides_of(port);
  Push push{.sign = first == body ? 1.0 : (second == body ? -1.0 : 0.0)};
  if (port.turning) {
    push.lever[1] = 1;
  } else if (const auto& frame = port.frame) {
    const Vector2d axes[2] = {frame->tangent, frame->normal()};
    for (int i = 0; i < 2; ++i) {
      push.force[i] = axes[i];
      push.lever[i] = lever_of(frame->position - centre, axes[i]);
    }
  }
  return push;
}

/// The two columns of one port under those of another; t and n of one port are orthogonal.
void add_mobility(const Push& a, const Push& b, bool same, double per_mass, double per_inertia,
                  Eigen::Ref<Eigen::Matrix2d> W) {
  const double sign = a.sign * b.sign;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const double along =
          same ? (i == j ? a.force[i].squaredNorm() > 0 : 0.0) : a.force[i].dot(b.force[j]);
      W(i, j) += sign * (a.lever[i] * b.lever[j] * per_inertia + along * per_mass);
    }
}

void add_body(const Model& model, const Kinematics& k, int body,
              const std::vector<ImpulsePort>& ports, ImpulseResponse& response) {
  const auto b = static_cast<std::size_t>(body);
  const int c = model.first_coordinate(body);
  const double per_mass = 1 / model.bodies()[b].mass;
  const double per_inertia = 1 / model.bodies()[b].inertia;
  const Vector2d centre = point_position(k, body, model.bodies()[b].centre_of_mass);
  const Vector2d to_joint = perp(k.joint_origin[b] - centre);
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const Push push = push_on(body, centre, ports[i]);
    if (push.sign == 0) continue;
    const auto column = static_cast<Index>(2 * i);
    for (std::size_t j = 0; j < ports.size(); ++j) {
      const Push other = j == i ? push : push_on(body, centre, ports[j]);
      if (other.sign == 0) continue;
      add_mobility(push, other, i == j, per_mass, per_inertia,
                   response.W.block<2, 2>(column, static_cast<Index>(2 * j)));
    }
    for (int t = 0; t < 2; ++t) {
      const double rate = push.sign * push.lever[t] * per_inertia;
      response.velocity.block<2, 1>(c, column + t) +=
          push.sign * per_mass * push.force[t] + rate * to_joint;
      response.velocity(c + 2, column + t) += rate;
    }
  }
}

bool moves_alone(const Model& model, int body) {
  return body != world &&
         model.groups()[static_cast<std::size_t>(model.group(body))].kind == GroupKind::free_body;
}

/// Whether an earlier port acts on the body too.
bool seen_before(int body, const std::vector<ImpulsePort>& ports, std::size_t port) {
  for (std::size_t i = 0; i < port; ++i)
    if (sides_of(ports[i]).first == body || sides_of(ports[i]).second == body) return true;
  return false;
}

}  // namespace

void add_free_response(const Model& model, const Kinematics& k,
                       const std::vector<ImpulsePort>& ports, ImpulseResponse& response) {
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const auto [first, second] = sides_of(ports[i]);
    for (const int body : {first, second})
      if (moves_alone(model, body) && !seen_before(body, ports, i))
        add_body(model, k, body, ports, response);
  }
}

}  // namespace carom
