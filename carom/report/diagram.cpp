#include <algorithm>
#include <carom/core/planar/routh_path.hpp>
#include <carom/impact/laws.hpp>
#include <carom/report/diagram.hpp>
#include <carom/report/table/table.hpp>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <numbers>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace carom {
namespace {

constexpr int ellipse_points = 240;
/// Free room around what is drawn, as a share of the axis.
constexpr double margin = 0.07;
/// Of the ellipse, the picture shows what lies within this many path lengths of the path.
constexpr double ellipse_reach = 0.75;

using Point = Vec2<double>;

/// The problem in contact space.
struct Space {
  Sym2<double> W{};
  Vec2<double> u{};
  Contact contact{};
};

Space space_of(const std::vector<Contact>& contacts, const Contacts& problem) {
  if (contacts.size() != 1)
    throw std::invalid_argument(
        fmt::format("impact_diagram: want one contact, got {}", contacts.size()));
  if (problem.in_space)
    throw std::invalid_argument("impact_diagram: wants a planar contact, got one in space");
  const ContactRows& rows = problem.rows[0];
  const int t = rows.first;
  const int n = rows.normal();
  const Eigen::MatrixXd& W = problem.W;
  const Sym2<double> own =
      rows.is_stop() ? Sym2<double>{0, 0, W(n, n)} : Sym2<double>{W(t, t), W(t, n), W(n, n)};
  return {own, pair_at(problem.u, rows), contacts.front()};
}

// --- paths and ellipse --------------------------------------------------------------------------

DiagramPath path_of(const ImpactResult& result) {
  DiagramPath path{result.law, !result.path.empty(), creates_energy(result), {}};
  for (const PathEvent& event : result.path)
    path.events.push_back({event.kind, {event.p[0], event.p[1]}});
  if (path.events.empty())
    path.events = {{PathEventKind::start, {}},
                   {PathEventKind::end, planar(result.contacts.front().impulse)}};
  return path;
}

/// p = c + √(cᵀWc) L⁻ᵀ (cos φ, sin φ) with the centre c = −W⁻¹u⁻ and W = L Lᵀ.
std::optional<DiagramEllipse> energy_ellipse(const Space& space) {
  const auto& [W, u, contact] = space;
  if (planar_contact(W, u).singular) return std::nullopt;
  const double L_tt = std::sqrt(W.tt);
  const double L_nt = W.tn / L_tt;
  const double L_nn = std::sqrt(W.nn - L_nt * L_nt);
  const auto upper_solve = [&](const Point& y) -> Point {  // Lᵀ x = y
    const double n = y.n / L_nn;
    return {(y.t - L_nt * n) / L_tt, n};
  };
  const Point v{-u.t / L_tt, (-u.n + u.t * L_nt / L_tt) / L_nn};  // −L⁻¹u⁻
  const double radius = std::hypot(v.t, v.n);
  return DiagramEllipse{upper_solve(v), upper_solve({radius, 0}), upper_solve({0, radius})};
}

// --- axes ---------------------------------------------------------------------------------------

void include(DiagramRange& range, double x) {
  range.min = std::min(range.min, x);
  range.max = std::max(range.max, x);
}

double length(const DiagramRange& range) { return range.max - range.min; }

DiagramRange widened(const DiagramRange& range, double to) {
  const double missing = (to - length(range)) / 2;
  return {range.min - missing, range.max + missing};
}

/// Both axes, equally long: all of the paths, and of the ellipse what is near them and not below
/// pₙ = 0, where no impulse can be.
std::pair<DiagramRange, DiagramRange> axes(const ImpactDiagram& diagram, const Space& space) {
  DiagramRange t{};
  DiagramRange n{};
  for (const DiagramPath& path : diagram.paths)
    for (const DiagramEvent& event : path.events) {
      include(t, event.p.t);
      include(n, event.p.n);
    }
  double size = std::max(length(t), length(n));
  if (size == 0) size = std::hypot(space.u.t, space.u.n) / std::max(space.W.tt, space.W.nn);
  if (!(size > 0)) size = 1;

  const DiagramRange reach{t.min - ellipse_reach * size, t.max + ellipse_reach * size};
  const double top = n.max + ellipse_reach * size;
  for (const Point& p : points_of(diagram.energy_ellipse)) {
    if (p.n < 0 || p.n > top || p.t < reach.min || p.t > reach.max) continue;
    include(t, p.t);
    include(n, p.n);
  }
  size = std::max({size, length(t), length(n)}) * (1 + 2 * margin);
  DiagramRange up = widened(n, size);
  const double lowest = std::max(up.min, -margin * size);
  return {widened(t, size), {lowest, lowest + size}};
}

// --- lines --------------------------------------------------------------------------------------

/// The part of a + λ d, λ ≥ least, inside the picture (Liang and Barsky).
std::optional<std::pair<Point, Point>> clipped_line(const Point& a, const Point& d, double least,
                                                    const ImpactDiagram& box) {
  double first = least;
  double last = HUGE_VAL;
  const auto cut = [&](double x, double slope, const DiagramRange& range) {
    if (slope == 0) return x >= range.min && x <= range.max;
    const double to_min = (range.min - x) / slope;
    const double to_max = (range.max - x) / slope;
    first = std::max(first, std::min(to_min, to_max));
    last = std::min(last, std::max(to_min, to_max));
    return true;
  };
  if (!cut(a.t, d.t, box.t) || !cut(a.n, d.n, box.n) || !(first < last)) return std::nullopt;
  return std::pair{a + Point{first * d.t, first * d.n}, a + Point{last * d.t, last * d.n}};
}

void add_line(ImpactDiagram& diagram, DiagramLineKind kind, const Point& a, const Point& d,
              double least = -HUGE_VAL) {
  if (const auto ends = clipped_line(a, d, least, diagram))
    diagram.lines.push_back({kind, ends->first, ends->second});
}

/// The line a·p = c.
void add_level(ImpactDiagram& diagram, DiagramLineKind kind, const Vec2<double>& a, double c) {
  const double square = a.t * a.t + a.n * a.n;
  if (square > 0) add_line(diagram, kind, {a.t * c / square, a.n * c / square}, {-a.n, a.t});
}

void add_cone(ImpactDiagram& diagram, const Contact& contact, double u_t) {
  if (!contact.friction) return;
  const double mu = *contact.friction;
  const double s = u_t < 0 ? -1 : 1;
  add_line(diagram, DiagramLineKind::limiting_friction, {}, {-s * mu, 1}, 0);
  add_line(diagram, DiagramLineKind::reversed_friction, {}, {s * mu, 1}, 0);
  if (contact.static_friction.value_or(mu) == mu) return;
  add_line(diagram, DiagramLineKind::static_friction, {}, {-*contact.static_friction, 1}, 0);
  add_line(diagram, DiagramLineKind::static_friction, {}, {*contact.static_friction, 1}, 0);
}

/// True for the laws that end where uₙ⁺ = −e uₙ⁻.
bool ends_as_newton(const DiagramPath& path) {
  return law_of(path.law).termination == Termination::newton;
}

void add_ends(ImpactDiagram& diagram, const Space& space) {
  const double e = space.contact.restitution.value_or(0);
  const auto& paths = diagram.paths;
  if (std::any_of(paths.begin(), paths.end(), ends_as_newton))
    add_level(diagram, DiagramLineKind::newton_ends, {space.W.tn, space.W.nn},
              -(1 + e) * space.u.n);
  for (const DiagramPath& path : paths)
    if (law_of(path.law).termination == Termination::poisson)
      add_line(diagram, DiagramLineKind::poisson_ends, path.events.back().p, {1, 0});
}

std::string subtitle_of(const Space& space) {
  const auto& [W, u, contact] = space;
  std::string text;
  const auto add = [&text](const char* name, const std::optional<double>& x) {
    if (x) text += fmt::format("{} = {},  ", name, short_number(*x));
  };
  add("e", contact.restitution);
  add("μ", contact.friction);
  add("μ_s", contact.static_friction);
  add("p_t/p_n", contact.impulse_ratio);
  add("critical fraction", contact.critical_fraction);
  return text + fmt::format("u = ({}, {}) m/s,  W = ({}, {}, {}) 1/kg", short_number(u.t),
                            short_number(u.n), short_number(W.tt), short_number(W.tn),
                            short_number(W.nn));
}

}  // namespace

