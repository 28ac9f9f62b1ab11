#include <carom/impact/delassus.hpp>
#include <carom/impact/statement_checks.hpp>

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <stdexcept>

namespace carom::detail {
namespace {

/// A row of J, or one of the two that `tangent` holds, by its place in the problem.
struct RowPlace {
  std::size_t contact = 0;
  const char* key = "";
  std::optional<std::size_t> which{};
};

ObjectionPath path_to(const RowPlace& place) {
  ObjectionPath path = path_to_contact(place.contact, place.key);
  if (place.which) path.emplace_back(*place.which);
  return path;
}

void check_row(const Eigen::VectorXd& row, Eigen::Index n, const RowPlace& place,
               const char* hint) {
  const bool zero = (row.array() == 0).all();
  if (row.size() == n && row.allFinite() && !zero) return;
  ObjectionPath path = path_to(place);
  if (const auto mistake = wrong_size(row.size(), n)) throw Objection(path, *mistake);
  if (const auto entry = not_finite(row)) {
    path.emplace_back(*entry);
    throw Objection(path, "not a finite number");
  }
  throw Objection(path, fmt::format("all zeros{}", hint));
}

void check_surface(const CoordinateRows& rows, std::size_t k) {
  const ContactVector& v = rows.surface_velocity;
  const auto refuse_it = [&](const char* mistake) {
    throw Objection(path_to_contact(k, "surface_velocity"), mistake);
  };
  if (!std::isfinite(v.t) || !std::isfinite(v.n) || !std::isfinite(v.t2))
    refuse_it("not a finite number");
  if (!rows.tangent && has_tangential(v))
    throw Objection({"contacts", k, "surface_velocity", std::size_t{0}},
                    "given for a contact without tangent; want 0");
  if (!rows.tangent2 && v.t2 != 0) refuse_it("has two tangents, but the contact has one");
}

/// Checks the rows of contact k and writes those that it has.
void write_rows(const GeneralizedSpace& space, std::size_t k, Contacts& c, Eigen::MatrixXd& J) {
  const CoordinateRows& rows = space.rows[k];
  const Eigen::Index n = space.velocity.size();
  const char* leave_out = "; leave it out for a contact without friction";
  check_row(rows.normal, n, {k, "normal"}, "");
  J.row(c.rows[k].normal()) = rows.normal.transpose();
  if (rows.tangent) {
    const RowPlace whole{k, "tangent"};
    check_row(*rows.tangent, n, rows.tangent2 ? RowPlace{k, "tangent", 0} : whole, leave_out);
    J.row(c.rows[k].first) = rows.tangent->transpose();
  }
  if (rows.tangent2) {
    check_row(*rows.tangent2, n, {k, "tangent", 1}, leave_out);
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
  check_row(*rows.spin, n, {k, "spin_row"}, "; leave it out where nothing turns");
  if (space.rows.size() > 1 || c.in_space) return;
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3, n);
  if (rows.tangent) J.row(0) = rows.tangent->transpose();
  J.row(1) = rows.normal.transpose();
  J.row(2) = rows.spin->transpose();
  const Eigen::MatrixXd W = delassus(*c.mass, J);
  if (!W.allFinite() || !(W(2, 2) > 0))
    refuse("mass", "J M^-1 J^T does not fit into double numbers; choose other units");
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
    refuse("mass", "not positive definite");
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
  if (n == 0) refuse("mass", "empty; want n x n with n >= 1");
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
    refuse("mass", "J M^-1 J^T does not fit into double numbers; choose other units");
  c.spin.reset();
  for (std::size_t k = 0; k < space.rows.size(); ++k) add_spin(space, k, c);
  add_stick_lines(memory.J, c);
}

}  // namespace carom::detail
