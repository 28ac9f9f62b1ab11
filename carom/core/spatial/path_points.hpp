/// @file
/// What is told of a walk along the path: its events, and points between them for drawing.
#pragma once

#include <carom/core/spatial/slip_arc.hpp>
#include <carom/core/spatial/spatial_result.hpp>

namespace carom::detail {

/// Watches nothing.
struct NoWatch {
  template <class Point>
  CAROM_HD void event(const Point& /*point*/) {}
  template <class Point>
  CAROM_HD void line(const Point& /*p0*/, const Point& /*u0*/, const Point& /*p1*/,
                     const Point& /*u1*/) {}
  template <class Point, class S>
  CAROM_HD void arc(const Point& /*p0*/, const S& /*mu*/, const SlipArc<S>& /*arc*/,
                    const S& /*tau*/) {}
};

/// Start, end, at most one stop, and at most three ends and two further beginnings of compression.
inline constexpr int most_events = 8;

/// Notes the events.
template <class S>
struct EventWatch : NoWatch {
  SpatialPoint<S> events[most_events]{};
  int count = 0;

  CAROM_HD void event(const SpatialPoint<S>& point) {
    if (count < most_events) events[count++] = point;
  }
};

/// Tells the events, and between two of them points that are equally spaced in pₙ.
template <class S, class Visit>
struct PointWatch {
  const EventWatch<S>& events;
  int points;                      ///< between two events
  const SpatialImpact<S>& impact;  ///< has the last word on the end
  Visit& visit;
  int seen = 0;  ///< events
  int told = 0;  ///< points since the last of them
  SpatialPoint<S> last{};

  /// pₙ of the next point.
  CAROM_HD S next() const {
    const S from = events.events[seen - 1].p.n;
    return from + S(told + 1) / S(points + 1) * (events.events[seen].p.n - from);
  }
  CAROM_HD bool wants(const S& until) const {
    return told < points && seen > 0 && seen < events.count && next() <= until;
  }
  CAROM_HD void tell(const Vec3<S>& p, const Vec3<S>& u) {
    visit(SpatialPoint<S>{SpatialEvent::between, last.in_compression, last.sticks, p, u});
    ++told;
  }

  CAROM_HD void event(SpatialPoint<S> point) {
    if (point.event == SpatialEvent::end) {
      point.p = impact.impulse;
      point.u = impact.u_after;
    }
    while (seen > 0 && told < points && seen < events.count) tell(point.p, point.u);
    visit(point);
    last = point;
    ++seen;
    told = 0;
  }
  CAROM_HD void line(const Vec3<S>& p0, const Vec3<S>& u0, const Vec3<S>& p1, const Vec3<S>& u1) {
    while (wants(p1.n) && p1.n > p0.n) {
      const S share = (next() - p0.n) / (p1.n - p0.n);
      const auto between = [&](const Vec3<S>& a, const Vec3<S>& b) {
        return Vec3<S>{a.t + share * (b.t - a.t), a.n + share * (b.n - a.n)};
      };
      tell(between(p0, p1), between(u0, u1));
    }
  }
  CAROM_HD void arc(const Vec3<S>& p0, const S& mu, const SlipArc<S>& arc, const S& tau) {
    while (wants(p0.n + arc.p_n(tau))) {
      const S p_n = next();
      const S at = zero_between(arc.p_n, p_n - p0.n, tau);
      const Tangent2<S> p_t = p0.t - mu * Tangent2<S>{arc.p_x(at), arc.p_y(at)};
      tell({p_t, p_n}, {{arc.x(at), arc.y(at)}, arc.u_n(at)});
    }
  }
};

}  // namespace carom::detail
