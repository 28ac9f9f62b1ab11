#include <carom/impact/several_spatial/extrapolation.hpp>
#include <carom/impact/several_spatial/spring_motion.hpp>

#include <algorithm>

namespace carom::several_spatial {

using Eigen::VectorXd;

bool turns_freely(const Motion& m, std::size_t i) {
  const ConeContact& contact = m.system.contacts[i];
  return m.modes.loads[i] != Load::open && m.modes.friction.holds[i] == Hold::slip &&
         contact.friction > 0 && contact.tangents == 2;
}

double slip_speed(const Motion& m, std::size_t i, const VectorXd& z) {
  const ConeContact& contact = m.system.contacts[i];
  return z.segment(contact.first, contact.tangents).norm();
}

double spring_pace(const Motion& m, const VectorXd& z) {
  double inverse = 1;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i)
    if (turns_freely(m, i)) inverse += m.speed / slip_speed(m, i, z);
  return 1 / inverse;
}

bool spring_slope(const Motion& m, const VectorXd& z, VectorXd& rate) {
  Rates forces;
  spring_forces(m.system, m.at, m.modes, m.held, z, forces);
  if (!forces.finite) return false;
  rate.setZero(m.at.size());
  rate.head(m.at.rows) = forces.a;
  rate.segment(m.at.impulse(), m.at.rows) = forces.p;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    const ConeContact& contact = m.system.contacts[i];
    const int n = contact.normal();
    const bool loads = m.modes.loads[i] == Load::loading;
    rate[m.at.force(i)] = -spring_rate(m.system, m.modes, i) * z[n];
    if (m.modes.loads[i] == Load::open) rate[m.at.gap(i)] = z[n];
    rate[loads ? m.at.loading_work(i) : m.at.elastic_work(i)] = forces.p[n] * z[n];
    rate[m.at.friction_work(i)] = forces.p.segment(contact.first, contact.tangents)
                                      .dot(z.segment(contact.first, contact.tangents));
  }
  rate[m.at.time()] = 1;
  return true;
}

namespace {

/// Two estimates of a step that agree to this, against the scale of each component, are one.
constexpr double spring_tolerance = 1e-13;

/// Slips are compared with themselves: it is their direction that must be right.
double spring_error(const Motion& m, const VectorXd& z, const VectorXd& end,
                    const VectorXd& other) {
  VectorXd scale = m.scale;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i)
    if (turns_freely(m, i))
      for (int t = m.system.contacts[i].first; t < m.system.contacts[i].normal(); ++t)
        scale[t] = std::min(scale[t], 100 * slip_speed(m, i, z));
  return (end - other).cwiseQuotient(scale).cwiseAbs().maxCoeff() / spring_tolerance;
}

}  // namespace

bool spring_step(const Motion& m, const VectorXd& z, double sigma, VectorXd& end, int& effort) {
  const Flow flow{[&](const VectorXd& at, VectorXd& rate) {
                    if (!spring_slope(m, at, rate)) return false;
                    rate *= spring_pace(m, at);
                    return rate.allFinite();
                  },
                  [&](const VectorXd& from, const VectorXd& to, const VectorXd& other) {
                    return spring_error(m, from, to, other);
                  }};
  return extrapolated_step(flow, z, sigma, end, effort);
}

}  // namespace carom::several_spatial
