#include <carom/core/scaling.hpp>
#include <carom/impact/several/contact_system.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

/// A pivot below this share of the unit diagonal is what rounding leaves of zero.
constexpr double singular_pivot = 1e-13;

/// −⌊log₂ W_ii/2⌋; 0 where W_ii = 0.
int row_scale(double diagonal) {
  if (diagonal == 0) return 0;
  const int exponent = std::ilogb(diagonal);
  return -((exponent - (exponent < 0 ? 1 : 0)) / 2);
}

/// One scale for each row; a contact that feels nothing along t or n takes the scale of the other.
std::vector<int> row_scales(const Eigen::MatrixXd& W) {
  std::vector<int> scale(static_cast<std::size_t>(W.rows()), 0);
  for (std::size_t t = 0; t < scale.size(); t += 2) {
    const auto i = static_cast<Eigen::Index>(t);
    scale[t] = row_scale(W(i, i) != 0 ? W(i, i) : W(i + 1, i + 1));
    scale[t + 1] = row_scale(W(i + 1, i + 1) != 0 ? W(i + 1, i + 1) : W(i, i));
  }
  return scale;
}

int speed_scale_of(const Eigen::VectorXd& u, const std::vector<int>& scale) {
  int largest = detail::exponent_of_zero;
  for (Eigen::Index i = 0; i < u.size(); ++i)
    largest = std::max(largest, detail::exponent(u[i]) + scale[static_cast<std::size_t>(i)]);
  return largest < detail::exponent_of_zero / 2 ? 0 : -largest;
}

/// A component too small beside the largest one keeps its sign, not its size.
double scaled_component(double x, int by) {
  const double y = std::ldexp(x, by);
  return y == 0 && x != 0 ? std::copysign(std::numeric_limits<double>::min(), x) : y;
}

Eigen::Index colliding_contact(const Eigen::VectorXd& u) {
  for (Eigen::Index i = 1; i < u.size(); i += 2)
    if (u[i] < 0) return i / 2;
  return no_contact;
}

}  // namespace

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

ContactSystem contact_system(const ContactProblem& problem, const std::vector<Contact>& contacts) {
  ContactSystem s;
  const Eigen::Index n = problem.u.size();
  s.stop = problem.stop;
  s.scale = row_scales(problem.W);
  s.speed_scale = speed_scale_of(problem.u, s.scale);
  s.W.resize(n, n);
  s.u.resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const int row = s.scale[static_cast<std::size_t>(i)];
    s.u[i] = scaled_component(problem.u[i], row + s.speed_scale);
    for (Eigen::Index j = 0; j < n; ++j)
      s.W(i, j) = std::ldexp(problem.W(i, j), row + s.scale[static_cast<std::size_t>(j)]);
  }
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ContactScale scale{s.scale[2 * k], s.scale[2 * k + 1], 0};
    const bool tangent = !problem.normal_only[k];
    const double mu = tangent ? contacts[k].friction.value_or(0) : 0;
    const double mu_s = tangent ? contacts[k].static_friction.value_or(mu) : 0;
    s.friction.push_back(scaled_friction(mu, scale));
    s.static_friction.push_back(scaled_friction(mu_s, scale));
  }
  s.colliding = colliding_contact(s.u);
  if (s.colliding != no_contact)
    s.restitution = contacts[static_cast<std::size_t>(s.colliding)].restitution.value_or(0);
  s.singular = rank_of(s.W) < n;
  return s;
}

}  // namespace carom
