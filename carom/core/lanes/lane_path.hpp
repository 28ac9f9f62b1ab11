/// @file
/// Routh's path and its ends for N contacts side by side: core/planar/routh_path.hpp, path_end.hpp and planar_impact.hpp in the
/// words of lanes, for W ≻ 0 and uₙ⁻ < 0. A test says that every lane has the bits of the plain text.
///
/// Why: branches of the plain text depend on the data and are mispredicted. Here both answers are computed, and one is taken.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/impact_mode.hpp>
#include <carom/core/lanes/lanes.hpp>
#include <carom/core/planar/routh_path.hpp>
#include <carom/core/scalar.hpp>

#if defined(__GNUC__) && !defined(__CUDACC__)

namespace carom {

/// Lanes have the tolerances of the numbers in them.
template <int N>
struct PathTolerances<Lanes<N>> : PathTolerances<double> {};
template <int N>
struct StickTolerances<Lanes<N>> : StickTolerances<double> {};
template <int N>
struct ScalarTraits<Lanes<N>> : ScalarTraits<double> {};

/// RouthPath with a truth value per lane.
template <int N>
struct LanePath {
  Vec2<Lanes<N>> u0{};
  Lanes<N> unit{};
  Lanes<N> H{};
  Lanes<N> r_b{};
  Lanes<N> u_b{};
  Lanes<N> F1{}, F{};
  Lanes<N> K1{}, K{};
  Lanes<N> G2{};
  // Last: eight truth values fill a byte, and a gap amid the numbers keeps GCC from using registers for them.
  Mask<N> bends{};
  Mask<N> in_compression{};
  Mask<N> sticks{};
};

namespace detail {

/// What is known of a path before it is known whether it bends: the slopes (T2.17) of
///
///     f₁ = −μs,   h = μ W_tt − s W_tn,   s = sign(uₜ⁻)                        (T2.4)
///     f₂ = −W_tn/W_tt if |W_tn|/W_tt ≤ μ_s,  else −μ sign(W_tn)               (T2.5)
///
/// with F₂ for F. It is written with |W_tn| because friction and sticking both act against the push of W_tn.
template <int N>
inline LanePath<N> slopes(const Sym2<Lanes<N>>& W, const Vec2<Lanes<N>>& u0,
                          const ContactLaw<Lanes<N>>& law) {
  using S = Lanes<N>;
  const S mu_W_tt = law.friction * W.tt;
  const S against_W_tn = against(W.tn, u0.t);
  const S push = abs_of(W.tn);
  LanePath<N> path;
  path.u0 = u0;
  path.unit = W.tt;
  path.H = W.tt * (mu_W_tt + against_W_tn);
  path.F1 = against(mu_W_tt, u0.t);
  path.K1 = W.tt * W.nn + mu_W_tt * against_W_tn;
  path.sticks = push <= static_limit(law) * W.tt * (S(1) + S(PathTolerances<S>::sticking));
  path.F = against(select(path.sticks, push, mu_W_tt), W.tn);
  path.G2 = only_if(!path.sticks, along(W.tt * max_of(push - mu_W_tt, S(0)), W.tn));
  return path;
}

}  // namespace detail

/// The path of a regular contact, W ≻ 0. Where slip stops is known without a division, from
///
///     P_d = K₁ |uₜ⁻|,   P_q = H |uₙ⁻|:   in compression ⇔ P_d ≤ P_q,
///                                        before the end ⇔ P_d < (1 + e) P_q    (T2.14)
///     p_b = |uₜ⁻|/h,   u_b = uₙ⁻ + k₁ p_b                               (T2.4), (T2.6)
///
/// Where both happen at once and nothing is restored, the impact ends at the stop: G₂ = 0, so that rounding makes no
/// slip of a last line without length.
///
/// Straight-line code for lanes: hence select, and & and | between conditions. Slip that does not slow
/// down has H ≤ 0 and K₁ > 0; raised to a tiny one, H says just that.
template <int N>
inline LanePath<N> routh_path(const Sym2<Lanes<N>>& W, const Vec2<Lanes<N>>& u0,
                              const ContactLaw<Lanes<N>>& law) {
  using S = Lanes<N>;
  LanePath<N> path = detail::slopes(W, u0, law);
  const S H = max_of(path.H, S(ScalarTraits<S>::tiny));
  const S P_d = path.K1 * abs_of(u0.t);
  const S P_q = H * -u0.n;
  const S excess = P_d - P_q;
  const S tie = S(PathTolerances<S>::simultaneous) * P_d;

  path.in_compression = not_above(excess, tie);  // and where uₜ⁻ is no number: then nothing is
  path.bends = path.in_compression | (excess < law.restitution * P_q);
  path.r_b = only_if(path.bends, abs_of(u0.t) / H);
  path.u_b = u0.n + path.K1 * path.r_b;
  path.G2 = only_if(!(abs_of(excess) < only_if(law.restitution == S(0), tie)), path.G2);
  path.F = select(path.bends, path.F, path.F1);
  path.K = W.tt * W.nn + W.tn * path.F;
  return path;
}

namespace detail {

/// Where an impact ends, in r = pₙ/W_tt.
template <int N>
struct LaneEnd {
  Lanes<N> r_c{};    ///< r when uₙ = 0, kg·N·s
  Lanes<N> r{};      ///< r at the end, kg·N·s
  Lanes<N> u_n{};    ///< uₙ at the end, m/s
  Lanes<N> after{};  ///< length of the last line, kg·N·s
};

/// Whether slip stops during restitution.
template <int N>
inline Mask<N> bends_late(const LanePath<N>& path) {
  return path.bends & (!path.in_compression);
}

/// The same, packed.
template <int N>
inline auto packed_bends_late(const LanePath<N>& path) {
  return packed(path.bends) & !packed(path.in_compression);
}

/// p_c = p_b − u_b/k₂ if slip stops in compression, else −uₙ⁻/k₁                (T2.7)
template <int N>
inline Lanes<N> compression(const LanePath<N>& path) {
  using S = Lanes<N>;
  const Mask<N> late = bends_late(path);
  const S u_n = select(late, path.u0.n, path.u_b);
  const S K = select(late, path.K1, path.K);
  return only_if(!late, path.r_b) - u_n / K;
}

/// pₙ = (1 + e) p_c                                                             (T2.8)
///
/// uₙ⁺ is what uₙ grew by since it was 0, or since a stop that came later.
template <int N>
inline LaneEnd<N> poisson_end(const LanePath<N>& path, const Lanes<N>& e) {
  using S = Lanes<N>;
  const Mask<N> late = bends_late(path);
  const S r_c = compression(path);
  const S r = (S(1) + e) * r_c;
  const S after = r - path.r_b;
  const S u_n = only_if(late, path.u_b) + path.K * select(late, after, e * r_c);
  return {r_c, r, u_n, after};
}

/// uₙ⁺ = −e uₙ⁻                                                                 (T2.9)
template <int N>
inline LaneEnd<N> newton_end(const LanePath<N>& path, const Lanes<N>& e) {
  using S = Lanes<N>;
  const S u_n = e * -path.u0.n;
  const S after = (u_n - path.u_b) / path.K;
  return {compression(path), path.r_b + after, u_n, after};
}

/// ∫ uₙ dpₙ over restitution is e² times what compression stored                (T2.10)
///
/// On the last line, which starts at (r_b, u_b) with slope K, the end of (T2.10) lies at
///
///     stop in compression, or none:  after = (e√(u_b² − K r_b(uₙ⁻ + u_b)) − u_b)/K
///     stop in restitution:           after = w/(√(u_b² + K w/K₁) + u_b)/K₁,   w = e²uₙ⁻² − u_b²
///
/// the second with √ and denominator multiplied by K₁. No difference of nearly equal numbers is formed: W
/// may be close to singular. Few stops are that late, hence the one branch.
template <int N>
inline LaneEnd<N> stronge_end(const LanePath<N>& path, const Lanes<N>& e) {
  using S = Lanes<N>;
  using std::sqrt;
  const Mask<N> late = bends_late(path);
  const S u = path.u_b;
  const S stored = u * u - path.K * path.r_b * (path.u0.n + u);
  if (is_never(packed_bends_late(path))) {
    const S u_n = e * sqrt(stored);
    const S after = (u_n - u) / path.K;
    return {path.r_b - u / path.K, path.r_b + after, u_n, after};
  }
  const S a = -(e * path.u0.n);
  const S w = (a - u) * (a + u);
  const S K1_u = path.K1 * u;
  const S root = sqrt(select(late, K1_u * K1_u + path.K1 * path.K * w, stored));
  const S after = select(late, w, e * root - u) / select(late, root + K1_u, path.K);
  return {compression(path), path.r_b + after, select(late, u + path.K * after, e * root), after};
}

template <int N>
inline LaneEnd<N> end_of(const LanePath<N>& path, const ContactLaw<Lanes<N>>& law) {
  switch (law.rule) {
    case Restitution::newton: return newton_end(path, law.restitution);
    case Restitution::poisson: return poisson_end(path, law.restitution);
    case Restitution::stronge: return stronge_end(path, law.restitution);
  }
  return {};
}

/// From sliding, the first of the modes, to the four stops: one further in restitution, two further where
/// slip reverses. Slip that starts from rest does not stop.
template <int N>
inline EnumLanes<ImpactMode, N> classify(const LanePath<N>& path) {
  using S = Lanes<N>;
  const auto bends = packed(path.bends);
  const auto sticks = packed(path.sticks);
  const auto late = bends & !packed(path.in_compression);
  const auto stops = bends & (sticks | packed(path.u0.t != S(0)));
  const EnumLanes<ImpactMode, N> sliding(ImpactMode::sliding);
  return advance_if(stops & !sticks, advance_if(late, advance_if(stops, sliding, 1), 1), 2);
}

/// p at the end of the path.
template <int N>
inline Vec2<Lanes<N>> impulse_at(const LanePath<N>& path, const LaneEnd<N>& end) {
  return {path.F1 * path.r_b + path.F * end.after, path.unit * end.r};
}

}  // namespace detail
}  // namespace carom

#endif
