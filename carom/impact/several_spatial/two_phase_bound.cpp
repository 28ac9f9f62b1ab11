#include <carom/impact/several_spatial/two_phase_bound.hpp>

#include <algorithm>
#include <cmath>

namespace carom::several_spatial {

double bound_excess(const TwoPhases& phases, double e) {
  const Eigen::VectorXd& p_C = phases.p_C;
  const double bound = (1 + e) * p_C.dot(phases.u_C) - 0.5 * (1 - e * e) * p_C.dot(phases.W * p_C);
  const double work = 0.5 * phases.p.dot(phases.u + phases.u_after);
  const double size =
      0.5 * phases.p.cwiseAbs().dot(phases.u.cwiseAbs() + phases.u_after.cwiseAbs()) +
      std::abs(bound);
  return size > 0 ? std::max(work - bound, bound) / size : 0;
}

}  // namespace carom::several_spatial
