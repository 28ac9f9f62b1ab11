/// @file
/// Friction at which one contact in space changes its behaviour.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/spatial/algebraic_impact.hpp>
#include <carom/core/spatial/spatial_impact.hpp>

namespace carom {

/// A threshold that may not exist.
template <class S>
struct SpatialThreshold {
  bool exists = false;
  S value{};  ///< 1
};

/// Least friction that holds a contact without slip: |v| = |A⁻¹ b|.
template <class S>
CAROM_HD S to_hold_stick(const SpatialContact<S>& c) {
  return length(c.v);
}

/// |pₜ|/pₙ at the end without slip, where that pushes.
template <class S>
CAROM_HD SpatialThreshold<S> to_end_without_slip(const SpatialContact<S>& c, const S& restitution) {
  if (is_singular(c)) return {};
  const Vec3<S> D = no_slip_end(c, restitution);
  if (!(D.n > S(0))) return {};
  return {true, length(D.t) / D.n};
}

/// Least μ = μ_s with which the path law ends sticking.
///
/// It is at least |v|, and under newton at least the ratio of the end without slip, which is where slip stops with it. It
/// need not exist: where u_s > 0, as in the plane, strong friction throws the bodies apart before slip has stopped, and
/// what holds may hold in a window of μ only; one narrower than a quarter octave, or above 64 times its least place an octave, could be missed. The search takes growing
/// steps up from there to some 10⁷ times |v|, then closes in on where slip stops just at the end. To rounding; thirteen
/// impacts in the median.
template <class S>
CAROM_HD SpatialThreshold<S> to_stick(const SpatialContact<S>& c, Restitution rule,
                                      const S& restitution);

// ------------------------------------------------------------------------------------------------

namespace detail {

/// Where slip stops, if it does, and how fast it does: its last piece is a line.
template <class S>
struct StopWatch : NoWatch {
  S p_n{};
  S rate{};  ///< −d|uₜ|/dpₙ, kg⁻¹
  bool stopped = false;

  CAROM_HD void event(const SpatialPoint<S>& point) {
    if (point.event != SpatialEvent::slip_stops) return;
    p_n = point.p.n;
    stopped = true;
  }
  CAROM_HD void line(const Vec3<S>& p0, const Vec3<S>& u0, const Vec3<S>& p1, const Vec3<S>& u1) {
    if (!stopped && p1.n > p0.n) rate = (length(u0.t) - length(u1.t)) / (p1.n - p0.n);
  }
};

/// How an impact with μ = μ_s ends: the slip that is left, or, negative, what would have stopped besides.
template <class S>
struct SlipLeft {
  bool sticks = false;
  S left{};  ///< m/s
};

template <class S>
CAROM_HD SlipLeft<S> slip_left(const SpatialContact<S>& c, Restitution rule, const S& restitution,
                               const S& mu) {
  StopWatch<S> stop;
  const ContactLaw<S> law{mu, mu, restitution, rule};
  const PlaneInSpace<S> plane = plane_of(c);
  if (plane.holds) {
    const SpatialImpact<S> r = resolve_in_plane(c, plane, law);
    const bool sticks =
        r.mode == ImpactMode::stick_in_compression || r.mode == ImpactMode::stick_in_restitution;
    return {sticks, sticks ? S(-1) : S(1)};
  }
  const SpatialImpact<S> r = walk_path(c, law, S(jump_reach), stop);
  const bool sticks =
      r.mode == ImpactMode::stick_in_compression || r.mode == ImpactMode::stick_in_restitution;
  return {sticks, sticks ? -(stop.rate * (r.impulse.n - stop.p_n)) : length(r.u_after.t)};
}

/// The least μ between lo, which slips, and hi, which sticks: false position, where an end that stays twice counts half
/// (Illinois), and a halving where three rounds have not made the bracket an eighth; halvings alone after twelve, since
/// then the slip jumps there, at a second compression. Down to neighbours in rounding.
template <class S>
CAROM_HD S least_between(const SpatialContact<S>& c, Restitution rule, const S& restitution, S lo,
                         S left_lo, S hi, S left_hi) {
  const S near = S(8) * S(ScalarTraits<S>::epsilon);
  S width = hi - lo;
  int side = 0;
  for (int round = 1; round < 90 && hi - lo > near * hi; ++round) {
    const S step = S(0.4) * near * hi;  // a root found from one side is closed in from the other
    S mu = lo + left_lo / (left_lo - left_hi) * (hi - lo);
    mu = max_of(lo + step, mu < hi - step ? mu : hi - step);
    const bool slow = round % 3 == 0 && hi - lo > S(0.125) * width;
    if (slow || round > 12) mu = S(0.5) * (lo + hi);
    if (round % 3 == 0) width = hi - lo;
    const SlipLeft<S> at = slip_left(c, rule, restitution, mu);
    const int now = at.sticks ? 1 : -1;
    (at.sticks ? hi : lo) = mu;
    (at.sticks ? left_hi : left_lo) = at.left;
    if (now == side) {
      S& other = at.sticks ? left_lo : left_hi;
      other = S(0.5) * other;
    }
    side = now;
  }
  return hi;
}

}  // namespace detail

template <class S>
CAROM_HD SpatialThreshold<S> to_stick(const SpatialContact<S>& c, Restitution rule,
                                      const S& restitution) {
  if (c.flat || !(c.u.n < S(0))) return {};
  const auto at = [&](const S& mu) { return detail::slip_left(c, rule, restitution, mu); };
  S lo = to_hold_stick(c);
  detail::SlipLeft<S> below = at(lo);
  if (below.sticks) return {true, lo};
  const SpatialThreshold<S> no_slip = to_end_without_slip(c, restitution);
  if (rule == Restitution::newton && !no_slip.exists) return {};  // that is where it would end
  // Below this, friction takes less than a thousandth of the slip: |μ A P| < |u_t|/1000.
  const S least = S(1e-3) * length(c.u.t) * c.W.nn /
                  ((c.W.tt.xx + c.W.tt.yy) * (abs_of(c.u.n) + length(c.u.t)));
  const S guess = max_of(max_of(lo, least), no_slip.exists ? no_slip.value : S(0));
  const S most = S(1.7e7) * max_of(lo, least);
  S growth(1.0009765625);
  for (S mu = guess * growth; mu <= most * growth; mu = growth * mu) {
    const detail::SlipLeft<S> above = at(mu);
    if (above.sticks)
      return {true, detail::least_between(c, rule, restitution, lo, below.left, mu, above.left)};
    lo = mu;
    below = above;
    const S faster = S(1) + S(8) * (growth - S(1));
    // Where strong friction throws the bodies apart what holds may hold in a window: quarter octaves, then octaves.
    const S fastest(!(c.u_s > S(0)) ? 8.0 : mu < S(64) * guess ? 1.189207115002721 : 2.0);
    growth = faster < fastest ? faster : fastest;
  }
  return {};
}

}  // namespace carom
