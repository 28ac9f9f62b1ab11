#include <carom/simulation/going_on.hpp>

#include <carom/simulation/islands.hpp>
#include <carom/simulation/resolution.hpp>
#include <carom/simulation/sleep.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace carom {
namespace {

/// Events within the window after which modes are chosen by looking ahead,
constexpr int one_by_one = 2;
/// and after which a step is taken whole.
constexpr int events_before_step = 4;
/// Whole steps after which none is cut short where a gap closes.
constexpr int most_cut_steps = 4;
/// The longest whole step as a share of the interval between samples, or of a 200th of the duration.
constexpr double longest_step = 1e-3;
/// Windows after which nothing was got on: an event within them coincides.
constexpr double same_instant = 2;

TouchingContact touching_contact(MotionRun& run, const MeetingContact& m) {
  const ContactTrack& track = run.contacts[static_cast<std::size_t>(m.contact)];
  const ContactMode mode = shown_mode(track);
  TouchingContact contact{m.contact, m.u.x(), ContactMode::open};
  if (m.u.x() != 0)
    contact.previous = mode_of_slip(m.u.x());
  else if (track.closed())
    contact.previous = mode;
  const ContactMotion seen = contact_motion(run.scene.contacts[static_cast<std::size_t>(m.contact)],
                                            run.scene.model, run.seen);
  contact.u = seen.u;
  return contact;
}

void take_modes(MotionRun& run, const std::vector<TouchingContact>& contacts,
                const ForceAnswer& answer) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    ContactTrack& track = run.contacts[static_cast<std::size_t>(contacts[i].contact)];
    track.mode = answer.modes[i];
    track.saturated = answer.saturated[i] && track.closed();
    if (track.saturated)
      track.mode = answer.force[static_cast<Eigen::Index>(2 * i)] < 0 ? ContactMode::slip_positive
                                                                      : ContactMode::slip_negative;
    track.lifted = !track.closed();
    track.leaves = false;
  }
}

std::vector<std::vector<TouchingContact>> touching_islands(
    MotionRun& run, const std::vector<MeetingContact>& touching) {
  std::vector<int> indices;
  std::vector<const MeetingContact*> by_contact(run.contacts.size());
  for (const MeetingContact& m : touching) {
    indices.push_back(m.contact);
    by_contact[static_cast<std::size_t>(m.contact)] = &m;
  }
  std::vector<std::vector<TouchingContact>> all;
  for (const std::vector<int>& island : islands(run.scene, run.groups, indices)) {
    all.emplace_back();
    for (const int c : island)
      all.back().push_back(touching_contact(run, *by_contact[static_cast<std::size_t>(c)]));
  }
  return all;
}

bool go_on_by(MotionRun& run, const std::vector<MeetingContact>& touching, bool ahead,
              std::string& note) {
  run.forces.problem.stop = run.observer.stop;
  for (const std::vector<TouchingContact>& island : touching_islands(run, touching)) {
    const ForceAnswer answer = ahead
                                   ? look_ahead(run.scene, run.x, island, run.window.h, run.forces)
                                   : choose_modes(run.scene, run.x, island, run.forces);
    if (stops_now(run) || !answer.found) return false;
    take_modes(run, island, answer);
    if (answer.several)
      note = answer.kept
                 ? "several modes have consistent forces here; the one before is kept"
                 : "several modes have consistent forces here; the one that stays closed is "
                   "taken";
  }
  return true;
}

/// The contacts that a whole step has to do with.
std::vector<TouchingContact> near_contacts(MotionRun& run, double h) {
  std::vector<TouchingContact> near;
  const double reach = 2 * h * run.speed;
  for (std::size_t i = 0; i < run.contacts.size(); ++i) {
    const int contact = static_cast<int>(i);
    if (sleeps(run, contact)) continue;
    const ContactMotion m = contact_motion(run.scene.contacts[i], run.scene.model, run.seen);
    const double clear = std::max(reach, lift_off_gap * gap_scale(run, contact));
    const bool touches =
        run.contacts[i].closed() || (std::abs(m.gap) <= clear && m.gap + h * m.u.y() <= clear &&
                                     meets_within(run, contact, m, run.seen));
    if (!touches) continue;
    TouchingContact c{contact, 0, shown_mode(run.contacts[i])};
    c.u = m.u;
    c.gap = run.contacts[i].closed() ? 0 : std::max(m.gap, 0.0);
    near.push_back(c);
  }
  return near;
}

