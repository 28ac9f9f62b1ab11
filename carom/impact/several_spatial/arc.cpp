#include <carom/impact/several_spatial/arc.hpp>
#include <carom/impact/several_spatial/extrapolation.hpp>

#include <algorithm>
#include <cmath>

namespace carom::several_spatial {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// Two columns of the extrapolation that agree to this, against the scale of each component.
constexpr double step_tolerance = 1e-13;

/// dz/dσ
bool rate_in_sigma(const Arc& arc, const VectorXd& z, VectorXd& rate) {
  if (!slope(arc, z, rate)) return false;
  rate *= pace(arc, z);
  return rate.allFinite();
}

/// Slips are compared with themselves: it is their direction that must be right.
double error_of(const Arc& arc, const VectorXd& z, const VectorXd& end, const VectorXd& other) {
  VectorXd scale = arc.scale;
  for (std::size_t i = 0; i < arc.modes.holds.size(); ++i) {
    const ConeContact& contact = arc.system.contacts[i];
    if (arc.modes.holds[i] != Hold::slip || contact.friction == 0) continue;
    const double slip = std::max(slip_of(contact, z), 1e-13 * arc.scale[contact.first]);
    for (int t = contact.first; t < contact.normal(); ++t)
      scale[t] = std::min(scale[t], slip * 100);
  }
  return (end - other).cwiseQuotient(scale).cwiseAbs().maxCoeff();
}

}  // namespace

double slip_of(const ConeContact& contact, const VectorXd& z) {
  return z.segment(contact.first, contact.tangents).norm();
}

bool slope(const Arc& arc, const VectorXd& z, VectorXd& rate) {
  Rates rates;
  const Layout& at = arc.layout;
  held_rates(arc.system, arc.colliding, arc.modes, arc.held, at.u(z), rates);
  if (!rates.finite) return false;
  rate.resize(at.size());
  at.u(rate) = rates.a;
  at.p(rate) = rates.p;
  for (Index i = 0; i < at.contacts; ++i) {
    const ConeContact& contact = arc.system.contacts[static_cast<std::size_t>(i)];
    const int n = contact.normal();
    rate[at.normal_work(i)] = z[n] * rates.p[n];
    rate[at.friction_work(i)] = z.segment(contact.first, contact.tangents)
                                    .dot(rates.p.segment(contact.first, contact.tangents));
  }
  rate[at.eta()] = 1;
  return true;
}

double pace(const Arc& arc, const VectorXd& z) {
  double inverse = 0;
  for (std::size_t i = 0; i < arc.modes.holds.size(); ++i)
    if (arc.modes.holds[i] == Hold::slip && arc.system.contacts[i].friction > 0 &&
        arc.system.contacts[i].tangents == 2)
      inverse += 1 / slip_of(arc.system.contacts[i], z);
  return 1 / inverse;
}

bool take_step(const Arc& arc, const VectorXd& z, double sigma, VectorXd& end, int& effort) {
  const Flow flow{[&](const VectorXd& at, VectorXd& rate) { return rate_in_sigma(arc, at, rate); },
                  [&](const VectorXd& from, const VectorXd& to, const VectorXd& other) {
                    return error_of(arc, from, to, other) / step_tolerance;
                  }};
  if (!arc.stiff) return extrapolated_step(flow, z, sigma, end, effort);
  std::vector<Index> slips;
  std::vector<double> reach;
  for (std::size_t i = 0; i < arc.modes.holds.size(); ++i) {
    const ConeContact& contact = arc.system.contacts[i];
    if (arc.modes.holds[i] != Hold::slip || contact.friction == 0) continue;
    for (int t = contact.first; t < contact.normal(); ++t) {
      slips.push_back(t);
      reach.push_back(slip_of(contact, z));
    }
  }
  return implicit_step(flow, slips, reach, z, sigma, end, effort);
}

}  // namespace carom::several_spatial
