#include <carom/impact/delassus.hpp>
#include <carom/impact/statement_checks.hpp>

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace carom::detail {
namespace {

void check_row(const Eigen::VectorXd& row, Eigen::Index n, const std::string& key,
               const std::string& hint) {
  require_size(row.size(), n, key);
  require_finite(row, key);
  if ((row.array() == 0).all()) refuse(fmt::format("{}: all zeros{}", key, hint));
}

void check_surface(const CoordinateRows& rows, const std::string& at) {
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
  const std::string at = contact_path(k);
  const char* leave_out = "; leave it out for a contact without friction";
  check_row(rows.normal, n, at + ".normal", "");
  J.row(c.rows[k].normal()) = rows.normal.transpose();
  if (rows.tangent) {
    check_row(*rows.tangent, n, at + (rows.tangent2 ? ".tangent[0]" : ".tangent"), leave_out);
    J.row(c.rows[k].first) = rows.tangent->transpose();
  }
  if (rows.tangent2) {
    check_row(*rows.tangent2, n, at + ".tangent[1]", leave_out);
    J.row(c.rows[k].first + 1) = rows.tangent2->transpose();
  }
  check_surface(rows, at);
  set_at(c.surface_velocity, c.rows[k], rows.surface_velocity);
}

/// J and the surface velocity of all contacts; the unused row of a planar stop is zero.
Eigen::MatrixXd stack_rows(const GeneralizedSpace& space, Contacts& c) {
  const Eigen::Index size = lay_out(stated_tangents(space, space.rows.size()), c);
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(size, space.velocity.size());
  c.surface_velocity = Eigen::VectorXd::Zero(size);
  for (std::size_t k = 0; k < space.rows.size(); ++k) write_rows(space, k, c, J);
  c.surface_moves = (c.surface_velocity.array() != 0).any();
  return J;
}

/// The turning of the bodies of the contact k; of several contacts, it is only checked.
void add_spin(const GeneralizedSpace& space, std::size_t k, Contacts& c) {
  const Eigen::Index n = space.velocity.size();
  const CoordinateRows& rows = space.rows[k];
  if (!rows.spin) return;
  check_row(*rows.spin, n, contact_path(k) + ".spin_row", "; leave it out where nothing turns");
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

}  // namespace

std::vector<int> stated_tangents(const GeneralizedSpace& space, std::size_t) {
  std::vector<int> tangents;
  for (const CoordinateRows& rows : space.rows)
    tangents.push_back(rows.tangent2 ? 2 : (rows.tangent ? 1 : 0));
  return tangents;
}

Contacts contacts_from(const GeneralizedSpace& space, const ImpactProblem& problem) {
  const Eigen::Index n = space.mass.rows();
  if (n == 0) refuse("mass: empty; want n x n with n >= 1");
  require_shape(n, space.mass.cols(), n, "mass", "(square)");
  require_size(space.velocity.size(), n, "velocity");
  require_finite(space.velocity, "velocity");
  require_size(static_cast<Eigen::Index>(space.rows.size()),
               static_cast<Eigen::Index>(problem.contacts.size()), "contacts");
  Contacts c;
  const Eigen::MatrixXd J = stack_rows(space, c);
  c.mass = symmetrised(space.mass, "mass");
  try {
    c.W = delassus(*c.mass, J);
    c.response = inverse_times(*c.mass, J.transpose());
  } catch (const std::invalid_argument&) {
    refuse("mass: not positive definite");
  }
  c.u = relative_velocity(J, space.velocity, c.surface_velocity);
  c.velocity = space.velocity;
  bool lost = false;
  for (const ContactRows& rows : c.rows)
    for (int r = rows.first; r <= rows.normal(); ++r) lost |= !(c.W(r, r) > 0);
  if (!c.W.allFinite() || lost)
    refuse("mass: J M^-1 J^T does not fit into double numbers; choose other units");
  for (std::size_t k = 0; k < space.rows.size(); ++k) add_spin(space, k, c);
  if (!c.in_space) add_stick_lines(J, c);
  return c;
}

}  // namespace carom::detail
