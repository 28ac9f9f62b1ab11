#include <carom/multibody/contacts_of.hpp>
#include <carom/multibody/planar/dynamics.hpp>
#include <carom/multibody/planar/impulse_response.hpp>
#include <carom/multibody/planar/least_solution.hpp>

#include <Eigen/Cholesky>
#include <limits>
#include <stdexcept>

namespace carom {
namespace {

/// A contact that cannot move along t (or n) still does by rounding: up to this share of the velocity
/// that an impulse along the other one gives.
constexpr double rounding_of_response = 1e-13;

/// A turning that the loops forbid still turns by rounding; it is compared with what it would be free.
void settle_turnings(const std::vector<ImpulsePort>& ports, const Eigen::MatrixXd& free,
                     Eigen::MatrixXd& Y) {
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const auto column = static_cast<Eigen::Index>(2 * i + 1);
    if (ports[i].turning && Y.col(column).norm() <= rank_tolerance * free.col(column).norm())
      Y.col(column).setZero();
  }
}

/// Sets to zero what rounding has left of directions in which a contact cannot move, such as along a
/// wall that stops a guided slider.
ImpulseResponse settled(ImpulseResponse r) {
  for (Eigen::Index i = 0; i < r.W.rows(); ++i) {
    const double other = r.W(i ^ 1, i ^ 1);
    if (r.W(i, i) > rounding_of_response * rounding_of_response * other) continue;
    r.W.row(i).setZero();
    r.W.col(i).setZero();
    r.velocity.col(i).setZero();
  }
  return r;
}

}  // namespace

Eigen::VectorXd turning_jacobian(const Model& model, const RelativeTurning& turning) {
  return rotation_jacobian(model, turning.first) - rotation_jacobian(model, turning.second);
}

ContactSpin contact_spin(const ImpulseResponse& response, double u, double surface_rate) {
  return {.u = u,
          .W_tm = response.W(0, 3),
          .W_nm = response.W(1, 3),
          .W_mm = response.W(3, 3),
          .surface_rate = surface_rate,
          .response = response.velocity.col(3)};
}

Eigen::VectorXd port_velocity(const State& state, const Kinematics& k,
                              const std::vector<ImpulsePort>& ports) {
  Eigen::VectorXd u = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(2 * ports.size()));
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(2 * i);
    const auto rate = [&](int body) {
      return body == world ? 0.0 : k.twist[static_cast<std::size_t>(body)].rate;
    };
    if (ports[i].frame)
      u.segment<2>(row) = contact_velocity(k, *ports[i].frame);
    else if (const auto& turning = ports[i].turning)
      u[row + 1] = rate(turning->first) - rate(turning->second);
    else
      u[row + 1] = ports[i].sign * state.v[ports[i].coordinate];
  }
  return u;
}

ImpulseResponse dense_response(const Model& model, const Kinematics& k,
                               const std::vector<ImpulsePort>& ports) {
  const Eigen::LLT<Eigen::MatrixXd> factor(mass_matrix(model, k));
  if (factor.info() != Eigen::Success)
    throw std::invalid_argument("mass matrix: not positive definite; some motion moves no inertia");
  const auto L = factor.matrixL();
  const Eigen::MatrixXd J = port_jacobian(model, k, ports);
  Eigen::MatrixXd Y = L.solve(J.transpose());

  // In the metric of M⁻¹ the constraints are the range of Q; what is left of an impulse is orthogonal.
  ImpulseResponse response;
  response.constraint = Eigen::MatrixXd::Zero(model.constraint_rows(), J.rows());
  if (model.constraint_rows() > 0) {
    const Eigen::MatrixXd G = L.solve(constraint_jacobian(model, k).transpose());
    const auto [held, rank] = least_solutions(G, Y);
    response.redundant_constraints = model.constraint_rows() - static_cast<int>(rank);
    response.constraint = -held;
    const Eigen::MatrixXd free = Y;
    Y += G * response.constraint;
    settle_turnings(ports, free, Y);
  }
  response.W = Y.transpose() * Y;
  response.velocity = factor.matrixU().solve(Y);
  return response;
}

ImpulseResponse impulse_response(const Model& model, const Kinematics& k,
                                 const std::vector<ImpulsePort>& ports) {
  return settled(model.loops().empty() ? tree_response(model, k, ports)
                                       : dense_response(model, k, ports));
}

}  // namespace carom
