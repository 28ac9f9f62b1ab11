/// @file
/// An independent route through an impact: thousands of small impulses, each obeying Coulomb's law
/// with the slip of the moment. It shares no formula with carom/core and is first-order accurate.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/scalar.hpp>

#include <cmath>

namespace carom::testing {

struct SmallStepsResult {
  Vec2<double> p{};
  Vec2<double> u{};
  double normal_work = 0;
  bool ended = false;
};

/// Follows the impact in steps of normal impulse `step`, at most `limit` of them.
inline SmallStepsResult integrate(const Sym2<double>& W, const Vec2<double>& u0,
                                  const ContactLaw<double>& law, double step, int limit) {
  SmallStepsResult r;
  r.u = u0;
  double stored = 0;
  double p_c = -1;
  for (int i = 0; i < limit; ++i) {
    double f = 0;
    if (r.u.t > 0) f = -law.friction;
    if (r.u.t < 0) f = law.friction;
    if (r.u.t == 0) {
      const double needed = -W.tn / W.tt;
      f = std::abs(needed) <= law.static_friction ? needed : std::copysign(law.friction, needed);
    }
    const Vec2<double> before = r.u;
    r.p = {r.p.t + f * step, r.p.n + step};
    r.u = u0 + W * r.p;
    const bool stuck = before.t == 0 && std::abs(W.tn / W.tt) <= law.static_friction;
    if (stuck || before.t * r.u.t < 0) r.u.t = 0;  // slip stops inside the step
    const double work = 0.5 * (before.n + r.u.n) * step;
    r.normal_work += work;
    if (p_c < 0) {
      stored -= work;
      if (r.u.n >= 0) p_c = r.p.n;
      if (p_c < 0) continue;
      r.normal_work = -stored;
    }
    const double e = law.restitution;
    const double returned = r.normal_work + stored;
    r.ended = (law.rule == Restitution::newton && r.u.n >= -e * u0.n) ||
              (law.rule == Restitution::poisson && r.p.n >= (1 + e) * p_c) ||
              (law.rule == Restitution::stronge && returned >= e * e * stored);
    if (r.ended) return r;
  }
  return r;
}

}  // namespace carom::testing
