#include <carom/impact/held_rows.hpp>
#include <carom/impact/material_rows.hpp>
#include <carom/impact/name_list.hpp>
#include <carom/impact/objection.hpp>
#include <carom/impact/statement_checks.hpp>

#include <Eigen/QR>
#include <fmt/format.h>

#include <cmath>

namespace carom {
namespace {

using detail::contacts_from;
using detail::refuse;

/// What is wrong with the number of a key, "" if nothing. A bounded range refuses NaN by its comparisons.
std::string mistake_in(double x, const MaterialRow& row, double least) {
  const bool bounded = std::isfinite(row.most);
  if (!bounded && !std::isfinite(x)) return "not a finite number";
  if (bounded && !(x >= least && x <= row.most))
    return fmt::format("{} is outside [{}, {}]", x, least, row.most);
  if (row.excludes_least && !(x > least)) return fmt::format("{} is not positive", x);
  if (x < least) return fmt::format("{} is negative", x);
  return {};
}

void check_number(const Contact& contact, const MaterialRow& row, std::size_t k) {
  const double x = *(contact.*row.number);
  const bool is_restitution = row.number == &Contact::restitution;
  const bool from_zero = is_restitution && !contact.allow_negative_restitution;
  const std::string mistake = is_restitution && !std::isfinite(x)
                                  ? "not a finite number"
                                  : mistake_in(x, row, from_zero ? 0 : row.least);
  if (!mistake.empty()) throw Objection(path_to_contact(k, std::string(row.name)), mistake);
}

void check_friction(const Contact& contact, std::size_t k) {
  if (contact.static_friction && !contact.friction)
    throw Objection(path_to_contact(k, "static_friction"),
                    "given without friction; give the kinetic one too");
  if (contact.static_friction && *contact.static_friction < *contact.friction)
    throw Objection(
        path_to_contact(k, "static_friction"),
        fmt::format("{} is below friction {}", *contact.static_friction, *contact.friction));
}

void check_contact(const Contact& contact, std::size_t k) {
  for (const MaterialRow& row : material_rows)
    if (row.number != nullptr && contact.*row.number) check_number(contact, row, k);
  check_friction(contact, k);
  if (contact.impulse_ratio && contact.critical_fraction)
    throw Objection(path_to_contact(k, "critical_fraction"),
                    "given together with impulse_ratio; give one of the two");
}

}  // namespace

std::string contact_label(const Contact& contact, std::size_t index) {
  return contact.name.empty() ? contact_path(index) : contact.name;
}

std::string contact_path(std::size_t index) { return "contacts[" + std::to_string(index) + "]"; }

void check_contacts(const std::vector<Contact>& contacts) {
  if (contacts.empty()) refuse("contacts", "empty; give at least one contact");
  for (std::size_t k = 0; k < contacts.size(); ++k) check_contact(contacts[k], k);
}

void project_touching(const std::vector<Contact>& contacts, Contacts& c) {
  std::vector<Eigen::Index> normals;
  bool moves = false;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if (!contacts[k].touching) continue;
    normals.push_back(c.rows[k].normal());
    moves |= c.u[normals.back()] != 0;
  }
  if (!moves) return;
  const Eigen::MatrixXd across = c.W(Eigen::all, normals);
  const Eigen::VectorXd approach = c.u(normals);
  const Eigen::VectorXd impulse =
      normals.size() == 1
          ? Eigen::VectorXd(-approach / across(normals[0], 0))
          : Eigen::VectorXd(
                -across(normals, Eigen::all).completeOrthogonalDecomposition().solve(approach));
  const Eigen::VectorXd terms = c.u.cwiseAbs() + across.cwiseAbs() * impulse.cwiseAbs();
  const Eigen::VectorXd change = across * impulse;
  c.u += change;
  for (const Eigen::Index n : normals) c.u[n] = 0;
  settle_held(c.W, terms, c.u);
  move_stick_lines(change, c);
  if (c.spin) c.spin->u += c.spin->W_nm * impulse[0];
  c.projection = c.response ? Eigen::VectorXd((*c.response)(Eigen::all, normals) * impulse)
                            : Eigen::VectorXd(across * impulse);
  if (c.velocity) *c.velocity += *c.projection;
}

void require_finite_velocity(const Contacts& c) {
  if (!c.u.allFinite() || (c.spin && !std::isfinite(c.spin->u)))
    refuse("velocity", "u does not fit into double numbers; choose other units");
}

void require_one_collision(const std::vector<Contact>& contacts, const Contacts& c) {
  if (c.simultaneous != Simultaneous::refuse) return;
  if (contacts.size() == 1) return;
  std::vector<std::string> colliding;
  for (std::size_t k = 0; k < contacts.size(); ++k)
    if (c.u[c.rows[k].normal()] < 0) colliding.push_back(contact_label(contacts[k], k));
  if (colliding.size() > 1)
    refuse("contacts",
           fmt::format("{} collide (u_n < 0: {}); want one colliding contact, the others touching "
                       "or apart, or simultaneous: together, sequential or springs",
                       colliding.size(), listed(colliding)));
}

Eigen::VectorXd relative_velocity(const Eigen::Ref<const Eigen::MatrixXd>& J,
                                  const Eigen::VectorXd& velocity,
                                  const Eigen::VectorXd& surface_velocity) {
  Eigen::VectorXd u;
  relative_velocity(J, velocity, surface_velocity, u);
  return u;
}

void relative_velocity(const Eigen::Ref<const Eigen::MatrixXd>& J, const Eigen::VectorXd& velocity,
                       const Eigen::VectorXd& surface_velocity, Eigen::VectorXd& u) {
  u.resize(J.rows());
  for (Eigen::Index i = 0; i < u.size(); ++i) {
    double sum = 0;
    double terms = std::abs(surface_velocity[i]);
    for (Eigen::Index j = 0; j < J.cols(); ++j) {
      const double part = J(i, j) * velocity[j];
      sum += part;
      terms += std::abs(part);
    }
    u[i] = sum - surface_velocity[i];
    if (!std::isfinite(terms))
      u[i] = terms;  // an overflow must not be zeroed as rounding
    else if (std::abs(u[i]) <= rounding_of_sums * terms)
      u[i] = 0;
  }
}

std::vector<int> tangents_of(const ImpactProblem& problem) {
  std::vector<int> tangents;
  std::visit(
      [&](const auto& space) { detail::stated_tangents(space, problem.contacts.size(), tangents); },
      problem.dynamics);
  return tangents;
}

Contacts contact_problem(const ImpactProblem& problem) {
  Contacts c;
  StatementMemory memory;
  contact_problem(problem, memory, c);
  return c;
}

void contact_problem(const ImpactProblem& problem, StatementMemory& memory, Contacts& c) {
  check_contacts(problem.contacts);
  c.projection.reset();
  std::visit([&](const auto& space) { contacts_from(space, problem, memory, c); },
             problem.dynamics);
  project_touching(problem.contacts, c);
  c.simultaneous = problem.simultaneous;
  c.path_points = problem.path_points;
  c.required_friction = problem.required_friction;
  require_finite_velocity(c);
  require_one_collision(problem.contacts, c);
}

}  // namespace carom
