#include <carom/impact/delassus.hpp>
#include <carom/impact/statement_checks.hpp>

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace carom::detail {
namespace {

/// Checks the row `key` of contact k.
void check_row(const Eigen::VectorXd& row, Eigen::Index n, std::size_t k, const char* key,
               const char* hint) {
  const bool zero = (row.array() == 0).all();
  if (row.size() == n && row.allFinite() && !zero) return;
  const std::string at = contact_path(k) + key;
  require_size(row.size(), n, at);
  require_finite(row, at);
  refuse(fmt::format("{}: all zeros{}", at, hint));
}

void check_surface(const CoordinateRows& rows, std::size_t k) {
  const std::string at = contact_path(k);
  const ContactVector& v = rows.surface_velocity;
  if (!std::isfinite(v.t) || !std::isfinite(v.n) || !std::isfinite(v.t2))
    refuse(at + ".surface_velocity: not a finite number");
  if (!rows.tangent && has_tangential(v))
    refuse(at + ".surface_velocity[0]: given for a contact without tangent; want 0");
  if (!rows.tangent2 && v.t2 != 0)
    refuse(at + ".surface_velocity: has two tangents, but the contact has one");
}

/// Checks the rows of contact k and writes those that it has.
void write_rows(const GeneralizedSpace& space, std::size_t k, Contacts& c, Eigen::MatrixXd& J) {
  const CoordinateRows& rows = space.rows[k];
  const Eigen::Index n = space.velocity.size();
  const char* leave_out = "; leave it out for a contact without friction";
  check_row(rows.normal, n, k, ".normal", "");
  J.row(c.rows[k].normal()) = rows.normal.transpose();
  if (rows.tangent) {
    check_row(*rows.tangent, n, k, rows.tangent2 ? ".tangent[0]" : ".tangent", leave_out);
    J.row(c.rows[k].first) = rows.tangent->transpose();
  }
  if (rows.tangent2) {
    check_row(*rows.tangent2, n, k, ".tangent[1]", leave_out);
    J.row(c.rows[k].first + 1) = rows.tangent2->transpose();
  }
  check_surface(rows, k);
  set_at(c.surface_velocity, c.rows[k], rows.surface_velocity);
}

/// J and the surface velocity of all contacts.
void stack_rows(const GeneralizedSpace& space, StatementMemory& memory, Contacts& c) {
  stated_tangents(space, space.rows.size(), memory.tangents);
  const Eigen::Index size = lay_out(memory.tangents, c);
  memory.J.setZero(size, space.velocity.size());
  c.surface_velocity.setZero(size);
  for (std::size_t k = 0; k < space.rows.size(); ++k) write_rows(space, k, c, memory.J);
  c.surface_moves = (c.surface_velocity.array() != 0).any();
}

/// The turning of the bodies of the contact k; of several contacts, it is only checked.
void add_spin(const GeneralizedSpace& space, std::size_t k, Contacts& c) {
  const Eigen::Index n = space.velocity.size();
  const CoordinateRows& rows = space.rows[k];
  if (!rows.spin) return;
  check_row(*rows.spin, n, k, ".spin_row", "; leave it out where nothing turns");
  if (space.rows.size() > 1 || c.in_space) return;
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3, n);
  if (rows.tangent) J.row(0) = rows.tangent->transpose();
  J.row(1) = rows.normal.transpose();
  J.row(2) = rows.spin->transpose();
  const Eigen::MatrixXd W = delassus(*c.mass, J);
  if (!W.allFinite() || !(W(2, 2) > 0))
    refuse("mass: J M^-1 J^T does not fit into double numbers; choose other units");
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(1);
  c.spin = ContactSpin{.u = relative_velocity(J.row(2), space.velocity, still)[0],
                       .W_tm = W(0, 2),
                       .W_nm = W(1, 2),
                       .W_mm = W(2, 2),
                       .response = inverse_times(*c.mass, *rows.spin)};
}

/// W = J (M⁻¹ Jᵀ), symmetric to the last bit.
void add_response(StatementMemory& memory, Contacts& c) {
  if (!c.response) c.response.emplace();
  try {
    factorise(*c.mass, memory.mass);
  } catch (const std::invalid_argument&) {
    refuse("mass: not positive definite");
  }
  *c.response = memory.J.transpose();
  solve_in_place(memory.mass, *c.response);
  c.W.noalias() = memory.J * *c.response;
  for (Eigen::Index i = 0; i < c.W.rows(); ++i)
    for (Eigen::Index j = 0; j < i; ++j) c.W(i, j) = c.W(j, i) = (c.W(i, j) + c.W(j, i)) / 2;
}

}  // namespace

void stated_tangents(const GeneralizedSpace& space, std::size_t, std::vector<int>& tangents) {
  tangents.clear();
  for (const CoordinateRows& rows : space.rows)
    tangents.push_back(rows.tangent2 ? 2 : (rows.tangent ? 1 : 0));
}

void contacts_from(const GeneralizedSpace& space, const ImpactProblem& problem,
                   StatementMemory& memory, Contacts& c) {
  const Eigen::Index n = space.mass.rows();
  if (n == 0) refuse("mass: empty; want n x n with n >= 1");
  require_shape(n, space.mass.cols(), n, "mass", "(square)");
  require_size(space.velocity.size(), n, "velocity");
  require_finite(space.velocity, "velocity");
  require_size(static_cast<Eigen::Index>(space.rows.size()),
               static_cast<Eigen::Index>(problem.contacts.size()), "contacts");
  stack_rows(space, memory, c);
  if (!c.mass) c.mass.emplace();
  symmetrise(space.mass, "mass", *c.mass);
  add_response(memory, c);
  relative_velocity(memory.J, space.velocity, c.surface_velocity, c.u);
  c.velocity = space.velocity;
  bool lost = false;
  for (const ContactRows& rows : c.rows)
    for (int r = rows.first; r <= rows.normal(); ++r) lost |= !(c.W(r, r) > 0);
  if (!c.W.allFinite() || lost)
    refuse("mass: J M^-1 J^T does not fit into double numbers; choose other units");
  c.spin.reset();
  for (std::size_t k = 0; k < space.rows.size(); ++k) add_spin(space, k, c);
  add_stick_lines(memory.J, c);
}

}  // namespace carom::detail
