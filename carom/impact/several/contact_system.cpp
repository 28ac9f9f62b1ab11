#include <carom/core/rounding.hpp>
#include <carom/core/scaling.hpp>
#include <carom/impact/several/contact_system.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

/// −⌊log₂ W_ii/2⌋; 0 where W_ii = 0.
int row_scale(double diagonal) {
  if (diagonal == 0) return 0;
  const int exponent = std::ilogb(diagonal);
  return -((exponent - (exponent < 0 ? 1 : 0)) / 2);
}

/// One scale for the tangents of a contact, so that the friction cone stays round, and one for its normal; a contact that
/// feels nothing along one of the two takes the scale of the other.
void scale_contacts(const Contacts& c, std::vector<int>& scale) {
  scale.assign(static_cast<std::size_t>(c.W.rows()), 0);
  for (const ContactRows& rows : c.rows) {
    const double nn = c.W(rows.normal(), rows.normal());
    double tt = 0;
    for (int r = rows.first; r < rows.normal(); ++r) tt = std::max(tt, c.W(r, r));
    for (int r = rows.first; r < rows.normal(); ++r)
      scale[static_cast<std::size_t>(r)] = row_scale(tt != 0 ? tt : nn);
    scale[static_cast<std::size_t>(rows.normal())] = row_scale(nn != 0 ? nn : tt);
  }
}

/// Where W is singular lengths of impulses are compared, so that the rows of a contact have one unit.
void make_common(const std::vector<ContactRows>& all, std::vector<int>& scale) {
  for (const ContactRows& rows : all) {
    const auto n = static_cast<std::size_t>(rows.normal());
    const auto first = static_cast<std::size_t>(rows.first);
    const int common = (scale[first] + scale[n]) / 2;
    for (std::size_t r = first; r <= n; ++r) scale[r] = common;
  }
}

int speed_scale_of(const Eigen::VectorXd& u, const std::vector<int>& scale) {
  int largest = detail::exponent_of_zero;
  for (Eigen::Index i = 0; i < u.size(); ++i)
    largest = std::max(largest, detail::exponent(u[i]) + scale[static_cast<std::size_t>(i)]);
  return largest < detail::exponent_of_zero / 2 ? 0 : -largest;
}

/// A component too small beside the largest one keeps its sign, not its size.
double scaled_component(double x, int by) {
  const double y = times_power_of_two(x, by);
  return y == 0 && x != 0 ? std::copysign(std::numeric_limits<double>::min(), x) : y;
}

Eigen::Index colliding_contact(const ContactSystem& s) {
  for (std::size_t k = 0; k < s.rows.size(); ++k)
    if (s.u[s.rows[k].normal()] < 0) return static_cast<Eigen::Index>(k);
  return no_contact;
}

/// The row of the turning of the one contact's bodies, behind the others.
void scale_turning(const ContactSpin& spin, ContactSystem& s) {
  const auto m = static_cast<Eigen::Index>(s.scale.size() - 1);
  const auto exponent = [&](Eigen::Index r) { return s.scale[static_cast<std::size_t>(r)]; };
  const ContactRows& rows = s.rows[0];
  s.W.row(m).setZero();
  if (!rows.is_stop())
    s.W(m, rows.first) = times_power_of_two(spin.W_tm, exponent(rows.first) + exponent(m));
  s.W(m, rows.normal()) = times_power_of_two(spin.W_nm, exponent(rows.normal()) + exponent(m));
  s.W(m, m) = times_power_of_two(spin.W_mm, 2 * exponent(m));
  s.W.col(m) = s.W.row(m).transpose();
  s.u[m] = times_power_of_two(spin.u, exponent(m) + s.speed_scale);
}

/// W and u by the scales of the rows.
void scale_rows(const Contacts& c, ContactSystem& s) {
  const Eigen::Index n = c.u.size();
  s.speed_scale = speed_scale_of(c.u, s.scale);
  if (c.spin && c.spin->u != 0)
    s.speed_scale = std::min(s.speed_scale, -(detail::exponent(c.spin->u) + s.scale.back()));
  const Eigen::Index rows = c.spin ? n + 1 : n;
  s.W.resize(rows, rows);
  s.u.resize(rows);
  for (Eigen::Index i = 0; i < n; ++i) {
    const int row = s.scale[static_cast<std::size_t>(i)];
    s.u[i] = scaled_component(c.u[i], row + s.speed_scale);
    for (Eigen::Index j = 0; j < n; ++j)
      s.W(i, j) = times_power_of_two(c.W(i, j), row + s.scale[static_cast<std::size_t>(j)]);
  }
  if (c.spin) scale_turning(*c.spin, s);
}

