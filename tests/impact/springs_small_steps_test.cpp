/// Springs against small steps of a route of its own: explicit springs, friction by projected relaxation.
#include "tests/impact/spatial_systems.hpp"

#include <carom/impact/several_spatial/springs.hpp>

#include <gtest/gtest.h>

namespace carom::testing {
namespace {

using several_spatial::System;

/// A spring between its steps.
struct SmallSpring {
  double force = 0;
  double largest = 0;
  double gap = 0;
  bool open = true;
};

/// One step of a spring; false where it is neither pressed nor about to be.
bool step_spring(double dt, double u_n, double stiffness, double e, SmallSpring& s) {
  if (s.open) {
    s.gap += dt * u_n;
    if (s.gap < 0) {
      s.force = -s.gap * (s.largest > 0 ? stiffness / (e * e) : stiffness);
      s.open = false;
      s.gap = 0;
    }
  } else {
    const bool loads = s.force >= s.largest && u_n < 0;
    s.force -= dt * u_n * (loads ? stiffness : stiffness / (e * e));
    s.largest = std::max(s.largest, s.force);
    if (s.force <= 0) s = {0, s.largest, 0, true};
  }
  return s.force > 0 || u_n < -1e-9;
}

/// Friction impulses of a step: each contact moves against its slip and back onto its disc, until nothing moves.
void relax_friction(const System& system, Eigen::VectorXd& p, Eigen::VectorXd& w) {
  double moved = 1;
  for (int sweep = 0; sweep < 1000 && moved > 1e-15; ++sweep) {
    moved = 0;
    for (const ConeContact& c : system.contacts) {
      const double size = system.W.block(c.first, c.first, c.tangents, c.tangents).trace();
      const Eigen::VectorXd old = p.segment(c.first, c.tangents);
      Eigen::VectorXd next = old - w.segment(c.first, c.tangents) / size;
      const double limit = c.friction * p[c.normal()];
      if (next.norm() > limit) next *= limit / next.norm();
      p.segment(c.first, c.tangents) = next;
      w += system.W.middleCols(c.first, c.tangents) * (next - old);
      moved = std::max(moved, (next - old).norm() * size);
    }
  }
}

Eigen::VectorXd small_steps(const System& system, double steps) {
  const std::size_t k = system.contacts.size();
  std::vector<SmallSpring> springs(k);
  double fastest = 0;
  for (std::size_t i = 0; i < k; ++i) {
    const int n = system.contacts[i].normal();
    fastest += system.W(n, n) / (system.restitution[i] * system.restitution[i]);
  }
  const double dt = 1 / (steps * std::sqrt(fastest));
  Eigen::VectorXd u = system.u;
  Eigen::VectorXd p = Eigen::VectorXd::Zero(u.size());
  bool busy = true;
  for (int step = 0; busy && step < 200000; ++step) {
    busy = false;
    for (std::size_t i = 0; i < k; ++i) {
      const int n = system.contacts[i].normal();
      busy |= step_spring(dt, u[n], 1, system.restitution[i], springs[i]);
      p[n] = dt * springs[i].force;
    }
    u += system.W * p;
    relax_friction(system, p, u);
  }
  return u;
}

TEST(Springs, AgreeWithSmallStepsOfAnotherRoute) {
  Random random{12};
  const auto count = scaled_count(8);
  for (std::int64_t k = 0; k < count; ++k) {
    System system = random_system(random, 2, .9);
    for (double& e : system.restitution) e = random.uniform(.4, 1);
    const several_spatial::Answer a = several_spatial::collide_as_springs(system);
    if (a.status != ImpactStatus::solved) continue;
    const Eigen::VectorXd coarse = small_steps(system, 1000);
    const Eigen::VectorXd fine = small_steps(system, 2000);
    // Of first order: the error of the fine steps is about what they differ by.
    const double room = 1e-4 + 3 * (fine - coarse).cwiseAbs().maxCoeff();
    EXPECT_LE((a.u_after - fine).cwiseAbs().maxCoeff(), room) << k;
    EXPECT_LE(room, 2e-2) << k;
  }
}

}  // namespace
}  // namespace carom::testing
