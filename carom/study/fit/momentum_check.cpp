#include <carom/study/fit/momentum_check.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

namespace carom {
namespace {

/// A share that an impulse does not explain above which the data are suspect, and the gain that accuses.
constexpr double suspect_share = 0.1;
constexpr double accusing_gain = 0.5;

using Change = std::function<void(ImpactRecords&)>;

void scale_velocities(ImpactRecords& records, std::size_t first, std::size_t last, double factor) {
  for (std::vector<std::array<double, 6>>* velocities : {&records.before, &records.after})
    for (std::array<double, 6>& v : *velocities)
      for (std::size_t k = first; k < last; ++k) v[k] *= factor;
}

void scale_arms(ImpactRecords& records, std::size_t first, std::size_t last, double factor) {
  for (std::array<double, 3>& r : records.arm)
    for (std::size_t k = first; k < last; ++k) r[k] *= factor;
}

/// A mistake that people make, and how to undo it.
struct Mistake {
  std::string_view what{};
  std::string_view remedy{};
  Change undo{};
  double of_gyration = 1;  ///< factor of the radius of gyration that belongs to undoing it
};

std::vector<Mistake> common_mistakes(bool spatial) {
  const std::size_t linear = spatial ? 3 : 2;
  const std::size_t all = spatial ? 6 : 3;
  constexpr double degree = std::numbers::pi / 180;
  return {
      {"the first axis of the velocities points the other way than that of the arms (or the angular velocity has the other sign and the axes are left-handed)",
       "turn its sign, in columns: before: [-NAME, ...] and after: [-NAME, ...]",
       [](ImpactRecords& r) { scale_velocities(r, 0, 1, -1); }},
      {"the angular velocity has the other sign",
       "turn its sign, in columns: before: [..., -NAME] and after: [..., -NAME]",
       [=](ImpactRecords& r) { scale_velocities(r, linear, all, -1); }},
      {"the first axis of the arms points the other way", "turn its sign: arm: [-NAME, ...]",
       [](ImpactRecords& r) { scale_arms(r, 0, 1, -1); }},
      {"the arms point from the contact to the centre", "turn their signs: arm: [-NAME, -NAME]",
       [=](ImpactRecords& r) { scale_arms(r, 0, linear, -1); }},
      {"the angular velocity is in degrees per second", "say so in data: units: {NAME: deg/s}",
       [=](ImpactRecords& r) { scale_velocities(r, linear, all, degree); }},
      {"the arms are in millimetres", "say so in data: units: {NAME: mm}",
       [=](ImpactRecords& r) { scale_arms(r, 0, linear, 1e-3); }},
      {"the arms are in centimetres", "say so in data: units: {NAME: cm}",
       [=](ImpactRecords& r) { scale_arms(r, 0, linear, 1e-2); }},
      {"the velocities are in millimetres per second", "say so in data: units: {NAME: mm/s}",
       [=](ImpactRecords& r) { scale_velocities(r, 0, linear, 1e-3); }},
      {"the velocities are in centimetres per second", "say so in data: units: {NAME: cm/s}",
       [=](ImpactRecords& r) { scale_velocities(r, 0, linear, 1e-2); }},
      {"the radius of gyration is in millimetres", "write its unit: gyration: NUMBER mm",
       [](ImpactRecords&) {}, 1e-3},
      {"the radius of gyration is in centimetres", "write its unit: gyration: NUMBER cm",
       [](ImpactRecords&) {}, 1e-2},
  };
}

std::vector<double> unexplained_shares(const ImpactRecords& records, double gyration) {
  const MeasuredImpacts m = measured_impacts(records, gyration);
  std::vector<double> shares(m.count());
  for (std::size_t i = 0; i < m.count(); ++i) shares[i] = m.unexplained[i] / m.size_after[i];
  return shares;
}

/// Arms that are a tenth to ten times the radius of gyration: what bodies have. With others a balance is no
/// evidence: arms too small by a thousand hide every wrong velocity.
bool plausible_arms(const ImpactRecords& records, double gyration) {
  constexpr double widest = 10;
  std::vector<double> lengths;
  for (const std::array<double, 3>& r : records.arm)
    lengths.push_back(std::hypot(r[0], r[1], r[2]) / gyration);
  const double median = median_of(lengths);
  return median > 1 / widest && median < widest;
}

bool arms_along_normal(const ImpactRecords& records) {
  std::vector<double> along;
  for (const std::array<double, 3>& r : records.arm)
    along.push_back(r[0] * records.normal[0] + r[1] * records.normal[1] + r[2] * records.normal[2]);
  return median_of(along) > 0;
}

double changed_median(ImpactRecords records, double gyration, const Change& change) {
  change(records);
  return unexplained_median(records, gyration);
}

std::optional<DataSuspicion> strongest_suspicion(const ImpactRecords& records, double gyration,
                                                 double median) {
  constexpr double same = 1 + 1e-9;  // rounding
  std::optional<DataSuspicion> strongest;
  bool strongest_along = false;
  if (!(median > suspect_share)) return strongest;
  for (const Mistake& mistake : common_mistakes(records.spatial)) {
    ImpactRecords undone = records;
    mistake.undo(undone);
    const double k = gyration * mistake.of_gyration;
    if (!plausible_arms(undone, k)) continue;
    const double without = unexplained_median(undone, k);
    if (!(without <= accusing_gain * median)) continue;
    // Turned arms and a turned angular velocity balance alike: contacts are below the centre.
    const bool along = arms_along_normal(undone);
    const bool alike = strongest && without <= same * strongest->median;
    if (strongest && without >= strongest->median && !(alike && strongest_along && !along))
      continue;
    strongest = DataSuspicion{mistake.what, mistake.remedy, without};
    strongest_along = along;
  }
  return strongest;
}

/// Shares of the impacts on a grid of k, and each impact's place when the shares of a k are sorted.
struct GyrationScan {
  std::vector<double> gyration{};
  std::vector<std::vector<double>> shares{};
  std::vector<std::vector<std::size_t>> order{};
};

GyrationScan scan_gyration(const ImpactRecords& records, double from, double to,
                           std::size_t steps) {
  GyrationScan scan;
  for (std::size_t k = 0; k < steps; ++k) {
    scan.gyration.push_back(
        from * std::pow(to / from, static_cast<double>(k) / static_cast<double>(steps - 1)));
    scan.shares.push_back(unexplained_shares(records, scan.gyration.back()));
    std::vector<std::size_t> order(records.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return scan.shares.back()[a] < scan.shares.back()[b];
    });
    scan.order.push_back(std::move(order));
  }
  return scan;
}

double weighted_median(const std::vector<double>& values, const std::vector<std::size_t>& order,
                       const Weights& weights) {
  const double half = std::accumulate(weights.begin(), weights.end(), 0.0) / 2;
  double sum = 0;
  for (const std::size_t i : order)
    if ((sum += weights[i]) >= half) return values[i];
  return values[order.back()];
}

double best_of(const GyrationScan& scan, const Weights& weights) {
  std::size_t best = 0;
  double least = weighted_median(scan.shares[0], scan.order[0], weights);
  for (std::size_t k = 1; k < scan.gyration.size(); ++k) {
    const double median = weighted_median(scan.shares[k], scan.order[k], weights);
    if (median < least) {
      least = median;
      best = k;
    }
  }
  return scan.gyration[best];
}

}  // namespace

