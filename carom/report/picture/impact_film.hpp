/// @file
/// An impact in slow motion: what the contacts and the bodies do while the impulse grows.
///
/// Positions do not change in an impact; velocities, forces' impulses and energies do. Between two events
/// of a path p is a straight line, so every frame is exact (T2.1); the works are integrals of lines.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_result.hpp>
#include <carom/multibody/scene.hpp>

#include <optional>
#include <string>
#include <vector>

namespace carom {

/// One instant of an impact.
struct FilmFrame {
  double
      progress{};  ///< normal impulse of all contacts so far, as a share of that at the end, [0, 1]
  std::string event{};  ///< what happens here, "slip_stops"; "" between events
  std::optional<Phase> phase{};
  std::vector<ContactMode> modes{};  ///< of all contacts from here on; empty without a path
  Eigen::VectorXd p{};               ///< N·s, 2k
  Eigen::VectorXd u{};               ///< m/s, 2k
  double normal_work = 0;            ///< of all contacts so far, J
  double friction_work = 0;          ///< of all contacts so far, J
  double drive = 0;                  ///< given by moving surfaces so far, J
  std::vector<Twist> bodies{};       ///< of the centres of mass; of a scene
};

/// A mechanism shortly before and after, moving on with constant coordinate rates.
struct FilmPoses {
  double time = 0;           ///< from the impact, s; negative before
  std::vector<Pose> pose{};  ///< of the body frames
};

/// The whole film.
struct ImpactFilm {
  std::vector<FilmFrame> frames{};
  std::vector<FilmPoses> approach{};   ///< of a scene, up to time 0
  std::vector<FilmPoses> departure{};  ///< of a scene, from time 0
};

/// How finely.
struct FilmOptions {
  int per_stretch = 24;  ///< frames between two events, ≥ 1
  int poses = 24;        ///< before and after, ≥ 1
  double time = 0;       ///< how long before and after, s
};

/// The film of a law's answer; a law without path has a first and a last frame only. No frames where
/// there is no answer.
ImpactFilm impact_film(const Contacts& contact, const ImpactResult& result,
                       const FilmOptions& options);

/// The same for a scene, with its bodies.
/// @throws std::invalid_argument as resolve() does.
ImpactFilm impact_film(const Scene& scene, const SceneResult& result, const FilmOptions& options);

/// One line of JSON.
std::string to_json(const ImpactFilm& film);

}  // namespace carom
