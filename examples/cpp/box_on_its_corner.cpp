// A cuboid falls on its corner: slip turns during the impact, and laws that look at its ends only miss that.
#include <carom/impact/resolve.hpp>
#include <cstdio>
#include <string>

int main() {
  const carom::ImpactProblem cuboid{
      .contacts = {{.restitution = 0.6, .friction = 0.5}},
      .dynamics =
          carom::ContactSpace{.W = Eigen::MatrixXd{{2.223076923076923, -1.3846153846153846, 0.9},
                                                   {-1.3846153846153846, 3.6769230769230767, 1.2},
                                                   {0.9, 1.2, 6.1}},
                              .u = Eigen::VectorXd{{0.5, 0.2, -1}}}};
  using enum carom::LawId;
  for (const carom::ImpactResult& r :
       carom::resolve(cuboid, {newton, poisson, stronge, whittaker, conventional})) {
    const std::string law(carom::law_of(r.law).name);
    const carom::ContactVector& u = r.contacts[0].u_after;
    std::printf("%-12s  u = (%.4f, %.4f, %.4f) m/s   energy %+.4f J\n", law.c_str(), u.t, u.t2, u.n,
                r.energy.change);
  }
}
