/// @file
/// Do the impulses that a result reports account for what every body's momentum did?
#pragma once

#include <carom/multibody/scene.hpp>

#include <vector>

namespace carom {

/// What is left of a body's balance, and how large its terms are.
struct MomentumBalance {
  Eigen::Vector2d linear = Eigen::Vector2d::Zero();  ///< Δ(m v) − Σ impulses, N·s
  double angular = 0;        ///< Δ(I ω) − Σ moments about the centre of mass, N·m·s
  double linear_scale = 0;   ///< Σ of the terms' sizes, of the body where it is largest, N·s
  double angular_scale = 0;  ///< likewise, N·m·s

  /// The larger of the two rests, each relative to its terms; 0 where there are none.
  double relative() const;
};

/// Every body's balance with the contacts', joints' and loops' impulses as the result reports them (T7.2),
/// bodies in the model's order. A check: it uses nothing but what a reader of the result has, and does not
/// count what a joint is said to pass on along its freedom, since that is how an error would show (but for
/// rotors and stops, which act there).
std::vector<MomentumBalance> momentum_balance(const Scene& scene, const SceneResult& result);

}  // namespace carom
