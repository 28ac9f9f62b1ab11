/// @file
/// An impact within a motion: the touching contacts in contact space, the law, the new velocities.
#pragma once

#include <carom/simulation/motion_run.hpp>

#include <vector>

namespace carom {

/// A contact at zero gap: what the mechanism feels there.
struct MeetingContact {
  int contact = 0;                              ///< of the scene
  Eigen::Vector2d u = Eigen::Vector2d::Zero();  ///< before; rounding taken for zero, m/s
  bool early = false;  ///< still apart: it would arrive within the contact time
};

/// What the law made of them.
struct ImpactOutcome {
  bool answered = false;
  std::vector<Eigen::Vector2d> u_after{};  ///< per meeting contact, m/s
  std::vector<bool> pushed{};              ///< per meeting contact: it got an impulse
  std::string note{};
};

/// u of a contact that touches, with what rounding leaves of zero set to zero; `now` is where it is.
Eigen::Vector2d touching_velocity(MotionRun& run, const ContactMotion& contact, const Instant& now);
Eigen::Vector2d touching_velocity(MotionRun& run, int contact, const Instant& now);

/// The contacts in contact space, in run.impact.problem; `run.seen` is where they are.
void state_problem(MotionRun& run, const std::vector<MeetingContact>& meeting);

/// The same for one contact whose motion is known.
void state_problem(MotionRun& run, int index, const ContactMotion& contact);

/// Resolves the contacts by the law and moves run.x to the velocities after; books losses and drives, and
/// keeps the result in run.event if asked to. Where there is no answer the run is stopped.
ImpactOutcome collide(MotionRun& run, const std::vector<MeetingContact>& meeting);

}  // namespace carom
