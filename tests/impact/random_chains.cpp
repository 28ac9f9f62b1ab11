#include "tests/impact/random_chains.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>

namespace carom::testing {
namespace {

/// Rows of the point at share s of the last of `links` links.
Eigen::Matrix2Xd point_rows(const std::vector<double>& angles, int links, double s) {
  Eigen::Matrix2Xd J = Eigen::Matrix2Xd::Zero(2, 2 + static_cast<Eigen::Index>(angles.size()));
  J(0, 0) = J(1, 1) = 1;
  for (int i = 0; i < links; ++i) {
    const double share = i + 1 == links ? s : 1;
    const double angle = angles[static_cast<std::size_t>(i)];
    J(0, 2 + i) = -share * std::sin(angle);
    J(1, 2 + i) = share * std::cos(angle);
  }
  return J;
}

/// Velocities that satisfy the roles, or nothing where this draw does not allow it.
std::optional<Eigen::VectorXd> velocity_for(const Chain& chain, Random& random) {
  const Eigen::MatrixXd& M = chain.dynamics.mass;
  std::vector<Eigen::VectorXd> fixed;
  for (std::size_t k = 0; k < chain.roles.size(); ++k) {
    const CoordinateRows& rows = chain.dynamics.rows[k];
    const bool touches = chain.roles[k] == Role::rests || chain.roles[k] == Role::slides;
    if (touches) fixed.push_back(rows.normal);
    if (chain.roles[k] == Role::rests) fixed.push_back(*rows.tangent);
  }
  Eigen::VectorXd v(M.rows());
  for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = random.uniform(-1, 1);
  if (!fixed.empty()) {
    Eigen::MatrixXd C(static_cast<Eigen::Index>(fixed.size()), M.rows());
    for (std::size_t r = 0; r < fixed.size(); ++r)
      C.row(static_cast<Eigen::Index>(r)) = fixed[r].transpose();
    const Eigen::MatrixXd Y = M.llt().solve(C.transpose());
    const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> inverse(C * Y);
    for (int pass = 0; pass < 3; ++pass) v -= Y * inverse.solve(C * v);
    v = (v.array().abs() < 1e-14).select(0, v);
  }
  for (std::size_t k = 0; k < chain.roles.size(); ++k)
    if (chain.roles[k] == Role::collides && chain.dynamics.rows[k].normal.dot(v) > 0) v = -v;
  for (std::size_t k = 0; k < chain.roles.size(); ++k) {
    const double u_n = chain.dynamics.rows[k].normal.dot(v);
    if (chain.roles[k] == Role::collides && u_n > -1e-3) return std::nullopt;
    if (chain.roles[k] == Role::separates && u_n < 1e-3) return std::nullopt;
    if (chain.roles[k] == Role::slides && std::abs(chain.dynamics.rows[k].tangent->dot(v)) < 1e-3)
      return std::nullopt;
  }
  return v;
}

void add_contacts(const ChainKind& kind, const std::vector<double>& angles, Chain& chain,
                  Random& random) {
  constexpr std::array others{Role::rests, Role::slides, Role::separates};
  const auto colliding = random.below(kind.contacts);
  std::vector<int> joints(static_cast<std::size_t>(kind.links + 1));
  std::iota(joints.begin(), joints.end(), 0);
  for (int k = 0; k < kind.contacts; ++k) {
    const auto drawn = static_cast<std::size_t>(random.below(static_cast<int>(joints.size())));
    const int joint = joints[drawn];
    joints.erase(joints.begin() + static_cast<std::ptrdiff_t>(drawn));
    const int links = std::max(joint, 1);
    const double share = joint == 0 ? 0 : 1;
    const double slope = kind.one_surface ? 0 : random.uniform(-0.6, 0.6);
    const Eigen::Matrix2Xd J = point_rows(angles, links, share);
    const Eigen::Vector2d t(std::cos(slope), std::sin(slope));
    const Eigen::Vector2d n(-std::sin(slope), std::cos(slope));
    CoordinateRows rows;
    rows.tangent = J.transpose() * t;
    rows.normal = J.transpose() * n;
    chain.dynamics.rows.push_back(rows);
    Contact contact;
    contact.friction = random.chance(0.1) ? 0 : random.uniform(0, kind.most_friction);
    if (kind.static_friction) contact.static_friction = *contact.friction + random.uniform(0, 0.5);
    if (k == colliding) contact.restitution = random.uniform(-0.2, 1.2);
    if (contact.restitution) contact.restitution = std::clamp(*contact.restitution, 0.0, 1.0);
    chain.contacts.push_back(contact);
    chain.roles.push_back(k == colliding ? Role::collides
                                         : others[static_cast<std::size_t>(random.below(3))]);
  }
}

}  // namespace

Chain random_chain(const ChainKind& kind, Random& random) {
  for (;;) {
    Chain chain;
    std::vector<double> angles;
    angles.reserve(static_cast<std::size_t>(kind.links));
    for (int i = 0; i < kind.links; ++i)
      angles.push_back(random.uniform(-std::numbers::pi, std::numbers::pi));
    Eigen::MatrixXd& M = chain.dynamics.mass;
    M = Eigen::MatrixXd::Zero(2 + kind.links, 2 + kind.links);
    for (int i = 0; i < kind.links; ++i) {
      const double mass = random.uniform(0.3, 3);
      const Eigen::Matrix2Xd J = point_rows(angles, i + 1, 0.5);
      M += mass * J.transpose() * J;
      M(2 + i, 2 + i) += mass / 12;
    }
    add_contacts(kind, angles, chain, random);
    if (const auto v = velocity_for(chain, random)) {
      chain.dynamics.velocity = *v;
      return chain;
    }
  }
}

ImpactProblem problem_of(const Chain& chain) {
  ImpactProblem problem;
  problem.contacts = chain.contacts;
  problem.dynamics = chain.dynamics;
  return problem;
}

ChainKind random_kind(Random& random, int most_contacts) {
  ChainKind kind;
  kind.contacts = 1 + random.below(most_contacts);
  const int fewest = std::max(2, kind.contacts - 1);
  kind.links = fewest + random.below(9 - fewest);
  kind.static_friction = random.chance(0.2);
  kind.one_surface = random.chance(0.3);
  return kind;
}

ContactSystem system_of(const Chain& chain) {
  return contact_system(contact_problem(problem_of(chain)), chain.contacts);
}

}  // namespace carom::testing
