#include <carom/multibody/planar/kinematics.hpp>
#include <carom/study/fit/extraction.hpp>
#include <carom/study/fit/measured_impacts.hpp>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <stdexcept>

namespace carom {
namespace {

/// The samples of one trajectory, less what the stated acceleration does to them. Times count from the first one.
struct Trajectory {
  std::string group{};
  double start = 0;         ///< time of the first sample, s
  std::vector<double> t{};  ///< s
  std::array<std::vector<double>, 3> x{};

  std::size_t size() const { return t.size(); }
};

std::vector<Trajectory> trajectories_of(const StatedExtraction& stated) {
  std::vector<Trajectory> all;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < stated.t.size(); ++i) {
    const auto [place, is_new] = known.emplace(stated.group[i], all.size());
    if (is_new) all.push_back({.group = stated.group[i], .start = stated.t[i]});
    Trajectory& one = all[place->second];
    const double t = stated.t[i] - one.start;
    one.t.push_back(t);
    for (std::size_t c = 0; c < 3; ++c) {
      const double a = c < 2 ? stated.gravity[static_cast<Eigen::Index>(c)] : 0;
      one.x[c].push_back(stated.pose[c][i] - a * t * t / 2);
    }
  }
  return all;
}

/// (T19.11) less the acceleration's part, for one τ.
struct Bend {
  double tau = 0;
  Eigen::Matrix3d unknowns{};  ///< by row x_τ, v⁻, v⁺; by column the coordinates
  Eigen::Vector3d squares = Eigen::Vector3d::Zero();  ///< Σ residual² of every coordinate
};

/// A misfit above which one impact between two flights is not what happened.
constexpr double bad_misfit = 2;

using Weights3 = Eigen::Vector3d;  ///< 1/σ²

/// Sums over samples: the normal matrix of (1, min(s, 0), max(s, 0)) and the right-hand sides.
Bend bend_at(const Trajectory& path, double tau, std::size_t first, std::size_t last) {
  Eigen::Matrix3d A = Eigen::Matrix3d::Zero();
  Eigen::Matrix3d b = Eigen::Matrix3d::Zero();
  for (std::size_t i = first; i < last; ++i) {
    const double s = path.t[i] - tau;
    const Eigen::Vector3d row(1, std::min(s, 0.0), std::max(s, 0.0));
    A += row * row.transpose();
    for (std::size_t c = 0; c < 3; ++c) b.col(static_cast<Eigen::Index>(c)) += path.x[c][i] * row;
  }
  Bend bend{.tau = tau, .unknowns = A.ldlt().solve(b)};
  for (std::size_t i = first; i < last; ++i) {
    const double s = path.t[i] - tau;
    const Eigen::Vector3d row(1, std::min(s, 0.0), std::max(s, 0.0));
    for (std::size_t c = 0; c < 3; ++c) {
      const auto k = static_cast<Eigen::Index>(c);
      bend.squares[k] += std::pow(path.x[c][i] - row.dot(bend.unknowns.col(k)), 2);
    }
  }
  return bend;
}

/// Σ S_c/σ_c²; where σ is not known yet, the likelihood's Σ log S_c.
double badness(const Bend& bend, const std::optional<Weights3>& weights, const Weights3& tiny) {
  if (weights) return weights->dot(bend.squares);
  return (bend.squares + tiny).array().log().sum();
}

/// Far below the noise of any camera: keeps exact data from a logarithm of 0.
Weights3 tiny_squares(const Trajectory& path) {
  Weights3 tiny;
  for (std::size_t c = 0; c < 3; ++c) {
    const auto [lo, hi] = std::minmax_element(path.x[c].begin(), path.x[c].end());
    tiny[static_cast<Eigen::Index>(c)] =
        static_cast<double>(path.size()) * (std::pow(1e-9 * (*hi - *lo), 2) + 1e-24);
  }
  return tiny;
}

/// The part of a trajectory that is looked at.
struct Part {
  std::size_t first = 0, last = 0;
};

/// The best τ in (t[a], t[b]): the best of some points between all samples, then by golden sections.
Bend best_bend(const Trajectory& path, const Part& part, std::size_t least,
               const std::optional<Weights3>& weights) {
  constexpr int points = 4;
  constexpr double golden = 0.6180339887498949;
  constexpr int sections = 45;  // to 4e-10 of an interval between samples
  const Weights3 tiny = tiny_squares(path);
  const auto at = [&](double tau) { return bend_at(path, tau, part.first, part.last); };
  const std::size_t a = part.first + least - 1;
  const std::size_t b = part.last - least;
  double best = path.t[a];
  double least_badness = std::numeric_limits<double>::infinity();
  double step = 0;
  for (std::size_t i = a; i < b; ++i)
    for (int k = 0; k < points; ++k) {
      const double h = (path.t[i + 1] - path.t[i]) / points;
      const double tau = path.t[i] + (k + 0.5) * h;
      const double bad = badness(at(tau), weights, tiny);
      if (bad < least_badness) {
        least_badness = bad;
        best = tau;
        step = h;
      }
    }
  double lo = std::max(best - step, path.t[a]);
  double hi = std::min(best + step, path.t[b]);
  for (int k = 0; k < sections; ++k) {
    const double left = hi - golden * (hi - lo);
    const double right = lo + golden * (hi - lo);
    if (badness(at(left), weights, tiny) < badness(at(right), weights, tiny))
      hi = right;
    else
      lo = left;
  }
  return at((lo + hi) / 2);
}

/// At most `window` samples on each side of τ.
Part around(const Trajectory& path, double tau, std::optional<std::size_t> window) {
  Part part{0, path.size()};
  if (!window) return part;
  const auto split = static_cast<std::size_t>(std::upper_bound(path.t.begin(), path.t.end(), tau) -
                                              path.t.begin());
  part.first = split > *window ? split - *window : 0;
  part.last = std::min(path.size(), split + *window);
  return part;
}

/// Standard errors of (x_τ, v⁻, v⁺) of every coordinate and τ together, by the curvature of the sum of squares.
Eigen::VectorXd standard_errors(const Trajectory& path, const Bend& bend, const Part& part,
                                const Weights3& noise) {
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(10, 10);
  for (std::size_t i = part.first; i < part.last; ++i) {
    const double s = path.t[i] - bend.tau;
    const Eigen::Vector3d row(1, std::min(s, 0.0), std::max(s, 0.0));
    for (Eigen::Index c = 0; c < 3; ++c) {
      Eigen::VectorXd slope = Eigen::VectorXd::Zero(10);
      slope.segment<3>(3 * c) = row;
      slope[9] = -bend.unknowns(s < 0 ? 1 : 2, c);
      H += slope * slope.transpose() / (noise[c] * noise[c]);
    }
  }
  const Eigen::VectorXd variances = H.completeOrthogonalDecomposition().pseudoInverse().diagonal();
  return variances.cwiseMax(0.0).cwiseSqrt();
}

/// S of a curve without a bend, per coordinate.
Eigen::Vector3d straight_squares(const Trajectory& path, const Part& part) {
  const std::size_t n = part.last - part.first;
  Eigen::MatrixXd A(static_cast<Eigen::Index>(n), 2);
  Eigen::MatrixXd x(static_cast<Eigen::Index>(n), 3);
  for (std::size_t i = 0; i < n; ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    A.row(row) << 1, path.t[part.first + i];
    for (std::size_t c = 0; c < 3; ++c)
      x(row, static_cast<Eigen::Index>(c)) = path.x[c][part.first + i];
  }
  return (x - A * A.colPivHouseholderQr().solve(x)).colwise().squaredNorm().transpose();
}

/// The contact of a shape against a floor: its lowest point.
std::array<double, 2> arm_of(const Shape& shape, double angle, const Eigen::Vector2d& normal) {
  const Eigen::Vector2d x = direction(angle);
  const Eigen::Vector2d n(x.dot(normal), perp(x).dot(normal));  // in the body's frame
  Eigen::Vector2d lowest = Eigen::Vector2d::Zero();
  if (shape.rim)
    lowest = -*shape.rim * n;
  else if (shape.semi_axes)
    lowest = lowest_point(*shape.semi_axes, n);
  else
    lowest = std::min_element(shape.corners.begin(), shape.corners.end(),
                              [&](const NamedPoint& a, const NamedPoint& b) {
                                return a.point.dot(n) < b.point.dot(n);
                              })
                 ->point;
  const Eigen::Vector2d arm = lowest - shape.centroid;
  const Eigen::Vector2d turned = arm.x() * x + arm.y() * perp(x);
  return {turned.x(), turned.y()};
}

/// A trajectory with the bend that was found in it.
struct Found {
  const Trajectory* path = nullptr;
  Part part{};
  Bend bend{};

