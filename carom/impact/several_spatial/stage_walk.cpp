#include <carom/impact/several_spatial/extrapolation.hpp>
#include <carom/impact/several_spatial/stage_walk.hpp>

#include <algorithm>

namespace carom::several_spatial {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// Two columns of the extrapolation agree to this.
constexpr double change_tolerance = 1e-11;
/// The rest of a stage, as a share, that is one straight bit: slip stops there.
constexpr double last_bit = 1e-9;
/// The same after slip has begun.
constexpr double begun_bit = 1e-7;

int normal_of(const StageAt& stage) {
  return stage.system.contacts[static_cast<std::size_t>(stage.colliding)].normal();
}

/// A point as one vector, and back.
VectorXd changes_packed(const Point& point) {
  const Index m = point.u.size();
  const Index k = point.dwork.size();
  VectorXd z(2 * m + 1 + (2 * m + 1) * k);
  z << point.u, point.p, point.work, point.du.reshaped(), point.dp.reshaped(),
      point.dwork.transpose();
  return z;
}

Point changes_unpacked(const VectorXd& z, Index m, Index k) {
  Point point{z.head(m), z.segment(m, m), z[2 * m], {}, {}, {}};
  point.du = z.segment(2 * m + 1, m * k).reshaped(m, k);
  point.dp = z.segment(2 * m + 1 + m * k, m * k).reshaped(m, k);
  point.dwork = z.tail(k).transpose();
  return point;
}

/// dz/dη
bool change_slope(const StageAt& stage, const VectorXd& z, VectorXd& rate) {
  const Index m = stage.columns.rows;
  const Point at = changes_unpacked(z, m, stage.columns.count());
  Rates rates;
  held_rates(stage.system, stage.colliding, stage.modes, stage.held, at.u, rates);
  if (!rates.finite) return false;
  const RateSlopes slopes = rate_slopes(stage, at.u, at.du, rates);
  rate = changes_packed(
      {rates.a, rates.p, at.u[normal_of(stage)], slopes.a, slopes.p, at.du.row(normal_of(stage))});
  return rate.allFinite();
}

double change_error(const VectorXd& end, const VectorXd& other) {
  const VectorXd size = end.cwiseAbs().cwiseMax(1e-3 * end.cwiseAbs().maxCoeff());
  return (end - other).cwiseQuotient(size).cwiseAbs().maxCoeff() / change_tolerance;
}

/// dz/dη of a stage, for the steps of the extrapolation.
Flow flow_of(const StageAt& stage) {
  return {[&](const VectorXd& z, VectorXd& rate) { return change_slope(stage, z, rate); },
          [](const VectorXd&, const VectorXd& end, const VectorXd& other) {
            return change_error(end, other);
          }};
}

bool slip_begins(const StageAt& stage, const VectorXd& u) {
  for (std::size_t i = 0; i < stage.modes.holds.size(); ++i) {
    const ConeContact& contact = stage.system.contacts[i];
    if (stage.modes.holds[i] == Hold::slip && contact.friction > 0 && contact.tangents == 2 &&
        u.segment(contact.first, 2).norm() == 0)
      return true;
  }
  return false;
}

/// Shortens the step from z until the rate of the released normal is zero at its end.
bool shorten(const StageAt& stage, const VectorXd& z, int released, double& step, VectorXd& end) {
  const Flow flow = flow_of(stage);
  const auto rate_at = [&](const VectorXd& at) {
    return rates_at(stage, at.head(stage.columns.rows)).p[released];
  };
  double low = 0;
  double high = step;
  double low_rate = rate_at(z);
  double high_rate = rate_at(end);
  int effort = 0;
  for (int k = 0; k < 60 && high - low > 1e-12 * high; ++k) {
    const double share = k % 3 == 2 ? 0.5 : low_rate / (low_rate - high_rate);
    step = low + std::clamp(share, 1e-3, 1 - 1e-3) * (high - low);
    if (!extrapolated_step(flow, z, step, end, effort)) return false;
    const double rate = rate_at(end);
    (rate > 0 ? low : high) = step;
    (rate > 0 ? low_rate : high_rate) = rate;
  }
  return true;
}

}  // namespace

Rates rates_at(const StageAt& stage, const VectorXd& u) {
  Rates rates;
  held_rates(stage.system, stage.colliding, stage.modes, stage.held, u, rates);
  return rates;
}

bool walk_stage(const StageAt& stage, Way& way, Point& point) {
  const Flow flow = flow_of(stage);
  way.rates = rates_at(stage, point.u);
  if (way.length <= 0) return way.rates.finite;
  VectorXd z = changes_packed(point);
  VectorXd rate;
  if (!change_slope(stage, z, rate)) return false;
  const bool begins = slip_begins(stage, point.u);
  double step = begins ? begun_bit * way.length : way.length;
  if (begins) {
    z += step * rate;
    way.walked = step;
  }
  bool released = false;
  for (int k = 0; k < 2000 && !released; ++k) {
    const double left = way.length - way.walked;
    if (left <= last_bit * way.length) break;
    step = std::min(step, left);
    VectorXd end;
    int effort = 0;
    if (!extrapolated_step(flow, z, step, end, effort)) {
      step *= 0.4;
      continue;
    }
    released =
        way.released >= 0 && rates_at(stage, end.head(stage.columns.rows)).p[way.released] <= 0;
    if (released && !shorten(stage, z, way.released, step, end)) return false;
    z = end;
    way.walked += step;
    step = next_length(step, effort);
  }
  const double left = way.length - way.walked;
  if (!released && (left > last_bit * way.length || !change_slope(stage, z, rate))) return false;
  way.rates = rates_at(stage, z.head(stage.columns.rows));
  if (!released) {
    z += left * rate;
    way.walked = way.length;
  }
  point = changes_unpacked(z, stage.columns.rows, stage.columns.count());
  return true;
}

}  // namespace carom::several_spatial
