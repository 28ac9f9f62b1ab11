/// @file
/// The walk along the path of one contact in space, piece by piece, until the law of restitution ends it.
///
/// Phases: compression while uₙ < 0, restitution while uₙ > 0, and compression again where uₙ falls back
/// to 0, which a swerve that turns into a jam can bring about [Batlle1996]. With P and W the normal impulse
/// and normal work of all compression (c) and of all restitution (r), the impact ends in restitution where
///
///     newton: uₙ = −e uₙ⁻,   poisson: P_r = e P_c,   stronge: W_r = −e² W_c                 (T12.9)
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/spatial/slip_arc.hpp>
#include <carom/core/spatial/slip_stop.hpp>
#include <carom/core/spatial/spatial_contact.hpp>
#include <carom/core/spatial/spatial_result.hpp>

#include <type_traits>

namespace carom::detail {

/// A straight piece: everything is linear in pₙ.
template <class S>
struct StraightPiece {
  Tangent2<S> du_t{};  ///< duₜ/dpₙ, kg⁻¹
  Tangent2<S> dp_t{};  ///< dpₜ/dpₙ, 1
  S h{};               ///< duₙ/dpₙ, kg⁻¹
  bool stops = false;  ///< slip stops at its end
  S length{};          ///< in pₙ, N·s, if it stops
};

/// Where a walk is, and what it has done.
template <class S, class Watch>
struct SpatialWalk {
  const SpatialContact<S>& c;
  const ContactLaw<S>& law;
  Watch& watch;
  Vec3<S> p{};
  Vec3<S> u{};
  bool in_compression = true;
  bool stopped = false;  ///< slip has stopped before: the last piece has begun
  bool sticks = false;
  bool ended = false;
  bool has_end = true;  ///< false: the law asks for what a locked contact cannot do
  SpatialImpact<S> impact{};
};

/// The most pieces of a walk: some hundred are the most that was seen.
inline constexpr int most_pieces = 4000;

template <class S, class Watch>
CAROM_HD void say(SpatialWalk<S, Watch>& walk, SpatialEvent event) {
  walk.watch.event(SpatialPoint<S>{event, walk.in_compression, walk.sticks, walk.p, walk.u});
}

/// What restitution still has to do: of uₙ, P_r or W_r by the law.
template <class S, class Watch>
CAROM_HD S left_to_do(const SpatialWalk<S, Watch>& walk) {
  const S& e = walk.law.restitution;
  const SpatialImpact<S>& sum = walk.impact;
  switch (walk.law.rule) {
    case Restitution::newton: return -(e * walk.c.u.n) - walk.u.n;
    case Restitution::poisson: return e * sum.compression - sum.restitution;
    case Restitution::stronge:
      return -(e * e * sum.work.normal_compression) - sum.work.normal_restitution;
  }
  return S(0);
}

/// Adds a piece to the sums: dpₙ, the normal work and the friction work.
template <class S, class Watch>
CAROM_HD void add(SpatialWalk<S, Watch>& walk, const S& dp_n, const S& normal, const S& friction) {
  SpatialImpact<S>& sum = walk.impact;
  S& impulse = walk.in_compression ? sum.compression : sum.restitution;
  S& work = walk.in_compression ? sum.work.normal_compression : sum.work.normal_restitution;
  impulse = impulse + dp_n;
  work = work + normal;
  sum.work.friction = sum.work.friction + friction;
}

template <class S, class Watch>
CAROM_HD void end_here(SpatialWalk<S, Watch>& walk) {
  walk.ended = true;
  const bool newton = walk.law.rule == Restitution::newton;
  if (walk.has_end && newton) walk.u.n = -(walk.law.restitution * walk.c.u.n);
  if (walk.has_end) say(walk, SpatialEvent::end);
}

/// uₙ = 0: the bodies part, unless nothing is restored.
template <class S, class Watch>
CAROM_HD void end_compression(SpatialWalk<S, Watch>& walk) {
  walk.u.n = S(0);
  walk.in_compression = false;
  walk.impact.slip_at_compression_end = length(walk.u.t);
  say(walk, SpatialEvent::compression_ends);
  const bool newton = walk.law.rule == Restitution::newton;
  if (walk.law.restitution == S(0) || (newton && walk.c.u.n == S(0))) end_here(walk);
}

template <class S, class Watch>
CAROM_HD void start_compression(SpatialWalk<S, Watch>& walk) {
  walk.u.n = S(0);
  walk.in_compression = true;
  walk.impact.compresses_again = true;
  say(walk, SpatialEvent::compression_starts);
}

// --- straight pieces ----------------------------------------------------------------------------

template <class S, class Watch>
CAROM_HD void go(SpatialWalk<S, Watch>& walk, const StraightPiece<S>& line, const S& dp_n) {
  const S half(0.5);
  const Vec3<S> u{walk.u.t + dp_n * line.du_t, walk.u.n + dp_n * line.h};
  const S friction = half * dp_n * dot(line.dp_t, walk.u.t + u.t);
  add(walk, dp_n, half * dp_n * (walk.u.n + u.n), friction);
  const Vec3<S> p{walk.p.t + dp_n * line.dp_t, walk.p.n + dp_n};
  walk.watch.line(walk.p, walk.u, p, u);
  walk.p = p;
  walk.u = u;
}

/// Normal impulse until the law of restitution ends the impact; negative where it never does.
template <class S, class Watch>
CAROM_HD S until_end(const SpatialWalk<S, Watch>& walk, const S& h) {
  using std::sqrt;
  const S left = left_to_do(walk);
  if (!(left > S(0))) return S(0);
  const S never(-1);
  const S& u_n = walk.u.n;
  switch (walk.law.rule) {
    case Restitution::newton: return h > S(0) ? left / h : never;
    case Restitution::poisson: return left;
    case Restitution::stronge: {
      const S square = u_n * u_n + S(2) * h * left;
      return square > S(0) ? S(2) * left / (u_n + sqrt(square)) : never;
    }
  }
  return never;
}

/// Two impulses that are one but for rounding.
template <class S>
CAROM_HD constexpr bool not_after(const S& a, const S& b) {
  return a <= b * (S(1) + S(4) * S(ScalarTraits<S>::epsilon));
}

/// uₙ at a stop of slip by (T12.3), exactly 0 where rounding alone would be left.
template <class S>
CAROM_HD constexpr S normal_velocity_at_stop(const SpatialContact<S>& c, const S& p_n) {
  const S grown = c.k_s * p_n;
  const S terms = abs_of(c.u.n) + abs_of(c.v.x * c.u.t.x) + abs_of(c.v.y * c.u.t.y) + grown;
  const S u_n = c.u_s + grown;
  return abs_of(u_n) <= S(8) * S(ScalarTraits<S>::epsilon) * terms ? S(0) : u_n;
}

/// One straight piece, with all that happens on it.
template <class S, class Watch>
CAROM_HD void walk_straight(SpatialWalk<S, Watch>& walk, StraightPiece<S> line) {
  ++walk.impact.steps;
  const auto advance = [&](const S& dp_n) {
    go(walk, line, dp_n);
    line.length = line.length - dp_n;
  };
  for (int events = 0; events < 4 && !walk.ended; ++events) {
    const S away = -(walk.u.n / line.h);
    if (walk.in_compression) {
      const bool comes = walk.u.n == S(0) ? line.h >= S(0) : line.h > S(0);
      const S until = walk.u.n == S(0) ? S(0) : away;
      if (comes && !(line.stops && not_after(line.length, until))) {
        advance(until);
        end_compression(walk);
        continue;
      }
      walk.has_end = line.stops;
    } else {
      const S until = until_end(walk, line.h);
      const bool returns = line.h < S(0) && !(line.stops && not_after(line.length, away));
      const bool ends = until >= S(0) && !(returns && until > away);
      const bool with_stop = line.stops && not_after(line.length, until);
      if (ends && !(line.stops && !not_after(until, line.length))) {
        advance(until);
        if (with_stop) walk.u.t = {};
        return end_here(walk);
      }
      if (returns) {
        advance(away);
        start_compression(walk);
        continue;
      }
      walk.has_end = line.stops;
    }
    if (!line.stops) return end_here(walk);
    advance(line.length);
    walk.u = {{}, normal_velocity_at_stop(walk.c, walk.p.n)};
    return;
  }
}

// --- the stop -----------------------------------------------------------------------------------

template <class S>
CAROM_HD constexpr bool can_stick(const SpatialContact<S>& c, const ContactLaw<S>& law) {
  return length(c.v) <= static_limit(law) * (S(1) + S(PathTolerances<S>::sticking));
}

/// Slip has stopped, or there was none: sticks or leaves along the one ray, for good.
template <class S, class Watch>
CAROM_HD void walk_on_from_stop(SpatialWalk<S, Watch>& walk) {
  const bool at_start = walk.impact.steps == 0;
  walk.stopped = true;
  walk.sticks = can_stick(walk.c, walk.law);
  const int late = walk.in_compression ? 0 : 1;
  const ImpactMode sticking[]{ImpactMode::stick_in_compression, ImpactMode::stick_in_restitution};
  const ImpactMode leaving[]{ImpactMode::reverse_in_compression,
                             ImpactMode::reverse_in_restitution};
  walk.impact.mode = walk.sticks ? sticking[late] : leaving[late];
  if (at_start && !walk.sticks) walk.impact.mode = ImpactMode::sliding;
  if (!at_start) say(walk, SpatialEvent::slip_stops);
  if (walk.sticks) return walk_straight(walk, {{}, S(-1) * walk.c.v, walk.c.k_s, false, S(0)});
  const OutgoingRay<S> ray = outgoing_ray(walk.c.W, walk.law.friction);
  const S h = walk.c.k_s + ray.rate * dot(walk.c.v, ray.w);
  walk_straight(walk, {ray.rate * ray.w, -walk.law.friction * ray.w, h, false, S(0)});
}

// --- slip ---------------------------------------------------------------------------------------

template <class S, class Watch>
CAROM_HD void go(SpatialWalk<S, Watch>& walk, const SlipArc<S>& arc, const S& tau) {
  const S dp_n = arc.p_n(tau);
  const S mu = walk.law.friction;
  walk.watch.arc(walk.p, mu, arc, tau);
  add(walk, dp_n, arc.W_n(tau), arc.W_f(tau));
  walk.p = {walk.p.t - mu * Tangent2<S>{arc.p_x(tau), arc.p_y(tau)}, walk.p.n + dp_n};
  walk.u = {{arc.x(tau), arc.y(tau)}, arc.u_n(tau)};
}

/// Cuts an arc that can jam first where b × uₜ = 0, then where duₙ = 0: uₙ is monotone on what is left.
template <class S>
CAROM_HD S monotone_part(const SlipArc<S>& arc, const SlipEquation<S>& eq) {
  const auto rounding = S(64) * S(ScalarTraits<S>::epsilon);
  Series<S> across;
  Series<S> growth;
  for (int k = 0; k <= arc_order; ++k) {
    across.c[k] = eq.b.x * arc.y.c[k] - eq.b.y * arc.x.c[k];
    growth.c[k] = k < arc_order ? S(k + 1) * arc.u_n.c[k + 1] : S(0);
  }
  const S s = length(Tangent2<S>{arc.x.c[0], arc.y.c[0]});
  S end = arc.end;
  const auto cut = [&](const Series<S>& f, const S& scale) {
    const S begin = abs_of(f.c[0]) <= rounding * scale ? S(0) : f.c[0];
    if (sign(begin) * sign(f(end)) < S(0)) end = zero_between(f, S(0), end);
  };
  cut(across, s * (abs_of(eq.b.x) + abs_of(eq.b.y)));
  cut(growth, s * (eq.W_nn + abs_of(eq.mu_b.x) + abs_of(eq.mu_b.y)));
  return end;
}

/// What the law still wants at τ on an arc in restitution: zero of a rising series at a shift.
template <class S, class Watch>
CAROM_HD const Series<S>& law_series(const SpatialWalk<S, Watch>& walk, const SlipArc<S>& arc) {
  switch (walk.law.rule) {
    case Restitution::newton: return arc.u_n;
    case Restitution::poisson: return arc.p_n;
    case Restitution::stronge: return arc.W_n;
  }
  return arc.u_n;
}

template <class S, class Watch>
CAROM_HD void walk_arc(SpatialWalk<S, Watch>& walk, const SlipEquation<S>& eq, bool can_jam,
                       const S& limit) {
  ++walk.impact.steps;
  SlipArc<S> arc = slip_arc(eq, walk.u.t, walk.u.n, limit);
  S tau = can_jam ? monotone_part(arc, eq) : arc.end;
  if (walk.in_compression) {
    const bool ends = arc.u_n(tau) >= S(0);
    if (ends) tau = zero_between(arc.u_n, S(0), tau);
    go(walk, arc, tau);
    if (ends) end_compression(walk);
    return;
  }
  const bool returns = can_jam && arc.u_n(tau) < S(0);
  if (returns) tau = zero_between(arc.u_n, S(0), tau);
  const Series<S>& done = law_series(walk, arc);
  const S wanted = done.c[0] + left_to_do(walk);
  const bool ends = done(tau) >= wanted;
  if (ends) tau = zero_between(done, wanted, tau);
  go(walk, arc, tau);
  if (ends) return end_here(walk);
  if (returns) start_compression(walk);
}

/// Goes straight to the stop by (T12.6) if it is near and nothing happens before.
template <class S, class Watch>
CAROM_HD bool jump_to_stop(SpatialWalk<S, Watch>& walk, const S& reach) {
  const SpatialContact<S>& c = walk.c;
  const ToStop<S> way = way_to_stop(c.W, walk.law.friction, walk.u.t, reach);
  if (!way.converges) return false;
  const S p_n = walk.p.n + way.p_n;
  const S u_n = normal_velocity_at_stop(c, p_n);
  const S h = slip_direction(c.W, walk.law.friction, S(1) / length(walk.u.t) * walk.u.t).h;
  const S bump = way.bend * way.bend * walk.law.friction * length(c.W.tn);
  if (sign(h) * way.h_stop <= S(0) || abs_of(h) < bump) return false;
  if (walk.in_compression ? u_n > S(0) : u_n < S(0)) return false;
  const S normal = walk.u.n * way.p_n + way.r;
  if (!walk.in_compression) {
    const S left = left_to_do(walk);
    const S done[]{u_n - walk.u.n, way.p_n, normal};
    if (done[static_cast<int>(walk.law.rule)] >= left) return false;
  }
  ++walk.impact.steps;
  add(walk, way.p_n, normal, way.z);
  const Tangent2<S> p_t = walk.p.t - way.p_n * c.v - solve(c.W.tt, walk.u.t);
  walk.watch.line(walk.p, walk.u, Vec3<S>{p_t, p_n}, Vec3<S>{{}, u_n});
  walk.p = {p_t, p_n};
  walk.u = {{}, u_n};
  return true;
}

/// A direction that slip keeps, to rounding: g = 0 there from the start, or it attracts.
///
/// A number with derivatives follows the arc instead, since a neighbouring slip turns, until hardly any is left.
template <class S>
CAROM_HD bool keeps_direction(const SlipDirection<S>& d, const Sym3<S>& W, const S& mu,
                              bool at_start, bool hardly_slips) {
  const S rounding = S(4) * S(ScalarTraits<S>::epsilon);
  const S size = abs_of(W.tn.x) + abs_of(W.tn.y) + mu * (W.tt.xx + W.tt.yy);
  if constexpr (!std::is_floating_point_v<S>) return hardly_slips && abs_of(d.g) <= rounding * size;
  if (at_start || d.g == S(0)) return abs_of(d.g) <= rounding * size;
  return abs_of(d.g) <= -(rounding * d.dg);
}

/// Slip that has become so small that it stops: where μ ≥ |v| it does so in any case, and what is left is
/// below rounding; else only if it has come so near that it was aimed at the stop.
template <class S>
CAROM_HD bool is_spent(const SpatialContact<S>& c, const SlipDirection<S>& d, const S& mu,
                       const S& s) {
  const S rounding(ScalarTraits<S>::epsilon);
  const S share = length(c.v) <= mu ? rounding / S(16) : rounding * rounding;
  return d.f < S(0) && s <= share * length(c.u.t) && !c.flat;
}

template <class S, class Watch>
CAROM_HD void walk_slip(SpatialWalk<S, Watch>& walk, const SlipEquation<S>& eq, bool can_jam,
                        const S& reach) {
  const S mu = walk.law.friction;
  const S s = length(walk.u.t);
  const Tangent2<S> w = S(1) / s * walk.u.t;
  const SlipDirection<S> d = slip_direction(walk.c.W, mu, w);
  const bool straight =
      is_spent(walk.c, d, mu, s) ||
      keeps_direction(d, walk.c.W, mu, walk.impact.steps == 0, s <= S(1e-9) * length(walk.c.u.t));
  if (straight) {
    const bool stops = d.f < S(0);
    return walk_straight(walk, {d.f * w, -mu * w, d.h, stops, stops ? -(s / d.f) : S(0)});
  }
  if (mu == S(0) && std::is_floating_point_v<S>)
    return walk_straight(walk, {walk.c.W.tn, {}, walk.c.W.nn, false, S(0)});
  if (!walk.c.flat && jump_to_stop(walk, reach)) return;
  const S far = (abs_of(walk.c.u.n) + length(walk.c.u.t)) / (walk.c.W.nn * s * eq.per_R);
  walk_arc(walk, eq, can_jam, S(1e6) * far);
}

/// The whole walk. `reach`: how far from the attracting direction, as a tangent, a stop is jumped to.
template <class S, class Watch>
CAROM_HD SpatialImpact<S> walk_path(const SpatialContact<S>& c, const ContactLaw<S>& law,
                                    const S& reach, Watch& watch) {
  SpatialWalk<S, Watch> walk{c, law, watch};
  walk.u = c.u;
  walk.impact.mode = ImpactMode::sliding;
  const SlipEquation<S> eq = slip_equation(c.W, law.friction);
  const S push = law.friction * length(c.W.tn);
  const bool can_jam = !(push < c.W.nn * (S(1) - S(16) * S(ScalarTraits<S>::epsilon)));
  walk.sticks = c.u.t.x == S(0) && c.u.t.y == S(0) && can_stick(c, law);
  say(walk, SpatialEvent::start);
  while (!walk.ended && walk.impact.steps < most_pieces) {
    const bool slips = walk.u.t.x != S(0) || walk.u.t.y != S(0);
    if (slips)
      walk_slip(walk, eq, can_jam, reach);
    else
      walk_on_from_stop(walk);
  }
  walk.has_end = walk.has_end && walk.ended;
  SpatialImpact<S> impact = walk.impact;
  impact.impulse = walk.p;
  impact.u_after = walk.u;
  impact.status = walk.has_end ? ImpactStatus::solved : ImpactStatus::no_solution;
  return impact;
}

}  // namespace carom::detail
