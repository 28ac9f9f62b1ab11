#include <carom/impact/several_spatial/held_rates.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace carom::several_spatial {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Eigenvalues of W_RR below this share of the largest belong to dependent rows.
constexpr double dependent = 1e-11;
/// Rates larger than this, per unit of the colliding contact's impulse, have no bound.
constexpr double unbounded = 1e9;

}  // namespace

HeldSet held_set(const System& system, int colliding, const StageModes& modes) {
  HeldSet held;
  for (std::size_t i = 0; i < modes.holds.size(); ++i) {
    const ConeContact& contact = system.contacts[i];
    if (modes.holds[i] == Hold::open) continue;
    if (modes.holds[i] == Hold::stick)
      for (int t = contact.first; t < contact.normal(); ++t) held.rows.push_back(t);
    if (static_cast<int>(i) != colliding) held.rows.push_back(contact.normal());
  }
  const auto n = static_cast<Index>(held.rows.size());
  held.sharing.setZero(n, n);
  if (n == 0) return held;
  const MatrixXd W_RR = system.W(held.rows, held.rows);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(W_RR);
  const double largest = eigen.eigenvalues()[n - 1];
  for (Index k = 0; k < n; ++k)
    if (eigen.eigenvalues()[k] < dependent * largest)
      held.sharing +=
          largest * eigen.eigenvectors().col(k) * eigen.eigenvectors().col(k).transpose();
  return held;
}

cone::Tangent slip_direction(const ConeContact& contact, const VectorXd& u,
                             const cone::Tangent& beginning) {
  if (contact.friction == 0) return cone::Tangent::Zero();
  cone::Tangent slip = cone::Tangent::Zero();
  for (int j = 0; j < contact.tangents; ++j) slip[j] = u[contact.first + j];
  const double speed = slip.norm();
  return speed > 0 ? cone::Tangent(slip / speed) : beginning;
}

ModeEquations mode_equations(const System& system, int colliding, const StageModes& modes,
                             const HeldSet& held, const VectorXd& u) {
  const Index m = u.size();
  ModeEquations equations{VectorXd::Zero(m),
                          MatrixXd::Zero(m, static_cast<Index>(held.rows.size()))};
  auto& [base, C] = equations;
  Index column = 0;
  for (std::size_t i = 0; i < modes.holds.size(); ++i) {
    const ConeContact& contact = system.contacts[i];
    if (modes.holds[i] == Hold::open) continue;
    const bool drives = static_cast<int>(i) == colliding;
    if (modes.holds[i] == Hold::stick)
      for (int t = contact.first; t < contact.normal(); ++t) C(t, column++) = 1;
    if (drives)
      base[contact.normal()] = 1;
    else
      C(contact.normal(), column) = 1;
    if (modes.holds[i] == Hold::slip) {
      const cone::Tangent d = slip_direction(contact, u, modes.directions[i]);
      for (int j = 0; j < contact.tangents; ++j)
        (drives ? base[contact.first + j] : C(contact.first + j, column)) =
            -contact.friction * d[j];
    }
    if (!drives) ++column;
  }
  return equations;
}

void held_rates(const System& system, int colliding, const StageModes& modes, const HeldSet& held,
                const VectorXd& u, Rates& rates) {
  const auto [base, C] = mode_equations(system, colliding, modes, held, u);
  rates.p = base;
  rates.finite = true;
  if (!held.rows.empty()) {
    const MatrixXd W_R = system.W(held.rows, Eigen::all);
    const VectorXd x = (W_R * C + held.sharing).partialPivLu().solve(-(W_R * base));
    rates.p += C * x;
    rates.finite = x.allFinite() && x.cwiseAbs().maxCoeff() < unbounded;
  }
  rates.a.noalias() = system.W * rates.p;
  for (const int r : held.rows) rates.a[r] = 0;
}

}  // namespace carom::several_spatial
