/// @file
/// A collision in the words of accident reconstruction: delta-V, PDOF, closing speeds, EES, energy shares.
///
/// Every body that hangs on no joint counts as a vehicle. Its axes are those of its frame: x forward, y to
/// the left, turning counter-clockwise, all seen from above.
///
///     ΔV = R(−θ) (v⁺ − v⁻)                                                       (T9.1)
///     PDOF = atan2(ΔV_y, −ΔV_x)                                                  (T9.2)
///     EES = √(2 E/m)                                                             (T9.3)
///     T_n = ½ pₙ (uₙ⁻ + uₙ⁺),   T_t = ½ pₜ (uₜ⁻ + uₜ⁺)                           (T9.4)
///
/// PDOF is where the force comes from, clockwise from straight ahead: 0 head-on, +90° from the right, 180°
/// from behind; in clock hours 12, 3, 6 ([SAEJ224]; there in hours and degrees, the angle's sign is ours).
/// How a collision's loss E is divided between two vehicles is decided by their stiffness, not by momentum,
/// so EES [Zeidler1985] is given for both clear cases: all of E in this vehicle (the other one is rigid), and
/// half of it (both are equally stiff).
///
/// The loss has two divisions into normal and tangential. Kelvin's (T9.4), impulse times mean velocity, is
/// the one of planar impact mechanics [Brach1991] and needs the velocities before and after only. The ledger
/// of the path, ∫ uₙ dpₙ and ∫ uₜ dpₜ, exists for the laws that follow a path; the sums are the same, the
/// parts are not, unless slip keeps one direction to the end.
#pragma once

#include <carom/multibody/planar/momentum_balance.hpp>
#include <carom/multibody/scene.hpp>

#include <optional>
#include <string>
#include <vector>

namespace carom {

/// What the collision did to one vehicle.
struct VehicleChange {
  std::string name{};
  Eigen::Vector2d delta_v = Eigen::Vector2d::Zero();  ///< forward, left; m/s               (T9.1)
  double delta_v_size = 0;                            ///< m/s
  std::optional<double> pdof{};      ///< rad in (−π, π], clockwise; absent where ΔV = 0  (T9.2)
  std::optional<int> pdof_clock{};   ///< 1 to 12 o'clock
  double yaw_rate_change = 0;        ///< rad/s, counter-clockwise
  std::optional<double> ees_all{};   ///< m/s, E = all the loss; absent where nothing is lost (T9.3)
  std::optional<double> ees_half{};  ///< m/s, E = half of it
  double departure_speed = 0;        ///< |v⁺| of the centre of mass, m/s
  std::optional<double>
      departure_direction{};  ///< of v⁺, rad from x counter-clockwise; absent where v⁺ = 0
  std::optional<MomentumBalance>
      balance{};  ///< what is left of its momentum balance; of a scene's result
};

/// The two parts of the energy that a contact took, J; losses are negative work.
struct EnergyShares {
  double normal = 0;
  double tangential = 0;
};

/// A contact in a collision's words.
struct VehicleContact {
  std::string name{};
  Vec2<double> impulse{};                  ///< on the first side, N·s
  double closing_normal = 0;               ///< −uₙ⁻, m/s
  double closing_total = 0;                ///< |u⁻|, m/s
  double separation_normal = 0;            ///< uₙ⁺, m/s
  double separation_total = 0;             ///< |u⁺|, m/s
  std::optional<double> restitution{};     ///< uₙ⁺/−uₙ⁻
  std::optional<double> impulse_ratio{};   ///< pₜ/pₙ
  std::optional<double> critical_ratio{};  ///< |pₜ/pₙ| that just ends without slip (T5.5)
  EnergyShares kelvin{};                   ///< (T9.4)
  std::optional<EnergyShares> path{};      ///< of the path's ledger; path laws only
};

/// A whole collision.
struct VehicleReport {
  double energy_lost = 0;  ///< what the contacts took, J
  std::vector<VehicleChange> vehicles{};
  std::vector<VehicleContact> contacts{};
};

/// @throws std::invalid_argument if no body of the model is free: there is no vehicle.
void require_vehicle(const Model& model);

/// The report on a result that has an answer.
/// @throws std::invalid_argument if no body of the scene is free: there is no vehicle.
VehicleReport vehicle_report(const Scene& scene, const SceneResult& result);

/// The report on an impact of a motion that has an answer, without momentum balance.
/// @param before  velocities just before it, in the order of after.v
/// @throws std::invalid_argument likewise
VehicleReport vehicle_report(const Model& model, const State& after, const Eigen::VectorXd& before,
                             const ImpactResult& impact);

}  // namespace carom
