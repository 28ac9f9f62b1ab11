#include <carom/impact/law_rows.hpp>
#include <carom/impact/one/planar_answer.hpp>
#include <carom/multibody/planar/kinematics.hpp>
#include <carom/study/fit/crash.hpp>

#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

namespace carom {
namespace {

double turning(const CrashBody& body, const Eigen::Vector2d& direction) {
  return cross(body.arm, direction);
}

double mobility(const CrashBody& body, const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  return body.inverse_mass * a.dot(b) + body.inverse_inertia * turning(body, a) * turning(body, b);
}

Eigen::Vector2d point_velocity(const CrashBody& body) {
  return body.velocity + body.rate * perp(body.arm);
}

/// Laws of friction, static_friction, restitution and the impulse ratio alone.
bool takes_crash(const Law& law) {
  return law.keys.impulse_ratio ||
         (law.fitted && !law.keys.moment && !law.keys.tangential_restitution);
}

std::optional<Vec2<double>> impulse_by_law(const Crash& crash, const Sym2<double>& W,
                                           const Vec2<double>& u) {
  ContactSystem system{.rows = {ContactRows{}},
                       .W = Eigen::Matrix2d{{W.tt, W.tn}, {W.tn, W.nn}},
                       .u = Eigen::Vector2d(u.t, u.n),
                       .friction = {crash.friction},
                       .static_friction = {crash.static_friction.value_or(crash.friction)},
                       .restitution = crash.restitution,
                       .colliding = 0,
                       .impulse_ratio = crash.impulse_ratio,
                       .critical_fraction = crash.critical_fraction};
  add_lines(system);
  SystemAnswer answer;
  law_of(crash.law).answer(system, answer);
  const Vec2<double> p = planar_pair(system, answer.p);
  if (!has_answer(answer.status) || !is_finite(p.n)) return std::nullopt;
  return p;
}

double kinetic_energy(const CrashBody& body, const Eigen::Vector2d& velocity, double rate) {
  if (!(body.inverse_mass > 0)) return 0;
  return velocity.squaredNorm() / (2 * body.inverse_mass) +
         rate * rate / (2 * body.inverse_inertia);
}

CrashBody body_of(const Scene& scene, int index, const Eigen::Vector2d& place) {
  if (index == world) return {};
  if (scene.model.joint(index).kind != JointKind::free)
    throw std::invalid_argument(
        "problem: a reconstruction takes free bodies; this scene has joints");
  const Body& body = scene.model.bodies()[static_cast<std::size_t>(index)];
  const Kinematics k = kinematics(scene.model, scene.state);
  const Pose& pose = k.pose[static_cast<std::size_t>(index)];
  const Twist& twist = k.twist[static_cast<std::size_t>(index)];
  const Eigen::Vector2d heading = k.heading[static_cast<std::size_t>(index)];
  const Eigen::Vector2d offset =
      body.centre_of_mass.x() * heading + body.centre_of_mass.y() * perp(heading);
  CrashBody crash{.inverse_mass = 1 / body.mass,
                  .inverse_inertia = 1 / body.inertia,
                  .velocity = twist.velocity + twist.rate * perp(offset),
                  .rate = twist.rate,
                  .arm = place - pose.position - offset,
                  .heading = std::atan2(heading.y(), heading.x())};
  if (body.drag) {  // wheels about the centre of mass
    const std::array<Eigen::Vector2d, 4>& wheels = body.drag->points;
    crash.wheelbase = std::abs(wheels[2].x() - wheels[0].x());
    crash.track = std::abs(wheels[2].y() - wheels[0].y());
  }
  return crash;
}

}  // namespace

CrashOutcome outcome_of(const Crash& crash) {
  const Eigen::Vector2d n(std::cos(crash.normal_angle), std::sin(crash.normal_angle));
  const Eigen::Vector2d t(n.y(), -n.x());
  const CrashBody& a = crash.bodies[0];
  const CrashBody& b = crash.bodies[1];
  const Eigen::Vector2d u = point_velocity(a) - point_velocity(b);
  const Sym2<double> W{mobility(a, t, t) + mobility(b, t, t), mobility(a, t, n) + mobility(b, t, n),
                       mobility(a, n, n) + mobility(b, n, n)};
  CrashOutcome outcome;
  outcome.u = {u.dot(t), u.dot(n)};
  const auto p = impulse_by_law(crash, W, {outcome.u[0], outcome.u[1]});
  if (!p) return outcome;
  outcome.solved = true;
  const Eigen::Vector2d impulse = p->t * t + p->n * n;
  for (std::size_t k = 0; k < 2; ++k) {
    const CrashBody& body = crash.bodies[k];
    const double sign = k == 0 ? 1 : -1;
    outcome.velocity[k] = body.velocity + sign * body.inverse_mass * impulse;
    outcome.rate[k] = body.rate + sign * body.inverse_inertia * cross(body.arm, impulse);
    outcome.energy_change += kinetic_energy(body, outcome.velocity[k], outcome.rate[k]) -
                             kinetic_energy(body, body.velocity, body.rate);
  }
  return outcome;
}

NamedCrash crash_of(const Scene& scene, LawId law) {
  if (scene.contacts.size() != 1)
    throw std::invalid_argument("problem: a reconstruction takes a scene with one contact");
  if (!takes_crash(law_of(law)))
    throw std::invalid_argument(
        fmt::format("problem: law: a reconstruction takes {}", names_of_laws(takes_crash)));
  const SceneInspection inspection = inspect(scene);
  if (!inspection.frames[0])
    throw std::invalid_argument("problem: the contact is a joint's stop; want one of two bodies");
  const ContactFrame& frame = *inspection.frames[0];
  const Contact& material = scene.contacts[0].material;
  NamedCrash named{.contact = material.name};
  named.crash.bodies = {body_of(scene, frame.first, frame.position),
                        body_of(scene, frame.second, frame.position)};
  named.crash.normal_angle = std::atan2(frame.normal().y(), frame.normal().x());
  named.crash.restitution = material.restitution.value_or(0);
  named.crash.friction = material.friction.value_or(0);
  named.crash.static_friction = material.static_friction;
  named.crash.critical_fraction = material.critical_fraction;
  named.crash.impulse_ratio = material.impulse_ratio.value_or(0);
  named.crash.law = law;
  for (std::size_t k = 0; k < 2; ++k) {
    const int index = k == 0 ? frame.first : frame.second;
    if (index != world) named.names[k] = scene.model.bodies()[static_cast<std::size_t>(index)].name;
  }
  return named;
}

}  // namespace carom
