/// @file
/// A mechanism in space about to collide: state, contacts, and what the collision does to it.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_result.hpp>
#include <carom/multibody/scene.hpp>
#include <carom/multibody/spatial/response.hpp>
#include <carom/multibody/spatial/shape.hpp>

#include <optional>
#include <string>
#include <vector>

namespace carom::spatial {

/// How the frame of a contact moves when the mechanism does; derivatives need it.
struct FrameMotion {
  enum class Kind : std::uint8_t {
    fixed,    ///< place and axes stay in the world
    point,    ///< the place moves as the point `core` of `body`, the axes turn with `axes_body`
    centres,  ///< the normal goes from `core_second` (of the second body) to `core` (of `body`)
    unknown,  ///< by the shapes' edges
  };
  Kind kind = Kind::fixed;
  int body = world;
  Eigen::Vector3d core = Eigen::Vector3d::Zero();         ///< world, m
  Eigen::Vector3d core_second = Eigen::Vector3d::Zero();  ///< likewise
  int axes_body = world;
};

/// A contact of a scene in space: its material, and where it acts.
struct SceneContact {
  Contact material{};    ///< with the contact's name
  ContactFrame frame{};  ///< in the world, at the state of the scene
  FrameMotion motion{};  ///< of the frame
  Eigen::Vector3d surface_velocity =
      Eigen::Vector3d::Zero();      ///< of the second side besides its body's, along t1, t2, n, m/s
  std::optional<JointStop> stop{};  ///< instead of a frame
  std::string first{};              ///< as the file names it, for reports
  std::string second{};             ///< likewise
  std::string statement{};          ///< the contact of the file that it belongs to; "": no file
};

/// Bodies, joints, positions, velocities, contacts.
struct Scene {
  std::string name{};
  Model model{};
  State state{};
  std::vector<SceneContact> contacts{};
  std::vector<Shape> shapes{};  ///< for pictures
  Simultaneous simultaneous = Simultaneous::refuse;
  int path_points = 0;
  bool required_friction = false;    ///< the least common friction that holds is asked for
  std::string robot{};               ///< the file it comes from; "": none
  std::vector<std::string> notes{};  ///< what was dropped, altered or is missing of that file
};

/// Resolves the scene by each of the laws, in that order; the results have `space`.
///
/// W may be singular, as in a planar mechanism or a straight leg: it is reduced to the directions in which
/// the contact can move.
/// @param thresholds  whether one contact's `to_stick` is wanted, which takes some hundred further impacts
/// @throws std::invalid_argument, in the words of the scene: loops that do not close or that the
///         velocities open, joints that move no inertia, and what resolve() of impact/ refuses.
std::vector<SceneResult> resolve(const Scene& scene, const std::vector<LawId>& laws,
                                 bool thresholds = true);

/// Every law that is defined for the scene.
std::vector<LawId> defined_laws(const Scene& scene);

/// Refuses what resolve() would refuse, without resolving.
void check(const Scene& scene, const std::vector<LawId>& laws);

/// The places where the contacts act, in their order.
std::vector<ImpulsePort> ports_of(const Scene& scene);

/// The scene in contact space.
Contacts contact_problem(const Scene& scene);

}  // namespace carom::spatial
