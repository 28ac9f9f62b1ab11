#include <carom/multibody/planar/impulse_response.hpp>

#include <carom/multibody/planar/dense_response.hpp>
#include <carom/multibody/planar/free_response.hpp>
#include <carom/multibody/planar/tree_response.hpp>

namespace carom {
namespace {

/// A contact that cannot move along t (or n) still does by rounding: up to this share of the velocity
/// that an impulse along the other one gives.
constexpr double rounding_of_response = 1e-13;

/// Sets to zero what rounding has left of directions in which a contact cannot move, such as along a
/// wall that stops a guided slider.
void settle(ImpulseResponse& r) {
  for (Eigen::Index i = 0; i < r.W.rows(); ++i) {
    const double other = r.W(i ^ 1, i ^ 1);
    if (r.W(i, i) > rounding_of_response * rounding_of_response * other) continue;
    r.W.row(i).setZero();
    r.W.col(i).setZero();
    r.velocity.col(i).setZero();
  }
}

void make_symmetric(Eigen::MatrixXd& W) {
  for (Eigen::Index i = 0; i < W.rows(); ++i)
    for (Eigen::Index j = 0; j < i; ++j) W(i, j) = W(j, i) = (W(i, j) + W(j, i)) / 2;
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

void clear(const Model& model, const std::vector<ImpulsePort>& ports, ImpulseResponse& response) {
  const auto size = static_cast<Eigen::Index>(2 * ports.size());
  response.W.setZero(size, size);
  response.velocity.setZero(model.size(), size);
  response.constraint.setZero(model.constraint_rows(), size);
  response.redundant_constraints = 0;
}

ImpulseResponse impulse_response(const Model& model, const Kinematics& k,
                                 const std::vector<ImpulsePort>& ports) {
  ImpulseResponse response;
  TreeMemory tree;
  impulse_response(model, k, ports, tree, response);
  return response;
}

void impulse_response(const Model& model, const Kinematics& k,
                      const std::vector<ImpulsePort>& ports, TreeMemory& tree,
                      ImpulseResponse& response) {
  clear(model, ports, response);
  add_free_response(model, k, ports, response);
  add_loop_response(model, k, ports, response);
  add_tree_response(model, k, ports, tree, response);
  make_symmetric(response.W);
  settle(response);
}

}  // namespace carom