  double freedom() const { return static_cast<double>(3 * (part.last - part.first)) - 10; }
};

/// σ² of every coordinate: the median over the trajectories, so that a bad one does not count.
Weights3 pooled_noise(const std::vector<Found>& found) {
  Weights3 noise;
  for (Eigen::Index c = 0; c < 3; ++c) {
    std::vector<double> variances;
    for (const Found& f : found)
      variances.push_back(f.bend.squares[c] / std::max(1.0, f.freedom() / 3));
    noise[c] = std::sqrt(median_of(variances)) + std::sqrt(tiny_squares(*found[0].path)[c]);
  }
  return noise;
}

ExtractedImpact impact_of(const StatedExtraction& stated, const Found& f, const Weights3& noise) {
  const Bend& bend = f.bend;
  ExtractedImpact impact{.group = f.path->group, .t = f.path->start + bend.tau};
  const Eigen::VectorXd errors = standard_errors(*f.path, bend, f.part, noise);
  for (std::size_t c = 0; c < 3; ++c) {
    const auto k = static_cast<Eigen::Index>(c);
    const double a = c < 2 ? stated.gravity[k] : 0;
    impact.pose[c] = bend.unknowns(0, k) + a * bend.tau * bend.tau / 2;
    impact.before[c] = bend.unknowns(1, k) + a * bend.tau;
    impact.after[c] = bend.unknowns(2, k) + a * bend.tau;
    impact.before_sd[c] = errors[3 * k + 1];
    impact.after_sd[c] = errors[3 * k + 2];
  }
  for (std::size_t i = f.part.first; i < f.part.last; ++i)
    ++(f.path->t[i] < bend.tau ? impact.samples_before : impact.samples_after);
  const double chi2 = bend.squares.cwiseQuotient(noise.cwiseAbs2()).sum();
  impact.misfit = std::sqrt(chi2 / std::max(1.0, f.freedom()));
  if (stated.shape) impact.arm = arm_of(*stated.shape, impact.pose[2], stated.normal);
  return impact;
}

/// The acceleration besides the stated one that the flights want, by a common term s²/2; weighted means.
void find_acceleration(const std::vector<Found>& found, const Weights3& noise,
                       const StatedExtraction& stated, Extraction& result) {
  for (Eigen::Index c = 0; c < 2; ++c) {
    double weights = 0;
    double sum = 0;
    for (const Found& f : found) {
      Eigen::Matrix4d A = Eigen::Matrix4d::Zero();
      Eigen::Vector4d b = Eigen::Vector4d::Zero();
      for (std::size_t i = f.part.first; i < f.part.last; ++i) {
        const double s = f.path->t[i] - f.bend.tau;
        const Eigen::Vector4d row(1, std::min(s, 0.0), std::max(s, 0.0), s * s / 2);
        A += row * row.transpose();
        b += f.path->x[static_cast<std::size_t>(c)][i] * row;
      }
      const Eigen::Matrix4d inverse = A.completeOrthogonalDecomposition().pseudoInverse();
      const double variance = inverse(3, 3) * noise[c] * noise[c];
      if (!(variance > 0)) continue;
      weights += 1 / variance;
      sum += (inverse * b)[3] / variance;
    }
    const auto k = static_cast<std::size_t>(c);
    result.acceleration[k] = stated.gravity[c] + (weights > 0 ? sum / weights : 0);
    result.acceleration_sd[k] = weights > 0 ? 1 / std::sqrt(weights) : 0;
  }
}

std::string few_names(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    text += (i > 0 ? ", " : "") + names[i];
  return names.size() > most ? fmt::format("{} and {} more", text, names.size() - most) : text;
}

void add_notes(const StatedExtraction& stated, const std::vector<std::string>& too_short,
               const std::vector<std::string>& without, Extraction& result) {
  constexpr double far = 5;      // standard errors
  constexpr double much = 0.02;  // of the acceleration
  if (!too_short.empty())
    result.notes.push_back(fmt::format(
        "{} trajector{} left out for want of {} samples on each side: {}", too_short.size(),
        too_short.size() == 1 ? "y" : "ies", stated.least, few_names(too_short)));
  if (!without.empty())
    result.notes.push_back(fmt::format("no impact is seen in {}: {}",
                                       without.size() == 1 ? "a trajectory" : "trajectories",
                                       few_names(without)));
  std::vector<std::string> bad;
  for (const ExtractedImpact& impact : result.impacts)
    if (impact.misfit > bad_misfit) bad.push_back(impact.group);
  if (!bad.empty())
    result.notes.push_back(
        fmt::format("one impact between two flights does not fit {}: {}; "
                    "there may be more bounces, or contact that lasts: "
                    "cut the samples with where, or samples: {{window: N}}",
                    bad.size() == 1 ? "a trajectory" : fmt::format("{} trajectories", bad.size()),
                    few_names(bad)));
  double off = 0;
  double deviation = 0;
  for (std::size_t c = 0; c < 2; ++c) {
    const double d = result.acceleration[c] - stated.gravity[static_cast<Eigen::Index>(c)];
    off = std::hypot(off, d);
    deviation = std::max(deviation, result.acceleration_sd[c]);
  }
  if (off > far * deviation && off > much * std::max(1.0, stated.gravity.norm()))
    result.notes.push_back(fmt::format(
        "the flights accelerate by [{:.3g}, {:.3g}] m/s², not by [{:.3g}, {:.3g}]: "
        "look at the unit of lengths, the rate of the camera, gravity, or contact within the samples",
        result.acceleration[0], result.acceleration[1], stated.gravity.x(), stated.gravity.y()));
}

}  // namespace

