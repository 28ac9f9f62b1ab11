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

}  // namespace carom