std::vector<Point> points_of(const std::optional<DiagramEllipse>& ellipse) {
  if (!ellipse) return {};
  const auto& [centre, first, second] = *ellipse;
  std::vector<Point> points;
  for (int i = 0; i <= ellipse_points; ++i) {
    const double phi = 2 * std::numbers::pi * i / ellipse_points;
    const double c = std::cos(phi);
    const double s = std::sin(phi);
    points.push_back(
        {centre.t + c * first.t + s * second.t, centre.n + c * first.n + s * second.n});
  }
  return points;
}

ImpactDiagram impact_diagram(const std::vector<Contact>& contacts, const Contacts& problem,
                             const std::vector<ImpactResult>& results) {
  const Space space = space_of(contacts, problem);
  ImpactDiagram diagram;
  if (!results.empty()) diagram.title = results.front().name;
  diagram.subtitle = subtitle_of(space);
  for (const ImpactResult& result : results)
    if (has_answer(result.status)) diagram.paths.push_back(path_of(result));
  diagram.energy_ellipse = energy_ellipse(space);
  std::tie(diagram.t, diagram.n) = axes(diagram, space);

  add_cone(diagram, space.contact, space.u.t);
  add_level(diagram, DiagramLineKind::sticking, {space.W.tt, space.W.tn}, -space.u.t);
  add_level(diagram, DiagramLineKind::compression_ends, {space.W.tn, space.W.nn}, -space.u.n);
  add_ends(diagram, space);
  return diagram;
}

const char* to_string(DiagramLineKind kind) {
  switch (kind) {
    case DiagramLineKind::sticking: return "line of sticking";
    case DiagramLineKind::compression_ends: return "line of maximum compression";
    case DiagramLineKind::limiting_friction: return "limiting friction";
    case DiagramLineKind::reversed_friction: return "reversed friction";
    case DiagramLineKind::static_friction: return "static friction";
    case DiagramLineKind::newton_ends: return "termination, Newton";
    case DiagramLineKind::poisson_ends: return "termination, Poisson";
  }
  return "";
}

}  // namespace carom
