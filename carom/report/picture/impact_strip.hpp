/// @file
/// An impact as a strip of pictures: the mechanism at every event of each law's path, and the energy that is left.
#pragma once

#include <carom/impact/law_id.hpp>
#include <carom/multibody/scene.hpp>
#include <carom/report/picture/mechanism.hpp>

#include <string>
#include <vector>

namespace carom {

/// One picture of the strip. Positions are those of the impact; arrows begin at the contacts, or end there where the
/// contact approaches.
struct StripPicture {
  std::string caption{};                 ///< "slip stops"
  std::vector<PictureArrow> slips{};     ///< u of each contact
  std::vector<PictureArrow> impulses{};  ///< p of each contact so far
  double energy_share = 0;               ///< kinetic energy over that before
};

/// The way of one law.
struct StripRow {
  LawId law = LawId::poisson;
  std::vector<StripPicture> pictures{};
  bool creates_energy = false;
};

/// The whole strip.
struct ImpactStrip {
  MechanismPicture mechanism{};  ///< its arrows are not drawn
  std::vector<StripRow> rows{};  ///< laws without an answer are left out
};

/// Most pictures of a row: of longer paths, the first ones and the end.
inline constexpr int most_strip_pictures = 6;

/// The strip of a scene in the plane.
/// @throws std::invalid_argument as resolve() does, and where nothing moves before the impact.
ImpactStrip impact_strip(const Scene& scene, const std::vector<SceneResult>& results);

}  // namespace carom
