/// @file
/// Zabuga's formulas for a perfectly inelastic collision (e = 0) of two bodies in the plane, in the
/// letters of the paper: a route to the answer that shares nothing with core/.
///
/// The paper writes the relative velocity at the contact with the normal part turned round and lets
/// the tangential impulse act against its x axis:
///
///     v_N = v_N0 − a I_N − b I_T,   v_T = v_T0 − b I_N − ã I_T                          (1.3)
///
/// | paper | here      | paper | here      | paper | here      |
/// |-------|-----------|-------|-----------|-------|-----------|
/// | a     | W_nn      | v_N   | −uₙ       | I_N   | pₙ        |
/// | ã     | W_tt      | v_T   | uₜ        | I_T   | −pₜ       |
/// | b     | −W_tn     |       |           |       |           |
///
/// [Zabuga2016]; equation numbers without T are the paper's. docs/errata.md lists where we differ.
#pragma once

#include <carom/core/scalar.hpp>
#include <cstdint>

namespace carom {

/// Two bodies that touch at the origin; x along the common tangent, y along the common normal.
struct ZabugaBodies {
  double m_1{}, m_2{};  ///< masses, kg
  double G_1{}, G_2{};  ///< moments of inertia about the centres of mass, kg·m²
  double x_1{}, y_1{};  ///< centre of mass of body 1, m
  double x_2{}, y_2{};  ///< centre of mass of body 2, m
};

/// A collision as (1.3) sees it, and the friction in it.
struct ZabugaCollision {
  double a{};        ///< 1/m₁ + 1/m₂ + x₁²/G₁ + x₂²/G₂, kg⁻¹
  double a_tilde{};  ///< 1/m₁ + 1/m₂ + y₁²/G₁ + y₂²/G₂, kg⁻¹
  double b{};        ///< x₁y₁/G₁ + x₂y₂/G₂, kg⁻¹; a ã > b²
  double v_N0{};     ///< approach velocity, m/s; > 0
  double v_T0{};     ///< slip, m/s
  double mu{};       ///< μ ≥ 0, the only coefficient of friction in the paper
};

/// Which way friction points in (1.4), (1.5), (1.6), (2.2) and (2.6).
enum class ZabugaFriction : std::uint8_t {
  corrected,  ///< I_T = +μ I_N sign v_T0 while slip lasts: by (1.3) this slows it down   (E-Z1)
  printed,    ///< I_T = −μ I_N sign v_T0, as in the paper: friction speeds slip up
};

/// What slip does; the paper's three cases.
enum class ZabugaCase : std::uint8_t {
  keeps,     ///< 1: slip keeps its sign                  (2.2)
  stops,     ///< 2: slip vanishes and stays zero         (2.3), (2.4)
  reverses,  ///< 3: slip changes its sign                (2.6)
};

/// The impulse of the collision.
struct ZabugaImpulse {
  double I_N{};  ///< normal, N·s
  double I_T{};  ///< tangential, against the x axis on body 1, N·s
  ZabugaCase which = ZabugaCase::keeps;
};

/// The impulse of a perfectly inelastic collision by (2.2)–(2.6), exact.
///
/// Differs from the paper in the choice of the case, besides the sign: case 1 needs I_N > 0 too, else
/// the contact jams and slip stops (E-Z2); and v_T0 = 0 is decided by b (E-Z3).
///
/// @param collision  a > 0, ã > 0, a ã > b², v_N0 > 0, μ ≥ 0; not checked.
ZabugaImpulse zabuga_impulse(const ZabugaCollision& collision,
                             ZabugaFriction friction = ZabugaFriction::corrected);

/// The coefficients below (1.3); v_N0, v_T0 and μ are left at 0.
ZabugaCollision zabuga_collision(const ZabugaBodies& bodies);

/// The same collision in our letters: W ≻ 0 in kg⁻¹, u⁻ with uₙ⁻ < 0 in m/s.
ZabugaCollision zabuga_collision(const Sym2<double>& W, const Vec2<double>& u0, double mu);

/// p = (−I_T, I_N), N·s.
Vec2<double> impulse_of(const ZabugaImpulse& impulse);

}  // namespace carom
