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

/// One scale for each row; a contact that feels nothing along t or n takes the scale of the other.
std::vector<int> planar_scales(const Eigen::MatrixXd& W) {
  std::vector<int> scale(static_cast<std::size_t>(W.rows()), 0);
  for (std::size_t t = 0; t < scale.size(); t += 2) {
    const auto i = static_cast<Eigen::Index>(t);
    scale[t] = row_scale(W(i, i) != 0 ? W(i, i) : W(i + 1, i + 1));
    scale[t + 1] = row_scale(W(i + 1, i + 1) != 0 ? W(i + 1, i + 1) : W(i, i));
  }
  return scale;
}

/// Both tangents of a contact have one scale, so that the friction cone stays round.
std::vector<int> spatial_scales(const Contacts& c) {
  std::vector<int> scale(static_cast<std::size_t>(c.W.rows()), 0);
  for (const ContactRows& rows : c.rows) {
    const double nn = c.W(rows.normal(), rows.normal());
    double tt = 0;
    for (int r = rows.first; r < rows.normal(); ++r) tt = std::max(tt, c.W(r, r));
    for (int r = rows.first; r < rows.normal(); ++r)
      scale[static_cast<std::size_t>(r)] = row_scale(tt != 0 ? tt : nn);
    scale[static_cast<std::size_t>(rows.normal())] = row_scale(nn != 0 ? nn : tt);
  }
  return scale;
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

/// W and u by the scales of the rows.
void scale_rows(const Contacts& c, ContactSystem& s) {
  const Eigen::Index n = c.u.size();
  s.speed_scale = speed_scale_of(c.u, s.scale);
  s.W.resize(n, n);
  s.u.resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const int row = s.scale[static_cast<std::size_t>(i)];
    s.u[i] = scaled_component(c.u[i], row + s.speed_scale);
    for (Eigen::Index j = 0; j < n; ++j)
      s.W(i, j) = times_power_of_two(c.W(i, j), row + s.scale[static_cast<std::size_t>(j)]);
  }
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
  s.stop = problem.stop;
  s.rows = problem.rows;
  s.path_points = problem.path_points;
  s.scale = problem.in_space ? spatial_scales(problem) : planar_scales(problem.W);
  scale_rows(problem, s);
  s.singular = rank_of(s.W) < s.W.rows();
  if (problem.in_space && s.singular && s.rows.size() == 1) {
    make_common(s.rows, s.scale);
    scale_rows(problem, s);
  }
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ContactScale scale = contact_scale(s, k);
    const bool tangent = !problem.rows[k].is_stop();
    const double mu = tangent ? contacts[k].friction.value_or(0) : 0;
    const double mu_s = tangent ? contacts[k].static_friction.value_or(mu) : 0;
    s.friction.push_back(scaled_friction(mu, scale));
    s.static_friction.push_back(scaled_friction(mu_s, scale));
    s.restitutions.push_back(contacts[k].restitution.value_or(0));
    s.tangential_restitutions.push_back(contacts[k].tangential_restitution.value_or(0));
    if (contacts.size() == 1 && contacts[k].stiffness_ratio)
      s.stiffness_ratio = times_power_of_two(*contacts[k].stiffness_ratio, 2 * (scale.t - scale.n));
  }
  s.colliding = colliding_contact(s);
  if (s.colliding != no_contact)
    s.restitution = contacts[static_cast<std::size_t>(s.colliding)].restitution.value_or(0);
  return s;
}

}  // namespace carom
