/// @file
/// What a change of the posture does to M, J and G of a mechanism in space, exactly.
///
/// Along a unit motion δ every column S of a body moves with what carries it, Ṡ = V × S; inertias move with their
/// bodies. References stay where they are: they are points of the world here.
#pragma once

#include <carom/multibody/spatial/constraint.hpp>
#include <carom/multibody/spatial/scene.hpp>

namespace carom::spatial {

/// One direction of change.
class PostureChange {
 public:
  /// @param k      at the posture
  /// @param delta  nv, a direction in the entries of v
  PostureChange(const Model& model, const State& state, const Kinematics& k,
                const Eigen::VectorXd& delta);

  /// δM A of every column of A, nv × columns.
  Eigen::MatrixXd mass_times(const Eigen::MatrixXd& A) const;
  /// δJ of a contact or stop, rows × nv.
  Eigen::MatrixXd jacobian(const SceneContact& contact) const;
  /// δG, constraint rows × nv.
  Eigen::MatrixXd constraint_jacobian() const;

 private:
  /// A row of J or G: the velocity (or turning) along a direction, of one body's point against another's.
  struct Row {
    Eigen::Vector3d direction, direction_change;
    Eigen::Vector3d on_first, on_first_change;
    Eigen::Vector3d on_second, on_second_change;
    bool turns = false;
  };
  Eigen::RowVectorXd row_change(int first, int second, const Row& row) const;
  void add_side(int body, double sign, const Row& row, const Eigen::Vector3d& x,
                const Eigen::Vector3d& x_change, Eigen::RowVectorXd& change) const;
  Eigen::RowVectorXd coupling_change(const Loop& loop) const;

  const Model* model_;
  const State* state_;
  const Kinematics* k_;
  Eigen::VectorXd delta_;
  Kinematics moving_{};           ///< twists are those of the change
  std::vector<Vector6> rates_{};  ///< Ṡ per entry of v, about its body's reference
};

}  // namespace carom::spatial
