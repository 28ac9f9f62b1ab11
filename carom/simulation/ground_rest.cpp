#include <carom/simulation/ground_rest.hpp>

#include <carom/simulation/going_on.hpp>
#include <carom/simulation/islands.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace carom {
namespace {

/// The share of the time until it stands that a step may take.
constexpr double share_of_stop = 0.5;
/// Standing: below this share of the largest energy so far, 1e-7 of the speed; the way that is left is 1e-14 of the
/// whole. The integration, whose errors are relative to the scene's size, must know such speeds.
constexpr double standing = 1e-14;
/// Bodies that hold each other stand together, and stop each other on the way: below this share.
constexpr double standing_together = 1e-10;

const Body& body_of(const MotionRun& run, int body) {
  return run.scene.model.bodies()[static_cast<std::size_t>(body)];
}

bool drags(const MotionRun& run, int body) {
  return body_of(run, body).drag &&
         (run.asleep.empty() || run.asleep[static_cast<std::size_t>(body)] == 0);
}

double energy_of(const MotionRun& run, const Kinematics& k, int body) {
  const Body& b = body_of(run, body);
  const double rate = k.twist[static_cast<std::size_t>(body)].rate;
  return 0.5 * (b.mass * point_velocity(k, body, b.centre_of_mass).squaredNorm() +
                b.inertia * rate * rate);
}

/// Bodies that closed contacts hold together with this one, itself included.
struct Held {
  std::vector<int> bodies{};
  std::vector<int> contacts{};
};

Held held_with(const MotionRun& run, int body) {
  std::vector<int> closed;
  for (std::size_t c = 0; c < run.contacts.size(); ++c)
    if (run.contacts[c].closed() && !run.contacts[c].asleep) closed.push_back(static_cast<int>(c));
  const auto group = [&](int b) { return run.groups[static_cast<std::size_t>(b)]; };
  for (const std::vector<int>& island : islands(run.scene, run.groups, closed)) {
    std::vector<int> groups;
    for (const int c : island) {
      const ContactGroups sides =
          groups_of(run.scene.contacts[static_cast<std::size_t>(c)], run.groups);
      groups.insert(groups.end(), {sides.first, sides.second});
    }
    if (std::find(groups.begin(), groups.end(), group(body)) == groups.end()) continue;
    Held held{.contacts = island};
    for (int b = 0; b < static_cast<int>(run.groups.size()); ++b)
      if (std::find(groups.begin(), groups.end(), group(b)) != groups.end())
        held.bodies.push_back(b);
    return held;
  }
  return {{body}, {}};
}

bool is_slow(const MotionRun& run, const Kinematics& k, int body, double share) {
  return drags(run, body) && energy_of(run, k, body) <= share * run.largest;
}

/// Whether the body stands, with all that hold it.
bool stands(const MotionRun& run, const Kinematics& k, int body, Held& held) {
  if (!is_slow(run, k, body, standing_together)) return false;
  held = held_with(run, body);
  const double share = held.contacts.empty() ? standing : standing_together;
  return std::all_of(held.bodies.begin(), held.bodies.end(),
                     [&](int b) { return is_slow(run, k, b, share); });
}

/// "car rests at (3.2, 0.4) m, turned to 35.2 deg"
std::string words_of_rest(const MotionRun& run, const Kinematics& k, int body) {
  const Body& b = body_of(run, body);
  const Eigen::Vector2d c = point_position(k, body, b.centre_of_mass);
  return fmt::format("{} stands at ({:.6g}, {:.6g}) m, turned to {:.6g} deg", b.name, c.x(), c.y(),
                     k.pose[static_cast<std::size_t>(body)].angle * 180 / std::numbers::pi);
}

void let_stand(MotionRun& run, const Held& held) {
  run.asleep.resize(run.scene.model.bodies().size(), 0);
  const int name = ++run.islands_asleep;
  const double before = ledger_at(run, run.x, run.work).total();
  for (const int b : held.bodies) {
    const int first = run.scene.model.first_coordinate(b);
    const double power = drag_power(run.scene.model, run.seen.k, b);
    if (power > 0)  // half of the speed, until it stands
      run.x.q.segment<3>(first) +=
          energy_of(run, run.seen.k, b) / power * run.x.v.segment<3>(first);
    run.x.v.segment<3>(first).setZero();
    run.asleep[static_cast<std::size_t>(b)] = name;
  }
  run.work.friction += before - ledger_at(run, run.x, run.work).total();
  for (const int c : held.contacts) {
    ContactTrack& track = run.contacts[static_cast<std::size_t>(c)];
    track.asleep = true;
    track.saturated = false;
    track.mode = ContactMode::stick;
    track.force.setZero();
  }
}

}  // namespace

double end_of_drag_step(const MotionRun& run) {
  double end = std::numeric_limits<double>::infinity();
  for (int b = 0; b < static_cast<int>(run.scene.model.bodies().size()); ++b) {
    if (!drags(run, b) || is_slow(run, run.motion.now.k, b, standing)) continue;
    const double power = drag_power(run.scene.model, run.motion.now.k, b);
    if (power > 0)
      end =
          std::min(end, run.x.t + share_of_stop * 2 * energy_of(run, run.motion.now.k, b) / power);
  }
  return end;
}

bool may_stand(const MotionRun& run) {
  Held held;
  for (int b = 0; b < static_cast<int>(run.scene.model.bodies().size()); ++b)
    if (drags(run, b) && stands(run, run.motion.now.k, b, held)) return true;
  return false;
}

void stand_on_ground(MotionRun& run) {
  look(run);
  for (int b = 0; b < static_cast<int>(run.scene.model.bodies().size()); ++b) {
    Held held;
    if (!drags(run, b) || !stands(run, run.seen.k, b, held)) continue;
    std::string words;
    for (const int one : held.bodies)
      if (energy_of(run, run.seen.k, one) > 0)
        words += (words.empty() ? "" : "; ") + words_of_rest(run, run.seen.k, one);
    let_stand(run, held);
    if (!words.empty()) announce(run, MotionEventKind::rests, held.contacts, words);
  }
}

}  // namespace carom
