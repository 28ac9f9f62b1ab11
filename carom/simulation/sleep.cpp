#include <carom/simulation/sleep.hpp>

#include <carom/simulation/going_on.hpp>
#include <carom/simulation/islands.hpp>
#include <carom/simulation/resolution.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace carom {
namespace {

/// Speeds up to so many times what cannot be told from rest may fall asleep.
constexpr double slow = 5;
/// Accelerations below this share of gravity count as zero.
constexpr double no_acceleration = 1e-6;

/// The groups of the bodies that joints and springs connect.
std::vector<int> sleeping_groups(const MotionRun& run) {
  std::vector<int> groups = run.groups;
  for (const Spring& spring : run.scene.model.springs()) {
    if (spring.body_a == world || spring.body_b == world) continue;
    const int from = groups[static_cast<std::size_t>(spring.body_b)];
    const int to = groups[static_cast<std::size_t>(spring.body_a)];
    std::replace(groups.begin(), groups.end(), from, to);
  }
  return groups;
}

/// Contacts that hold each other, and the bodies that they hold.
struct Resting {
  std::vector<int> contacts{};
  std::vector<int> bodies{};
};

Resting resting_island(const MotionRun& run, const std::vector<int>& contacts,
                       const std::vector<int>& groups) {
  Resting island{contacts, {}};
  std::vector<int> touched;
  for (const int c : contacts) {
    const ContactGroups sides = groups_of(run.scene.contacts[static_cast<std::size_t>(c)], groups);
    touched.insert(touched.end(), {sides.first, sides.second});
  }
  for (std::size_t b = 0; b < groups.size(); ++b)
    if (std::find(touched.begin(), touched.end(), groups[b]) != touched.end())
      island.bodies.push_back(static_cast<int>(b));
  return island;
}

bool on_moving_surface(const MotionRun& run, const Resting& island) {
  return std::any_of(island.contacts.begin(), island.contacts.end(), [&](int c) {
    return run.scene.contacts[static_cast<std::size_t>(c)].surface_motion.moves();
  });
}

/// The largest of a vector's entries that move the bodies, turning counted at the scene's size.
double largest_of(const MotionRun& run, const Resting& island, const Eigen::VectorXd& rates) {
  const Model& model = run.scene.model;
  double largest = 0;
  for (const int b : island.bodies) {
    const int first = model.first_coordinate(b);
    const JointKind kind = model.joint(b).kind;
    for (int i = 0; i < coordinates(kind); ++i) {
      const bool turns = kind == JointKind::revolute || (kind == JointKind::free && i == 2);
      largest = std::max(largest, std::abs(rates[first + i]) * (turns ? run.size : 1));
    }
  }
  return largest;
}

void set_to_zero(const MotionRun& run, const Resting& island, Eigen::VectorXd& v) {
  for (const int b : island.bodies)
    v.segment(run.scene.model.first_coordinate(b), coordinates(run.scene.model.joint(b).kind))
        .setZero();
}

/// Forces that hold the island where it is, or none.
bool is_held(MotionRun& run, const Resting& island, const State& still, ForceAnswer& answer) {
  std::vector<TouchingContact> touching;
  for (const int c : island.contacts)
    touching.push_back({c, 0, shown_mode(run.contacts[static_cast<std::size_t>(c)])});
  run.forces.problem.stop = run.observer.stop;
  answer = choose_modes(run.scene, still, touching, run.forces);
  if (!answer.found) return false;
  const Eigen::VectorXd a = run.forces.free.now.a + run.forces.response * answer.force;
  const double gravity = run.scene.model.gravity().norm();
  return largest_of(run, island, a) <= no_acceleration * gravity;
}

void put_to_sleep(MotionRun& run, const Resting& island, const ForceAnswer& answer) {
  const MotionLedger before = ledger_at(run, run.x, run.work);
  set_to_zero(run, island, run.x.v);
  const double taken = before.total() - ledger_at(run, run.x, run.work).total();
  if (std::abs(taken) > rounding_of_energy * run.largest) run.closing += taken;
  run.asleep.resize(run.scene.model.bodies().size(), 0);
  const int name = ++run.islands_asleep;
  for (const int b : island.bodies) run.asleep[static_cast<std::size_t>(b)] = name;
  for (std::size_t i = 0; i < island.contacts.size(); ++i) {
    const auto c = static_cast<std::size_t>(island.contacts[i]);
    ContactTrack& track = run.contacts[c];
    track.asleep = true;
    track.force = answer.force.segment<2>(static_cast<Eigen::Index>(2 * i));
    track.saturated = false;
    if (rubs(run.scene.contacts[c])) track.mode = ContactMode::stick;
  }
}

int name_of(const MotionRun& run, int body) {
  return body == world ? 0 : run.asleep[static_cast<std::size_t>(body)];
}

/// The sleeping islands that the contact touches, 0 where there is none.
std::array<int, 2> islands_of(const MotionRun& run, int contact) {
  const SceneContact& c = run.scene.contacts[static_cast<std::size_t>(contact)];
  if (const auto* stop = std::get_if<JointStop>(&c.geometry)) return {name_of(run, stop->body), 0};
  const auto& pair = std::get<ContactPair>(c.geometry);
  return {name_of(run, pair.first.body), name_of(run, pair.second.body)};
}

void wake_island(MotionRun& run, int name) {
  for (std::size_t c = 0; c < run.contacts.size(); ++c) {
    if (!run.contacts[c].asleep) continue;
    const std::array<int, 2> names = islands_of(run, static_cast<int>(c));
    if (names[0] == name || names[1] == name) run.contacts[c].asleep = false;
  }
  std::replace(run.asleep.begin(), run.asleep.end(), name, 0);
}

}  // namespace

bool sleeps(const MotionRun& run, int contact) {
  if (run.asleep.empty()) return false;
  const auto still = [&](int body) { return body == world || name_of(run, body) > 0; };
  const SceneContact& c = run.scene.contacts[static_cast<std::size_t>(contact)];
  if (const auto* stop = std::get_if<JointStop>(&c.geometry)) return still(stop->body);
  const auto& pair = std::get<ContactPair>(c.geometry);
  return still(pair.first.body) && still(pair.second.body) && !c.surface_motion.moves();
}

void fall_asleep(MotionRun& run) {
  const double slowest = slow * resolution_of(run).speed;
  if (!(run.scene.model.gravity().norm() > 0) || run.rest) return;
  std::vector<int> closed;
  for (std::size_t i = 0; i < run.contacts.size(); ++i)
    if (run.contacts[i].closed() && !run.contacts[i].asleep) closed.push_back(static_cast<int>(i));
  if (closed.empty()) return;
  const std::vector<int> groups = sleeping_groups(run);
  for (const std::vector<int>& contacts : islands(run.scene, groups, closed)) {
    const Resting island = resting_island(run, contacts, groups);
    if (on_moving_surface(run, island) || largest_of(run, island, run.x.v) > slowest) continue;
    State still = run.x;
    set_to_zero(run, island, still.v);
    ForceAnswer answer;
    if (is_held(run, island, still, answer)) put_to_sleep(run, island, answer);
  }
}

bool wake(MotionRun& run, const std::vector<MeetingContact>& meeting) {
  if (run.asleep.empty()) return false;
  bool any = false;
  for (const MeetingContact& m : meeting)
    for (const int name : islands_of(run, m.contact))
      if (name > 0) {
        wake_island(run, name);
        any = true;
      }
  return any;
}

}  // namespace carom
