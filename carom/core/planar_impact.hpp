/// @file
/// One frictional collision in the plane, exactly: the main algorithm of carom.
///
/// Routh's path (routh_path.hpp) says how the contact moves; a law of restitution says where on it
/// the impact ends. Both are closed forms: no step size, no iteration, no tolerance in the result.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/impact_mode.hpp>
#include <carom/core/routh_path.hpp>
#include <carom/core/scalar.hpp>

namespace carom {

/// What one collision did.
template <class S>
struct PlanarImpact {
  Vec2<S> impulse{};  ///< p on the first body, N·s
  Vec2<S> u_after{};  ///< u⁺ = u⁻ + W p, m/s; components that the law brings to zero are exactly 0
  S compression{};    ///< p_c, normal impulse when uₙ = 0, N·s
  ImpactMode mode = ImpactMode::none;
  ImpactStatus status = ImpactStatus::no_impact;
};

/// Resolves one frictional collision under Newton's, Poisson's or Stronge's restitution.
///
/// Compression ends at p_c (T2.7); the impact ends at pₙ by (T2.8), (T2.9) or (T2.10). For W ≻ 0 and
/// uₙ⁻ < 0 there is always exactly one answer, jams included (docs/theory.md, Prop. 2.2).
///
/// uₙ⁻ > 0 yields no_impact and p = 0. uₙ⁻ = 0 is a tangential impact (T2.13) where slip drives the
/// bodies together, k₁ < 0; there p = 0 satisfies the law as well and carom takes the impact, as
/// [WangMason1992] do. At k₁ = 0 the impulse is undetermined and p = 0 is returned.
///
/// Singular W, to PathTolerances::singular, follows §3 of docs/theory.md; no_solution where the law asks for a
/// velocity that a locked contact cannot take.
///
/// @param W   Delassus matrix of the contact, kg⁻¹; W ⪰ 0, entries and their ratios within 1e±70.
/// @param u0  contact velocity before the impact, m/s.
template <class S>
CAROM_HD constexpr PlanarImpact<S> resolve_planar(const Sym2<S>& W, const Vec2<S>& u0,
                                                  const ContactLaw<S>& law);

/// Where the normal and the tangential work of a path law went, J (T2.12). Their sum is the contact
/// work ½ p·(u⁻ + u⁺).
template <class S>
struct WorkLedger {
  S normal_compression{};  ///< ∫ uₙ dpₙ until uₙ = 0; ≤ 0
  S normal_restitution{};  ///< ∫ uₙ dpₙ from there on; ≥ 0
  S friction{};            ///< ∫ uₜ dpₜ; ≤ 0
};

/// The ledger of an impact along its path.
template <class S>
CAROM_HD constexpr WorkLedger<S> ledger(const RouthPath<S>& path, const PlanarImpact<S>& impact);

/// The path that resolve_planar follows: regular or singular, as W is.
template <class S>
CAROM_HD constexpr RouthPath<S> path_of(const Sym2<S>& W, const Vec2<S>& u0,
                                        const ContactLaw<S>& law) {
  return is_singular(W) ? singular_routh_path(W, u0, law) : routh_path(W, u0, law);
}

// ------------------------------------------------------------------------------------------------

namespace detail {

/// How far an impact gets along its path before each of the two ends of compression and restitution.
struct Bend {
  bool in_compression = false;  ///< slip stops while uₙ ≤ 0
  bool never = false;           ///< the impact ends before slip stops: sliding              (T2.11)
};

template <class S>
CAROM_HD constexpr Bend bend_of(const RouthPath<S>& path, const S& e) {
  const bool in_compression = path.stops & (path.u_b <= S(0));
  const bool slides = !path.stops | (path.u_b >= -(e * path.u0.n));
  return {in_compression, (!in_compression & slides) != 0};
}

/// Where an impact ends.
template <class S>
struct End {
  S p_c{};             ///< pₙ when uₙ = 0, N·s
  S p_n{};             ///< pₙ at the end, N·s
  S u_n{};             ///< uₙ at the end, m/s
  bool exists = true;  ///< false where the path never gets there (singular W only)
};

/// p_c = p_b − u_b/k₂ if slip stops in compression, else −uₙ⁻/k₁                (T2.7)
template <class S>
CAROM_HD constexpr S compression(const RouthPath<S>& path, const Bend& bend) {
  const S before = bend.in_compression ? path.p_b : S(0);
  return before -
         (bend.in_compression ? path.u_b : path.u0.n) / (bend.in_compression ? path.k2 : path.k1);
}

/// pₙ = (1 + e) p_c                                                             (T2.8)
template <class S>
CAROM_HD constexpr End<S> poisson_end(const RouthPath<S>& path, const Bend& bend, const S& e) {
  const S p_c = compression(path, bend);
  const S p_n = p_c + e * p_c;
  const S after_bend = path.u_b + path.k2 * (p_n - path.p_b);
  return {p_c, p_n,
          bend.in_compression ? path.k2 * (e * p_c) : (bend.never ? -(e * path.u0.n) : after_bend)};
}

/// uₙ⁺ = −e uₙ⁻                                                                 (T2.9)
template <class S>
CAROM_HD constexpr End<S> newton_end(const RouthPath<S>& path, const Bend& bend, const S& e) {
  const S u_n = -(e * path.u0.n);
  const S from = bend.never ? path.u0.n : path.u_b;
  const S p_n = (bend.never ? S(0) : path.p_b) + (u_n - from) / (bend.never ? path.k1 : path.k2);
  return {compression(path, bend), p_n, u_n};
}

/// ∫ uₙ dpₙ over restitution is e² times what compression stored                (T2.10)
///
/// `work` is twice the work that the last straight line has to return, divided by k₂ for a bend in
/// compression. No difference of nearly equal numbers is formed: W may be close to singular.
template <class S>
CAROM_HD constexpr End<S> stronge_end(const RouthPath<S>& path, const Bend& bend, const S& e) {
  using std::sqrt;
  const bool early = bend.in_compression;
  const S a = -(e * path.u0.n);
  const S u_b = path.u_b;
  const S over = S(1) / (early ? path.k2 : path.k1);
  const S q = (early ? u_b : path.u0.n) * over;
  const S p_c = (early ? path.p_b : S(0)) - q;
  const S work = (early ? -(path.p_b * (path.u0.n + u_b)) : (a - u_b) * (a + u_b)) * over;
  const S square = early ? q * q + work : (bend.never ? S(1) : u_b * u_b + path.k2 * work);
  const S root = sqrt(square);
  const S late = path.p_b + work / (early ? S(1) : u_b + root);
  return {p_c, early ? p_c + e * root : (bend.never ? p_c + e * p_c : late),
          early ? path.k2 * (e * root) : (bend.never ? a : root)};
}

template <class S>
CAROM_HD constexpr End<S> end_of(const RouthPath<S>& path, const Bend& bend,
                                 const ContactLaw<S>& law) {
  switch (law.rule) {
    case Restitution::newton: return newton_end(path, bend, law.restitution);
    case Restitution::poisson: return poisson_end(path, bend, law.restitution);
    case Restitution::stronge: return stronge_end(path, bend, law.restitution);
  }
  return {};
}

/// The same three ends where sticking locks the normal, k₂ = 0: uₙ keeps its value at the bend, and a
/// law that asks for another one has no solution.
template <class S>
CAROM_HD constexpr End<S> locked_end(const RouthPath<S>& path, const Bend& bend,
                                     const ContactLaw<S>& law) {
  const S e = law.restitution;
  const S p_c = bend.in_compression ? path.p_b : -(path.u0.n / path.k1);
  const S wanted = -(e * path.u0.n);
  if (bend.in_compression && path.u_b < S(0)) return {p_c, p_c, path.u_b, false};
  if (law.rule == Restitution::poisson) return {p_c, p_c + e * p_c, path.u_b};
  if (wanted == S(0)) return {p_c, p_c, S(0)};
  if (law.rule == Restitution::newton || !(path.u_b > S(0))) return {p_c, p_c, path.u_b, false};
  const S missing = (wanted - path.u_b) * (wanted + path.u_b) / (path.k1 + path.k1);
  return {p_c, path.p_b + missing / path.u_b, path.u_b};
}

/// The end on a singular path: on the first line, on a locked second line, or on a moving one.
template <class S>
CAROM_HD constexpr End<S> singular_end(const RouthPath<S>& path, const Bend& bend,
                                       const ContactLaw<S>& law) {
  if (!bend.in_compression && !(path.k1 > S(0))) return {S(0), S(0), path.u0.n, false};
  if (!bend.never && path.k2 == S(0)) return locked_end(path, bend, law);
  return end_of(path, bend, law);
}

template <class S>
CAROM_HD constexpr ImpactMode classify(const RouthPath<S>& path, const Bend& bend) {
  const bool slips_from_rest = (path.u0.t == S(0)) & !path.sticks;
  const ImpactMode after =
      bend.in_compression
          ? (path.sticks ? ImpactMode::stick_in_compression : ImpactMode::reverse_in_compression)
          : (path.sticks ? ImpactMode::stick_in_restitution : ImpactMode::reverse_in_restitution);
  return (bend.never | slips_from_rest) ? ImpactMode::sliding : after;
}

/// What happens at all: uₙ⁻ < 0 is an impact; uₙ⁻ = 0 is one where slip compresses (T2.13).
template <class S>
CAROM_HD constexpr ImpactStatus occurrence(const RouthPath<S>& path, const S& W_nn) {
  const S grazing = PathTolerances<S>::grazing * W_nn;
  const bool slips = (path.u0.n == S(0)) & (path.u0.t != S(0));
  const ImpactStatus at_rest =
      (slips & (path.k1 < -grazing))
          ? ImpactStatus::tangential_impact
          : ((slips & (path.k1 <= grazing) & (W_nn > S(0))) ? ImpactStatus::undetermined
                                                            : ImpactStatus::no_impact);
  return path.u0.n < S(0) ? ImpactStatus::solved : at_rest;
}

/// The impulse and velocity at the end of the path.
template <class S>
CAROM_HD constexpr PlanarImpact<S> arrive(const RouthPath<S>& path, const Bend& bend,
                                          const End<S>& end, ImpactStatus status) {
  const bool happens =
      (status == ImpactStatus::solved) | (status == ImpactStatus::tangential_impact);
  const S after = end.p_n - path.p_b;
  const S slip = abs_of(path.u0.t) - path.h * end.p_n;
  const S kept = slip <= PathTolerances<S>::simultaneous * abs_of(path.u0.t) ? S(0) : slip;
  const S p_t = bend.never ? path.f1 * end.p_n : path.f1 * path.p_b + path.f2 * after;
  const S u_t = bend.never ? sign(path.u0.t) * kept : path.g2 * after;
  PlanarImpact<S> impact;
  impact.impulse = {happens ? p_t : S(0), happens ? end.p_n : S(0)};
  impact.u_after = {happens ? u_t : path.u0.t, happens ? end.u_n : path.u0.n};
  impact.compression = happens ? end.p_c : S(0);
  impact.mode = happens ? classify(path, bend) : ImpactMode::none;
  impact.status = status;
  return impact;
}

template <class S>
CAROM_HD constexpr PlanarImpact<S> resolve_regular(const Sym2<S>& W, const Vec2<S>& u0,
                                                   const ContactLaw<S>& law) {
  const RouthPath<S> path = routh_path(W, u0, law);
  const Bend bend = bend_of(path, law.restitution);
  return arrive(path, bend, end_of(path, bend, law), occurrence(path, W.nn));
}

template <class S>
CAROM_HD constexpr PlanarImpact<S> resolve_singular(const Sym2<S>& W, const Vec2<S>& u0,
                                                    const ContactLaw<S>& law) {
  const RouthPath<S> path = singular_routh_path(W, u0, law);
  const Bend bend = bend_of(path, law.restitution);
  const ImpactStatus status = occurrence(path, W.nn);
  const bool happens = status == ImpactStatus::solved || status == ImpactStatus::tangential_impact;
  const End<S> end = happens ? singular_end(path, bend, law) : End<S>{};
  return arrive(path, bend, end, end.exists ? status : ImpactStatus::no_solution);
}

}  // namespace detail

template <class S>
CAROM_HD constexpr PlanarImpact<S> resolve_planar(const Sym2<S>& W, const Vec2<S>& u0,
                                                  const ContactLaw<S>& law) {
  if (is_singular(W)) return detail::resolve_singular(W, u0, law);
  return detail::resolve_regular(W, u0, law);
}

template <class S>
CAROM_HD constexpr WorkLedger<S> ledger(const RouthPath<S>& path, const PlanarImpact<S>& impact) {
  if (impact.mode == ImpactMode::none) return {};
  const bool slides_through = impact.mode == ImpactMode::sliding && !(path.u0.t == S(0));
  const bool in_compression = !slides_through && path.stops && path.u_b <= S(0);
  const S p_c = impact.compression;
  const S p_n = impact.impulse.n;
  const S half = S(0.5);
  const S u_n = impact.u_after.n;

  WorkLedger<S> work;
  work.normal_compression =
      in_compression ? half * (path.p_b * (path.u0.n + path.u_b) + (p_c - path.p_b) * path.u_b)
                     : half * p_c * path.u0.n;
  work.normal_restitution =
      (in_compression || slides_through)
          ? half * (p_n - p_c) * u_n
          : half * ((path.p_b - p_c) * path.u_b + (p_n - path.p_b) * (path.u_b + u_n));
  work.friction =
      slides_through
          ? half * path.f1 * p_n * (path.u0.t + impact.u_after.t)
          : half * (path.f1 * path.p_b * path.u0.t + path.f2 * (p_n - path.p_b) * impact.u_after.t);
  return work;
}

}  // namespace carom