bool wake_for(MotionRun& run, const std::vector<TouchingContact>& near) {
  std::vector<MeetingContact> meeting;
  for (const TouchingContact& c : near) meeting.push_back({c.contact, c.u});
  return wake(run, meeting);
}

std::vector<std::vector<TouchingContact>> near_islands(MotionRun& run, double h) {
  std::vector<TouchingContact> near = near_contacts(run, h);
  while (wake_for(run, near)) near = near_contacts(run, h);
  std::vector<int> indices;
  for (const TouchingContact& c : near) indices.push_back(c.contact);
  std::vector<std::vector<TouchingContact>> all;
  for (const std::vector<int>& island : islands(run.scene, run.groups, indices)) {
    all.emplace_back();
    for (const TouchingContact& c : near)
      if (std::find(island.begin(), island.end(), c.contact) != island.end())
        all.back().push_back(c);
  }
  return all;
}

/// A contact that is apart and arrives, and in what time.
struct Arrival {
  int contact = 0;
  double time = 0;  ///< s
};

/// The next contact that arrives within the time h, faster than what cannot be told from rest.
std::optional<Arrival> next_arrival(MotionRun& run, double h) {
  const double slowest = resolution_of(run).speed;
  std::optional<Arrival> next;
  for (std::size_t i = 0; i < run.contacts.size(); ++i) {
    const int contact = static_cast<int>(i);
    if (run.contacts[i].closed() || sleeps(run, contact)) continue;
    const ContactMotion m = contact_motion(run.scene.contacts[i], run.scene.model, run.seen);
    if (!(m.u.y() < -slowest) || m.gap > -m.u.y() * h) continue;
    if (m.gap < -lift_off_gap * gap_scale(run, contact) - run.contacts[i].overlap) continue;
    if (!meets_within(run, contact, m, run.seen)) continue;
    const double time = std::max(m.gap, 0.0) / -m.u.y();
    if (!next || time < next->time) next = Arrival{contact, time};
  }
  return next;
}

/// Books what the forces of a whole step take: friction, and impacts at contacts that arrive.
void book_step(MotionRun& run, const std::vector<TouchingContact>& island,
               const Eigen::VectorXd& force, double h) {
  const double slowest = resolution_of(run).speed;
  const Contacts& problem = run.forces.problem;
  Eigen::VectorXd p = Eigen::VectorXd::Zero(problem.W.rows());
  for (std::size_t i = 0; i < island.size(); ++i) {
    const ContactRows& rows = problem.rows[i];
    const auto t = static_cast<Eigen::Index>(2 * i);
    if (!rows.is_stop()) p[rows.first] = h * force[t];
    p[rows.normal()] = h * force[t + 1];
  }
  const Eigen::VectorXd change = problem.W * p;
  for (std::size_t i = 0; i < island.size(); ++i) {
    const ContactRows& rows = problem.rows[i];
    const Eigen::Vector2d& before = island[i].u;
    const bool slid = !rows.is_stop() && std::abs(before.x()) > slowest;
    if (slid) run.work.friction -= p[rows.first] * (before.x() + 0.5 * change[rows.first]);
    if (before.y() < -slowest)
      run.impacts -= p[rows.normal()] * (before.y() + 0.5 * change[rows.normal()]);
  }
}

}  // namespace

void look(MotionRun& run) {
  run.seen.x = run.x;
  run.seen.elapsed = run.x.t - run.scene.state.t;
  kinematics(run.scene.model, run.x, run.seen.k);
}

ContactMode mode_of_slip(double slip) {
  if (slip > 0) return ContactMode::slip_positive;
  return slip < 0 ? ContactMode::slip_negative : ContactMode::stick;
}

