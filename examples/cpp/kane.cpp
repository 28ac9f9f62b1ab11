// Kane & Levinson's double pendulum strikes the floor: what four laws make of its energy.
#include <carom/impact/resolve.hpp>
#include <cstdio>
#include <string>

int main() {
  const carom::ImpactProblem pendulum{
      .contacts = {{.restitution = 0.7, .friction = 0.5, .static_friction = 0.51}},
      .dynamics = carom::GeneralizedSpace{
          .mass = Eigen::MatrixXd{{16, 5.908846518073248}, {5.908846518073248, 4}},
          .velocity = Eigen::VectorXd{{-0.1, -0.2}},
          .rows = {{.tangent = Eigen::VectorXd{{1.8793852415718169, 1.7320508075688774}},
                    .normal = Eigen::VectorXd{{0.6840402866513374, 1.0}}}}}};
  using enum carom::LawId;
  for (const carom::ImpactResult& r :
       carom::resolve(pendulum, {newton, poisson, stronge, whittaker})) {
    const std::string law(carom::law_of(r.law).name);
    std::printf("%-9s  u_n %.4f -> %.4f m/s   energy %+.4f J\n", law.c_str(),
                r.contacts[0].u_before.n, r.contacts[0].u_after.n, r.energy.change);
  }
}
