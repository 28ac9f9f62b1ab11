/// @file
/// One step of an ordinary differential equation: Gragg's modified midpoint rule, extrapolated in its
/// number of substeps [HairerNorsettWanner1993]; where it is stiff the semi-implicit rule of
/// [BaderDeuflhard1983] instead.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

namespace carom::several_spatial {

/// z′ = rate(z), and how far two estimates of the end of a step from z are apart, against its tolerance.
struct Flow {
  std::function<bool(const Eigen::VectorXd& z, Eigen::VectorXd& rate)> rate;
  std::function<double(const Eigen::VectorXd& z, const Eigen::VectorXd& end,
                       const Eigen::VectorXd& other)>
      error;
};

/// One step of this length from z; false where it is too long to be accurate, or rate fails.
///
/// @param effort  the number of columns of the extrapolation that were needed, 2 to 8.
bool extrapolated_step(const Flow& flow, const Eigen::VectorXd& z, double length,
                       Eigen::VectorXd& end, int& effort);

/// The same by a rule that is implicit in the components `stiff` of z: steps may be long where these follow others at once.
///
/// @param reach  change of each stiff component over which the rate is nearly linear; the derivatives are taken by it.
bool implicit_step(const Flow& flow, const std::vector<Eigen::Index>& stiff,
                   const std::vector<double>& reach, const Eigen::VectorXd& z, double length,
                   Eigen::VectorXd& end, int& effort);

/// The length of the next step after one of this effort.
double next_length(double length, int effort);

}  // namespace carom::several_spatial
