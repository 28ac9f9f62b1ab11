/// @file
/// What impulses do to a mechanism in space: the bridge to contact space, in O(n) per impulse.
///
/// Articulated inertias factor the joint-space inertia without forming it [Featherstone2008]:
///
///     M = L Lᵀ,   Y = L⁻¹ Jᵀ,   W = Yᵀ Y,   ∂v/∂p = L⁻ᵀ Y,   y = Lᵀ v,   u = Yᵀ y            (T15.2)
///
/// L is sparse along the tree and is only applied: L⁻¹ by one sweep towards the world, Lᵀ and L⁻ᵀ by one
/// away from it. A contact's impulse meets only the bodies between it and the world. W is symmetric and ⪰ 0 as computed. Loop constraints G v = 0 take from Y its part in
/// the range of L⁻¹ Gᵀ; that needs no matrix of the size of M either.
#pragma once

#include <carom/multibody/spatial/kinematics.hpp>

#include <optional>

namespace carom::spatial {

/// Where and along which axes two bodies meet; the impulse of a result acts on `first` at `position`.
struct ContactFrame {
  int first = world;
  int second = world;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< world, m
  Eigen::Matrix3d axes =
      Eigen::Matrix3d::Identity();  ///< columns t1, t2, n, right-handed, n towards `first`
};

/// The frame with normal n (any length, from the second body to the first) and tangent t1, the part of
/// `tangent` across n. Without a tangent (zero): the x axis less its part along n, or the y axis where n is
/// within 1e-6 of ±x.
/// @throws std::invalid_argument if n is zero or the tangent has no part across it.
Eigen::Matrix3d contact_axes(const Eigen::Vector3d& normal,
                             const Eigen::Vector3d& tangent = Eigen::Vector3d::Zero());

/// A joint's end: uₙ = sign · v[freedom].
struct JointStop {
  int freedom = 0;  ///< entry of v
  double sign = 1;  ///< +1 at a lower stop, −1 at an upper
};

/// The relative turning of two bodies about an axis.
struct RelativeTurning {
  int first = world;
  int second = world;
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  ///< world, unit
};

/// A place where an impulse can act: exactly one of the three.
struct ImpulsePort {
  std::optional<ContactFrame> frame{};       ///< three rows: t1, t2, n
  std::optional<JointStop> stop{};           ///< one row
  std::optional<RelativeTurning> turning{};  ///< one row; its impulse is a moment, N·m·s
};

/// Rows of a port: 3 or 1.
int rows(const ImpulsePort& port);
int rows(const std::vector<ImpulsePort>& ports);

/// M = L Lᵀ by articulated inertias; see (T15.2). O(n) to make and to apply. The freedoms of a body are
/// taken one by one, as if massless bodies stood between them, which is the Cholesky factor of its block:
///
///     U = I_A s,   c² = s·U + armature,   x = U/c,   I_A ← I_A − x xᵀ                         (T15.3)
class ArticulatedInertia {
 public:
  /// @throws std::invalid_argument naming the body whose joint moves no inertia.
  ArticulatedInertia(const Model& model, const Kinematics& k);

  /// L⁻¹ f of generalized impulses f, nv.
  Eigen::VectorXd reduced(const Eigen::VectorXd& f) const;
  /// L⁻¹ Jᵀ of the ports: nv × rows.
  Eigen::MatrixXd reduced(const std::vector<ImpulsePort>& ports) const;
  /// L⁻¹ Gᵀ of the loop constraints: nv × rows.
  Eigen::MatrixXd reduced_loops(const State& state) const;
  /// Lᵀ v: ½ |Lᵀ v|² is the kinetic energy.
  Eigen::VectorXd reduced_velocity(const Eigen::VectorXd& v) const;
  /// L⁻ᵀ y of every column, in place: velocities.
  void expand(Eigen::Ref<Eigen::MatrixXd> y) const;

 private:
  /// One entry of v in the recursion, about its body's reference.
  struct Freedom {
    Vector6 s = Vector6::Zero();  ///< unit motion
    Vector6 x = Vector6::Zero();  ///< I_A s / c
    double c = 0;                 ///< √(s·I_A s + armature)
  };

  /// Takes an impulse (one column per row) from a body's reference to its parent's, leaving in Y what the
  /// body's freedoms take.
  template <int n>
  void pass(int body, Eigen::Matrix<double, 6, n>& f, Eigen::Ref<Eigen::MatrixXd> Y) const;
  /// Impulses on two bodies, each about its body's reference.
  template <int n>
  void react(int first, Eigen::Matrix<double, 6, n> on_first, int second,
             Eigen::Matrix<double, 6, n> on_second, Eigen::Ref<Eigen::MatrixXd> Y) const;
  /// An impulse along `direction` (or a moment) on `first` at a, its opposite on `second` at b.
  template <int n>
  void push(int first, const Eigen::Vector3d& a, int second, const Eigen::Vector3d& b,
            const Eigen::Matrix<double, 3, n>& direction, bool turns,
            Eigen::Ref<Eigen::MatrixXd> Y) const;

  const Model* model_;
  const Kinematics* k_;
  std::vector<Freedom> freedoms_{};
  std::vector<Eigen::Vector3d> to_parent_{};  ///< per body: own reference − parent's, m
};

/// Change of velocities per unit impulse; columns port by port, t1, t2, n in each.
struct ImpulseResponse {
  Eigen::MatrixXd W{};         ///< rows × rows, exactly symmetric, kg⁻¹
  Eigen::MatrixXd velocity{};  ///< ∂v/∂p, nv × rows
  Eigen::MatrixXd root{};      ///< Y, nv × rows: W = Yᵀ Y
  Eigen::VectorXd motion{};  ///< y = Lᵀ v, nv: u = Yᵀ y where G v = 0; ½ |y|² is the kinetic energy
  Eigen::MatrixXd constraint{};   ///< ∂λ/∂p, constraint rows × rows; least norm where redundant
  int redundant_constraints = 0;  ///< dependent rows of G
};

/// W, u's motion and ∂v/∂p of the ports: O(n k), and with r constraint rows O(n (k + r) r).
ImpulseResponse impulse_response(const Model& model, const State& state, const Kinematics& k,
                                 const std::vector<ImpulsePort>& ports);

/// u = J v of all ports, m/s (rad/s for a turning).
Eigen::VectorXd port_velocity(const State& state, const Kinematics& k,
                              const std::vector<ImpulsePort>& ports);

/// J of all ports: rows × nv.
Eigen::MatrixXd port_jacobian(const Model& model, const Kinematics& k,
                              const std::vector<ImpulsePort>& ports);

}  // namespace carom::spatial
