#include <carom/impact/objection.hpp>
#include <carom/multibody/contacts_of.hpp>

#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

using Eigen::Index;

/// What every contact has from its place; its rows among those of the ports.
void write_places(ContactMemory& memory, Contacts& c) {
  c.rows.clear();
  memory.kept.clear();
  for (std::size_t i = 0; i < memory.places.size(); ++i) {
    const auto t = static_cast<Index>(2 * i);
    const bool stop = !memory.places[i].port.frame;
    append_contact(stop ? 0 : 1, c.rows);
    if (!stop) memory.kept.push_back(t);
    memory.kept.push_back(t + 1);
  }
  c.surface_velocity.resize(static_cast<Index>(memory.kept.size()));
  for (std::size_t i = 0; i < memory.places.size(); ++i)
    set_at(c.surface_velocity, c.rows[i],
           {memory.places[i].surface_velocity.x(), memory.places[i].surface_velocity.y(), 0,
            c.rows[i].tangents});
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

/// W, M⁻¹Jᵀ and J of the rows that contacts have; entry by entry, since Eigen's W(rows, rows) allocates.
void keep_rows(ContactMemory& memory, Contacts& c) {
  const std::vector<Index>& kept = memory.kept;
  const ImpulseResponse& response = memory.response;
  const auto n = static_cast<Index>(kept.size());
  if (!c.response) c.response.emplace();
  c.W.resize(n, n);
  c.response->resize(response.velocity.rows(), n);
  memory.rows.resize(n, memory.J.cols());
  for (Index i = 0; i < n; ++i) {
    const Index row = kept[static_cast<std::size_t>(i)];
    for (Index j = 0; j < n; ++j) c.W(i, j) = response.W(row, kept[static_cast<std::size_t>(j)]);
    c.response->col(i) = response.velocity.col(row);
    memory.rows.row(i) = memory.J.row(row);
  }
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
  write_places(memory, c);
  keep_rows(memory, c);
  if (!c.velocity) c.velocity.emplace();
  *c.velocity = v;
  relative_velocity(memory.rows, v, c.surface_velocity, c.u);
  for (Index i = 0; i < c.u.size(); ++i)
    if (std::abs(c.u[i]) <= least_speed) c.u[i] = 0;
  c.spin.reset();
  if (moment) c.spin = spin_of(memory, v);
  c.surface_moves =
      (c.surface_velocity.array() != 0).any() || (c.spin && c.spin->surface_rate != 0);
  add_stick_lines(memory.rows, c);
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
