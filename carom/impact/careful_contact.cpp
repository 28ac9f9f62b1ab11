#include <carom/core/routh_path.hpp>
#include <carom/impact/careful_contact.hpp>
#include <carom/impact/one_contact.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

using S = TwoDoubles;

/// Mechanisms with more coordinates stay with one double: the factors of M in two take n³/6 long operations.
constexpr Eigen::Index careful_coordinates = 200;

/// What an impulse does: W = YᵀY with L Y = Jᵀ and M = L Lᵀ, and M⁻¹ Jᵀ.
struct CarefulResponse {
  Sym2<S> W{};
  std::vector<Vec2<S>> velocity{};  ///< rows of M⁻¹ Jᵀ
};

CarefulResponse careful_response(const CarefulMechanism& m) {
  const std::size_t n = m.jacobian.size();
  std::vector<S> L(n * n);  // row by row
  std::vector<Vec2<S>> Y = m.jacobian;
  const auto less = [&](const Vec2<S>& y, std::size_t row, std::size_t column, const Vec2<S>& x) {
    const S& factor = L[row * n + column];
    return Vec2<S>{y.t - factor * x.t, y.n - factor * x.n};
  };
  const auto over = [&](const Vec2<S>& y, std::size_t i) {
    return Vec2<S>{y.t / L[i * n + i], y.n / L[i * n + i]};
  };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      S rest = m.mass[i * n + j];
      for (std::size_t k = 0; k < j; ++k) rest = rest - L[i * n + k] * L[j * n + k];
      L[i * n + j] = i == j ? sqrt(rest) : rest / L[j * n + j];
    }
    for (std::size_t k = 0; k < i; ++k) Y[i] = less(Y[i], i, k, Y[k]);
    Y[i] = over(Y[i], i);
  }
  CarefulResponse r;
  for (const Vec2<S>& y : Y) r.W = {r.W.tt + y.t * y.t, r.W.tn + y.t * y.n, r.W.nn + y.n * y.n};
  r.velocity = Y;
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k)
      r.velocity[i] = less(r.velocity[i], k, i, r.velocity[k]);
    r.velocity[i] = over(r.velocity[i], i);
  }
  return r;
}

/// The same without what rounding has left of zero.
CarefulResponse settled(CarefulResponse r) {
  if (std::abs(r.W.tn.high) <=
      rounding_of_careful_sums * std::sqrt(r.W.tt.high) * std::sqrt(r.W.nn.high))
    r.W.tn = S(0);
  Vec2<double> largest{};
  for (const Vec2<S>& v : r.velocity)
    largest = {std::max(largest.t, std::abs(v.t.high)), std::max(largest.n, std::abs(v.n.high))};
  for (Vec2<S>& v : r.velocity) {
    if (std::abs(v.t.high) <= rounding_of_careful_sums * largest.t) v.t = S(0);
    if (std::abs(v.n.high) <= rounding_of_careful_sums * largest.n) v.n = S(0);
  }
  return r;
}

/// u = J q̇ − surface velocity (T1.1), zero and projected where c.u is.
Vec2<S> careful_velocity(const CarefulMechanism& m, const Sym2<S>& W, const ContactProblem& c) {
  Vec2<S> u{S(-c.surface_velocity[0]), S(-c.surface_velocity[1])};
  for (std::size_t j = 0; j < m.jacobian.size(); ++j) {
    const S rate(m.velocity[static_cast<Eigen::Index>(j)]);
    u = u + Vec2<S>{m.jacobian[j].t * rate, m.jacobian[j].n * rate};
  }
  if (c.projection) u = {u.t - W.tn / W.nn * u.n, S(0)};
  return {c.u[0] == 0 ? S(0) : u.t, c.u[1] == 0 ? S(0) : u.n};
}

/// Σⱼ|Jᵢⱼ q̇ⱼ| and the surface's
Vec2<double> size_of_terms(const CarefulMechanism& m, const ContactProblem& c) {
  Vec2<double> size{std::abs(c.surface_velocity[0]), std::abs(c.surface_velocity[1])};
  for (std::size_t j = 0; j < m.jacobian.size(); ++j) {
    const double rate = m.velocity[static_cast<Eigen::Index>(j)];
    size.t += std::abs(m.jacobian[j].t.high * rate);
    size.n += std::abs(m.jacobian[j].n.high * rate);
  }
  return size;
}

/// Of parallel rows only a surface that moves gives a velocity outside the range of W: anything else is rounding.
void take_into_range(const CarefulMechanism& m, ContactProblem& c) {
  const double lever = c.W(0, 1) / c.W(1, 1);
  const Vec2<double> terms = size_of_terms(m, c);
  const double allowed = rounding_of_sums * (terms.t + std::abs(lever) * terms.n);
  const double within = lever * c.u[1];
  const double off = std::abs(c.u[0] - within);
  if (off <= rounding_of_sums * std::abs(within)) return;
  if (!c.surface_moves || off <= allowed) c.u[0] = within;
}

}  // namespace

bool wants_care(const ContactProblem& c, const std::vector<Contact>& contacts) {
  return c.W.rows() == 2 && !c.normal_only[0] && c.velocity->size() <= careful_coordinates &&
         normalised(c, contacts[0], 0).careful;
}

void add_careful(const CarefulMechanism& mechanism, ContactProblem& c) {
  const CarefulResponse response = settled(careful_response(mechanism));
  CarefulContact careful{.W = response.W};
  careful.u = careful_velocity(mechanism, careful.W, c);
  const bool fits = std::isfinite(singularity(careful.W).high) && careful.W.nn.high > 0 &&
                    std::isfinite(careful.u.t.high) && std::isfinite(careful.u.n.high);
  if (!fits) return;
  c.W << careful.W.tt.high, careful.W.tn.high, careful.W.tn.high, careful.W.nn.high;
  c.u << careful.u.t.high, careful.u.n.high;
  for (std::size_t i = 0; i < response.velocity.size(); ++i)
    c.response->row(static_cast<Eigen::Index>(i)) << response.velocity[i].t.high,
        response.velocity[i].n.high;
  if (is_singular(careful.W))
    take_into_range(mechanism, c);
  else
    c.careful = careful;
}

}  // namespace carom
