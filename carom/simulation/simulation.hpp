/// @file
/// The front door of simulation/: a scene, a law and a duration in; samples and events out.
///
/// Never small steps: flight until the next event, the event exactly, and on. Events: a gap closes (an
/// impact by the law), slip stops or starts, a contact lifts off or slides off its edge, impacts
/// accumulate. Between them the closed contacts obey the complementarity problem of forces (T10.2).
#pragma once

#include <carom/impact/impact_result.hpp>
#include <carom/multibody/scene.hpp>
#include <carom/simulation/joint_load.hpp>
#include <carom/simulation/motion_ledger.hpp>

#include <Eigen/Core>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// How far, how finely, and by which law.
struct SimulationOptions {
  LawId law = LawId::stronge;
  Simultaneous simultaneous = Simultaneous::together;  ///< `refuse` counts as `together`
  double duration = 1;                                 ///< s, > 0
  std::optional<double> sample_interval{};             ///< s, > 0; absent: events only
  double tolerance = 1e-10;                            ///< of a step of the flight, relative
  std::int64_t most_events = 1'000'000;                ///< then the simulation stops and says so
  double contact_time = 0;   ///< s: contacts of an island that would arrive within it take part
  bool keep_impacts = true;  ///< events carry the whole ImpactResult
};

/// What happens to a motion.
enum class MotionEventKind : std::uint8_t {
  start,
  impact,             ///< gaps closed; the law acted
  tangential_impact,  ///< no finite force existed (Painlevé); the law acted at uₙ = 0
  rests,              ///< impacts accumulated; the contact stays closed from here on
  slip_stops,         ///< a sliding contact comes to stick
  slip_reverses,      ///< a sliding contact slides back
  slip_starts,        ///< a sticking contact begins to slide
  lifts_off,          ///< a closed contact opens without an impact
  slides_off,         ///< a closed contact leaves the end of its edge
  end
};

/// An instant at which something changed.
struct MotionEvent {
  MotionEventKind kind = MotionEventKind::start;
  std::vector<int> contacts{};       ///< of the scene, concerned
  State state{};                     ///< just after
  std::vector<ContactMode> modes{};  ///< of all contacts, from here on
  std::optional<ImpactResult>
      impact{};  ///< impacts, with keep_impacts; contacts as in `impact_contacts`
  std::vector<int>
      impact_contacts{};  ///< the scene's contacts that `impact` speaks of, in its order
  Eigen::VectorXd velocity_before{};  ///< just before `impact`, in the order of state.v
  std::vector<JointLoad> joints{};    ///< of an impact with keep_impacts: impulses
  MotionLedger ledger{};              ///< just after
  std::string note{};                 ///< what a reader should know besides; ""
};

/// The motion at a multiple of the sample interval.
struct MotionSample {
  State state{};
  std::vector<ContactMode> modes{};  ///< of all contacts
  Eigen::VectorXd force{};           ///< 2k, (t, n) of every contact, N
  Eigen::VectorXd gap{};             ///< k, m
  std::vector<JointLoad> joints{};   ///< with their forces
  MotionLedger ledger{};
};

/// Why a simulation stopped.
enum class StopReason : std::uint8_t {
  finished,     ///< the duration is over
  event_limit,  ///< most_events
  interrupted,  ///< an observer returned false, or its `stop` was set
  no_solution,  ///< an impact or the forces have none; the message says which
  undefined,  ///< the law is not defined for the impact that came: several contacts, missing friction
  stalled,    ///< events follow each other without end at one time
};

/// How it ended.
struct SimulationEnd {
  StopReason reason = StopReason::finished;
  std::string message{};  ///< one sentence: why and what to do
  State state{};          ///< the last one
  std::int64_t events = 0;
  std::int64_t impacts = 0;
  std::int64_t steps = 0;  ///< of the integrator; 0 where flights have a closed form
  MotionLedger ledger{};   ///< the last one
  double ledger_error =
      0;  ///< largest |drift of (T10.1)| over the largest sum of absolute terms so far
};

/// Above this ledger_error a simulation says that its ledger is not met.
inline constexpr double ledger_limit = 1e-9;

/// Who looks on; an empty function sees nothing. What is passed lives until the function returns. Return
/// false to stop; `stop` is looked at within long events and flights as well.
struct MotionObserver {
  std::function<bool(const MotionSample&)> sample{};
  std::function<bool(const MotionEvent&)> event{};
  const std::atomic<bool>* stop{};  ///< set from elsewhere, a signal or a thread
};

/// Moves the scene on from its state by the options. Same input, same bits.
///
/// @throws std::invalid_argument naming the contact or key: options outside their range, features that
///         start inside each other, contacts with a fixed place or normal (`at`, `normal`), loops that do
///         not close, and what resolve() refuses of every impact.
SimulationEnd simulate(const Scene& scene, const SimulationOptions& options,
                       const MotionObserver& observer);

/// What simulate() checks before anything moves.
///
/// @throws std::invalid_argument as simulate() does.
void check_motion(const Scene& scene, const SimulationOptions& options);

const char* to_string(MotionEventKind kind);
const char* to_string(StopReason reason);

}  // namespace carom
