/// @file
/// Where on Routh's path an impact ends: the three laws of restitution, each a closed form.
///
/// They differ in nothing else. Straight-line code for lanes, up to the ruled line.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/lanes.hpp>
#include <carom/core/routh_path.hpp>
#include <carom/core/scalar.hpp>

namespace carom::detail {

/// Whether slip stops before the impact ends; else it slides                     (T2.11)
template <class S>
CAROM_HD constexpr Condition<S> bends(const RouthPath<S>& path, const S& e) {
  return path.in_compression | (path.stops & (path.u_b < -(e * path.u0.n)));
}

/// One straight line of the path: where it starts, and its slopes.
template <class S>
struct Line {
  S p_n{};  ///< pₙ at the start, N·s
  S u_n{};  ///< uₙ at the start, m/s
  S f{};    ///< dpₜ/dpₙ
  S k{};    ///< duₙ/dpₙ, kg⁻¹
};

template <class S>
CAROM_HD constexpr Line<S> line_of(const RouthPath<S>& path, const Condition<S>& second) {
  return {only_if(second, path.p_b), select(second, path.u_b, path.u0.n),
          select(second, path.f2, path.f1), select(second, path.k2, path.k1)};
}

/// Where an impact ends.
template <class S>
struct End {
  S p_c{};             ///< pₙ when uₙ = 0, N·s
  S p_n{};             ///< pₙ at the end, N·s
  S u_n{};             ///< uₙ at the end, m/s
  S after{};           ///< pₙ on the last line, N·s
  bool exists = true;  ///< false where the path never gets there (singular W only)
};

/// p_c = p_b − u_b/k₂ if slip stops in compression, else −uₙ⁻/k₁                (T2.7)
template <class S>
CAROM_HD constexpr S compression(const RouthPath<S>& path) {
  const Line<S> line = line_of(path, path.in_compression);
  return line.p_n - line.u_n / line.k;
}

/// pₙ = (1 + e) p_c                                                             (T2.8)
template <class S>
CAROM_HD constexpr End<S> poisson_end(const RouthPath<S>& path, const Condition<S>& bent,
                                      const S& e) {
  const S p_c = compression(path);
  const S p_n = p_c + e * p_c;
  const S after = p_n - only_if(bent, path.p_b);
  const S u_n = select(path.in_compression, path.k2 * (e * p_c), path.u_b + path.k2 * after);
  return {p_c, p_n, select(bent, u_n, -(e * path.u0.n)), after};
}

/// uₙ⁺ = −e uₙ⁻                                                                 (T2.9)
template <class S>
CAROM_HD constexpr End<S> newton_end(const RouthPath<S>& path, const Condition<S>& bent,
                                     const S& e) {
  const Line<S> line = line_of(path, bent);
  const S u_n = -(e * path.u0.n);
  const S after = (u_n - line.u_n) / line.k;
  return {compression(path), line.p_n + after, u_n, after};
}

/// ∫ uₙ dpₙ over restitution is e² times what compression stored                (T2.10)
///
/// On the last line, which starts at (p, u) with slope k, the end of (T2.10) lies at
///
///     stop in compression, or none:  after = (e√(u² + k p(−uₙ⁻ − u)) − u)/k
///     stop in restitution:           after = w/(√(u² + k w/k₁) + u)/k₁,   w = e²uₙ⁻² − u²
///
/// the second with √ and denominator multiplied by k₁; below a = −e uₙ⁻. No difference of nearly equal
/// numbers is formed: W may be close to singular.
template <class S>
CAROM_HD constexpr End<S> stronge_end(const RouthPath<S>& path, const Condition<S>& bent,
                                      const S& e) {
  using std::sqrt;
  const Line<S> line = line_of(path, bent);
  const Condition<S> late = bent & (!path.in_compression);
  const S a = -(e * path.u0.n);
  const S u = line.u_n;
  const S k1 = select(late, path.k1, S(1));
  const S w = select(late, (a - u) * (a + u), -(line.p_n * (path.u0.n + u)));
  const S root = sqrt(k1 * (k1 * (u * u) + line.k * w));
  const S after = select(late, w, e * root - u) / select(late, root + k1 * u, line.k);
  return {compression(path), line.p_n + after, select(late, root / k1, e * root), after};
}

template <class S>
CAROM_HD constexpr End<S> end_of(const RouthPath<S>& path, const Condition<S>& bent,
                                 const ContactLaw<S>& law) {
  switch (law.rule) {
    case Restitution::newton: return newton_end(path, bent, law.restitution);
    case Restitution::poisson: return poisson_end(path, bent, law.restitution);
    case Restitution::stronge: return stronge_end(path, bent, law.restitution);
  }
  return {};
}

// ------------------------------------------------------------------------------------------------

/// The same three ends where sticking locks the normal, k₂ = 0: uₙ keeps its value at the bend, and a
/// law that asks for another one has no solution.
template <class S>
CAROM_HD constexpr End<S> locked_end(const RouthPath<S>& path, const ContactLaw<S>& law) {
  const S e = law.restitution;
  const S p_c = path.in_compression ? path.p_b : -(path.u0.n / path.k1);
  const S wanted = -(e * path.u0.n);
  const auto end_at = [&](const S& p_n, const S& u_n, bool exists) {
    return End<S>{p_c, p_n, u_n, p_n - path.p_b, exists};
  };
  if (path.in_compression && path.u_b < S(0)) return end_at(p_c, path.u_b, false);
  if (law.rule == Restitution::poisson) return end_at(p_c + e * p_c, path.u_b, true);
  if (wanted == S(0)) return end_at(p_c, S(0), true);
  if (law.rule == Restitution::newton || !(path.u_b > S(0))) return end_at(p_c, path.u_b, false);
  const S missing = (wanted - path.u_b) * (wanted + path.u_b) / (path.k1 + path.k1);
  return end_at(path.p_b + missing / path.u_b, path.u_b, true);
}

/// The end on a singular path: on the first line, on a locked second line, or on a moving one.
template <class S>
CAROM_HD constexpr End<S> singular_end(const RouthPath<S>& path, const Condition<S>& bent,
                                       const ContactLaw<S>& law) {
  if (!path.in_compression && !(path.k1 > S(0))) return {S(0), S(0), path.u0.n, S(0), false};
  if (bent && path.k2 == S(0)) return locked_end(path, law);
  return end_of(path, bent, law);
}

}  // namespace carom::detail
