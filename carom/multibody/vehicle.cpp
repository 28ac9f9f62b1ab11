#include <carom/impact/objection.hpp>
#include <carom/multibody/vehicle.hpp>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace carom {
namespace {

constexpr double pi = std::numbers::pi;

/// The hour of a clock whose 12 is straight ahead; half an hour to either side belongs to it.
int clock_hour(double clockwise) {
  const int hour = static_cast<int>(std::lround(clockwise / (pi / 6)));
  return hour <= 0 ? hour + 12 : hour;
}

/// (T9.3)
std::optional<double> equivalent_speed(double energy, double mass) {
  if (!(energy > 0) || !(mass > 0)) return std::nullopt;
  return std::sqrt(2 * energy / mass);
}

VehicleChange change_of(const BodyMotion& motion, const Body& body, double angle, double lost) {
  const Eigen::Vector2d change = motion.after.velocity - motion.before.velocity;
  const Eigen::Vector2d forward = direction(angle);
  VehicleChange c{.name = motion.name};
  c.delta_v = {forward.dot(change), perp(forward).dot(change)};
  c.delta_v_size = change.norm();
  if (c.delta_v_size > 0) {
    c.pdof = std::atan2(c.delta_v.y(), -c.delta_v.x());
    c.pdof_clock = clock_hour(*c.pdof);
  }
  c.yaw_rate_change = motion.after.rate - motion.before.rate;
  const Eigen::Vector2d& after = motion.after.velocity;
  c.departure_speed = after.norm();
  if (c.departure_speed > 0) c.departure_direction = std::atan2(after.y(), after.x());
  c.ees_all = equivalent_speed(lost, body.mass);
  c.ees_half = equivalent_speed(lost / 2, body.mass);
  return c;
}

VehicleContact contact_of(const ContactResult& r) {
  VehicleContact c{.name = r.name, .impulse = planar(r.impulse)};
  c.closing_normal = -r.u_before.n;
  c.closing_total = std::hypot(r.u_before.t, r.u_before.n);
  c.separation_normal = r.u_after.n;
  c.separation_total = std::hypot(r.u_after.t, r.u_after.n);
  c.restitution = r.effective.kinematic;
  c.impulse_ratio = r.effective.impulse_ratio;
  c.critical_ratio = r.friction.to_end_without_slip;
  c.kelvin = {r.impulse.n * (r.u_before.n + r.u_after.n) / 2,
              r.impulse.t * (r.u_before.t + r.u_after.t) / 2};
  if (r.work.normal_compression) c.path = {r.work.normal, r.work.friction};
  return c;
}

/// The vehicles of a mechanism at these poses, from the motions of all bodies.
VehicleReport report_on(const Model& model, const Kinematics& k,
                        const std::vector<BodyMotion>& bodies, const ImpactResult& impact) {
  require_vehicle(model);
  VehicleReport report{.energy_lost = 0 - impact.energy.contact_work};  // 0, never −0
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (model.joint(static_cast<int>(b)).kind == JointKind::free)
      report.vehicles.push_back(
          change_of(bodies[b], model.bodies()[b], k.pose[b].angle, report.energy_lost));
  for (const ContactResult& contact : impact.contacts)
    report.contacts.push_back(contact_of(contact));
  return report;
}

Twist of_centre(const Model& model, const Kinematics& k, std::size_t b) {
  return {point_velocity(k, static_cast<int>(b), model.bodies()[b].centre_of_mass),
          k.twist[b].rate};
}

}  // namespace

void require_vehicle(const Model& model) {
  for (std::size_t b = 0; b < model.bodies().size(); ++b)
    if (model.joint(static_cast<int>(b)).kind == JointKind::free) return;
  throw Objection({"bodies"}, "every one hangs on a joint, so there is no vehicle to report on");
}

VehicleReport vehicle_report(const Scene& scene, const SceneResult& result) {
  const Kinematics k = kinematics(scene.model, scene.state);
  VehicleReport report = report_on(scene.model, k, result.bodies, result.impact);
  const std::vector<MomentumBalance> balance = momentum_balance(scene, result);
  std::size_t vehicle = 0;
  for (std::size_t b = 0; b < result.bodies.size(); ++b)
    if (scene.model.joint(static_cast<int>(b)).kind == JointKind::free)
      report.vehicles[vehicle++].balance = balance[b];
  return report;
}

VehicleReport vehicle_report(const Model& model, const State& after, const Eigen::VectorXd& before,
                             const ImpactResult& impact) {
  State start = after;
  start.v = before;
  const Kinematics k_before = kinematics(model, start);
  const Kinematics k_after = kinematics(model, after);
  std::vector<BodyMotion> bodies;
  for (std::size_t b = 0; b < model.bodies().size(); ++b)
    bodies.push_back({.name = model.bodies()[b].name,
                      .before = of_centre(model, k_before, b),
                      .after = of_centre(model, k_after, b)});
  return report_on(model, k_after, bodies, impact);
}

}  // namespace carom
