#include <carom/simulation/settle.hpp>

#include <carom/simulation/accumulation.hpp>
#include <carom/simulation/clatter.hpp>
#include <carom/simulation/going_on.hpp>
#include <carom/simulation/impact_event.hpp>
#include <carom/simulation/islands.hpp>
#include <carom/simulation/meeting.hpp>
#include <carom/simulation/sleep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace carom {
namespace {

/// Impacts at one instant that hand over to each other before the run is stopped.
constexpr int most_rounds = 100;
/// Tangential impacts in a row after which the time that follows decides instead.
constexpr int most_tangential_rounds = 8;
/// Events with impacts within the window that do not count as coinciding: they get on.
constexpr int most_impacts_at_once = 100;

bool holds(const std::vector<int>& list, int value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// Sets the tracks after an impact; returns the contacts that still touch.
std::vector<MeetingContact> part(MotionRun& run, const std::vector<MeetingContact>& meeting,
                                 const ImpactOutcome& outcome) {
  std::vector<MeetingContact> touching;
  for (std::size_t i = 0; i < meeting.size(); ++i) {
    ContactTrack& track = run.contacts[static_cast<std::size_t>(meeting[i].contact)];
    track.leaves = outcome.u_after[i].y() > 0;
    track.lifted = false;
    track.mode = ContactMode::open;
    track.saturated = false;
    if (track.leaves) continue;
    track.mode = mode_of_slip(outcome.u_after[i].x());
    touching.push_back({meeting[i].contact, outcome.u_after[i]});
  }
  return touching;
}

/// Closes everything that meets, at the cost of the rebound, until t_rest.
std::vector<MeetingContact> bring_to_rest(MotionRun& run,
                                          const std::vector<MeetingContact>& meeting,
                                          const ImpactOutcome& outcome, double t_rest) {
  PendingRest rest{t_rest, {}};
  std::vector<MeetingContact> touching;
  const MotionLedger before = ledger_at(run, run.x, run.work);
  for (std::size_t i = 0; i < meeting.size(); ++i) {
    const int contact = meeting[i].contact;
    ContactTrack& track = run.contacts[static_cast<std::size_t>(contact)];
    if (outcome.u_after[i].y() > 0) rest.contacts.push_back(contact);
    track = {.mode = mode_of_slip(outcome.u_after[i].x()), .last_impact = track.last_impact};
  }
  const double closing = run.closing;
  project_modes(run);
  run.closing = closing;  // what a series loses at its limit is lost in impacts
  const MotionLedger after = ledger_at(run, run.x, run.work);
  run.impacts += before.kinetic - after.kinetic + before.potential - after.potential;
  for (const MeetingContact& m : meeting) {
    Eigen::Vector2d u = touching_velocity(run, m.contact, run.seen);
    u.y() = 0;
    if (run.contacts[static_cast<std::size_t>(m.contact)].mode == ContactMode::stick) u.x() = 0;
    touching.push_back({m.contact, u});
  }
  run.rest = rest;
  return touching;
}

std::vector<int> indices(const std::vector<MeetingContact>& meeting, const ImpactOutcome& outcome) {
  std::vector<int> pushed;
  for (std::size_t i = 0; i < meeting.size(); ++i)
    if (outcome.pushed[i]) pushed.push_back(meeting[i].contact);
  return pushed;
}

/// One impact by the law; the contacts that touch afterwards, or nothing if the run was stopped.
struct Round {
  bool stopped = false;
  std::vector<MeetingContact> touching{};
  std::vector<int> pushed{};
  std::string note{};
};

Round impact_round(MotionRun& run, const std::vector<MeetingContact>& meeting) {
  Round round;
  const ImpactOutcome outcome = collide(run, meeting);
  if (!outcome.answered) {
    round.stopped = true;
    return round;
  }
  round.note = outcome.note;
  round.pushed = indices(meeting, outcome);
  for (const MeetingContact& m : meeting)
    if (m.u.y() < 0) note_impact(run, m.contact, -m.u.y());
  const std::optional<double> t_rest = rest_time(run, meeting, outcome);
  round.touching =
      t_rest ? bring_to_rest(run, meeting, outcome, *t_rest) : part(run, meeting, outcome);
  project_modes(run);
  return round;
}

/// What the change of a contact's mode is called; `end` where nothing happened.
MotionEventKind change_of(const SceneContact& contact, ContactMode before, ContactMode after,
                          bool slid_off) {
  const bool stays = before != ContactMode::open && after != ContactMode::open;
  if (before == after || (stays && !rubs(contact))) return MotionEventKind::end;
  if (after == ContactMode::open)
    return slid_off ? MotionEventKind::slides_off : MotionEventKind::lifts_off;
  if (before == ContactMode::open) return MotionEventKind::rests;
  if (before == ContactMode::stick) return MotionEventKind::slip_starts;
  return after == ContactMode::stick ? MotionEventKind::slip_stops : MotionEventKind::slip_reverses;
}

/// Announces what became of the modes, one event for each kind of change.
void announce_changes(MotionRun& run, const std::vector<ContactMode>& before,
                      const FlightEvent& event, const std::string& note) {
  using enum MotionEventKind;
  for (const MotionEventKind kind :
       {slip_stops, slip_reverses, slip_starts, lifts_off, slides_off, rests}) {
    std::vector<int> changed;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const bool slid = event.end == FlightEnd::edge && holds(event.contacts, static_cast<int>(i));
      if (change_of(run.scene.contacts[i], before[i], shown_mode(run.contacts[i]), slid) == kind)
        changed.push_back(static_cast<int>(i));
    }
    if (!changed.empty())
      announce(run, kind, changed,
               kind == rests && note.empty() ? "it closes without an impact" : note);
  }
}

void stop_without_forces(MotionRun& run) {
  stop(run, StopReason::no_solution,
       fmt::format("t = {:.9g} s: the closed contacts have no finite forces and no impact that "
                   "resolves it; try another law or other friction",
                   run.x.t));
}

std::vector<ContactMode> shown_modes(const MotionRun& run) {
  std::vector<ContactMode> modes;
  for (const ContactTrack& track : run.contacts) modes.push_back(shown_mode(track));
  return modes;
}

/// Where no finite forces exist and no impact helps: the time that follows decides.
void go_on_somehow(MotionRun& run, const std::vector<MeetingContact>& touching,
                   std::vector<ContactMode>& before, const FlightEvent& event) {
  std::string note;
  const bool found = go_on_ahead(run, touching, note);
  if (!run.running) return;
  if (!found && !take_whole_step(run)) return stop_without_forces(run);
  project_modes(run);
  announce_changes(run, before, event, note);
  before = shown_modes(run);
}

/// One island: impacts until nothing approaches, then modes; each impact is announced with the modes that
/// follow it. True if something collided, so that others may have been driven together.
bool resolve_island(MotionRun& run, std::vector<MeetingContact> meeting, const FlightEvent& event,
                    std::vector<ContactMode>& before) {
  std::string note;
  if (!any_approaches(meeting) && go_on(run, meeting, note)) {
    project_modes(run);
    announce_changes(run, before, event, note);
    before = shown_modes(run);
    return false;
  }
  for (int rounds = 0; run.running; ++rounds) {
    const bool tangential = !any_approaches(meeting);
    if (tangential && rounds >= most_tangential_rounds) {
      go_on_somehow(run, meeting, before, event);
      return true;
    }
    Round round = impact_round(run, meeting);
    if (!run.running) return true;
    if (round.stopped || (tangential && round.pushed.empty())) {
      go_on_somehow(run, meeting, before, event);
      return true;
    }
    const bool found = go_on(run, round.touching, note);
    if (!run.running) return true;
    if (found) project_modes(run);
    if (!round.note.empty()) note.insert(0, round.note + (note.empty() ? "" : "; "));
    announce(run, tangential ? MotionEventKind::tangential_impact : MotionEventKind::impact,
             round.pushed,
             tangential ? "no finite forces exist: friction drives the contact into itself" : note);
    before = shown_modes(run);
    if (found || clatters(run)) return true;
    meeting = std::move(round.touching);
  }
  return true;
}

/// Whether something happened to the island: an event of its own, or a contact that is new to it.
bool concerns(const MotionRun& run, const std::vector<MeetingContact>& island,
              const FlightEvent& event) {
  if (event.end == FlightEnd::forces || event.end == FlightEnd::limit) return true;
  return std::any_of(island.begin(), island.end(), [&](const MeetingContact& m) {
    return holds(event.contacts, m.contact) ||
           !run.contacts[static_cast<std::size_t>(m.contact)].closed();
  });
}

/// All islands, until nothing approaches; true if something collided.
bool resolve_meeting(MotionRun& run, std::vector<MeetingContact> meeting,
                     const FlightEvent& event) {
  std::vector<ContactMode> before = shown_modes(run);
  if (event.end == FlightEnd::edge)
    for (const int contact : event.contacts)
      run.contacts[static_cast<std::size_t>(contact)] = {.lifted = true};
  bool any = false;
  for (int rounds = 0; run.running; ++rounds) {
    if (rounds == most_rounds) {
      stop_without_forces(run);
      break;
    }
    std::vector<int> indices;
    for (const MeetingContact& m : meeting) indices.push_back(m.contact);
    bool collided = false;
    for (const std::vector<int>& island : islands(run.scene, run.groups, indices)) {
      std::vector<MeetingContact> part;
      for (const MeetingContact& m : meeting)
        if (holds(island, m.contact)) part.push_back(m);
      if (rounds > 0 ? !any_approaches(part) : !concerns(run, part, event)) continue;
      collided = resolve_island(run, part, event, before) || collided;
      any = any || collided;
      if (!run.running || clatters(run)) return any;  // settle_clatter() goes on
    }
    if (rounds == 0 && event.end == FlightEnd::edge) announce_changes(run, before, event, "");
    if (!collided) break;
    // The impact may have driven others together that were about to part.
    meeting = meeting_contacts(run, {});
    if (!any_approaches(meeting)) break;
  }
  return any;
}

/// Takes uₙ of the contacts that the scene calls touching as zero.
void project_touching_contacts(MotionRun& run) {
  bool any = false;
  for (std::size_t i = 0; i < run.contacts.size(); ++i) {
    if (!run.scene.contacts[i].material.touching) continue;
    run.contacts[i].mode = ContactMode::slip_positive;  // holds the normal only
    any = true;
  }
  if (any) project_modes(run);
  for (ContactTrack& track : run.contacts) track.mode = ContactMode::open;
}

/// A series that does not end, or has no answer: a step is taken whole.
void step_over(MotionRun& run, const std::vector<int>& hit) {
  if (!take_whole_step(run))
    return stop(run, StopReason::stalled,
                fmt::format("t = {:.9g} s, {}: impacts follow each other at one instant and do "
                            "not end; less restitution ends them",
                            run.x.t, names_of(run, hit)));
  announce(run, MotionEventKind::impact, hit,
           "impacts follow each other without end here: a step is taken whole");
}

}  // namespace