void note_event(MotionRun& run) {
  EventWindow& window = run.window;
  const double shortest = resolution_of(run).time;
  const double passed = run.x.t - window.last;
  window.last = run.x.t;
  window.coinciding = passed < same_instant * shortest ? window.coinciding + 1 : 0;
  if (window.coinciding == 0) window.impacts = 0;
  if (!(passed < same_instant * std::max(window.h, shortest))) window.widened = 0;
  const double sample = run.options.sample_interval.value_or(run.options.duration / 200);
  window.h = std::max(shortest,
                      std::min(shortest * std::pow(10.0, window.widened), longest_step * sample));
}

bool looks_ahead(const MotionRun& run) {
  return run.window.h > 0 && run.window.coinciding >= one_by_one;
}

bool needs_whole_step(const MotionRun& run) {
  return run.window.h > 0 && run.window.coinciding >= events_before_step;
}

bool go_on(MotionRun& run, const std::vector<MeetingContact>& touching, std::string& note) {
  return touching.empty() || go_on_by(run, touching, looks_ahead(run), note);
}

bool go_on_ahead(MotionRun& run, const std::vector<MeetingContact>& touching, std::string& note) {
  if (run.window.h <= 0) return false;
  return touching.empty() || go_on_by(run, touching, true, note);
}

void project_modes(MotionRun& run) {
  run.motion.scene = &run.scene;
  run.motion.closed = closed_contacts(run);
  const MotionLedger before = ledger_at(run, run.x, run.work);
  project(run.x, run.motion);
  const MotionLedger after = ledger_at(run, run.x, run.work);
  const double taken = before.total() - after.total();
  if (std::abs(taken) > rounding_of_energy * run.largest) run.closing += taken;
  look(run);
}

std::optional<int> reach_gap(MotionRun& run) {
  const Resolution resolved = resolution_of(run);
  const auto next = next_arrival(run, resolved.time);
  if (!next || run.x.t + next->time >= run.t_end) return std::nullopt;
  const MotionLedger before = ledger_at(run, run.x, run.work);
  run.motion.scene = &run.scene;
  run.motion.closed = closed_contacts(run);
  evaluate(run.x, run.motion);
  run.x.q += next->time * run.x.v;
  run.x.v += next->time * run.motion.now.a;
  run.x.t += next->time;
  run.closing += before.total() - ledger_at(run, run.x, run.work).total();
  project_modes(run);
  return next->contact;
}

bool take_whole_step(MotionRun& run) {
  double h = run.window.h;
  if (!(h > 0) || run.x.t + h >= run.t_end) return false;
  look(run);
  const auto next = next_arrival(run, h);
  if (next && next->time > resolution_of(run).time && run.window.widened < most_cut_steps)
    h = next->time;
  run.window.coinciding = 0;
  ++run.window.widened;
  const MotionLedger before = ledger_at(run, run.x, run.work);
  run.motion.scene = &run.scene;
  run.motion.closed.clear();
  evaluate(run.x, run.motion);
  Eigen::VectorXd v = run.x.v + h * run.motion.now.a;
  for (const std::vector<TouchingContact>& island : near_islands(run, h)) {
    const ForceAnswer answer = look_ahead(run.scene, run.x, island, h, run.forces);
    if (stops_now(run) || !answer.found) return false;
    v += h * (run.forces.response * answer.force);
    book_step(run, island, answer.force, h);
    take_modes(run, island, answer);
  }
  while (next_sample_time(run) <= run.x.t + h && run.running) {
    State x = run.x;
    x.t = next_sample_time(run);
    x.q += (x.t - run.x.t) * v;
    run.motion.closed.clear();
    const double closing = run.closing;  // the step's energy is booked as far as it has gone
    run.closing += before.total() - ledger_at(run, x, run.work).total();
    give_sample(run, x, run.work);
    run.closing = closing;
  }
  run.x.v = v;
  run.x.q += h * v;
  run.x.t += h;
  run.closing += before.total() - ledger_at(run, run.x, run.work).total();
  project_modes(run);
  return true;
}

}  // namespace carom
