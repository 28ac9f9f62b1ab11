#include <carom/simulation/resolution.hpp>

#include <cmath>

namespace carom {

Resolution resolution_of(const MotionRun& run) {
  const double gravity = run.scene.model.gravity().norm();
  const double a = gravity > 0 ? gravity : run.speed * run.speed / run.size;
  if (!(a > 0)) return {};
  Resolution r;
  r.speed = resolution_margin * std::sqrt(2 * a * known_gap * run.size);
  r.time = r.speed / a;
  return r;
}

bool comes_clear(const MotionRun& run, double gap, double rate) {
  constexpr double margin = 4;  // it rises by u²/(2 a) at least
  const Resolution resolved = resolution_of(run);
  if (!(rate >= 0) || !(gap < 0) || !(resolved.time > 0)) return rate >= 0;
  return rate * rate >= 2 * margin * resolved.speed / resolved.time * -gap;
}

}  // namespace carom