/// The stick lines in the units of s.
void scale_lines(const Contacts& c, ContactSystem& s) {
  s.lines.clear();
  for (std::size_t k = 0; k < c.stick_lines.size(); ++k) {
    const StickLine& line = c.stick_lines[k];
    const ContactScale scale = contact_scale(s, k);
    s.lines.push_back({times_power_of_two(line.k_s, 2 * scale.n),
                       times_power_of_two(line.u_s, scale.n + scale.c), line.singular});
  }
}

void scale_materials(const std::vector<Contact>& contacts, ContactSystem& s) {
  s.friction.clear();
  s.static_friction.clear();
  s.restitutions.clear();
  s.tangential_restitutions.clear();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ContactScale scale = contact_scale(s, k);
    const bool tangent = !s.rows[k].is_stop();
    const double mu = tangent ? contacts[k].friction.value_or(0) : 0;
    const double mu_s = tangent ? contacts[k].static_friction.value_or(mu) : 0;
    s.friction.push_back(scaled_friction(mu, scale));
    s.static_friction.push_back(scaled_friction(mu_s, scale));
    s.restitutions.push_back(contacts[k].restitution.value_or(0));
    s.tangential_restitutions.push_back(contacts[k].tangential_restitution.value_or(0));
  }
}

/// What only laws of one contact ask for.
void scale_material_of_one(const std::vector<Contact>& contacts, ContactSystem& s) {
  s.stiffness_ratio = 0;
  s.impulse_ratio.reset();
  s.critical_fraction.reset();
  s.two_phases = {};
  if (contacts.size() != 1) return;
  const Contact& contact = contacts[0];
  const ContactScale scale = contact_scale(s, 0);
  const int ratio = scale.n - scale.t;
  s.stiffness_ratio =
      times_power_of_two(contact.stiffness_ratio.value_or(0), -2 * ratio);  // (T16.21)
  if (contact.impulse_ratio) s.impulse_ratio = times_power_of_two(*contact.impulse_ratio, ratio);
  s.critical_fraction = contact.critical_fraction;
  s.two_phases = {s.friction[0],
                  s.restitutions[0],
                  s.tangential_restitutions[0],
                  contact.friction_recovery.value_or(0),
                  contact.moment_compression.value_or(-1),
                  contact.moment_restitution.value_or(-1)};
}

}  // namespace

ContactScale contact_scale(const ContactSystem& s, std::size_t k) {
  const ContactRows& rows = s.rows[k];
  const int n = s.scale[static_cast<std::size_t>(rows.normal())];
  return {rows.is_stop() ? n : s.scale[static_cast<std::size_t>(rows.first)], n, s.speed_scale};
}

Eigen::Index rank_of(Eigen::MatrixXd W) {
  const Eigen::Index n = W.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index i = k; i < n; ++i)
      if (W(i, i) > W(pivot, pivot)) pivot = i;
    if (!(W(pivot, pivot) > singular_pivot)) return k;
    W.row(k).swap(W.row(pivot));
    W.col(k).swap(W.col(pivot));
    for (Eigen::Index i = k + 1; i < n; ++i) {
      const double factor = W(i, k) / W(k, k);
      for (Eigen::Index j = k + 1; j < n; ++j) W(i, j) -= factor * W(k, j);
    }
  }
  return n;
}

ContactSystem contact_system(const Contacts& problem, const std::vector<Contact>& contacts) {
  ContactSystem s;
  contact_system(problem, contacts, s);
  return s;
}

void contact_system(const Contacts& problem, const std::vector<Contact>& contacts,
                    ContactSystem& s) {
  const bool one = contacts.size() == 1;
  s.stop = problem.stop;
  s.rows = problem.rows;
  s.path_points = problem.path_points;
  s.outer.clear();
  s.outer_speed = 0;
  scale_contacts(problem, s.scale);
  if (problem.spin) {
    s.rows[0].turnings = 1;
    s.scale.push_back(row_scale(problem.spin->W_mm));
  }
  scale_rows(problem, s);
  const bool planar = one && problem.rows[0].tangents < 2;
  s.singular = planar ? problem.stick_lines.at(0).singular : rank_of(s.W) < s.W.rows();
  if (one && s.singular) {
    make_common(s.rows, s.scale);
    scale_rows(problem, s);
  }
  scale_lines(problem, s);
  scale_materials(contacts, s);
  scale_material_of_one(contacts, s);
  s.colliding = one ? 0 : colliding_contact(s);
  s.restitution =
      s.colliding == no_contact ? 0 : s.restitutions[static_cast<std::size_t>(s.colliding)];
}

}  // namespace carom
