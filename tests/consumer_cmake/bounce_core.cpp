/// @file
/// Uses the headers of carom::core only: a disc lands with slip and leaves rolling.

#include <carom/core/planar/planar_impact.hpp>
#include <carom/version.hpp>
#include <cstdio>

int main() {
  const carom::Sym2<double> W{.tt = 3, .tn = 0, .nn = 1};
  const carom::Vec2<double> u{.t = 1, .n = -1};
  const carom::ContactLaw<double> law{.friction = 0.5, .restitution = 0.8};
  const auto impact = carom::resolve_planar(W, u, law);
  std::printf("carom %s: %s, u_n = %g m/s\n", carom::version.data(), to_string(impact.mode),
              impact.u_after.n);
  return impact.mode == carom::ImpactMode::stick_in_compression && impact.u_after.n == 0.8 ? 0 : 1;
}
