#include <carom/impact/several_spatial/spring_steps.hpp>
#include <carom/impact/several_spatial/springs.hpp>

#include <algorithm>
#include <cmath>

namespace carom::several_spatial {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

Motion motion_of(const System& system) {
  Motion m{.system = system};
  const std::size_t k = system.contacts.size();
  m.at = {system.u.size(), static_cast<Index>(k)};
  m.speed = system.u.cwiseAbs().maxCoeff();
  m.modes.loads.assign(k, Load::open);
  m.modes.largest.assign(k, 0);
  m.z = VectorXd::Zero(m.at.size());
  m.z.head(m.at.rows) = system.u;
  double longest = 0;
  for (std::size_t i = 0; i < k; ++i) {
    const int n = system.contacts[i].normal();
    const double root = std::sqrt(stiffness_of(system, i) / system.W(n, n));
    m.force = std::max(m.force, m.speed * root);
    longest = std::max(longest, 1 / std::sqrt(stiffness_of(system, i) * system.W(n, n)));
  }
  const double impulse = m.force * longest;
  m.scale.setConstant(m.at.size(), impulse * m.speed);
  m.scale.head(m.at.rows).setConstant(m.speed);
  m.scale.segment(m.at.rows, m.at.contacts).setConstant(m.force);
  m.scale.segment(m.at.rows + m.at.contacts, m.at.contacts).setConstant(m.speed * longest);
  m.scale.segment(m.at.impulse(), m.at.rows).setConstant(impulse);
  m.scale[m.at.time()] = longest;
  return m;
}

/// Momentum, cones, and what each spring kept: (1 − e²) F²/(2 K).
double springs_residual(const Motion& m, const Answer& answer) {
  const VectorXd sizes = m.system.u.cwiseAbs() + m.system.W.cwiseAbs() * answer.p.cwiseAbs();
  const double largest = answer.p.cwiseAbs().maxCoeff();
  double worst = (answer.u_after - m.system.u - m.system.W * answer.p).cwiseAbs().maxCoeff() /
                 sizes.maxCoeff();
  double booked = 0;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    const int n = m.system.contacts[i].normal();
    const double e = m.system.restitution[i];
    const WorkLedger<double>& ledger = answer.ledger[i];
    const double kept =
        0.5 * (1 - e * e) * m.modes.largest[i] * m.modes.largest[i] / stiffness_of(m.system, i);
    const double normal = ledger.normal_compression + ledger.normal_restitution;
    worst = std::max({worst, std::abs(normal + kept) / (largest * sizes.maxCoeff()),
                      -answer.u_after[n] / sizes.maxCoeff(), -answer.p[n] / largest});
    booked += normal + ledger.friction;
  }
  const double work = contact_work(m.system, answer);
  return std::max(worst, std::abs(work - booked) / (largest * sizes.maxCoeff()));
}

Answer answer_of(const Motion& m) {
  Answer answer;
  answer.status = ImpactStatus::solved;
  answer.u_after = m.z.head(m.at.rows);
  answer.p = m.z.segment(m.at.impulse(), m.at.rows);
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    const double loading = m.z[m.at.loading_work(i)];
    answer.ledger.push_back({loading, m.z[m.at.elastic_work(i)], m.z[m.at.friction_work(i)]});
  }
  return answer;
}

/// What was found, unless it breaks the law.
Answer judged(const Motion& m, bool ends) {
  Answer answer = answer_of(m);
  if (ends && answer.p.isZero(0)) {
    answer.status = ImpactStatus::no_impact;
    return answer;
  }
  answer.residual = springs_residual(m, answer);
  if (!ends || !(answer.residual <= cone::accepted_residual)) {
    answer.status = ImpactStatus::no_solution;
    answer.failure = ends ? Failure::inaccurate : Failure::no_termination;
  }
  return answer;
}

}  // namespace

Answer collide_as_springs(const System& system) {
  Motion m = motion_of(system);
  const bool ends = relax_by_implicit_steps(m);
  return judged(m, ends);
}

}  // namespace carom::several_spatial
