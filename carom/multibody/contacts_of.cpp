#include <carom/multibody/contacts_of.hpp>

#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

using Eigen::Index;

/// What every contact has from its place.
void write_places(const std::vector<ContactPlace>& places, ContactProblem& c) {
  c.surface_velocity.resize(static_cast<Index>(2 * places.size()));
  for (std::size_t i = 0; i < places.size(); ++i) {
    c.surface_velocity.segment<2>(static_cast<Index>(2 * i)) = places[i].surface_velocity;
    c.rows.push_back(planar_rows(i, !places[i].port.frame));
  }
}

/// The turning behind the first place, from the row of the last port.
ContactSpin spin_of(const Eigen::MatrixXd& rows, const Eigen::VectorXd& v,
                    const ImpulseResponse& response, double surface_rate) {
  const Eigen::VectorXd surface = Eigen::VectorXd::Constant(1, surface_rate);
  return contact_spin(response, relative_velocity(rows.bottomRows(1), v, surface)[0], surface_rate);
}

}  // namespace

std::vector<ImpulsePort> ports_of(const std::vector<ContactPlace>& places, bool moment) {
  std::vector<ImpulsePort> ports;
  ports.reserve(places.size() + 1);
  for (const ContactPlace& place : places) ports.push_back(place.port);
  if (moment) {
    const ContactFrame& frame = *places.front().port.frame;
    ports.push_back({.turning = RelativeTurning{frame.first, frame.second}});
  }
  return ports;
}

ContactProblem contacts_of(const Model& model, const Kinematics& k, const Eigen::VectorXd& v,
                           const std::vector<ContactPlace>& places,
                           const std::vector<ImpulsePort>& ports, const ImpulseResponse& response,
                           double least_speed) {
  if (!response.W.allFinite() || !response.velocity.allFinite())
    throw std::invalid_argument(
        "bodies: their masses, lengths or positions are too far apart for a double");
  const auto rows = static_cast<Index>(2 * places.size());
  const Eigen::MatrixXd all_rows = port_jacobian(model, k, ports);
  const Eigen::MatrixXd J = all_rows.topRows(rows);
  ContactProblem c;
  write_places(places, c);
  c.W = response.W.topLeftCorner(rows, rows);
  c.response = response.velocity.leftCols(rows);
  c.velocity = v;
  c.u = relative_velocity(J, v, c.surface_velocity);
  for (Index i = 0; i < rows; ++i)
    if (std::abs(c.u[i]) <= least_speed) c.u[i] = 0;
  if (ports.size() > places.size())
    c.spin = spin_of(all_rows, v, response, places.front().surface_rate);
  c.surface_moves =
      (c.surface_velocity.array() != 0).any() || (c.spin && c.spin->surface_rate != 0);
  add_stick_lines(J, c);
  return c;
}

Eigen::MatrixXd port_jacobian(const Model& model, const Kinematics& k,
                              const std::vector<ImpulsePort>& ports) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(static_cast<Index>(2 * ports.size()), model.size());
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const auto row = static_cast<Index>(2 * i);
    if (ports[i].frame)
      J.middleRows(row, 2) = contact_jacobian(model, k, *ports[i].frame);
    else if (ports[i].turning)
      J.row(row + 1) = turning_jacobian(model, *ports[i].turning).transpose();
    else
      J(row + 1, ports[i].coordinate) = ports[i].sign;
  }
  return J;
}

}  // namespace carom
