/// @file
/// Routh's diagram of an impact: what the picture contains, as plain data.
///
/// In the plane of the impulse p = (pₜ, pₙ) the velocity is u = u⁻ + W p (T2.1), so each thing that can
/// happen in an impact is a straight line, the impact itself a path from the origin, and "no energy
/// gained" an ellipse [Routh1905], [WangMason1992]. gnuplot draws it (plot_diagram.hpp), and whatever
/// draws it elsewhere starts from the same numbers.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_problem.hpp>
#include <carom/impact/impact_result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// What a straight line of the diagram means.
enum class DiagramLineKind : std::uint8_t {
  sticking,           ///< uₜ = 0:  uₜ⁻ + W_tt pₜ + W_tn pₙ = 0
  compression_ends,   ///< uₙ = 0:  uₙ⁻ + W_tn pₜ + W_nn pₙ = 0
  limiting_friction,  ///< pₜ = −μ s pₙ, s = sign(uₜ⁻): the ray on which slip goes on
  reversed_friction,  ///< pₜ = +μ s pₙ: the other edge of the friction cone
  static_friction,    ///< pₜ = ±μ_s pₙ where μ_s differs: the largest ratio that sticking may use
  newton_ends,        ///< uₙ = −e uₙ⁻
  poisson_ends,       ///< pₙ = (1 + e) p_c
};

/// A line, cut off where it leaves the picture.
struct DiagramLine {
  DiagramLineKind kind = DiagramLineKind::sticking;
  Vec2<double> from{};  ///< N·s
  Vec2<double> to{};    ///< N·s
};

/// A point on the way of an impact.
struct DiagramEvent {
  PathEventKind kind = PathEventKind::start;
  Vec2<double> p{};  ///< N·s
};

/// The way of one law: straight lines between its events. An algebraic law has only start and end.
struct DiagramPath {
  LawId law = LawId::poisson;
  bool follows_path = false;    ///< false: the law does not say how it got to its end
  bool creates_energy = false;  ///< its end lies outside the ellipse
  std::vector<DiagramEvent> events{};
};

/// The impulses p = centre + first cos φ + second sin φ, N·s.
struct DiagramEllipse {
  Vec2<double> centre{};
  Vec2<double> first{};
  Vec2<double> second{};
};

/// Points of it, the last one equal to the first, so many that straight pieces between them are not
/// seen on a page; no points of none.
std::vector<Vec2<double>> points_of(const std::optional<DiagramEllipse>& ellipse);

/// An interval of an axis, N·s.
struct DiagramRange {
  double min{};
  double max{};
};

/// A whole picture.
struct ImpactDiagram {
  std::string title{};     ///< the problem's name
  std::string subtitle{};  ///< its parameters
  DiagramRange t{};        ///< axis of pₜ, as long as the axis of pₙ: angles are true
  DiagramRange n{};        ///< axis of pₙ
  std::vector<DiagramLine> lines{};
  /// Contact work p·(u⁻ + W p/2) = 0, a closed curve through the origin; inside it energy is lost,
  /// outside created. None where W is singular.
  std::optional<DiagramEllipse> energy_ellipse{};
  std::vector<DiagramPath> paths{};
};

/// The diagram of one contact and the answers of some laws to it. Laws without solution have no path.
/// @throws std::invalid_argument if there is not exactly one contact.
ImpactDiagram impact_diagram(const std::vector<Contact>& contacts, const Contacts& problem,
                             const std::vector<ImpactResult>& results);

/// "line of sticking", as a legend says it.
const char* to_string(DiagramLineKind kind);

}  // namespace carom
