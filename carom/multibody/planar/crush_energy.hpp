/// @file
/// The energy that crushed a vehicle, from the depths of the crush.
#pragma once

#include <vector>

namespace carom {

/// A crushed side: force per width is A + B C at the depth C.
struct Crush {
  double A = 0;                  ///< N/m
  double B = 0;                  ///< N/m²
  double width = 0;              ///< m
  std::vector<double> depths{};  ///< C₁ to C₆ or any number of them from 2, at equal distances, m
  double force_angle = 0;        ///< between the force and the normal of the side, rad
};

/// ∫ A C + B C²/2 + A²/(2B) over the width, C by straight pieces, times 1 + tan² of the angle of force (T19.10), J.
double crush_energy(const Crush& crush);

}  // namespace carom
