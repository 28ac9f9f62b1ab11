#include <carom/impact/objection.hpp>
#include <carom/multibody/contacts_of.hpp>

#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

using Eigen::Index;

/// What every contact has from its place.
void write_places(const std::vector<ContactPlace>& places, Contacts& c) {
  c.surface_velocity.resize(static_cast<Index>(2 * places.size()));
  c.rows.clear();
  for (std::size_t i = 0; i < places.size(); ++i) {
    c.surface_velocity.segment<2>(static_cast<Index>(2 * i)) = places[i].surface_velocity;
    c.rows.push_back(planar_rows(i, !places[i].port.frame));
  }
}

/// The ports of the places; with a moment, the turning of the sides of the first place behind them.
void write_ports(bool moment, ContactMemory& memory) {
  memory.ports.clear();
  for (const ContactPlace& place : memory.places) memory.ports.push_back(place.port);
  if (!moment) return;
  const ContactFrame& frame = *memory.places.front().port.frame;
  memory.ports.push_back({.turning = RelativeTurning{frame.first, frame.second}});
}

/// The turning behind the first place, from the row of the last port.
ContactSpin spin_of(const ContactMemory& memory, const Eigen::VectorXd& v) {
  const double rate = memory.places.front().surface_rate;
  const Eigen::VectorXd surface = Eigen::VectorXd::Constant(1, rate);
  return contact_spin(memory.response, relative_velocity(memory.J.bottomRows(1), v, surface)[0],
                      rate);
}

template <class T, class From>
void assign(std::optional<T>& to, const From& from) {
  if (!to) to.emplace();
  *to = from;
}

}  // namespace

void contacts_of(const Model& model, const Kinematics& k, const Eigen::VectorXd& v, bool moment,
                 double least_speed, ContactMemory& memory, Contacts& c) {
  write_ports(moment, memory);
  ImpulseResponse& response = memory.response;
  impulse_response(model, k, memory.ports, memory.tree, response);
  if (!response.W.allFinite() || !response.velocity.allFinite())
    throw Objection({"bodies"},
                    "their masses, lengths or positions are too far apart for a double");
  port_jacobian(model, k, memory.ports, memory.J);
  const auto rows = static_cast<Index>(2 * memory.places.size());
  write_places(memory.places, c);
  c.W = response.W.topLeftCorner(rows, rows);
  assign(c.response, response.velocity.leftCols(rows));
  assign(c.velocity, v);
  relative_velocity(memory.J.topRows(rows), v, c.surface_velocity, c.u);
  for (Index i = 0; i < rows; ++i)
    if (std::abs(c.u[i]) <= least_speed) c.u[i] = 0;
  c.spin.reset();
  if (moment) c.spin = spin_of(memory, v);
  c.surface_moves =
      (c.surface_velocity.array() != 0).any() || (c.spin && c.spin->surface_rate != 0);
  add_stick_lines(memory.J.topRows(rows), c);
}

Eigen::MatrixXd port_jacobian(const Model& model, const Kinematics& k,
                              const std::vector<ImpulsePort>& ports) {
  Eigen::MatrixXd J;
  port_jacobian(model, k, ports, J);
  return J;
}

void port_jacobian(const Model& model, const Kinematics& k, const std::vector<ImpulsePort>& ports,
                   Eigen::MatrixXd& J) {
  J.setZero(static_cast<Index>(2 * ports.size()), model.size());
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const auto row = static_cast<Index>(2 * i);
    if (ports[i].frame)
      contact_jacobian(model, k, *ports[i].frame, J.middleRows(row, 2));
    else if (ports[i].turning)
      J.row(row + 1) = turning_jacobian(model, *ports[i].turning).transpose();
    else
      J(row + 1, ports[i].coordinate) = ports[i].sign;
  }
}

}  // namespace carom
