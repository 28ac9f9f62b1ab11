/// @file
/// A mechanism about to collide, and what the collision does to it in the user's terms.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_problem.hpp>
#include <carom/impact/impact_result.hpp>
#include <carom/multibody/planar/contact_frame.hpp>
#include <carom/multibody/planar/dynamics.hpp>
#include <carom/multibody/spatial/scene_result.hpp>

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace carom {

/// A stop of the joint that carries a body: normal only, frictionless.
struct JointStop {
  int body = 0;
  double limit = 0;    ///< of the joint's coordinate, rad or m
  bool upper = false;  ///< the coordinate may not exceed the limit; else not fall below it
};

/// Motion that is prescribed and that no impact changes: a belt, a barrier that drives and turns.
struct PrescribedMotion {
  Twist twist{};  ///< at the start: velocity of the point `about`, and turning
  Eigen::Vector2d about = Eigen::Vector2d::Zero();  ///< world, m
  /// Instead of a steady motion: x and y of that velocity, and the turning, by the time from the start. All or none.
  std::array<TimeTable, 3> over_time{};

  bool steady() const { return over_time[0].empty(); }
  bool moves() const {
    return !steady() || twist.rate != 0 || twist.velocity.x() != 0 || twist.velocity.y() != 0;
  }
  /// Velocity of what is at x, at the start, m/s.
  Eigen::Vector2d at(const Eigen::Vector2d& x) const {
    return twist.velocity + twist.rate * perp(x - about);
  }
};

/// Velocity of the moved point, and turning, after a time.
Twist twist_after(const PrescribedMotion& motion, double seconds);

/// How they change, m/s² and rad/s².
Twist acceleration_after(const PrescribedMotion& motion, double seconds);

/// How far the point has gone, and by which angle it has turned.
Pose travel_after(const PrescribedMotion& motion, double seconds);

/// How the file speaks of a contact, for reports only; "" where it does not.
struct ContactWords {
  std::string first{};             ///< what meets: "lower.end"; of a stop, the joint
  std::string second{};            ///< "floor"
  std::string restitution_from{};  ///< "the contact", "the pair ivory and felt"
  std::string friction_from{};     ///< likewise
  std::string place_from{};        ///< "the contact", "geometry"
  std::string normal_from{};       ///< likewise
  std::string points_apart{};      ///< "a.impact and b.impact": one place by name, but not in fact
  double apart = 0;                ///< their distance, m
  std::optional<double> lower{};   ///< of a stop, as the file counts the joint, rad or m
  std::optional<double> upper{};   ///< likewise
};

/// A contact of a scene: where, of what, and how its surface moves.
struct SceneContact {
  std::variant<ContactPair, JointStop> geometry{};
  Contact material{};                 ///< with the contact's name
  PrescribedMotion surface_motion{};  ///< of the second side against the first
  ContactWords words{};
  bool of_whole_bodies = false;  ///< one of the ways in which two whole shapes may meet
  std::string statement{};  ///< the contact of the file that it is, or is a way of; "": no file
};

/// How the file speaks of a body, for reports only.
struct BodyWords {
  std::string shape{};         ///< "rod"; "": none
  bool inertia_given = false;  ///< else it is the shape's
  std::string material{};      ///< "": none
};

/// A body whose motion is prescribed, for reports only: contacts hold its side and its motion.
struct PrescribedBody {
  Body body{};
  Pose pose{};                                       ///< of its frame in the world
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();  ///< of its shape, world, m
  Twist twist{};                                     ///< of the centre
  std::array<TimeTable, 3> over_time{};              ///< of that; as in PrescribedMotion
  BodyWords words{};
};

/// A surface of the file, for reports only: contacts hold their side of it and its motion.
struct SurfaceWords {
  std::string name{};
  std::string on{};                                 ///< the body that carries it; "": the world
  Eigen::Vector2d point = Eigen::Vector2d::Zero();  ///< that it goes through, world, m
  double angle = 0;                                 ///< of its tangent in the world, rad
  Twist motion{};                                   ///< of that point, and turning
  std::array<TimeTable, 3> over_time{};             ///< of that; as in PrescribedMotion
  std::string material{};                           ///< "": none
};

/// What the file says beyond the mechanics, for reports and pictures only; "" and empty where there is no
/// file.
struct SceneWords {
  bool gravity_given = false;
  std::vector<BodyWords> bodies{};  ///< in the model's order
  std::vector<PrescribedBody> prescribed{};
  std::vector<SurfaceWords> surfaces{};
  std::vector<std::array<std::string, 2>> spring_ends{};  ///< in the model's order: "arm.end"
};

/// Bodies, joints, positions, velocities, contacts.
struct Scene {
  std::string name{};
  Model model{};
  State state{};
  std::vector<SceneContact> contacts{};
  SceneWords words{};
  Simultaneous simultaneous = Simultaneous::refuse;
  bool required_friction = false;  ///< the least common friction that holds is asked for
};

/// True if a contact of the scene is a stop of the joint that carries the body.
bool has_stop(const Scene& scene, int body);

/// True if the contact names a moment coefficient (law cataldo_sampaio) and its sides can turn.
bool has_moment(const SceneContact& contact);

/// True if the scene's one contact names a moment coefficient (law cataldo_sampaio): then the turning of its
/// bodies is worked out as well.
bool has_moment(const Scene& scene);

/// A body before and after.
struct BodyMotion {
  std::string name{};
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();  ///< of mass, world, m
  Twist before{};                                    ///< of the centre of mass
  Twist after{};
};

/// What a joint passed on. Where loops are redundant the shares of the loop joints are not unique.
struct JointImpulse {
  std::string name{};
  Eigen::Vector2d position = Eigen::Vector2d::Zero();  ///< of the joint, world, m
  Eigen::Vector2d impulse = Eigen::Vector2d::Zero();   ///< on the child, world, N·s
  double moment = 0;                                   ///< on the child about `position`, N·m·s
};

/// The answer of one law to a scene.
struct SceneResult {
  ImpactResult impact{};
  std::vector<BodyMotion>
      bodies{};  ///< in the model's order; `after` only where there is an answer
  std::vector<JointImpulse> joints{};          ///< of the tree, by the body that each carries
  std::vector<JointImpulse> loops{};           ///< in the model's order
  Momentum momentum_before{};                  ///< of all bodies together
  Momentum momentum_after{};                   ///< likewise; only where there is an answer
  std::optional<spatial::SceneParts> space{};  ///< of a scene in space, instead of the five above
};

/// Parts of a SceneResult beside `impact`, for studies that ask for a few numbers of many results. What is
/// not asked for stays empty.
struct SceneParts {
  bool bodies = true;    ///< bodies, momentum
  bool joints = true;    ///< joints, loops
  bool energies = true;  ///< energy before and after
};

/// Resolves the scene by each of the laws, in that order.
///
/// @throws std::invalid_argument, in the words of the scene: contacts that are apart, loops that do not
///         close or that the velocities open, joints that move no inertia, and what resolve() refuses.
std::vector<SceneResult> resolve(const Scene& scene, const std::vector<LawId>& laws,
                                 const SceneParts& parts = {});

struct SceneWorkspace;

/// The same by one law into memory that is kept (scene_workspace.hpp); the result stays until the next call.
const SceneResult& resolve(const Scene& scene, LawId law, const SceneParts& parts,
                           SceneWorkspace& work);

/// Every law that is defined for the scene.
std::vector<LawId> defined_laws(const Scene& scene);

/// Refuses what resolve() would refuse, without resolving.
/// @throws std::invalid_argument as resolve() does.
void check(const Scene& scene, const std::vector<LawId>& laws);

/// The scene in contact space.
/// @throws std::invalid_argument as resolve() does.
Contacts contact_problem(const Scene& scene);

/// A scene looked at, nothing resolved.
struct SceneInspection {
  Kinematics kinematics{};                            ///< as the scene is given
  std::vector<std::optional<ContactFrame>> frames{};  ///< of the contacts; absent: a joint stop
  Contacts contact{};                                 ///< W, u, and what `touching` projected
  int redundant_constraints = 0;                      ///< dependent rows of the loops
};

/// Where everything is, how it moves, and what the contacts feel.
/// @throws std::invalid_argument as resolve() does.
SceneInspection inspect(const Scene& scene);

/// The same scene with every body free and every joint a constraint: Newton's equations instead of
/// minimal coordinates. The answer must be the same.
/// @throws std::invalid_argument where that form does not exist: rotor inertia, joint stops.
Scene newtonian_form(const Scene& scene);

}  // namespace carom
