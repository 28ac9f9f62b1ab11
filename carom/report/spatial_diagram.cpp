#include <carom/report/spatial_diagram.hpp>

#include <carom/core/spatial/slip_direction.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/report/table/table.hpp>

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace carom {
namespace {

/// Free room around what is drawn, as a share of the axis.
constexpr double free_room = 0.08;
/// Of the friction circle, the picture shows what lies within so many times the path's size.
constexpr double circle_reach = 2.5;
/// A pivot of W below this share of its diagonal: W is singular.
constexpr double least_pivot = 1e-12;
/// Angles between which g can change its sign once only, but for directions that nearly coincide.
constexpr int samples = 720;

Vec3<double> vec3_of(const Eigen::VectorXd& x) { return {{x[0], x[1]}, x[2]}; }

Vec3<double> vec3_of(const ContactVector& x) { return {{x.t, x.t2}, x.n}; }

SpatialDiagramPath way_of(const ImpactResult& result) {
  SpatialDiagramPath path{result.law, !result.path.empty(), creates_energy(result), {}};
  Phase phase = Phase::compression;
  for (const PathEvent& event : result.path) {
    phase = event.phase.value_or(phase);
    path.points.push_back({event.kind, phase, event.modes[0] == ContactMode::stick,
                           vec3_of(event.p), vec3_of(event.u)});
  }
  if (!path.points.empty()) return path;
  const ContactResult& contact = result.contacts.front();
  path.points.push_back(
      {PathEventKind::start, Phase::compression, false, {}, vec3_of(contact.u_before)});
  path.points.push_back({PathEventKind::end, Phase::restitution, false, vec3_of(contact.impulse),
                         vec3_of(contact.u_after)});
  return path;
}

// --- axes ---------------------------------------------------------------------------------------

void stretch(DiagramRange& range, double x) {
  range.min = std::min(range.min, x);
  range.max = std::max(range.max, x);
}

/// Makes two axes equally long, with room around.
void square(DiagramRange& a, DiagramRange& b, double least) {
  double size = std::max(a.max - a.min, b.max - b.min);
  if (!(size > 0)) size = least > 0 ? least : 1;
  size *= 1 + 2 * free_room;
  for (DiagramRange* range : {&a, &b}) {
    const double missing = (size - (range->max - range->min)) / 2;
    *range = {range->min - missing, range->max + missing};
  }
}

void choose_axes(SpatialDiagram& d) {
  const double mu = std::max(d.friction, d.static_friction);
  for (const SpatialDiagramPath& path : d.paths)
    for (const SpatialDiagramPoint& point : path.points) {
      stretch(d.u_t1, point.u.t.x);
      stretch(d.u_t2, point.u.t.y);
      stretch(d.p_t1, point.p.t.x);
      stretch(d.p_t2, point.p.t.y);
      d.p_t = std::max(d.p_t, length(point.p.t));
      d.p_n = std::max(d.p_n, point.p.n);
    }
  const double circle = std::min(mu * d.p_n, circle_reach * d.p_t);
  for (DiagramRange* range : {&d.p_t1, &d.p_t2}) {
    stretch(*range, circle);
    stretch(*range, -circle);
  }
  square(d.u_t1, d.u_t2, std::abs(d.u.n));
  square(d.p_t1, d.p_t2, d.p_n);
  d.p_t = (d.p_t > 0 ? std::max(d.p_t, circle) : d.p_n) * (1 + free_room);
  d.p_n *= 1 + free_room;
  if (!(d.p_n > 0)) d.p_n = d.p_t = 1;
}

std::string words_of(const SpatialDiagram& d, const Contact& contact) {
  std::string text;
  const auto add = [&text](const char* name, const std::optional<double>& x) {
    if (x) text += fmt::format("{} = {},  ", name, short_number(*x));
  };
  add("e", contact.restitution);
  add("μ", contact.friction);
  add("μ_s", contact.static_friction);
  return text + fmt::format("u = ({}, {}, {}) m/s", short_number(d.u.t.x), short_number(d.u.t.y),
                            short_number(d.u.n));
}

SlipDirection<double> direction_at(const Sym3<double>& W, double mu, double angle) {
  return slip_direction(W, mu, Tangent2<double>{std::cos(angle), std::sin(angle)});
}

/// Where g changes its sign between two angles, by halving.
KeptDirection kept_between(const Sym3<double>& W, double mu, double lo, double hi) {
  const bool falls = direction_at(W, mu, lo).g > 0;
  for (int round = 0; round < 60; ++round) {
    const double middle = (lo + hi) / 2;
    ((direction_at(W, mu, middle).g > 0) == falls ? lo : hi) = middle;
  }
  return {{std::cos(lo), std::sin(lo)}, falls, direction_at(W, mu, lo).f};
}

}  // namespace

const SpatialDiagramPath* SpatialDiagram::longest() const {
  const SpatialDiagramPath* found = nullptr;
  for (const SpatialDiagramPath& path : paths)
    if (path.follows_path && (!found || path.points.back().p.n > found->points.back().p.n))
      found = &path;
  return found;
}

std::vector<KeptDirection> kept_directions(const Sym3<double>& W, double friction) {
  std::vector<KeptDirection> kept;
  // Off the axes by an odd angle, so that no sample falls on a direction of a problem stated in round numbers.
  const auto angle = [](int i) { return 2 * std::numbers::pi * i / samples - 3.14; };
  const double size = length(W.tn) + friction * (W.tt.xx + W.tt.yy);
  const auto turns = [&](int i) {
    const double g = direction_at(W, friction, angle(i)).g;
    return std::abs(g) <= 1e-12 * size ? 0.0 : g;
  };
  for (int i = 0; i < samples; ++i)
    if (turns(i) * turns(i + 1) < 0)
      kept.push_back(kept_between(W, friction, angle(i), angle(i + 1)));
  return kept;
}

std::optional<EnergyEllipsoid> energy_ellipsoid(const Sym3<double>& W, const Vec3<double>& u) {
  const Eigen::Matrix3d matrix{
      {W.tt.xx, W.tt.xy, W.tn.x}, {W.tt.xy, W.tt.yy, W.tn.y}, {W.tn.x, W.tn.y, W.nn}};
  const Eigen::LLT<Eigen::Matrix3d> factor(matrix);
  if (factor.info() != Eigen::Success) return std::nullopt;
  const Eigen::Matrix3d L = factor.matrixL();
  if (!(L.diagonal().array().square() > least_pivot * matrix.diagonal().array()).all())
    return std::nullopt;
  const Eigen::Vector3d v = -L.triangularView<Eigen::Lower>().solve(
      Eigen::Vector3d(u.t.x, u.t.y, u.n));  // its length is √(cᵀWc)
  const auto upper_solve = [&L](const Eigen::Vector3d& y) -> Vec3<double> {
    return vec3_of(L.transpose().triangularView<Eigen::Upper>().solve(y));
  };
  EnergyEllipsoid ellipsoid{upper_solve(v), {}};
  for (int i = 0; i < 3; ++i)
    ellipsoid.half_axes[static_cast<std::size_t>(i)] =
        upper_solve(v.norm() * Eigen::Vector3d::Unit(i));
  return ellipsoid;
}

SpatialDiagram spatial_diagram(const std::string& name, const std::vector<Contact>& contacts,
                               const Contacts& problem, const std::vector<LawId>& laws) {
  if (problem.count() != 1 || problem.rows[0].tangents != 2)
    throw std::invalid_argument("spatial_diagram: want one contact with two tangents");
  Contacts drawn = problem;
  drawn.path_points = drawn_points;
  drawn.thresholds = false;

  const Contact& contact = contacts.front();
  const Eigen::MatrixXd& W = problem.W;
  SpatialDiagram d;
  d.title = name;
  d.W = {{W(0, 0), W(0, 1), W(1, 1)}, {W(0, 2), W(1, 2)}, W(2, 2)};
  d.u = vec3_of(problem.u);
  d.friction = contact.friction.value_or(0);
  d.static_friction = std::max(contact.static_friction.value_or(0), d.friction);
  for (const ImpactResult& result : resolve(name, contacts, drawn, laws))
    if (has_answer(result.status)) d.paths.push_back(way_of(result));
  d.directions = kept_directions(d.W, d.friction);
  d.ellipsoid = energy_ellipsoid(d.W, d.u);
  d.subtitle = words_of(d, contact);
  choose_axes(d);
  return d;
}

}  // namespace carom
