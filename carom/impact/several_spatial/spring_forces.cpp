#include <carom/impact/several_spatial/spring_forces.hpp>

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
constexpr double dependent_rows = 1e-11;
/// Accelerations below this share of their terms are none.
constexpr double no_acceleration = 1e-9;

bool is_open(const SpringModes& modes, std::size_t i) { return modes.loads[i] == Load::open; }

/// In the plane the direction that the arc began with: forces are smooth beyond the end of a slip.
cone::Tangent friction_direction(const ConeContact& contact, const VectorXd& u,
                                 const cone::Tangent& at_start) {
  if (contact.tangents == 1) return at_start;
  return slip_direction(contact, u, at_start);
}

/// Which contacts load, of those that touch: approaching ones, and resting ones that are pressed.
bool begins_to_load(const System& system, const SpringLayout& at, const SpringModes& modes,
                    const VectorXd& z, std::size_t i, const VectorXd* a, const VectorXd* terms) {
  const int n = system.contacts[i].normal();
  if (!is_open(modes, i) || z[at.gap(i)] > 0) return false;
  if (z[n] != 0) return z[n] < 0;
  return a != nullptr && (*a)[n] <= no_acceleration * (*terms)[n];
}

void load_again(const System& system, const SpringLayout& at, std::size_t i, VectorXd& z,
                SpringModes& modes) {
  const bool plastic = system.restitution[i] == 0;
  z[at.force(i)] = plastic ? modes.largest[i] : 0;
  z[at.gap(i)] = 0;
  modes.loads[i] = plastic || modes.largest[i] == 0 ? Load::loading : Load::elastic;
}

}  // namespace

double stiffness_of(const System& system, std::size_t i) {
  return system.stiffness.empty() ? 1 : system.stiffness[i];
}

double spring_rate(const System& system, const SpringModes& modes, std::size_t i) {
  const double e = system.restitution[i];
  switch (modes.loads[i]) {
    case Load::loading: return stiffness_of(system, i);
    case Load::elastic: return stiffness_of(system, i) / (e * e);
    case Load::open:
    case Load::rigid: return 0;
  }
  return 0;
}

HeldSet spring_held(const System& system, const SpringModes& modes) {
  HeldSet held;
  for (std::size_t i = 0; i < modes.loads.size(); ++i) {
    const ConeContact& contact = system.contacts[i];
    if (is_open(modes, i)) continue;
    if (modes.friction.holds[i] == Hold::stick)
      for (int t = contact.first; t < contact.normal(); ++t) held.rows.push_back(t);
    if (modes.loads[i] == Load::rigid) held.rows.push_back(contact.normal());
  }
  const auto n = static_cast<Index>(held.rows.size());
  held.sharing.setZero(n, n);
  if (n == 0) return held;
  const MatrixXd W_RR = system.W(held.rows, held.rows);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(W_RR);
  const double largest = eigen.eigenvalues()[n - 1];
  for (Index k = 0; k < n; ++k)
    if (eigen.eigenvalues()[k] < dependent_rows * largest)
      held.sharing +=
          largest * eigen.eigenvectors().col(k) * eigen.eigenvectors().col(k).transpose();
  return held;
}

void spring_forces(const System& system, const SpringLayout& at, const SpringModes& modes,
                   const HeldSet& held, const VectorXd& z, Rates& forces) {
  const Index m = at.rows;
  const auto n = static_cast<Index>(held.rows.size());
  VectorXd base = VectorXd::Zero(m);
  MatrixXd C = MatrixXd::Zero(m, n);
  Index column = 0;
  for (std::size_t i = 0; i < modes.loads.size(); ++i) {
    const ConeContact& contact = system.contacts[i];
    if (is_open(modes, i)) continue;
    const bool rigid = modes.loads[i] == Load::rigid;
    if (modes.friction.holds[i] == Hold::stick)
      for (int t = contact.first; t < contact.normal(); ++t) C(t, column++) = 1;
    const double force = z[at.force(i)];
    (rigid ? C(contact.normal(), column) : base[contact.normal()]) = rigid ? 1 : force;
    if (modes.friction.holds[i] == Hold::slip) {
      const cone::Tangent d = friction_direction(contact, z.head(m), modes.friction.directions[i]);
      for (int j = 0; j < contact.tangents; ++j)
        (rigid ? C(contact.first + j, column) : base[contact.first + j]) =
            -contact.friction * d[j] * (rigid ? 1 : force);
    }
    if (rigid) ++column;
  }
  forces.p = base;
  if (n > 0) {
    const MatrixXd W_R = system.W(held.rows, Eigen::all);
    forces.p += C * (W_R * C + held.sharing).partialPivLu().solve(-(W_R * base));
  }
  forces.finite = forces.p.allFinite();
  forces.a.noalias() = system.W * forces.p;
  for (const int r : held.rows) forces.a[r] = 0;
}

