/// @file
/// Figs 5, 6 and 7 of [CataldoSampaio2002]: a ball between two barriers, as a disc, a solid sphere and a
/// hollow ball, since the paper does not give the moment of inertia.
#pragma once

#include <carom/report/picture/motion.hpp>

#include <vector>

namespace carom {

/// A figure of the paper.
struct BarrierFigure {
  int number = 5;
  MotionPicture picture{};  ///< the three balls' ways, and their kinetic energies
};

/// From the motions of examples/motion/ball_between_barriers.yaml.
std::vector<BarrierFigure> barrier_figures();

}  // namespace carom
