/// @file
/// The two motions of a contact on springs, slip and stick, and the event that ends each: compliant_impact.hpp.
#pragma once

#include <carom/core/planar/planar_contact.hpp>
#include <carom/core/planar/spring_waves.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace carom {

/// The parameters of the law.
template <class S>
struct CompliantLaw {
  S friction{};         ///< μ ≥ 0
  S restitution{};      ///< e in [0, 1], energetic
  S stiffness_ratio{};  ///< η² = K_n/K_t > 0, normal stiffness over tangential
};

/// What happens on the way.
enum class CompliantEvent : std::uint8_t {
  start,
  slip_stops,          ///< s v_s = 0: the patch sticks (or slips the other way where μ = 0)
  slip_starts,         ///< |Fₜ| = μ Fₙ
  compression_ends,    ///< uₙ = 0 at a new largest force
  compression_starts,  ///< reloading has reached the largest force: the force is new again
  turns,               ///< uₙ = 0 in slip at a force that is not new; not an event of the path
  end,                 ///< Fₙ = 0
};

/// Where the contact is; between two of these its motion has one closed form.
template <class S>
struct CompliantState {
  Vec2<S> u{};        ///< m/s
  Vec2<S> p{};        ///< impulse so far, N·s
  Vec2<S> F{};        ///< forces of the springs on the first body, in units with K_n = 1
  S k = S(1);         ///< normal stiffness in force, 1 or 1/e²
  S F_max{};          ///< largest normal force so far, where k = 1/e²
  S friction_work{};  ///< of the patch so far, ≤ 0, J
  bool sticks = false;
  S slip{};  ///< s of the slip, or of the last one; 0 at first, and without friction at rest
  bool approaches = true;   ///< uₙ < 0 from here on
  bool just_stuck = false;  ///< stick begins on the edge of the cone on which slip has stopped
};

// ------------------------------------------------------------------------------------------------

