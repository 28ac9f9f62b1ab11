/// @file
/// How the rates of a stage change with everything that they depend on: the differential of (T18.10).
#pragma once

#include <carom/impact/several_spatial/held_rates.hpp>

#include <Eigen/Core>
#include <vector>

namespace carom::several_spatial {

/// Columns of all variables: u row by row, e and μ contact by contact, W row by row.
struct StageColumns {
  Eigen::Index rows = 0;
  Eigen::Index contacts = 0;

  Eigen::Index restitution(std::size_t i) const { return rows + static_cast<Eigen::Index>(i); }
  Eigen::Index friction(std::size_t i) const {
    return rows + contacts + static_cast<Eigen::Index>(i);
  }
  Eigen::Index W() const { return rows + 2 * contacts; }
  Eigen::Index count() const { return W() + rows * rows; }
};

/// A stage whose rates are differentiated.
struct StageAt {
  const System& system;
  int colliding = 0;
  const StageColumns& columns;
  StageModes modes{};
  HeldSet held{};
};

/// dW p, by the entries of W.
Eigen::MatrixXd change_by_W(const StageColumns& columns, const Eigen::VectorXd& p);

/// Changes of p′ and of u′ = W p′, one column per variable.
struct RateSlopes {
  Eigen::MatrixXd p{};
  Eigen::MatrixXd a{};
};

/// The differential of the rates at u, of which du is the change. Where slip begins its direction changes too, with
/// that of uₜ′.
RateSlopes rate_slopes(const StageAt& stage, const Eigen::VectorXd& u, const Eigen::MatrixXd& du,
                       const Rates& rates);

/// Where slip begins: turns the directions of the modes until they are those of uₜ′; false if that does not end.
bool settle_directions(StageAt& stage, const Eigen::VectorXd& u, Rates& rates);

}  // namespace carom::several_spatial
