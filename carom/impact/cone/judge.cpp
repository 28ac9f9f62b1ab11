#include <carom/impact/cone/judge.hpp>
#include <carom/impact/relative_violation.hpp>

#include <carom/impact/relative_violation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::cone {
namespace {

using Eigen::VectorXd;

/// Slip below this share of its terms has no direction, and no friction is asked to oppose it.
constexpr double rounding_share = 1e-13;

/// Size of the terms of a velocity: at least a share of what the largest impulse would make of it, since what nothing
/// drives has no terms but rounding.
double size_of(double terms, double W_rr, double largest) {
  return std::max(terms, least_terms * W_rr * largest);
}

double share_of(double value, double size) { return size > 0 ? std::abs(value) / size : 0; }

/// Tangential part of a stacked vector.
Tangent tangent_part(const ConeContact& contact, const VectorXd& v) {
  Tangent t = Tangent::Zero();
  for (int j = 0; j < contact.tangents; ++j) t[j] = v[contact.first + j];
  return t;
}

/// The impulse and velocity of one contact under judgement, with what counts as one.
struct Case {
  Tangent p_t{};
  double p_n = 0;
  Tangent w_t{};
  double w_n = 0;
  double t_size = 0;   ///< terms of w_t
  double n_size = 0;   ///< terms of w_n
  double largest = 0;  ///< impulse of the problem
};

/// (T18.2)
double normal_violation(const Condition& condition, const Case& c) {
  const double surplus = c.p_n - condition.least;
  if (condition.normal == NormalRule::given) return share_of(surplus, c.largest);
  const double signs = std::max(share_of(std::min(surplus, 0.0), c.largest),
                                share_of(std::min(c.w_n, 0.0), c.n_size));
  return std::max(signs, std::min(share_of(surplus, c.largest), share_of(c.w_n, c.n_size)));
}

/// (T18.3): the better of sticking inside the cone and slipping along the slip.
double friction_violation(const ConeContact& contact, const Condition& condition, const Case& c) {
  if (contact.tangents == 0) return 0;
  const double limit = contact.friction * c.p_n;
  if (condition.slides) return share_of((c.p_t + limit * condition.slip).norm(), c.largest);
  const double cone = share_of(std::max(c.p_t.norm() - limit, 0.0), c.largest);
  const double slip = c.w_t.norm();
  const double sticks = std::max(share_of(slip, c.t_size), cone);
  if (slip <= rounding_share * c.t_size) return sticks;
  return std::min(sticks, share_of((c.p_t + limit * (c.w_t / slip)).norm(), c.largest));
}

}  // namespace

double residual(const Problem& problem, const VectorXd& p, double largest) {
  if (!p.allFinite()) return std::numeric_limits<double>::infinity();
  const VectorXd w = problem.q + problem.W * p;
  largest = std::max(largest, p.size() > 0 ? p.cwiseAbs().maxCoeff() : 0);
  VectorXd sizes = problem.q.cwiseAbs() + problem.W.cwiseAbs() * p.cwiseAbs();
  // Impulses are found together: a row whose own terms are far smaller cannot be better than the largest.
  if (problem.contacts.size() > 1)
    sizes = sizes.cwiseMax(least_terms * largest * problem.W.diagonal());
  double worst = 0;
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ConeContact& contact = problem.contacts[i];
    const Condition& condition = problem.conditions[i];
    const int n = contact.normal();
    double widest = 0;
    for (int t = contact.first; t < n; ++t) widest = std::max(widest, problem.W(t, t));
    const Case c{.p_t = tangent_part(contact, p),
                 .p_n = p[n],
                 .w_t = tangent_part(contact, w),
                 .w_n = w[n],
                 .t_size = size_of(tangent_part(contact, sizes).norm(), widest, largest),
                 .n_size = size_of(sizes[n], problem.W(n, n), largest),
                 .largest = largest};
    if (condition.normal == NormalRule::absent)
      worst = std::max(worst, share_of(std::hypot(c.p_t.norm(), c.p_n), largest));
    else
      worst = std::max(
          {worst, normal_violation(condition, c), friction_violation(contact, condition, c)});
  }
  return worst;
}

}  // namespace carom::cone
