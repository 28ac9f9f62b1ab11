/// @file
/// What one direction of slip does.
#pragma once

#include <carom/core/scalar.hpp>
#include <carom/core/spatial/vec3.hpp>

namespace carom {

/// Rates while slip has the direction w = (cos θ, sin θ) and the size s, with F = b − μ A w:
///
///     f = w·F = ds/dpₙ,   g = w⊥·F = s dθ/dpₙ,   dg = dg/dθ = −f − μ w⊥·A w⊥          (T12.8)
///     h = W_nn − μ b·w = duₙ/dpₙ
///
/// Slip keeps its direction where g = 0, and turns towards it where also dg < 0.
template <class S>
struct SlipDirection {
  S f{};   ///< kg⁻¹
  S g{};   ///< kg⁻¹
  S dg{};  ///< kg⁻¹
  S h{};   ///< kg⁻¹; negative in a jam
};

template <class S>
CAROM_HD constexpr SlipDirection<S> slip_direction(const Sym3<S>& W, const S& mu,
                                                   const Tangent2<S>& w) {
  const Tangent2<S> side = turned(w);
  const Tangent2<S> F = W.tn - mu * (W.tt * w);
  const S f = dot(w, F);
  return {f, dot(side, F), -f - mu * dot(side, W.tt * side), W.nn - mu * dot(W.tn, w)};
}

}  // namespace carom
