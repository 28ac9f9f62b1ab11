/// @file
/// What impulses do to a mechanism in space: the bridge to contact space, in O(n) per impulse.
///
/// Articulated inertias factor the joint-space inertia without forming it [Featherstone2008]:
///
///     M = L Lᵀ,   Y = L⁻¹ Jᵀ,   W = Yᵀ Y,   ∂v/∂p = L⁻ᵀ Y,   y = Lᵀ v,   u = Yᵀ y            (T15.2)
///
/// L is sparse along the tree and is only applied: L⁻¹ by one sweep towards the world, Lᵀ and L⁻ᵀ by one
/// away from it. W is symmetric and ⪰ 0 as computed. Loop constraints G v = 0 take from Y its part in
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

/// M = L Lᵀ by articulated inertias; see (T15.2). O(n) to make and to apply.
class ArticulatedInertia {
 public:
  /// @throws std::invalid_argument naming the body whose joint moves no inertia.
  ArticulatedInertia(const Model& model, const Kinematics& k);

  /// L⁻¹ f of generalized impulses f (nv), in place.
  void reduce(Eigen::Ref<Eigen::VectorXd> f) const;
  /// L⁻ᵀ y, in place: velocities from reduced ones.
  void expand(Eigen::Ref<Eigen::VectorXd> y) const;
  /// Lᵀ v: reduced velocities, with ½ |Lᵀ v|² the kinetic energy.
  Eigen::VectorXd reduced_velocity(const Eigen::VectorXd& v) const;
  /// L⁻¹ Jᵀ of the ports: nv × rows.
  Eigen::MatrixXd reduced(const std::vector<ImpulsePort>& ports) const;
  /// M⁻¹ f.
  Eigen::VectorXd solve(const Eigen::VectorXd& f) const;

 private:
  /// One body of the recursion; matrices have its freedoms as columns.
  struct Link {
    Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6> S{};  ///< unit motions about its reference
    Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6> X{};  ///< I_A S C⁻ᵀ with D = C Cᵀ
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>
        C{};                                              ///< D = Sᵀ I_A S + armature
    Eigen::Vector3d to_parent = Eigen::Vector3d::Zero();  ///< own reference − parent's, m
    int parent = world;
    int first = 0;  ///< entry of v
  };

  const Link& link(int body) const { return links_[static_cast<std::size_t>(body)]; }
  template <class Impulses>
  void gather(int body, int end, Impulses& f, Eigen::Ref<Eigen::MatrixXd> Y) const;
  void act(const ImpulsePort& port, Eigen::Ref<Eigen::MatrixXd> Y) const;

  const Model* model_;
  const Kinematics* k_;
  std::vector<Link> links_{};
};

/// Change of velocities per unit impulse; columns port by port, t1, t2, n in each.
struct ImpulseResponse {
  Eigen::MatrixXd W{};            ///< rows × rows, exactly symmetric, kg⁻¹
  Eigen::MatrixXd velocity{};     ///< ∂v/∂p, nv × rows
  Eigen::MatrixXd root{};         ///< Y, nv × rows: W = Yᵀ Y
  Eigen::VectorXd motion{};       ///< y, nv: u = Yᵀ y; ½ |y|² is the kinetic energy
  Eigen::MatrixXd constraint{};   ///< ∂λ/∂p, constraint rows × rows; least norm where redundant
  int redundant_constraints = 0;  ///< dependent rows of G
};

/// W, u's motion and ∂v/∂p of the ports: O(n k), and with r constraint rows O(n (k + r) r).
ImpulseResponse impulse_response(const Model& model, const State& state, const Kinematics& k,
                                 const std::vector<ImpulsePort>& ports);

/// u of all ports, m/s (rad/s for a turning).
Eigen::VectorXd port_velocity(const State& state, const Kinematics& k,
                              const std::vector<ImpulsePort>& ports);

/// J of all ports: rows × nv.
Eigen::MatrixXd port_jacobian(const Model& model, const Kinematics& k,
                              const std::vector<ImpulsePort>& ports);

}  // namespace carom::spatial
