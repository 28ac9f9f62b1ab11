/// @file
/// Steps along a stage in which directions of slip turn.
///
/// The independent variable is σ with dη = s dσ, 1/s = Σ 1/|uₜ| over the slipping contacts: slip that
/// vanishes, and the fast turning before it does, take the same time as everything else.
#pragma once

#include <carom/impact/several_spatial/held_rates.hpp>

namespace carom::several_spatial {

/// Where the parts of z = (u, p, normal work, friction work of each contact, η) stand.
struct Layout {
  Eigen::Index rows = 0;      ///< m
  Eigen::Index contacts = 0;  ///< k
  auto u(Eigen::VectorXd& z) const { return z.head(rows); }
  auto u(const Eigen::VectorXd& z) const { return z.head(rows); }
  auto p(Eigen::VectorXd& z) const { return z.segment(rows, rows); }
  auto p(const Eigen::VectorXd& z) const { return z.segment(rows, rows); }
  Eigen::Index normal_work(Eigen::Index i) const { return 2 * rows + i; }
  Eigen::Index friction_work(Eigen::Index i) const { return 2 * rows + contacts + i; }
  Eigen::Index eta() const { return 2 * rows + 2 * contacts; }
  Eigen::Index size() const { return eta() + 1; }
};

/// |uₜ| of a contact in a vector that begins with u.
double slip_of(const ConeContact& contact, const Eigen::VectorXd& z);

/// A stage under way.
struct Arc {
  const System& system;
  int colliding = 0;
  const StageModes& modes;
  const HeldSet& held;
  Layout layout{};
  Eigen::VectorXd scale{};  ///< of each component of z
  bool stiff = false;       ///< directions turn at once to where others let them: implicit steps
};

/// dz/dη at z; false where rates are not finite.
bool slope(const Arc& arc, const Eigen::VectorXd& z, Eigen::VectorXd& rate);

/// dη/dσ at z.
double pace(const Arc& arc, const Eigen::VectorXd& z);

/// One step of length `sigma` from z; false where it is too long to be accurate.
///
/// @param effort  the number of columns of the extrapolation that were needed.
bool take_step(const Arc& arc, const Eigen::VectorXd& z, double sigma, Eigen::VectorXd& end,
               int& effort);

}  // namespace carom::several_spatial
