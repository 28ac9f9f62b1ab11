/// @file
/// What a picture of a motion contains: the ways of the bodies, their outlines at some moments, the
/// surfaces, and the energy over time, as plain data. Drawing it is somebody else's business.
#pragma once

#include <carom/report/picture/mechanism.hpp>
#include <carom/simulation/simulation.hpp>

#include <string>
#include <vector>

namespace carom {

/// A moment of a motion: a sample, or an event.
struct MotionMoment {
  State state{};
  MotionLedger ledger{};
  bool event = false;
};

/// A body through the motion.
struct BodyTrack {
  std::string name{};
  Polyline centre{};                 ///< way of the centre of mass, world, m
  std::vector<Polyline> outlines{};  ///< at some moments, the first and the last among them
  std::vector<Polyline> strokes{};   ///< further lines at the same moments
};

/// A term of the ledger over time.
struct EnergyCurve {
  std::string name{};
  std::vector<double> values{};  ///< J, at MotionPicture::times
};

/// The picture.
struct MotionPicture {
  std::string title{};
  std::string subtitle{};
  std::vector<BodyTrack> bodies{};
  std::vector<PictureSurface> surfaces{};          ///< of the world, cut where the panel ends
  std::vector<double> times{};                     ///< s
  std::vector<EnergyCurve> energies{};             ///< those that are not zero throughout
  std::vector<double> events{};                    ///< times, s
  Eigen::Vector2d low = Eigen::Vector2d::Zero();   ///< lower left corner of the panel
  Eigen::Vector2d high = Eigen::Vector2d::Ones();  ///< upper right one
};

/// The picture of a motion that went through the moments, in the order of time.
/// @throws std::invalid_argument if there are none.
MotionPicture motion_picture(const Scene& scene, const std::vector<MotionMoment>& moments);

}  // namespace carom
