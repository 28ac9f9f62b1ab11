/// @file
/// A simulation on its way: the state, what every contact does, the ledger, and who looks on.
#pragma once

#include <carom/impact/workspace.hpp>
#include <carom/multibody/contacts_of.hpp>
#include <carom/simulation/contact_forces.hpp>
#include <carom/simulation/convex_pair.hpp>
#include <carom/simulation/free_gaps.hpp>
#include <carom/simulation/simulation.hpp>

#include <limits>
#include <optional>
#include <vector>

namespace carom {

/// Gaps below this share of the scene's size are zero: what rounding leaves of a contact that another event
/// found, and how deep a pair of crossings may be that is not looked for.
inline constexpr double gap_rounding = 1e-13;
/// A contact that lifted off without an impact must rise by this share of the size before it can close anew.
inline constexpr double lift_off_gap = 1e-12;
/// Deeper than this share of the size no overlap is carried: it is behind a finite edge.
inline constexpr double carried_gap = 1e-6;

/// Contact velocities below this share of the largest speed so far are zero: what events located to rounding
/// leave of a slip that stops at several contacts at once.
inline constexpr double velocity_rounding = 1e-13;

/// What closing takes is rounding below this share of the ledger's terms.
inline constexpr double rounding_of_energy = 1e-13;

/// What one contact does.
struct ContactTrack {
  ContactMode mode = ContactMode::open;
  bool leaves = false;  ///< just touched and is separating: ignore its zero gap
  bool lifted = false;  ///< it lifted off and is not clear of the other side yet
  double overlap = 0;   ///< with which it began to lift off: deeper is another contact, m
  bool saturated =
      false;  ///< held without slip by others while it gives all its friction; `mode` is its side
  bool asleep = false;                              ///< of an island at rest (sleep.hpp)
  Eigen::Vector2d force = Eigen::Vector2d::Zero();  ///< that it has while asleep, (t, n), N
  double last_impact = -std::numeric_limits<double>::infinity();
  double interval = 0;   ///< between its last two impacts, s
  double first = 0;      ///< approach of the first impact of its series, m/s
  double shrinking = 1;  ///< the last interval as a share of the one before

  bool closed() const { return mode != ContactMode::open; }
};

/// Impacts that accumulate: the contacts that come to rest, and when.
struct PendingRest {
  double t = 0;
  std::vector<int> contacts{};
};

/// Events that follow each other within the resolution of time.
struct EventWindow {
  double h = 0;        ///< what counts as one instant, s
  int impacts = 0;     ///< events with impacts since it last got on
  int coinciding = 0;  ///< events in a row that did not get further
  int widened = 0;     ///< whole steps since it last got on: each makes h ten times as long
  double last = -std::numeric_limits<double>::infinity();  ///< time of the last one, s
};

/// Memory for one impact after another.
struct ImpactMemory {
  std::vector<Contact> materials{};
  ContactMemory found{};
  Contacts problem{};
  Workspace hall{};
  Eigen::MatrixXd J{};  ///< rows (t, n) of a contact
  std::vector<int> contacts{};
};

/// A simulation on its way.
struct MotionRun {
  const Scene& scene;
  const SimulationOptions& options;
  const MotionObserver& observer;
  double t_end = 0;
  double size = 1;   ///< extent of the scene, m
  double speed = 0;  ///< the largest so far, m/s
  State x{};
  std::vector<ContactTrack> contacts{};
  ConvexPairs pairs{};
  std::vector<int> groups{};  ///< of the bodies that joints connect
  std::vector<int> asleep{};  ///< by body: the island at rest that it is of, 0: awake; may be empty
  int islands_asleep = 0;     ///< so far
  EventWindow window{};
  bool has_joints = false;
  bool free_bodies = false;  ///< flights without closed contacts have a closed form
  std::vector<std::optional<PlaneGap>> planes{};  ///< of the contacts that have one
  std::optional<PendingRest> rest{};
  int low_impacts = 0;  ///< in a row, after which everything stays lower than it matters
  int hasty = 0;        ///< impacts in a row with hardly any time between them
  double last_impact = -std::numeric_limits<double>::infinity();  ///< time of it, any contact

  Powers work{};       ///< since the start, J
  double impacts = 0;  ///< lost in impacts, J
  double closing = 0;  ///< lost in closing, J
  double effort0 = 0;  ///< Σ effort · q at the start, J
  double total0 = 0;   ///< of the ledger at the start, J
  double largest = 0;  ///< sum of absolute terms so far, J
  double worst = 0;    ///< drift of the total so far, J

  std::int64_t samples = 0;  ///< given so far
  bool running = true;       ///< nothing has stopped it
  SimulationEnd end{};
  MotionEvent event{};
  MotionSample sample{};
  SmoothMotion motion{};
  ForceWorkspace forces{};
  ImpactMemory impact{};
  Instant seen{};         ///< scratch: where everything is at the present state
  Instant ahead{};        ///< for looks into a flight
  Kinematics energies{};  ///< for the ledger
  double last_event =
      -std::numeric_limits<double>::infinity();  ///< time of the flight's end before
  int stalled = 0;                               ///< ends of flights without any time between them
};

/// The mode as people see it: a saturated contact does not slip.
inline ContactMode shown_mode(const ContactTrack& track) {
  return track.saturated && track.closed() ? ContactMode::stick : track.mode;
}

/// Whether a contact whose gap is zero is where the two shapes meet: within its edge, and not passing by.
bool meets_within(const MotionRun& run, int contact, const ContactMotion& m, const Instant& now,
                  double beyond = 0);

/// What a contact is tolerant of, m, or rad at the stop of a hinge.
double gap_scale(const MotionRun& run, int contact);

/// Stops the run.
void stop(MotionRun& run, StopReason reason, std::string message);

/// Stops the run if the observer's `stop` is set; true if it is.
bool stops_now(MotionRun& run);

/// The contacts that are closed and awake now, with their modes.
std::vector<ClosedContact> closed_contacts(const MotionRun& run);

/// The ledger at a state with the works so far.
MotionLedger ledger_at(MotionRun& run, const State& x, const Powers& work);

/// Tells the observer of an event, counts it and checks the ledger. The event's impact may be set before.
void announce(MotionRun& run, MotionEventKind kind, const std::vector<int>& contacts,
              std::string note);

/// Stops the run where flights without end take no time. To be called at the end of every flight.
void watch_for_stall(MotionRun& run);

/// The time of the next sample; infinity where there is none.
double next_sample_time(const MotionRun& run);

/// Tells the observer of the motion at x, which `run.motion.closed` moves.
void give_sample(MotionRun& run, const State& x, const Powers& work);

/// "contact 'tip'" and "contacts 'a', 'b'".
std::string names_of(const MotionRun& run, const std::vector<int>& contacts);

}  // namespace carom
