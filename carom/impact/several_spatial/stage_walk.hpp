/// @file
/// Internal part of stage_derivatives.cpp: a stage walked with the changes of everything (T18.15).
#pragma once

#include <carom/impact/several_spatial/stage_slopes.hpp>

#include <Eigen/Core>

namespace carom::several_spatial {

/// A point of the path with the changes of everything at fixed η.
struct Point {
  Eigen::VectorXd u{};         ///< m/s
  Eigen::VectorXd p{};         ///< N·s
  double work = 0;             ///< ∫ uₙ dη of the colliding contact, J
  Eigen::MatrixXd du{};        ///< change of u, one column per variable
  Eigen::MatrixXd dp{};        ///< of p
  Eigen::RowVectorXd dwork{};  ///< of work
};

/// How far a stage is walked.
struct Way {
  double length = 0;  ///< at most, η, N·s
  int released = -1;  ///< row of the normal whose rate falls to zero at the end; −1: none
  double walked = 0;  ///< N·s
  Rates rates{};      ///< those of the last bit, in which slip may stop
};

/// Rates of a stage at u.
Rates rates_at(const StageAt& stage, const Eigen::VectorXd& u);

/// Goes on along the way; false where steps become too short.
bool walk_stage(const StageAt& stage, Way& way, Point& point);

}  // namespace carom::several_spatial