Extraction extract(const StatedExtraction& stated) {
  constexpr double sure =
      30;  // fall of χ² by the 4 unknowns of a bend: chance makes 18 once in 1000
  const std::vector<Trajectory> all = trajectories_of(stated);
  std::vector<Found> found;
  std::vector<std::string> too_short;
  for (const Trajectory& path : all) {
    if (path.size() < 2 * stated.least) {
      too_short.push_back(path.group);
      continue;
    }
    Found f{&path, {0, path.size()}, best_bend(path, {0, path.size()}, stated.least, {})};
    f.part = around(path, f.bend.tau, stated.window);
    f.bend = best_bend(path, f.part, stated.least, {});
    found.push_back(f);
  }
  if (found.empty())
    throw std::invalid_argument(fmt::format(
        "no trajectory has {} samples on each side of an impact; the longest has {}", stated.least,
        std::max_element(all.begin(), all.end(), [](const Trajectory& a, const Trajectory& b) {
          return a.size() < b.size();
        })->size()));
  Extraction result;
  const Weights3 noise = pooled_noise(found);
  const Weights3 weights = noise.cwiseAbs2().cwiseInverse();
  std::vector<std::string> without;
  std::vector<Found> kept;
  for (Found& f : found) {
    f.bend = best_bend(*f.path, f.part, stated.least, weights);
    const double straight = weights.dot(straight_squares(*f.path, f.part));
    if (straight - weights.dot(f.bend.squares) > sure)
      kept.push_back(f);
    else
      without.push_back(f.path->group);
  }
  if (kept.empty())
    throw std::invalid_argument(
        "no impact is seen in any trajectory: one flight explains the samples as well as two");
  for (const Found& f : kept) result.impacts.push_back(impact_of(stated, f, noise));
  for (std::size_t c = 0; c < 3; ++c) result.noise[c] = noise[static_cast<Eigen::Index>(c)];
  std::vector<Found> good;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (result.impacts[i].misfit <= bad_misfit) good.push_back(kept[i]);
  find_acceleration(good.empty() ? kept : good, noise, stated, result);
  add_notes(stated, too_short, without, result);
  return result;
}

}  // namespace carom
