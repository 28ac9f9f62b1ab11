#include <carom/simulation/meeting.hpp>

#include <carom/multibody/touching_contacts.hpp>
#include <carom/simulation/going_on.hpp>
#include <carom/simulation/islands.hpp>
#include <carom/simulation/resolution.hpp>
#include <carom/simulation/sleep.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Contacts that touch at one instant within this many roundings of the gap meet together.
constexpr double simultaneous_gaps = 10;
/// Edges whose ends are apart by less than this share of the size are one: what slides off one goes on along the
/// other. It is more than a flight is off at the end of an edge.
constexpr double joint_of_edges = 1e-8;

bool is_named(const std::vector<int>& list, int value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// The side that slides along the other: a point or a disc.
const ContactSide& round_side(const ContactPair& pair) {
  return is_edge(pair.first) ? pair.second : pair.first;
}

bool same_part(const ContactSide& a, const ContactSide& b) {
  if (a.body != b.body || a.feature.index() != b.feature.index()) return false;
  if (const auto* point = std::get_if<PointFeature>(&a.feature))
    return point->point == std::get<PointFeature>(b.feature).point;
  const auto* disc = std::get_if<DiscFeature>(&a.feature);
  const auto* other = std::get_if<DiscFeature>(&b.feature);
  return disc && other && disc->centre == other->centre && disc->radius == other->radius;
}

/// Whether the contact has the same point or disc as the one that comes to the end of its edge: where the
/// edge continues, it goes on there.
bool may_take_over(const MotionRun& run, std::size_t contact, const FlightEvent& event) {
  if (event.end != FlightEnd::edge) return false;
  const auto ending = static_cast<std::size_t>(event.contacts.front());
  const auto* a = std::get_if<ContactPair>(&run.scene.contacts[contact].geometry);
  const auto* b = std::get_if<ContactPair>(&run.scene.contacts[ending].geometry);
  return a && b && same_part(round_side(*a), round_side(*b));
}

/// How a closed contact meets: its slip may have just ended.
MeetingContact closed_meeting(MotionRun& run, int contact, const FlightEvent& event, bool named) {
  const ContactTrack& track = run.contacts[static_cast<std::size_t>(contact)];
  Eigen::Vector2d u = touching_velocity(run, contact, run.seen);
  u.y() = 0;
  const bool stops = event.end == FlightEnd::slip && named && !track.saturated;
  const bool holds = track.saturated && std::abs(u.x()) < resolution_of(run).speed;
  if (track.mode == ContactMode::stick || stops || holds) u.x() = 0;
  return {contact, u};
}

/// Whether an open contact that no event names touches now, or would within the contact time. One that lifted off meets others again where they
/// are driven together; it may have a small overlap that it carries.
bool touches_now(MotionRun& run, std::size_t i, const FlightEvent& event) {
  ContactTrack& track = run.contacts[i];
  const ContactMotion m = contact_motion(run.scene.contacts[i], run.scene.model, run.seen);
  const double rounding = simultaneous_gaps * gap_rounding * gap_scale(run, static_cast<int>(i));
  const double near = std::max(rounding, -m.u.y() * run.options.contact_time);
  if (m.gap > near || m.gap < -std::max(near, 2 * track.overlap)) return false;
  const bool continues = may_take_over(run, i, event);
  const bool beyond = !meets_within(run, static_cast<int>(i), m, run.seen,
                                    continues ? joint_of_edges * run.size : near);
  if (beyond) track.lifted = true;
  const bool at_the_end = track.lifted && !continues && m.inside <= joint_of_edges * run.size;
  return !beyond && (!at_the_end || touching_velocity(run, m, run.seen).y() < 0);
}

/// Whether the contact is still apart and meets since it would arrive within the contact time.
bool is_early(MotionRun& run, int contact) {
  const SceneContact& c = run.scene.contacts[static_cast<std::size_t>(contact)];
  return contact_motion(c, run.scene.model, run.seen).gap >
         simultaneous_gaps * gap_rounding * gap_scale(run, contact);
}

/// Without those that would only arrive, in islands where nothing collides now.
std::vector<MeetingContact> with_reason(const MotionRun& run,
                                        const std::vector<MeetingContact>& meeting) {
  std::vector<int> contacts;
  for (const MeetingContact& m : meeting) contacts.push_back(m.contact);
  std::vector<int> kept;
  for (const std::vector<int>& island : islands(run.scene, run.groups, contacts)) {
    const bool collides = std::any_of(meeting.begin(), meeting.end(), [&](const auto& m) {
      return !m.early && m.u.y() < 0 && is_named(island, m.contact);
    });
    if (collides) kept.insert(kept.end(), island.begin(), island.end());
  }
  std::vector<MeetingContact> left;
  for (const MeetingContact& m : meeting)
    if (!m.early || is_named(kept, m.contact)) left.push_back(m);
  return left;
}

std::vector<MeetingContact> all_that_meet(MotionRun& run, const FlightEvent& event) {
  std::vector<MeetingContact> meeting;
  const double slowest = resolution_of(run).speed;
  for (std::size_t i = 0; i < run.contacts.size(); ++i) {
    const int contact = static_cast<int>(i);
    if (sleeps(run, contact)) continue;
    ContactTrack& track = run.contacts[i];
    const bool named = is_named(event.contacts, contact);
    if (track.closed()) {
      if (event.end != FlightEnd::edge || !named)
        meeting.push_back(closed_meeting(run, contact, event, named));
      continue;
    }
    const bool arrives = event.end == FlightEnd::gap && named;
    if (!arrives && !touches_now(run, i, event)) continue;
    Eigen::Vector2d u = touching_velocity(run, contact, run.seen);
    if (std::abs(u.y()) < slowest) u.y() = 0;
    track.leaves = u.y() > 0 || (track.leaves && u.y() == 0);
    if (track.leaves) continue;
    track.lifted = false;
    meeting.push_back({contact, u, !arrives && is_early(run, contact)});
  }
  return run.options.contact_time > 0 ? with_reason(run, meeting) : meeting;
}

}  // namespace

