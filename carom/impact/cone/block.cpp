#include <carom/impact/cone/block.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::cone {
namespace {

/// The secular equations are solved to rounding; Newton needs some six steps, bisection the rest.
constexpr int most_secular_steps = 60;
constexpr double secular_tolerance = 4 * std::numeric_limits<double>::epsilon();

/// Eigenvectors of a symmetric 2 × 2 matrix by one rotation.
Spectrum spectrum(const Eigen::Matrix2d& M) {
  const double half = 0.5 * (M(0, 0) - M(1, 1));
  const double angle = 0.5 * std::atan2(M(0, 1), half);
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  const double mean = 0.5 * (M(0, 0) + M(1, 1));
  const double radius = std::hypot(half, M(0, 1));
  const double smaller = (M(0, 0) * M(1, 1) - M(0, 1) * M(0, 1)) / (mean + radius);
  Spectrum result;
  result.V << c, -s, s, c;
  result.values = Tangent(mean + radius, std::max(smaller, 0.0));
  return result;
}

/// −(M + λ)⁻¹ c with c in the eigenvectors of M.
Tangent shifted(const Spectrum& M, double lambda, const Tangent& c) {
  return -c.cwiseQuotient((M.values.array() + lambda).matrix());
}

/// The least of ½ x·A x + c·x in the disc |x| ≤ radius.
Tangent least_in_disc(const Spectrum& A, const Tangent& c, double radius) {
  if (radius <= 0) return Tangent::Zero();
  const Tangent rotated = A.V.transpose() * c;
  Tangent x = shifted(A, 0, rotated);
  double lambda = 0;
  // Newton's steps on 1/|x| − 1/radius grow towards the root from λ = 0.
  for (int k = 0; k < most_secular_steps && !(x.norm() <= radius); ++k) {
    const double size = x.norm();
    if (!std::isfinite(size)) {
      lambda = std::max(2 * lambda, std::numeric_limits<double>::min());
    } else {
      const double slope =
          (x.array().square() / (A.values.array() + lambda)).sum() / (size * size * size);
      const double step = (1 / radius - 1 / size) / slope;
      lambda += step;
      x = shifted(A, lambda, rotated);
      if (step <= secular_tolerance * lambda) break;
      continue;
    }
    x = shifted(A, lambda, rotated);
  }
  return A.V * x;
}

/// A contact that slides along d: a single unknown.
BlockImpulse on_ray(const Block& block, const Condition& condition, double q_n) {
  const double h = block.W_nn - block.friction * block.b.dot(condition.slip);
  double n = condition.least;
  if (condition.normal == NormalRule::unilateral && q_n + h * n < 0)
    n = std::max(n, -q_n / (h > 0 ? h : block.W_nn));
  return {-block.friction * n * condition.slip, n};
}

/// The contact with wₙ = 0 as a function of λ (T18.13).
struct Held {
  const Block& block;
  double q_n;
  Tangent c;  ///< q_t − b qₙ/W_nn in the eigenvectors of S
  Tangent b;  ///< b there

  Tangent x(double lambda) const { return shifted(block.of_S, lambda, c); }
  double p_n(const Tangent& x) const { return -(q_n + b.dot(x)) / block.W_nn; }
  double outside(double lambda) const {
    const Tangent at = x(lambda);
    return at.norm() - block.friction * p_n(at);
  }
  double slope(double lambda) const {
    const Tangent at = x(lambda);
    const Tangent rate = -at.cwiseQuotient((block.of_S.values.array() + lambda).matrix());
    const double size = at.norm();
    return (size > 0 ? at.dot(rate) / size : 0) + block.friction * b.dot(rate) / block.W_nn;
  }
};

/// λ > 0 at which the impulse is on the cone: it is outside at 0 and inside far away.
double where_it_slips(const Held& held) {
  double low = 0;
  double high = held.block.of_S.values.maxCoeff();
  while (held.outside(high) > 0 && std::isfinite(high)) {
    low = high;
    high *= 8;
  }
  double lambda = low > 0 ? low : 0.5 * high;
  for (int k = 0; k < most_secular_steps; ++k) {
    const double value = held.outside(lambda);
    (value > 0 ? low : high) = lambda;
    double next = lambda - value / held.slope(lambda);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - lambda) <= secular_tolerance * lambda) return next;
    lambda = next;
  }
  return lambda;
}

/// wₙ = 0 with friction in the disc of μ pₙ: by bisection and secants in pₙ ≥ l, where wₙ(l) < 0.
BlockImpulse by_normal_impulse(const Block& block, double l, const Tangent& q_t, double q_n) {
  const auto at = [&](double n) {
    return BlockImpulse{least_in_disc(block.of_A, q_t + n * block.b, block.friction * n), n};
  };
  const auto w_n = [&](const BlockImpulse& p) { return q_n + block.W_nn * p.n + block.b.dot(p.t); };
  double low = l;
  double high = std::max(2 * l, -2 * q_n / block.W_nn);
  for (int k = 0; k < most_secular_steps && w_n(at(high)) < 0; ++k) high *= 2;
  for (int k = 0; k < most_secular_steps; ++k) {
    const double middle = 0.5 * (low + high);
    (w_n(at(middle)) < 0 ? low : high) = middle;
  }
  return at(high);
}

BlockImpulse in_cone(const Block& block, double l, const Tangent& q_t, double q_n) {
  const BlockImpulse least{least_in_disc(block.of_A, q_t + l * block.b, block.friction * l), l};
  if (q_n + block.W_nn * l + block.b.dot(least.t) >= 0) return least;
  const Held held{block, q_n, block.of_S.V.transpose() * (q_t - block.b * (q_n / block.W_nn)),
                  block.of_S.V.transpose() * block.b};
  const double lambda = held.outside(0) > 0 ? where_it_slips(held) : 0;
  const Tangent x = held.x(lambda);
  const BlockImpulse p{block.of_S.V * x, held.p_n(x)};
  if (p.n >= l && std::isfinite(p.n) && p.t.allFinite()) return p;
  return by_normal_impulse(block, l, q_t, q_n);
}

}  // namespace

Block block_of(const Eigen::MatrixXd& W, const ConeContact& contact) {
  Block block;
  const int n = contact.normal();
  block.W_nn = W(n, n);
  block.friction = contact.tangents > 0 ? contact.friction : 0;
  block.A = Eigen::Matrix2d::Identity() *
            (contact.tangents > 0 ? W(contact.first, contact.first) : block.W_nn);
  block.b.setZero();
  for (int i = 0; i < contact.tangents; ++i) {
    block.b[i] = W(contact.first + i, n);
    for (int j = 0; j < contact.tangents; ++j)
      block.A(i, j) = W(contact.first + i, contact.first + j);
  }
  block.of_A = spectrum(block.A);
  block.of_S = spectrum(block.A - block.b * block.b.transpose() / block.W_nn);
  return block;
}

BlockImpulse solve_block(const Block& block, const Condition& condition, const Tangent& q_t,
                         double q_n) {
  if (condition.slides || block.friction == 0) return on_ray(block, condition, q_n);
  if (condition.normal == NormalRule::unilateral) return in_cone(block, condition.least, q_t, q_n);
  const double l = condition.least;
  return {least_in_disc(block.of_A, q_t + l * block.b, block.friction * l), l};
}

}  // namespace carom::cone
