#include <carom/impact/several_spatial/arc.hpp>

#include <array>
#include <cmath>

namespace carom::several_spatial {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int most_columns = 8;
/// Two columns of the extrapolation that agree to this, against the scale of each component.
constexpr double step_tolerance = 1e-13;

double slip_of(const ConeContact& contact, const VectorXd& z) {
  return z.segment(contact.first, contact.tangents).norm();
}

/// dz/dσ
bool rate_in_sigma(const Arc& arc, const VectorXd& z, VectorXd& rate) {
  if (!slope(arc, z, rate)) return false;
  rate *= pace(arc, z);
  return rate.allFinite();
}

/// Gragg's rule with n substeps, n even.
bool midpoint(const Arc& arc, const VectorXd& z, const VectorXd& first, double sigma, int n,
              VectorXd& end) {
  const double h = sigma / n;
  VectorXd before = z;
  VectorXd now = z + h * first;
  VectorXd rate;
  for (int k = 1; k < n; ++k) {
    if (!rate_in_sigma(arc, now, rate)) return false;
    before += 2 * h * rate;
    before.swap(now);
  }
  if (!rate_in_sigma(arc, now, rate)) return false;
  end = 0.5 * (now + before + h * rate);
  return true;
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
  std::array<VectorXd, most_columns> row;
  VectorXd first;
  if (!rate_in_sigma(arc, z, first)) return false;
  for (int k = 0; k < most_columns; ++k) {
    VectorXd value;
    const int n = 2 * (k + 1);
    if (!midpoint(arc, z, first, sigma, n, value)) return false;
    // Aitken and Neville: the row of n substeps from that of n − 2.
    VectorXd previous;
    for (int j = 0; j < k; ++j) {
      const double ratio = static_cast<double>(n) / (n - 2 * (j + 1));
      previous = value + (value - row[static_cast<std::size_t>(j)]) / (ratio * ratio - 1);
      row[static_cast<std::size_t>(j)].swap(value);
      value.swap(previous);
    }
    row[static_cast<std::size_t>(k)] = value;
    if (k < 1) continue;
    const double error = error_of(arc, z, value, row[static_cast<std::size_t>(k - 1)]);
    if (!(error < 1e3)) return false;
    if (error <= step_tolerance) {
      end.swap(value);
      effort = k + 1;
      return end.allFinite();
    }
  }
  return false;
}

}  // namespace carom::several_spatial
