// A law of one's own beside two of carom's: restitution that falls with the speed of approach, as plastic bodies have it.
#include <Eigen/Cholesky>
#include <algorithm>
#include <carom/impact/own_law.hpp>
#include <carom/impact/resolve.hpp>
#include <cmath>
#include <cstdio>
#include <string>

namespace {

/// Below this speed of approach nothing yields, m/s.
constexpr double yield_speed = 0.1;

/// Newton's coefficient e (v/v_y)^(-1/4), and friction against the slip before the impact, as far as it stops it.
Eigen::VectorXd plastic(const carom::Contacts& c, const std::vector<carom::Contact>& materials) {
  const int n = c.rows[0].normal();
  const double approach = -c.u[n];
  const double e =
      *materials[0].restitution * std::pow(std::max(approach / yield_speed, 1.0), -0.25);
  Eigen::VectorXd p = Eigen::VectorXd::Zero(c.u.size());
  p[n] = (1 + e) * approach / c.W(n, n);
  if (c.rows[0].is_stop()) return p;

  const int t = c.rows[0].first;
  p = c.W.llt().solve(Eigen::Vector2d(-c.u[t], (1 + e) * approach));  // ends without slip
  const double mu = *materials[0].friction;
  if (std::abs(p[t]) <= mu * p[n]) return p;
  const double against = c.u[t] > 0 ? -mu : mu;
  p[n] = (1 + e) * approach / (c.W(n, n) + against * c.W(n, t));
  p[t] = against * p[n];
  return p;
}

}  // namespace

int main() {
  const carom::LawId own =
      carom::add_law({.name = "plastic",
                      .title = "Restitution that falls with the speed of approach",
                      .keys = {.static_friction = false},
                      .impulse = plastic});
  for (const double speed : {0.05, 0.5, 5.0}) {
    const carom::ImpactProblem rod{
        .contacts = {{.restitution = 0.8, .friction = 0.3}},
        .dynamics = carom::ContactSpace{.W = Eigen::MatrixXd{{2.5, -1.5}, {-1.5, 2.5}},
                                        .u = Eigen::VectorXd{{0.6 * speed, -speed}}}};
    using enum carom::LawId;
    for (const carom::ImpactResult& r : carom::resolve(rod, {stronge, newton, own})) {
      const std::string law(carom::law_of(r.law).name);
      std::printf("%-8s  u_n %.3f -> %.4f m/s   p = (%.4f, %.4f) N s   energy %+.5f J\n",
                  law.c_str(), r.contacts[0].u_before.n, r.contacts[0].u_after.n,
                  r.contacts[0].impulse.t, r.contacts[0].impulse.n, r.energy.change);
    }
  }
}
