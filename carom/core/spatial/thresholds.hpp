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
/// what holds may hold in a window of μ only; one narrower than a quarter octave, or above 8 times its least place an octave,
/// could be missed. The search steps up from there to where secants see the slip stop just at the end, then closes in
/// on it. To rounding; ten impacts in the median.
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

/// The friction of an impact, and how it ends.
template <class S>
struct Trial {
  S mu{};
  SlipLeft<S> end{};
};

/// Where the line through two ends has no slip left.
template <class S>
CAROM_HD S no_slip_left(const Trial<S>& a, const Trial<S>& b) {
  return b.mu + b.end.left / (a.end.left - b.end.left) * (b.mu - a.mu);
}

/// The least μ between one that slips and one that sticks [Chandrupatla1997]: inverse quadratic interpolation where the
/// slip left is nearly linear, halvings where it has a kink or, at a second compression, a jump. Down to neighbours in
/// rounding.
template <class S, class At>
CAROM_HD S least_between(const At& at, const Trial<S>& slips, const Trial<S>& sticks) {
  const S near = S(16) * S(ScalarTraits<S>::epsilon);
  Trial<S> a = sticks;  // the last one; b is across from it, c was replaced last
  Trial<S> b = slips;
  Trial<S> c = sticks;
  S share(0.5);
  for (int round = 0; round < 120; ++round) {
    const S mu = a.mu + share * (b.mu - a.mu);
    const Trial<S> now{mu, at(mu)};
    c = now.end.sticks == a.end.sticks ? a : b;
    if (now.end.sticks != a.end.sticks) b = a;
    a = now;
    const S width = abs_of(b.mu - a.mu);
    if (!(width > near * a.mu)) break;
    const S xi = (a.mu - b.mu) / (c.mu - b.mu);
    const S phi = (a.end.left - b.end.left) / (c.end.left - b.end.left);
    const S bar = S(1) - phi;
    share = S(0.5);
    if (phi * phi < xi && bar * bar < S(1) - xi)
      share = a.end.left / (b.end.left - a.end.left) * c.end.left / (b.end.left - c.end.left) +
              (c.mu - a.mu) / (b.mu - a.mu) * a.end.left / (c.end.left - a.end.left) * b.end.left /
                  (c.end.left - b.end.left);
    const S least = S(0.45) * near * a.mu / width;
    share = max_of(share, least);
    if (share > S(1) - least) share = S(1) - least;
  }
  return a.end.sticks ? a.mu : b.mu;
}

/// The next μ to try above two that slip: a little beyond where their line has no slip left, no further than by `fastest`.
template <class S>
CAROM_HD S next_friction(const Trial<S>& before, const Trial<S>& last, const S& fastest) {
  const S most = fastest * last.mu;
  if (!(before.end.left > last.end.left)) return most;
  const S beyond = no_slip_left(before, last) * S(1.0000001) - last.mu;
  const S mu = last.mu + S(1.03) * beyond;
  return mu < most ? mu : most;
}

}  // namespace detail

template <class S>
CAROM_HD SpatialThreshold<S> to_stick(const SpatialContact<S>& c, Restitution rule,
                                      const S& restitution) {
  using Trial = detail::Trial<S>;
  if (c.flat || !(c.u.n < S(0))) return {};
  const auto at = [&](const S& mu) { return detail::slip_left(c, rule, restitution, mu); };
  const S hold = to_hold_stick(c);
  Trial before{hold, at(hold)};
  if (before.end.sticks) return {true, hold};
  const SpatialThreshold<S> no_slip = to_end_without_slip(c, restitution);
  if (rule == Restitution::newton && !no_slip.exists) return {};  // that is where it would end
  // Below this, friction takes less than a thousandth of the slip: |μ A P| < |u_t|/1000.
  const S least = S(1e-3) * length(c.u.t) * c.W.nn /
                  ((c.W.tt.xx + c.W.tt.yy) * (abs_of(c.u.n) + length(c.u.t)));
  const S floor = max_of(hold, least);
  const S guess = S(1.0000001) * max_of(floor, no_slip.exists ? no_slip.value : S(0));
  const S most = S(1.7e7) * floor;
  Trial last{guess, at(guess)};
  while (!last.end.sticks && last.mu < most) {
    // Where strong friction throws the bodies apart what holds may hold in a window: quarter octaves, then octaves.
    const S fastest(!(c.u_s > S(0)) ? 4.0 : last.mu < S(8) * guess ? 1.189207115002721 : 2.0);
    const S mu = detail::next_friction(before, last, fastest);
    before = last;
    last = {mu, at(mu)};
  }
  if (!last.end.sticks) return {};
  return {true, detail::least_between(at, before, last)};
}

}  // namespace carom
