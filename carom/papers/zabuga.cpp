#include <carom/papers/zabuga.hpp>
#include <cmath>

namespace carom {

namespace {

/// Slip lasts throughout, with friction f = ±μ and sgn = sign v_T0:
///
///     I_N = v_N0/(a + f b sgn),   I_T = f I_N sgn                                       (2.2)
ZabugaImpulse slip_keeps(const ZabugaCollision& c, double f, double sgn) {
  const double I_N = c.v_N0 / (c.a + f * c.b * sgn);
  return {I_N, f * I_N * sgn, ZabugaCase::keeps};
}

/// Slip vanishes and stays zero:
///
///     I_N = (ã v_N0 − b v_T0)/(a ã − b²)                                                (2.4)
///     I_T = (v_T0 − b I_N)/ã                                                            (2.3)
ZabugaImpulse slip_stops(const ZabugaCollision& c) {
  const double I_N = (c.a_tilde * c.v_N0 - c.b * c.v_T0) / (c.a * c.a_tilde - c.b * c.b);
  return {I_N, (c.v_T0 - c.b * I_N) / c.a_tilde, ZabugaCase::stops};
}

/// Slip changes its sign; with h = b + f ã sgn,
///
///     I_N = (v_N0 h − 2 f b v_T0 sgn)/((a − f b sgn) h)
///     I_T = −f (I_N − 2 v_T0/h) sgn                                                     (2.6)
ZabugaImpulse slip_reverses(const ZabugaCollision& c, double f, double sgn) {
  const double h = c.b + f * c.a_tilde * sgn;
  const double I_N = (c.v_N0 * h - 2 * f * c.b * c.v_T0 * sgn) / ((c.a - f * c.b * sgn) * h);
  return {I_N, -f * (I_N - 2 * c.v_T0 / h) * sgn, ZabugaCase::reverses};
}

}  // namespace

ZabugaImpulse zabuga_impulse(const ZabugaCollision& c, ZabugaFriction friction) {
  const double f = friction == ZabugaFriction::corrected ? c.mu : -c.mu;
  if (c.v_T0 != 0) {
    const ZabugaImpulse slides = slip_keeps(c, f, sign(c.v_T0));
    const double v_T = c.v_T0 - c.b * slides.I_N - c.a_tilde * slides.I_T;  // (1.3)
    if (slides.I_N > 0 && v_T * c.v_T0 >= 0) return slides;
  }
  // Below (1.6): |b|/ã ≤ μ holds the contact, else slip reverses.
  if (std::abs(c.b) <= c.mu * c.a_tilde) return slip_stops(c);
  return slip_reverses(c, f, c.v_T0 != 0 ? sign(c.v_T0) : sign(c.b));
}

ZabugaCollision zabuga_collision(const ZabugaBodies& k) {
  const double both = 1 / k.m_1 + 1 / k.m_2;
  return {.a = both + k.x_1 * k.x_1 / k.G_1 + k.x_2 * k.x_2 / k.G_2,
          .a_tilde = both + k.y_1 * k.y_1 / k.G_1 + k.y_2 * k.y_2 / k.G_2,
          .b = k.x_1 * k.y_1 / k.G_1 + k.x_2 * k.y_2 / k.G_2};
}

ZabugaCollision zabuga_collision(const Sym2<double>& W, const Vec2<double>& u0, double mu) {
  return {.a = W.nn, .a_tilde = W.tt, .b = -W.tn, .v_N0 = -u0.n, .v_T0 = u0.t, .mu = mu};
}

Vec2<double> impulse_of(const ZabugaImpulse& impulse) { return {-impulse.I_T, impulse.I_N}; }

}  // namespace carom
