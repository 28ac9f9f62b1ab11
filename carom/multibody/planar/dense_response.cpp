#include <carom/multibody/planar/dense_response.hpp>

#include <carom/multibody/contacts_of.hpp>
#include <carom/multibody/planar/dynamics.hpp>
#include <carom/multibody/planar/least_solution.hpp>

#include <Eigen/Cholesky>
#include <numeric>
#include <stdexcept>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// A turning that the loops forbid still turns by rounding; it is compared with what it would be free.
void settle_turnings(const std::vector<ImpulsePort>& ports, const std::vector<Index>& columns,
                     const MatrixXd& free, MatrixXd& Y) {
  for (Index c = 0; c < Y.cols(); ++c) {
    const bool turning = ports[static_cast<std::size_t>(columns[static_cast<std::size_t>(c)] / 2)]
                             .turning.has_value();
    if (turning && Y.col(c).norm() <= rank_tolerance * free.col(c).norm()) Y.col(c).setZero();
  }
}

/// Some coordinates of a model with the constraints on them.
struct Share {
  const MatrixXd& M;
  const MatrixXd& G;
  const MatrixXd& J;  ///< of all ports
  const std::vector<int>& coordinates;
  const std::vector<int>& loop_rows;
};

/// The columns of the ports that the coordinates feel: others would change how sums are rounded.
std::vector<Index> columns_felt(const Share& share) {
  std::vector<Index> columns;
  for (Index r = 0; r < share.J.rows(); ++r)
    if ((share.J(r, share.coordinates).array() != 0).any()) columns.push_back(r);
  return columns;
}

void add_share(const Share& share, const std::vector<ImpulsePort>& ports,
               ImpulseResponse& response) {
  const auto& own = share.coordinates;
  const Eigen::LLT<MatrixXd> factor(share.M(own, own));
  if (factor.info() != Eigen::Success)
    throw std::invalid_argument("mass matrix: not positive definite; some motion moves no inertia");
  const auto L = factor.matrixL();
  const std::vector<Index> columns = columns_felt(share);
  MatrixXd Y = L.solve(MatrixXd(share.J(columns, own).transpose()));

  // In the metric of M⁻¹ the constraints are the range of Q; what is left of an impulse is orthogonal.
  if (!share.loop_rows.empty()) {
    const MatrixXd G = L.solve(MatrixXd(share.G(share.loop_rows, own).transpose()));
    const auto [held, rank] = least_solutions(G, Y);
    response.redundant_constraints +=
        static_cast<int>(share.loop_rows.size()) - static_cast<int>(rank);
    response.constraint(share.loop_rows, columns) -= held;
    const MatrixXd free = Y;
    Y -= G * held;
    settle_turnings(ports, columns, free, Y);
  }
  response.W(columns, columns) += Y.transpose() * Y;
  response.velocity(own, columns) += factor.matrixU().solve(Y);
}

}  // namespace

ImpulseResponse dense_response(const Model& model, const Kinematics& k,
                               const std::vector<ImpulsePort>& ports) {
  std::vector<int> coordinates(static_cast<std::size_t>(model.size()));
  std::vector<int> loop_rows(static_cast<std::size_t>(model.constraint_rows()));
  std::iota(coordinates.begin(), coordinates.end(), 0);
  std::iota(loop_rows.begin(), loop_rows.end(), 0);
  const MatrixXd J = port_jacobian(model, k, ports);
  ImpulseResponse response;
  clear(model, ports, response);
  add_share({mass_matrix(model, k), constraint_jacobian(model, k), J, coordinates, loop_rows},
            ports, response);
  return response;
}

void add_loop_response(const Model& model, const Kinematics& k,
                       const std::vector<ImpulsePort>& ports, ImpulseResponse& response) {
  if (model.loops().empty()) return;
  const MatrixXd M = mass_matrix(model, k);
  const MatrixXd G = constraint_jacobian(model, k);
  const MatrixXd J = port_jacobian(model, k, ports);
  for (const BodyGroup& group : model.groups())
    if (group.kind == GroupKind::loops)
      add_share({M, G, J, group.coordinates, group.loop_rows}, ports, response);
}

}  // namespace carom
