/// @file
/// Seeded random contacts in space, and what their tests measure with.
#pragma once

#include "tests/random_problems.hpp"

#include <carom/core/spatial/spatial_impact.hpp>

#include <array>
#include <cmath>

namespace carom::testing {

struct SpatialProblem {
  Sym3<double> W{};
  Vec3<double> u{};
  ContactLaw<double> law{};
};

/// W = Y Yᵀ + 0.02 I with Y uniform, an approaching u of order one; 5 % are jams, some 25 % stick.
inline SpatialProblem spatial_problem(Random& random, Restitution rule) {
  std::array<std::array<double, 3>, 3> Y{};
  for (auto& row : Y)
    for (double& y : row) y = random.uniform(-1, 1);
  const auto entry = [&](std::size_t i, std::size_t j) {
    return Y[i][0] * Y[j][0] + Y[i][1] * Y[j][1] + Y[i][2] * Y[j][2] + (i == j ? 0.02 : 0);
  };
  SpatialProblem p;
  p.W = {{entry(0, 0), entry(0, 1), entry(1, 1)}, {entry(0, 2), entry(1, 2)}, entry(2, 2)};
  p.u = {{random.uniform(-2, 2), random.uniform(-2, 2)}, random.uniform(-2, -0.05)};
  p.law.friction = random.chance(0.2) ? random.log_uniform(0, 1.5) : random.uniform(0, 1.2);
  p.law.static_friction = p.law.friction * (random.chance(0.5) ? 1.0 : random.uniform(1, 2));
  p.law.restitution = random.uniform(0, 1);
  p.law.rule = rule;
  return p;
}

/// |uₜ⁻| + |uₙ⁻| + (W_xx + W_yy + W_nn)(|pₜ| + pₙ): the size of the terms of u⁺, m/s.
inline double speed_scale(const SpatialProblem& p, const SpatialImpact<double>& r) {
  return length(p.u.t) + std::abs(p.u.n) +
         (p.W.tt.xx + p.W.tt.yy + p.W.nn) * (length(r.impulse.t) + r.impulse.n);
}

/// The tangents turned by the angle (cos, sin): x' = Q x.
struct Turn {
  double cos = 1;
  double sin = 0;

  Tangent2<double> operator()(const Tangent2<double>& x) const {
    return {cos * x.x - sin * x.y, sin * x.x + cos * x.y};
  }
  Vec3<double> operator()(const Vec3<double>& x) const { return {(*this)(x.t), x.n}; }
  Sym3<double> operator()(const Sym3<double>& W) const {
    const TangentSym2<double>& A = W.tt;
    const double cross = 2 * cos * sin * A.xy;
    return {{cos * cos * A.xx - cross + sin * sin * A.yy,
             cos * sin * (A.xx - A.yy) + (cos * cos - sin * sin) * A.xy,
             sin * sin * A.xx + cross + cos * cos * A.yy},
            (*this)(W.tn),
            W.nn};
  }
};

inline double distance(const Vec3<double>& a, const Vec3<double>& b) {
  return length(a.t - b.t) + std::abs(a.n - b.n);
}

}  // namespace carom::testing
