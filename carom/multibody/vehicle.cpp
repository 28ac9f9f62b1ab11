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

}  // namespace

VehicleReport vehicle_report(const Scene& scene, const SceneResult& result) {
  const Kinematics k = kinematics(scene.model, scene.state);
  const std::vector<MomentumBalance> balance = momentum_balance(scene, result);
  VehicleReport report{.energy_lost = 0 - result.impact.energy.contact_work};  // 0, never −0
  for (std::size_t b = 0; b < result.bodies.size(); ++b) {
    if (scene.model.joint(static_cast<int>(b)).kind != JointKind::free) continue;
    report.vehicles.push_back(
        change_of(result.bodies[b], scene.model.bodies()[b], k.pose[b].angle, report.energy_lost));
    report.vehicles.back().balance = balance[b];
  }
  if (report.vehicles.empty())
    throw Objection({"bodies"}, "every one hangs on a joint, so there is no vehicle to report on");
  for (const ContactResult& contact : result.impact.contacts)
    report.contacts.push_back(contact_of(contact));
  return report;
}

}  // namespace carom