void settle(MotionRun& run, const FlightEvent& found) {
  look(run);
  note_event(run);
  FlightEvent event = found;
  if (looks_ahead(run) && event.end != FlightEnd::gap)
    if (const auto contact = reach_gap(run)) event = {FlightEnd::gap, {*contact}};
  const std::vector<ContactMode> before = shown_modes(run);
  const std::vector<MeetingContact> meeting = meeting_contacts(run, event);
  const bool collided = resolve_meeting(run, meeting, event);
  if (collided && ++run.window.impacts < most_impacts_at_once) --run.window.coinciding;
  if (run.running && !clatters(run) && needs_whole_step(run) && take_whole_step(run))
    announce_changes(run, before, {},
                     "events coincide here: a step of their length is taken whole");
  if (run.running && !clatters(run)) fall_asleep(run);
  if (run.running) carry_overlaps(run);
}

void settle_clatter(MotionRun& run) {
  look(run);
  const std::optional<Clatter> clatter = follow_clatter(run);
  if (!run.running) return;
  if (!clatter) {
    const std::vector<MeetingContact> meeting = meeting_contacts(run, {});
    if (any_approaches(meeting)) resolve_meeting(run, meeting, {});
    return;
  }
  if (clatter->unresolved) return step_over(run, clatter->hit);
  look(run);
  if (clatter->closing.empty())
    return announce(run, MotionEventKind::impact, clatter->hit, clatter->note);
  const std::vector<MeetingContact> touching =
      bring_to_rest(run, clatter->closing, clatter->outcome, run.x.t);
  run.rest.reset();  // announced here, with what led to it
  std::string note;
  const bool found = go_on(run, touching, note);
  if (!run.running) return;
  if (found) project_modes(run);
  announce(run, clatter->rests ? MotionEventKind::rests : MotionEventKind::impact, clatter->hit,
           clatter->note + (note.empty() ? "" : "; ") + note);
  if (!found) resolve_meeting(run, touching, {});
}

void settle_start(MotionRun& run) {
  project_touching_contacts(run);
  look(run);
  const std::vector<MeetingContact> meeting = starting_contacts(run);
  std::string note;
  const bool quiet = !any_approaches(meeting) && go_on(run, meeting, note);
  if (quiet) project_modes(run);
  announce(run, MotionEventKind::start, {}, note);
  if (!quiet && run.running) resolve_meeting(run, meeting, {FlightEnd::gap, {}});
}

}  // namespace carom