double unexplained_median(const ImpactRecords& records, double gyration) {
  return median_of(unexplained_shares(records, gyration));
}

double best_gyration(const ImpactRecords& records, double from, double to) {
  constexpr std::size_t steps = 41;
  const Weights ones(records.size(), 1.0);
  const double rough = best_of(scan_gyration(records, from, to, steps), ones);
  const double step = std::pow(to / from, 1.0 / (steps - 1));
  return best_of(
      scan_gyration(records, std::max(from, rough / step), std::min(to, rough * step), steps),
      ones);
}

MomentumCheck check_momentum(const ImpactRecords& records, double gyration, std::size_t resamples,
                             std::uint64_t seed, const Workers& workers) {
  constexpr double wide = 3;  // the scan covers k/3 ... 3 k
  constexpr double near = 1.15;
  constexpr std::size_t near_steps = 57;  // of half a percent
  MomentumCheck check;
  check.unexplained_median = unexplained_median(records, gyration);
  check.noise = 1.4826 * median_of(measured_impacts(records, gyration).unexplained);
  check.mirrored_median =
      changed_median(records, gyration, [](ImpactRecords& r) { scale_velocities(r, 0, 1, -1); });
  check.best_gyration = best_gyration(records, gyration / wide, gyration * wide);
  check.arms_along_normal = arms_along_normal(records);
  check.suspicion = strongest_suspicion(records, gyration, check.unexplained_median);
  // Wrong data have no radius of gyration, nor an interval of it.
  if (resamples == 0 || check.suspicion) return check;
  const double best = check.best_gyration;
  const GyrationScan scan = scan_gyration(records, best / near, best * near, near_steps);
  std::vector<double> draws(resamples);
  parallel_for(workers, "gyration", resamples, [&](std::size_t b) {
    draws[b] = best_of(scan, drawn_weights(records.group, seed, b));
  });
  check.gyration_interval = percentile_interval(draws, 0.95);
  return check;
}

std::vector<ImpactReading> readings(const MeasuredImpacts& m) {
  std::vector<ImpactReading> all;
  for (std::size_t i = 0; i < m.count(); ++i) {
    if (m.spatial) {
      const Eigen::Vector3d& p = m.p[i];
      const Eigen::Vector3d change = m.W[i] * p;
      all.push_back({-(m.u[i][2] + change[2]) / m.u[i][2], p.head<2>().norm() / p[2],
                     p.dot(m.u[i] + change / 2)});
      continue;
    }
    const double t = m.W_tt[i] * m.p_t[i] + m.W_tn[i] * m.p_n[i];
    const double n = m.W_tn[i] * m.p_t[i] + m.W_nn[i] * m.p_n[i];
    all.push_back({-(m.u_n[i] + n) / m.u_n[i], m.p_t[i] / m.p_n[i],
                   m.p_t[i] * (m.u_t[i] + t / 2) + m.p_n[i] * (m.u_n[i] + n / 2)});
  }
  return all;
}

}  // namespace carom
