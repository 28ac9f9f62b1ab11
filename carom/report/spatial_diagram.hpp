/// @file
/// The swerve of an impact in space: what its picture contains, as plain data.
///
/// Three views of one path, with the normal impulse pₙ as time: the hodograph (slip velocity in the tangent
/// plane, with the directions that slip keeps), pₙ against the size of the tangential impulse (the friction
/// cone is two straight lines there), and the tangential impulse itself within the friction circle.
///
/// The path is one for newton, poisson and stronge: they differ in where on it they end.
/// [BhattKoechling1995], [Batlle1996].
#pragma once

#include <carom/core/spatial/vec3.hpp>
#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_result.hpp>
#include <carom/report/diagram.hpp>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// A point on the way of an impact in space.
struct SpatialDiagramPoint {
  PathEventKind kind = PathEventKind::start;
  Phase phase = Phase::compression;  ///< the one that begins here; at the end, the one that ends
  bool sticks = false;               ///< what begins here is sticking
  Vec3<double> p{};                  ///< N·s
  Vec3<double> u{};                  ///< m/s
};

/// The way of one law. An algebraic law has only start and end.
struct SpatialDiagramPath {
  LawId law = LawId::poisson;
  bool follows_path = false;
  bool creates_energy = false;
  std::vector<SpatialDiagramPoint> points{};
};

/// A direction that slip keeps: g = 0 (T12.8).
struct KeptDirection {
  Tangent2<double> w{};   ///< unit vector
  bool attracts = false;  ///< slip nearby turns towards it; else away from it
  double rate{};          ///< d|uₜ|/dpₙ along it, kg⁻¹; negative: slip that has turned there stops
};

/// The impulses whose work is zero, ½ p·(u⁻ + u) = 0: p = centre + s₁ a₁ + s₂ a₂ + s₃ a₃ with |s| = 1. Inside energy is
/// lost, outside it is created.
struct EnergyEllipsoid {
  Vec3<double> centre{};  ///< −W⁻¹ u⁻, N·s: where all energy of the contact is gone
  std::array<Vec3<double>, 3> half_axes{};  ///< conjugate half diameters, N·s
};

/// A whole picture.
struct SpatialDiagram {
  std::string title{};
  std::string subtitle{};
  Sym3<double> W{};  ///< kg⁻¹
  Vec3<double> u{};  ///< before, m/s
  double friction = 0;
  double static_friction = 0;
  DiagramRange u_t1{}, u_t2{};  ///< axes of the hodograph, equally long, m/s
  DiagramRange p_t1{}, p_t2{};  ///< axes of the tangential impulse, equally long, N·s
  double p_t = 0;               ///< end of the axis of |pₜ|, N·s
  double p_n = 0;               ///< end of the axis of pₙ, N·s
  std::vector<KeptDirection> directions{};
  std::vector<SpatialDiagramPath> paths{};
  std::optional<EnergyEllipsoid> ellipsoid{};  ///< absent where W is singular

  /// The path law that goes farthest: the others end on its way. Absent among algebraic laws.
  const SpatialDiagramPath* longest() const;
};

/// Points between two events of a drawn path.
inline constexpr int drawn_points = 120;

/// The diagram of one contact in space under some laws. Laws without solution have no path.
/// @throws std::invalid_argument if there is not exactly one contact with two tangents, and as resolve does.
SpatialDiagram spatial_diagram(const std::string& name, const std::vector<Contact>& contacts,
                               const Contacts& problem, const std::vector<LawId>& laws);

/// p = c + √(cᵀWc) L⁻ᵀ s with the centre c = −W⁻¹u⁻ and W = L Lᵀ, as the ellipse of the plane.
std::optional<EnergyEllipsoid> energy_ellipsoid(const Sym3<double>& W, const Vec3<double>& u);

/// The directions that slip keeps, by rising angle; none where it keeps every one.
std::vector<KeptDirection> kept_directions(const Sym3<double>& W, double friction);

}  // namespace carom