namespace detail {

template <class S>
struct CompliantLimits {
  /// Fₙ and η |Fₜ| ≤ this · F_max in unloading: the impulse that is left, of second order in it, is below rounding.
  static constexpr S spent = S(std::is_same_v<S, float> ? 0x1p-13 : 0x1p-31);
  /// A jammed contact oscillates about 1/√(1 − W_tn²/(W_tt W_nn)) times, or 1/e times, before it comes free.
  static constexpr int most_stages = 100000;
};

/// The next event of a stage, at impulse x of slip or time t of stick.
template <class S>
struct NextEvent {
  CompliantEvent event = CompliantEvent::end;
  S at{};
  S side{};     ///< of a slip that starts
  S trusted{};  ///< no event was overlooked before this
  bool found = false;
};

template <class S>
CAROM_HD constexpr void take_earlier(NextEvent<S>& next, CompliantEvent event, const S& at) {
  if (!(at >= S(0)) || (next.found && !(at < next.at))) return;
  next = {.event = event, .at = at, .found = true};
}

template <class S>
CAROM_HD constexpr bool is_new(const CompliantState<S>& state) {
  return state.F_max == S(0);
}

/// 1/e², the stiffness below the largest force.
template <class S>
CAROM_HD constexpr S returning(const CompliantLaw<S>& law) {
  return S(1) / (law.restitution * law.restitution);
}

/// Slip as a polynomial in the impulse x = pₙ since its start:
///
///     uₙ = uₙ₀ + h x,   uₜ = uₜ₀ + g x,   Fₙ² = F₀² − 2k(uₙ₀ x + h x²/2)                        (T16.18)
///     s v_s = v₀ + r x,   W_f = −μ∫s v_s dx,   h = W_nn − s μ W_tn,   g = W_tn − s μ W_tt,   r = s g + μ η² k h
template <class S>
struct SlipStage {
  S h{}, g{};
  S v0{}, r{};
};

template <class S>
CAROM_HD constexpr SlipStage<S> slip_stage(const PlanarContact<S>& c, const CompliantLaw<S>& law,
                                           const CompliantState<S>& at) {
  const S s = at.slip;
  const S spring = law.friction * law.stiffness_ratio * at.k;
  const S h = c.W.nn - s * law.friction * c.W.tn;
  const S g = c.W.tn - s * law.friction * c.W.tt;
  return {h, g, max_of(S(0), s * at.u.t + spring * at.u.n), s * g + spring * h};
}

/// Smallest x > 0 with u x + h x²/2 = c/2, for u, c ≥ 0; negative where there is none.
template <class S>
CAROM_HD constexpr S impulse_of_work(const S& u, const S& h, const S& c) {
  using std::sqrt;
  const S square = u * u + h * c;
  if (square < S(0)) return S(-1);
  const S root = u + sqrt(square);
  return root > S(0) ? c / root : S(-1);
}

template <class S>
CAROM_HD constexpr NextEvent<S> next_in_slip(const SlipStage<S>& slip,
                                             const CompliantState<S>& at) {
  NextEvent<S> next;
  if (slip.r < S(0) && at.slip != S(0))
    take_earlier(next, CompliantEvent::slip_stops, slip.v0 / -slip.r);
  if (at.approaches) {
    if (slip.h > S(0))
      take_earlier(next, is_new(at) ? CompliantEvent::compression_ends : CompliantEvent::turns,
                   -at.u.n / slip.h);
    const S left = (at.F_max - at.F.n) * (at.F_max + at.F.n) / at.k;
    if (!is_new(at))
      take_earlier(next, CompliantEvent::compression_starts,
                   impulse_of_work(-at.u.n, -slip.h, left));
    return next;
  }
  if (slip.h < S(0)) take_earlier(next, CompliantEvent::turns, at.u.n / -slip.h);
  take_earlier(next, CompliantEvent::end, impulse_of_work(at.u.n, slip.h, at.F.n * at.F.n / at.k));
  return next;
}

/// Moves the state by the normal impulse x of slip.
template <class S>
CAROM_HD constexpr void follow_slip(const SlipStage<S>& slip, const CompliantLaw<S>& law,
                                    CompliantState<S>& at, const S& x) {
  using std::sqrt;
  const S square = at.F.n * at.F.n - S(2) * at.k * x * (at.u.n + S(0.5) * slip.h * x);
  at.F.n = sqrt(max_of(S(0), square));
  at.F.t = -(at.slip * law.friction * at.F.n);
  at.u = {at.u.t + slip.g * x, at.u.n + slip.h * x};
  at.p = {at.p.t - at.slip * law.friction * x, at.p.n + x};
  at.friction_work = at.friction_work - law.friction * x * (slip.v0 + S(0.5) * slip.r * x);
}

/// Stick as two sines. With D = diag(1/η², k), F = D^½ z and z″ = −(D^½ W D^½) z, z′ = −D^−½ u;
/// columns (c, −s) and (s, c) diagonalise it, y are the coordinates of z in them.
template <class S>
struct StickStage {
  S root_t{}, root_n{};    ///< D^½
  S c{}, s{};              ///< the modes
  S omega[2]{};            ///< their frequencies
  S y[2]{}, y_slope[2]{};  ///< at the start
};

/// The squares of the frequencies: the larger eigenvalue by Jacobi's rotation, the smaller one from the determinant.
template <class S>
CAROM_HD constexpr StickStage<S> stick_stage(const PlanarContact<S>& contact,
                                             const CompliantLaw<S>& law,
                                             const CompliantState<S>& at) {
  using std::sqrt;
  StickStage<S> m;
  m.root_t = S(1) / sqrt(law.stiffness_ratio);
  m.root_n = sqrt(at.k);
  const S tt = contact.W.tt / law.stiffness_ratio;
  const S tn = contact.W.tn * (m.root_t * m.root_n);
  const S nn = contact.W.nn * at.k;
  const S half = S(0.5) * (nn - tt);
  const S radius = sqrt(half * half + tn * tn);
  const S side = half < S(0) ? S(-1) : S(1);
  const S t = tn == S(0) ? S(0) : side * tn / (abs_of(half) + radius);
  m.c = S(1) / sqrt(S(1) + t * t);
  m.s = t * m.c;
  const S larger = (half < S(0) ? tt : nn) + abs_of(tn * t);
  const S det = tt * contact.k_s * at.k;
  const S smaller = larger > S(0) ? max_of(S(0), det / larger) : S(0);
  m.omega[0] = sqrt(half < S(0) ? larger : smaller);
  m.omega[1] = sqrt(half < S(0) ? smaller : larger);
  const Vec2<S> z{at.F.t / m.root_t, at.F.n / m.root_n};
  const Vec2<S> z_slope{-(at.u.t * m.root_t), -(at.u.n * m.root_n)};
  m.y[0] = m.c * z.t - m.s * z.n;
  m.y[1] = m.s * z.t + m.c * z.n;
  m.y_slope[0] = m.c * z_slope.t - m.s * z_slope.n;
  m.y_slope[1] = m.s * z_slope.t + m.c * z_slope.n;
  return m;
}

/// by_t zₜ + by_n zₙ
template <class S>
CAROM_HD constexpr TwoSines<S> along_force(const StickStage<S>& m, const S& by_t, const S& by_n) {
  const S first = m.c * by_t - m.s * by_n;
  const S second = m.s * by_t + m.c * by_n;
  return {{m.omega[0], m.omega[1]},
          {first * m.y[0], second * m.y[1]},
          {first * m.y_slope[0], second * m.y_slope[1]},
          S(0)};
}

/// side · uₙ
template <class S>
CAROM_HD constexpr TwoSines<S> approach_of(const StickStage<S>& m, const S& side) {
  const S first = side * m.s / m.root_n;
  const S second = -(side * m.c / m.root_n);
  const S square0 = m.omega[0] * m.omega[0];
  const S square1 = m.omega[1] * m.omega[1];
  return {{m.omega[0], m.omega[1]},
          {first * m.y_slope[0], second * m.y_slope[1]},
          {-(first * square0 * m.y[0]), -(second * square1 * m.y[1])},
          S(0)};
}

/// Moves the state by the time t of stick.
template <class S>
CAROM_HD constexpr void follow_stick(const StickStage<S>& m, CompliantState<S>& at, const S& t) {
  S y[2]{};
  S slope[2]{};
  S sum[2]{};
  for (int i = 0; i < 2; ++i) {
    const Wave<S> w = wave(m.omega[i], t);
    y[i] = m.y[i] * w.cosine + m.y_slope[i] * w.sine;
    slope[i] = m.y_slope[i] * w.cosine - m.omega[i] * m.omega[i] * (m.y[i] * w.sine);
    sum[i] = m.y[i] * w.sine + m.y_slope[i] * integrated_sine(m.omega[i], t);
  }
  const auto to_t = [&](const S* v) { return m.c * v[0] + m.s * v[1]; };
  const auto to_n = [&](const S* v) { return m.c * v[1] - m.s * v[0]; };
  at.F = {m.root_t * to_t(y), m.root_n * to_n(y)};
  at.u = {-(to_t(slope) / m.root_t), -(to_n(slope) / m.root_n)};
  at.p = {at.p.t + m.root_t * to_t(sum), at.p.n + m.root_n * to_n(sum)};
}

/// Considers one sum of sines. A search that gave up bounds how far the others may be trusted.
template <class S>
CAROM_HD constexpr void consider(NextEvent<S>& next, const NextEvent<S>& event,
                                 const TwoSines<S>& f, SearchFrom start) {
  const FirstZero<S> zero = first_zero(f, start, next.at);
  if (!zero.found && !zero.searched && zero.t < next.trusted) next.trusted = zero.t;
  if (!zero.found) return;
  const S trusted = next.trusted;
  next = event;
  next.at = zero.t;
  next.found = true;
  next.trusted = trusted;
}

/// A new force ends with uₙ = 0, one below F_max where it has grown to F_max again; between, uₙ may change its sign.
template <class S>
CAROM_HD constexpr void consider_force(NextEvent<S>& next, const StickStage<S>& m,
                                       const CompliantState<S>& at) {
  if (is_new(at)) {
    consider(next, {.event = CompliantEvent::compression_ends}, approach_of(m, S(-1)),
             at.u.n == S(0) ? SearchFrom::rising : SearchFrom::positive);
    return;
  }
  TwoSines<S> left = along_force(m, S(0), -m.root_n);
  left.level = at.F_max;
  consider(next, {.event = CompliantEvent::compression_starts}, left,
           at.F.n < at.F_max ? SearchFrom::positive : SearchFrom::curving);
}

/// The edge μFₙ + s Fₜ = 0 of the cone, where slip s begins.
template <class S>
CAROM_HD constexpr void consider_edge(NextEvent<S>& next, const StickStage<S>& m,
                                      const CompliantLaw<S>& law, const CompliantState<S>& at,
                                      const S& s) {
  const SearchFrom start = at.just_stuck && at.slip == s ? SearchFrom::curving
                           : at.F.n == S(0)              ? SearchFrom::rising
                                                         : SearchFrom::positive;
  consider(next, {.event = CompliantEvent::slip_starts, .side = s},
           along_force(m, s * m.root_t, law.friction * m.root_n), start);
}

/// Stick ends on an edge of the cone, or with consider_force.
template <class S>
CAROM_HD constexpr NextEvent<S> next_in_stick(const StickStage<S>& m, const CompliantLaw<S>& law,
                                              const CompliantState<S>& at) {
  NextEvent<S> next;
  next.at = next.trusted = S(std::numeric_limits<double>::max());
  const S nearer = at.F.t > S(0) ? S(-1) : S(1);
  if (is_new(at))
    consider_force(next, m,
                   at);  // the most likely event first: it bounds the search for the others
  consider_edge(next, m, law, at, nearer);
  consider_edge(next, m, law, at, -nearer);
  if (!is_new(at)) consider_force(next, m, at);
  next.found = next.found && next.at <= next.trusted;
  return next;
}

}  // namespace detail
}  // namespace carom
