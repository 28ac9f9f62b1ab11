// The end of a falling rod strikes a floor whose friction is uncertain: what comes out, by Stronge's law.
#include <algorithm>
#include <carom/impact/resolve.hpp>
#include <carom/io/sweep_variable.hpp>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

int main() {
  constexpr std::size_t draws = 20000;
  const carom::SweepVariable friction = carom::parse_variables("friction=normal:0.6:0.1").front();
  carom::ImpactProblem rod{
      .contacts = {{.restitution = 0.8, .friction = 0.6}},
      .dynamics = carom::ContactSpace{.W = Eigen::MatrixXd{{2.5, -1.5}, {-1.5, 2.5}},
                                      .u = Eigen::VectorXd{{0.6, -1.0}}}};
  std::map<std::string, int> modes;
  std::vector<double> loss;
  double rebound = 0;
  for (std::size_t i = 0; i < draws; ++i) {
    rod.contacts[0].friction = carom::draw_of(friction, {.seed = 1985, .variable = 0, .draw = i});
    const carom::ImpactResult r = carom::resolve(rod, carom::LawId::stronge);
    ++modes[carom::to_string(r.contacts[0].mode)];
    rebound += r.contacts[0].u_after.n;
    loss.push_back(-r.energy.change);
  }
  std::sort(loss.begin(), loss.end());
  for (const auto& [mode, count] : modes)
    std::printf("%-24s %5.1f %%\n", mode.c_str(), 100.0 * count / draws);
  std::printf("rebound %.4f m/s on average\n", rebound / draws);
  std::printf("lost    %.4f to %.4f J in nine cases of ten\n", loss[1000], loss[19000]);
}
