#include <carom/impact/several_spatial/spring_motion.hpp>

#include <algorithm>
#include <cmath>

namespace carom::several_spatial {

/// Forces and speeds below this share of those of the problem are rounding.
constexpr double relaxed = 1e-13;

double stiffness_of(const System& system, std::size_t i) {
  return system.stiffness.empty() ? 1 : system.stiffness[i];
}

double spring_rate(const System& system, const SpringModes& modes, std::size_t i) {
  const double e = system.restitution[i];
  switch (modes.loads[i]) {
    case Load::loading: return stiffness_of(system, i);
    case Load::elastic: return stiffness_of(system, i) / (e * e);
    case Load::open:
    case Load::rigid: return 0;
  }
  return 0;
}

double unit_of_time(const Motion& m) {
  double sum = 0;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    const int n = m.system.contacts[i].normal();
    const double k = std::max(spring_rate(m.system, m.modes, i), stiffness_of(m.system, i));
    sum += m.system.W(n, n) * k;
  }
  return 1 / std::sqrt(sum);
}

bool is_relaxed(const Motion& m) {
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    const int n = m.system.contacts[i].normal();
    const bool pressed = m.modes.loads[i] == Load::loading || m.modes.loads[i] == Load::elastic;
    if (pressed && m.z[m.at.force(i)] > relaxed * m.force) return false;
    if (m.modes.loads[i] != Load::rigid && m.z[n] < -relaxed * m.speed) return false;
  }
  return true;
}

}  // namespace carom::several_spatial
