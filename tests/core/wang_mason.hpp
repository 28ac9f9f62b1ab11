/// @file
/// Wang & Mason's table of contact modes and impulse formulas, in the paper's letters: the published
/// route, with the sign of direct impacts corrected (docs/errata.md).
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/impact_mode.hpp>
#include <carom/core/scalar.hpp>

#include <cmath>

namespace carom::testing {

struct WangMasonResult {
  double Px = 0;
  double Py = 0;
  ImpactMode mode = ImpactMode::none;
};

/// The paper's letters of a contact.
struct WangMasonLetters {
  double B1, B2, B3, S0, C0;
};

/// Table 1, with (35) and (36), after [WangMason1992].
inline ImpactMode wang_mason_mode(const WangMasonLetters& l, const ContactLaw<double>& law) {
  const double s = l.S0 < 0 ? -1 : 1;
  const double mu = law.friction;
  const bool sticks = law.static_friction >= std::abs(l.B3) / l.B1;
  if (l.S0 == 0) return sticks ? ImpactMode::stick_in_compression : ImpactMode::sliding;
  const double Pd = (l.B2 + s * mu * l.B3) * s * l.S0;
  const double Pq = (mu * l.B1 + s * l.B3) * -l.C0;
  if (Pd < Pq)
    return sticks ? ImpactMode::stick_in_compression : ImpactMode::reverse_in_compression;
  if (Pd < (1 + law.restitution) * Pq)
    return sticks ? ImpactMode::stick_in_restitution : ImpactMode::reverse_in_restitution;
  return ImpactMode::sliding;
}

/// (39)–(48) for Poisson, (50)–(55) for Newton.
inline WangMasonResult wang_mason(const Sym2<double>& W, const Vec2<double>& u,
                                  const ContactLaw<double>& law) {
  const WangMasonLetters letters{W.tt, W.nn, -W.tn, u.t, u.n};
  const auto [B1, B2, B3, S0, C0] = letters;
  const double mu = law.friction;
  const double e = law.restitution;
  const double det = B1 * B2 - B3 * B3;
  double s = S0 < 0 ? -1 : 1;
  WangMasonResult r;
  r.mode = wang_mason_mode(letters, law);
  const bool newton = law.rule == Restitution::newton;
  switch (r.mode) {
    case ImpactMode::sliding:
      if (S0 == 0) s = B3 > 0 ? -1 : 1;
      r.Py = -(1 + e) * C0 / (B2 + s * mu * B3);
      r.Px = -s * mu * r.Py;
      break;
    case ImpactMode::stick_in_compression:
    case ImpactMode::stick_in_restitution:
      r.Py = r.mode == ImpactMode::stick_in_compression ? -(1 + e) * (B1 * C0 + B3 * S0) / det
                                                        : -(1 + e) * C0 / (B2 + s * mu * B3);
      if (newton) r.Py = -(B3 * S0 + (1 + e) * C0 * B1) / det;
      r.Px = (B3 * r.Py - S0) / B1;
      break;
    case ImpactMode::reverse_in_compression:
    case ImpactMode::reverse_in_restitution: {
      const double turn = 2 * s * mu * B3 * S0 / (B3 + s * mu * B1);
      r.Py = r.mode == ImpactMode::reverse_in_compression
                 ? -(1 + e) / (B2 - s * mu * B3) * (C0 + turn)
                 : -(1 + e) * C0 / (B2 + s * mu * B3);
      if (newton) r.Py = -((1 + e) * C0 + turn) / (B2 - s * mu * B3);
      r.Px = s * mu * (r.Py - 2 * S0 / (B3 + s * mu * B1));
      break;
    }
    case ImpactMode::none:
    case ImpactMode::sticking:
    case ImpactMode::capped:
    case ImpactMode::detached: break;
  }
  return r;
}

}  // namespace carom::testing