std::vector<MeetingContact> meeting_contacts(MotionRun& run, const FlightEvent& event) {
  std::vector<MeetingContact> meeting = all_that_meet(run, event);
  while (wake(run, meeting)) meeting = all_that_meet(run, event);
  return meeting;
}

bool any_approaches(const std::vector<MeetingContact>& meeting) {
  return std::any_of(meeting.begin(), meeting.end(),
                     [](const MeetingContact& m) { return m.u.y() < 0; });
}

void carry_overlaps(MotionRun& run) {
  look(run);
  const double slowest = resolution_of(run).speed;
  for (std::size_t i = 0; i < run.contacts.size(); ++i) {
    ContactTrack& track = run.contacts[i];
    if (track.closed() || sleeps(run, static_cast<int>(i))) continue;
    const double scale = gap_scale(run, static_cast<int>(i));
    const ContactMotion m = contact_motion(run.scene.contacts[i], run.scene.model, run.seen);
    if (m.gap >= -lift_off_gap * scale || m.gap < -carried_gap * scale) continue;
    if (!meets_within(run, static_cast<int>(i), m, run.seen)) continue;
    track.lifted = true;
    track.leaves = false;
    // One that approaches is not carried any deeper: it collides.
    if (m.u.y() >= -slowest) track.overlap = -m.gap;
  }
}

std::vector<MeetingContact> starting_contacts(MotionRun& run) {
  std::vector<MeetingContact> meeting;
  const double size = size_of(run.scene.model, run.seen.k);
  for (std::size_t i = 0; i < run.contacts.size(); ++i) {
    const int contact = static_cast<int>(i);
    const ContactMotion m = contact_motion(run.scene.contacts[i], run.scene.model, run.seen);
    const double scale = gap_scale(run.scene.contacts[i], run.scene.model, size);
    if (std::abs(m.gap) > position_tolerance * scale) continue;
    run.contacts[i].lifted = !meets_within(run, contact, m, run.seen, joint_of_edges * run.size);
    if (run.contacts[i].lifted) continue;
    Eigen::Vector2d u = touching_velocity(run, contact, run.seen);
    if (run.scene.contacts[i].material.touching) u.y() = 0;
    run.contacts[i].leaves = u.y() > 0;
    if (!run.contacts[i].leaves) meeting.push_back({contact, u});
  }
  return meeting;
}

}  // namespace carom
