/// @file
/// Where on Routh's path an impact ends: the three laws of restitution, each a closed form.
///
/// They differ in nothing else.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/planar/routh_path.hpp>
#include <carom/core/scalar.hpp>

namespace carom::detail {

/// Where an impact ends, in r = pₙ/W_tt.
template <class S>
struct End {
  S r_c{};             ///< r when uₙ = 0, kg·N·s
  S r{};               ///< r at the end, kg·N·s
  S u_n{};             ///< uₙ at the end, m/s
  S after{};           ///< length of the last line, kg·N·s
  bool exists = true;  ///< false where the path never gets there (singular W only)
};

/// Whether slip stops during restitution.
template <class S>
CAROM_HD constexpr bool bends_late(const RouthPath<S>& path) {
  return path.bends && !path.in_compression;
}

/// p_c = p_b − u_b/k₂ if slip stops in compression, else −uₙ⁻/k₁                (T2.7)
template <class S>
CAROM_HD constexpr S compression(const RouthPath<S>& path) {
  if (bends_late(path)) return -(path.u0.n / path.K1);
  return path.r_b - path.u_b / path.K;
}

/// pₙ = (1 + e) p_c                                                             (T2.8)
///
/// uₙ⁺ is what uₙ grew by since it was 0, or since a stop that came later.
template <class S>
CAROM_HD constexpr End<S> poisson_end(const RouthPath<S>& path, const S& e) {
  const S r_c = compression(path);
  const S r = (S(1) + e) * r_c;
  const S after = r - path.r_b;
  const S u_n = bends_late(path) ? path.u_b + path.K * after : path.K * (e * r_c);
  return {r_c, r, u_n, after};
}

/// uₙ⁺ = −e uₙ⁻                                                                 (T2.9)
template <class S>
CAROM_HD constexpr End<S> newton_end(const RouthPath<S>& path, const S& e) {
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
/// may be close to singular.
template <class S>
CAROM_HD constexpr End<S> stronge_end(const RouthPath<S>& path, const S& e) {
  using std::sqrt;
  const S u = path.u_b;
  if (bends_late(path)) {
    const S a = -(e * path.u0.n);
    const S w = (a - u) * (a + u);
    const S K1_u = path.K1 * u;
    const S root = sqrt(K1_u * K1_u + path.K1 * path.K * w);
    const S after = w / (root + K1_u);
    return {compression(path), path.r_b + after, u + path.K * after, after};
  }
  const S stored = u * u - path.K * path.r_b * (path.u0.n + u);
  const S u_n = e * sqrt(stored);
  const S after = (u_n - u) / path.K;
  return {compression(path), path.r_b + after, u_n, after};
}

template <class S>
CAROM_HD constexpr End<S> end_of(const RouthPath<S>& path, const ContactLaw<S>& law) {
  switch (law.rule) {
    case Restitution::newton: return newton_end(path, law.restitution);
    case Restitution::poisson: return poisson_end(path, law.restitution);
    case Restitution::stronge: return stronge_end(path, law.restitution);
  }
  return {};
}

// ------------------------------------------------------------------------------------------------

/// The same three ends where sticking locks the normal, K = 0: uₙ keeps its value at the bend, and a
/// law that asks for another one has no solution.
template <class S>
CAROM_HD constexpr End<S> locked_end(const RouthPath<S>& path, const ContactLaw<S>& law) {
  const S e = law.restitution;
  const S r_c = path.in_compression ? path.r_b : -(path.u0.n / path.K1);
  const S wanted = -(e * path.u0.n);
  const auto end_at = [&](const S& r, const S& u_n, bool exists) {
    return End<S>{r_c, r, u_n, r - path.r_b, exists};
  };
  if (path.in_compression && path.u_b < S(0)) return end_at(r_c, path.u_b, false);
  if (law.rule == Restitution::poisson) return end_at(r_c + e * r_c, path.u_b, true);
  if (wanted == S(0)) return end_at(r_c, S(0), true);
  if (law.rule == Restitution::newton || !(path.u_b > S(0))) return end_at(r_c, path.u_b, false);
  const S missing = (wanted - path.u_b) * (wanted + path.u_b) / (path.K1 + path.K1);
  return end_at(path.r_b + missing / path.u_b, path.u_b, true);
}

/// The end on a singular path: on the first line, on a locked second line, or on a moving one.
template <class S>
CAROM_HD constexpr End<S> singular_end(const RouthPath<S>& path, const ContactLaw<S>& law) {
  if (!path.in_compression && !(path.K1 > S(0))) return {S(0), S(0), path.u0.n, S(0), false};
  if (path.bends && path.K == S(0)) return locked_end(path, law);
  return end_of(path, law);
}

}  // namespace carom::detail
