#include <carom/papers/three_link_chain.hpp>

#include <Eigen/Core>
#include <cmath>
#include <numbers>

namespace carom {
namespace {

using RowsXY = Eigen::Matrix<double, 2, 5>;  // of x and y

/// The rows of the point at share s of link `link`, counted from 0.
RowsXY rows_of(const std::array<double, 3>& phi, std::size_t link, double s) {
  RowsXY J = RowsXY::Zero();
  J(0, 3) = J(1, 4) = 1;
  for (std::size_t i = 0; i <= link; ++i) {
    const double share = i == link ? s : 1;
    J(0, static_cast<Eigen::Index>(i)) = share * std::cos(phi[i]);
    J(1, static_cast<Eigen::Index>(i)) = -share * std::sin(phi[i]);
  }
  return J;
}

}  // namespace

ImpactProblem impact_problem(const ThreeLinkChain& chain) {
  constexpr double length = 1, mass = 1, inertia = mass * length * length / 12;
  const std::array<double, 3> phi{chain.phi_1, std::numbers::pi / 2,
                                  std::numbers::pi + chain.phi_1};
  GeneralizedSpace space;
  space.mass = Eigen::MatrixXd::Zero(5, 5);
  for (std::size_t i = 0; i < phi.size(); ++i) {
    const RowsXY J = rows_of(phi, i, length / 2);
    space.mass += mass * J.transpose() * J;
    space.mass(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(i)) += inertia;
  }
  space.velocity = Eigen::VectorXd{{chain.rates[0], chain.rates[1], chain.rates[2], 0, 0}};
  for (const RowsXY& J : {rows_of(phi, 0, 0), rows_of(phi, 2, length)})
    space.rows.push_back({.tangent = J.row(0).transpose(), .normal = J.row(1).transpose()});
  return {
      .contacts = {{.name = "A0", .friction = chain.friction_0},
                   {.name = "Ac", .restitution = chain.restitution, .friction = chain.friction_c}},
      .dynamics = std::move(space)};
}

}  // namespace carom