cone::Problem force_problem(const System& system, const SpringLayout& at, const SpringModes& modes,
                            const VectorXd& z, double ahead) {
  cone::Problem problem{system.W, system.contacts, VectorXd::Zero(at.rows),
                        std::vector<cone::Condition>(system.contacts.size())};
  for (std::size_t i = 0; i < system.contacts.size(); ++i) {
    cone::Condition& condition = problem.conditions[i];
    const ConeContact& contact = system.contacts[i];
    condition.normal = cone::NormalRule::given;
    if (is_open(modes, i)) condition.normal = cone::NormalRule::absent;
    if (modes.loads[i] == Load::rigid) condition.normal = cone::NormalRule::unilateral;
    if (condition.normal == cone::NormalRule::given)
      condition.least = std::max(
          z[at.force(i)] - ahead * spring_rate(system, modes, i) * z[contact.normal()], 0.0);
    condition.slip = slip_direction(contact, z.head(at.rows), cone::Tangent::Zero());
    condition.slides = condition.slip != cone::Tangent::Zero();
  }
  return problem;
}

bool choose_springs(const System& system, const SpringLayout& at, double ahead, VectorXd& z,
                    cone::Workspace& work, SpringModes& modes) {
  for (std::size_t i = 0; i < modes.loads.size(); ++i)
    if (begins_to_load(system, at, modes, z, i, nullptr, nullptr))
      load_again(system, at, i, z, modes);
  cone::Solution forces;
  const cone::Examination quick{.starts = 0, .sharing = false};
  cone::solve(force_problem(system, at, modes, z, ahead), quick, nullptr, work, forces);
  if (!forces.found) return false;
  const VectorXd terms = system.W.cwiseAbs() * forces.p.cwiseAbs();
  for (std::size_t i = 0; i < modes.loads.size(); ++i) {
    if (begins_to_load(system, at, modes, z, i, &forces.w, &terms))
      load_again(system, at, i, z, modes);
    const ConeContact& contact = system.contacts[i];
    if (modes.loads[i] == Load::rigid && forces.p[contact.normal()] <= 0) {
      modes.loads[i] = Load::open;
      z[at.force(i)] = z[at.gap(i)] = 0;
    }
    cone::Tangent slip = cone::Tangent::Zero();
    cone::Tangent a_t = cone::Tangent::Zero();
    cone::Tangent t_terms = cone::Tangent::Zero();
    for (int j = 0; j < contact.tangents; ++j) {
      slip[j] = z[contact.first + j];
      a_t[j] = forces.w[contact.first + j];
      t_terms[j] = terms[contact.first + j];
    }
    const bool begins = a_t.norm() > no_acceleration * t_terms.norm();
    const bool slips = contact.tangents == 0 || contact.friction == 0 || slip.norm() > 0 || begins;
    modes.friction.holds[i] = slips ? Hold::slip : Hold::stick;
    const cone::Tangent along = slip.norm() > 0 ? slip : a_t;
    modes.friction.directions[i] = cone::Tangent::Zero();
    if (slips && contact.friction > 0 && along.norm() > 0)
      modes.friction.directions[i] = along / along.norm();
  }
  return true;
}

}  // namespace carom::several_spatial
