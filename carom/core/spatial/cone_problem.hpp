/// @file
/// One contact with two tangents as a cone problem: all its answers.
///
/// **C(W, q, l)** in space: w = q + W p, 0 ≤ pₙ − l ⊥ wₙ ≥ 0, |pₜ| ≤ μ pₙ, pₜ = −μ pₙ wₜ/|wₜ| where wₜ ≠ 0.
/// With A = W_tt, b = w_tn, S = A − b bᵀ/W_nn and c = qₜ − b qₙ/W_nn, on wₙ = 0,
///
///     pₜ = x(λ) = −(S + λ)⁻¹ c,   φ(λ) = |x| − μ pₙ(x),   pₙ(x) = −(qₙ + b·x)/W_nn              (T16.5)
///
/// λ = 0 sticks and is admissible iff φ(0) ≤ 0; the positive roots of φ slip. They are among those of a quartic (T16.6).
/// One answer, or three. [PreclikEiblRuede2018]. Proofs: docs/theory.md, §16.2.
#pragma once

#include <carom/core/spatial/positive_roots.hpp>
#include <carom/core/spatial/vec3.hpp>

namespace carom {

/// C(W, q, l).
template <class S>
struct SpatialConeProblem {
  Sym3<S> W{};   ///< kg⁻¹, W ⪰ 0, W_nn > 0
  Vec3<S> q{};   ///< m/s
  S friction{};  ///< μ ≥ 0
  S least{};     ///< l ≥ 0, N·s
};

/// One answer.
template <class S>
struct SpatialConeAnswer {
  Vec3<S> p{};          ///< N·s
  Vec3<S> w{};          ///< q + W p; exact zeros where the law asks for them
  bool sticks = false;  ///< wₜ = 0
};

inline constexpr int most_cone_answers = 6;

/// All of them: of sticking, then of slip by rising λ.
template <class S>
struct SpatialConeAnswers {
  SpatialConeAnswer<S> answer[most_cone_answers]{};
  int count = 0;
  bool unique_impulse = true;  ///< false: sticking leaves the impulse free, the least was taken
};

/// All answers; none only where W is singular or qₙ ≥ 0, p = 0 not counted.
template <class S>
CAROM_HD constexpr SpatialConeAnswers<S> cone_answers(const SpatialConeProblem<S>& problem);

// ------------------------------------------------------------------------------------------------

namespace detail {

template <class S>
struct ConeTolerances {
  /// sᵢ ≤ this · trace is zero: rounding of A − b bᵀ/W_nn.
  static constexpr S singular = S(32) * ScalarTraits<S>::epsilon;
  /// |cᵢ| ≤ this · its terms is zero where sᵢ is.
  static constexpr S in_range = S(4096) * ScalarTraits<S>::epsilon;
  /// φ(0) ≤ this · its terms sticks.
  static constexpr S sticking = S(16) * ScalarTraits<S>::epsilon;
  /// Roots of the quartic with |φ| above this · its terms are those with pₙ < 0.
  static constexpr S root = S(1024) * ScalarTraits<S>::epsilon;
  /// Answers closer than this are one: a fold.
  static constexpr S fold = S(1e-8);
  static constexpr int most_steps = 100;
};

/// The eigenvectors (c, s) and (−s, c) of a symmetric matrix in the tangent plane, and its eigenvalues.
template <class S>
struct TangentAxes {
  S c{}, s{};
  S value[2]{};

  CAROM_HD constexpr Tangent2<S> into(const Tangent2<S>& v) const {
    return {c * v.x + s * v.y, c * v.y - s * v.x};
  }
  CAROM_HD constexpr Tangent2<S> out_of(const Tangent2<S>& v) const {
    return {c * v.x - s * v.y, s * v.x + c * v.y};
  }
};

template <class S>
CAROM_HD constexpr TangentAxes<S> axes_of(const TangentSym2<S>& A) {
  using std::sqrt;
  const S half = S(0.5) * (A.xx - A.yy);
  const S radius = sqrt(half * half + A.xy * A.xy);
  const S side = half < S(0) ? S(-1) : S(1);
  const S t = A.xy == S(0) ? S(0) : side * A.xy / (abs_of(half) + radius);
  TangentAxes<S> axes;
  axes.c = S(1) / sqrt(S(1) + t * t);
  axes.s = t * axes.c;
  axes.value[0] = A.xx + t * A.xy;
  axes.value[1] = A.yy - t * A.xy;
  return axes;
}

/// (T16.5) along the eigenvectors of S.
template <class S>
struct ConeLine {
  TangentAxes<S> axes{};
  S s[2]{};  ///< eigenvalues of S, exactly 0 where singular
  S c[2]{};
  S b[2]{};
  S qn{}, nn{}, mu{};
};

template <class S>
CAROM_HD constexpr ConeLine<S> cone_line(const SpatialConeProblem<S>& P) {
  const Tangent2<S>& b = P.W.tn;
  const S nn = P.W.nn;
  ConeLine<S> line;
  line.axes = axes_of<S>(
      {P.W.tt.xx - b.x * b.x / nn, P.W.tt.xy - b.x * b.y / nn, P.W.tt.yy - b.y * b.y / nn});
  const Tangent2<S> q = line.axes.into(P.q.t);
  const Tangent2<S> lever = line.axes.into(b);
  const S zero = ConeTolerances<S>::singular * (P.W.tt.xx + P.W.tt.yy);
  const S q_both[2] = {q.x, q.y};
  const S b_both[2] = {lever.x, lever.y};
  for (int i = 0; i < 2; ++i) {
    const S shift = b_both[i] * P.q.n / nn;
    line.b[i] = b_both[i];
    line.c[i] = q_both[i] - shift;
    line.s[i] = line.axes.value[i] > zero ? line.axes.value[i] : S(0);
    const S terms = abs_of(P.q.t.x) + abs_of(P.q.t.y) + abs_of(shift);
    if (line.s[i] == S(0) && abs_of(line.c[i]) <= ConeTolerances<S>::in_range * terms)
      line.c[i] = S(0);
  }
  line.qn = P.q.n;
  line.nn = nn;
  line.mu = P.friction;
  return line;
}

/// x, |x|, pₙ and φ at one λ; a component with c = 0 is 0.
template <class S>
struct ConePoint {
  S x[2]{};
  S size{};
  S p_n{};
  S phi{};
  S slope{};  ///< dφ/dλ
  S terms{};
};

template <class S>
CAROM_HD constexpr ConePoint<S> cone_point(const ConeLine<S>& line, const S& lambda) {
  using std::sqrt;
  ConePoint<S> at;
  S turn = S(0);
  S push = S(0);
  S push_terms = abs_of(line.qn);
  S shrink = S(0);
  for (int i = 0; i < 2; ++i) {
    if (line.c[i] == S(0)) continue;
    const S m = line.s[i] + lambda;
    at.x[i] = -(line.c[i] / m);
    push = push + line.b[i] * at.x[i];
    push_terms = push_terms + abs_of(line.b[i] * at.x[i]);
    shrink = shrink - at.x[i] * (at.x[i] / m);
    turn = turn - line.b[i] * (at.x[i] / m);
  }
  at.size = sqrt(at.x[0] * at.x[0] + at.x[1] * at.x[1]);
  at.p_n = -((line.qn + push) / line.nn);
  at.phi = at.size - line.mu * at.p_n;
  at.slope = (at.size > S(0) ? shrink / at.size : S(0)) + line.mu * turn / line.nn;
  at.terms = at.size + line.mu * push_terms / line.nn;
  return at;
}

/// W_nn² Σ cᵢ² Π_{j≠i}(sⱼ + λ)² = μ² (qₙ Π(sᵢ + λ) − Σ bᵢ cᵢ Π_{j≠i}(sⱼ + λ))²              (T16.6)
template <class S>
CAROM_HD constexpr Polynomial<S, 4> cone_quartic(const ConeLine<S>& line, const S& unit) {
  const S s0 = line.s[0] / unit;
  const S s1 = line.s[1] / unit;
  const S c0 = line.c[0] / unit * line.nn;
  const S c1 = line.c[1] / unit * line.nn;
  const S d0 = line.b[0] * line.c[0] / unit;
  const S d1 = line.b[1] * line.c[1] / unit;
  const S n2 = line.mu * line.qn;
  const S n1 = line.mu * (line.qn * (s0 + s1) - d0 - d1);
  const S n0 = line.mu * (line.qn * s0 * s1 - d0 * s1 - d1 * s0);
  const S m2 = c0 * c0 + c1 * c1;
  const S m1 = S(2) * (c0 * c0 * s1 + c1 * c1 * s0);
  const S m0 = c0 * s1 * (c0 * s1) + c1 * s0 * (c1 * s0);
  return {{m0 - n0 * n0, m1 - S(2) * n1 * n0, m2 - n1 * n1 - S(2) * n2 * n0, -(S(2) * n2 * n1),
           -(n2 * n2)}};
}

/// Newton's method on φ from a root of the quartic, in shorter steps where a whole one does not help.
template <class S>
CAROM_HD constexpr S polished(const ConeLine<S>& line, S lambda) {
  ConePoint<S> at = cone_point(line, lambda);
  S share = S(1);
  for (int i = 0; i < ConeTolerances<S>::most_steps && at.phi != S(0); ++i) {
    const S next = lambda - share * (at.phi / at.slope);
    const ConePoint<S> there = cone_point(line, next);
    const bool helps = next > S(0) && abs_of(there.phi) < abs_of(at.phi);
    share = helps ? S(1) : S(0.25) * share;
    if (share < ScalarTraits<S>::epsilon || next == lambda) break;
    if (!helps) continue;
    lambda = next;
    at = there;
  }
  return lambda;
}

/// A root of φ where φ(0) > 0, by bisection: rounding can hide from the quartic what the theory promises.
template <class S>
CAROM_HD constexpr S bisected(const ConeLine<S>& line, const S& unit) {
  S lo = S(0);
  S hi = unit;
  for (int i = 0; i < ConeTolerances<S>::most_steps && cone_point(line, hi).phi > S(0); ++i)
    hi = S(4) * hi;
  for (int i = 0; i < ConeTolerances<S>::most_steps; ++i) {
    const S middle = S(0.5) * (lo + hi);
    (cone_point(line, middle).phi > S(0) ? lo : hi) = middle;
  }
  return hi;
}

template <class S>
CAROM_HD constexpr void add_answer(SpatialConeAnswers<S>& all, const SpatialConeAnswer<S>& a) {
  for (int i = 0; i < all.count; ++i) {
    const Vec3<S> d = all.answer[i].p - a.p;
    const S size = abs_of(a.p.t.x) + abs_of(a.p.t.y) + abs_of(a.p.n);
    if (abs_of(d.t.x) + abs_of(d.t.y) + abs_of(d.n) <= ConeTolerances<S>::fold * size) return;
  }
  if (all.count < most_cone_answers) all.answer[all.count++] = a;
}

/// The answer at λ on wₙ = 0, where wₜ = −λ pₜ.
template <class S>
CAROM_HD constexpr SpatialConeAnswer<S> answer_at(const ConeLine<S>& line, const ConePoint<S>& at,
                                                  const S& lambda) {
  const Tangent2<S> x = line.axes.out_of({at.x[0], at.x[1]});
  return {{x, at.p_n}, {-lambda * x, S(0)}, lambda == S(0)};
}

/// Where S is singular and sticking leaves x free along it: the least p, moved to the edge of the cone if need be.
template <class S>
CAROM_HD constexpr void take_least(const ConeLine<S>& line, ConePoint<S>& at) {
  using std::sqrt;
  const S bx = line.s[0] == S(0) ? line.b[0] : S(0);
  const S by = line.s[1] == S(0) ? line.b[1] : S(0);
  const S size = sqrt(bx * bx + by * by);
  if (!(size > S(0))) return;
  // x + y e, pₙ − slope y, e the direction of b among the free ones
  const S e[2] = {bx / size, by / size};
  const S slope = size / line.nn;
  const S along = at.x[0] * e[0] + at.x[1] * e[1];
  S y = (slope * at.p_n - along) / (S(1) + slope * slope);
  const S mu2 = line.mu * line.mu;
  const S a2 = S(1) - mu2 * slope * slope;
  const S a1 = along + mu2 * slope * at.p_n;
  const S a0 = at.size * at.size - mu2 * at.p_n * at.p_n;
  const bool outside = a0 + y * (S(2) * a1 + a2 * y) > S(0);
  const S square = a1 * a1 - a2 * a0;
  if (outside && square >= S(0) && a2 != S(0)) {
    const S r = sqrt(square);
    const S first = (-a1 - r) / a2;
    const S second = (r - a1) / a2;
    y = abs_of(first - y) < abs_of(second - y) ? first : second;
  }
  for (int i = 0; i < 2; ++i) at.x[i] = at.x[i] + y * e[i];
  at.size = sqrt(at.x[0] * at.x[0] + at.x[1] * at.x[1]);
  at.p_n = at.p_n - slope * y;
  at.phi = at.size - line.mu * at.p_n;
}

/// Sticking on wₙ = 0.
template <class S>
CAROM_HD constexpr void add_stick(const ConeLine<S>& line, const S& least,
                                  SpatialConeAnswers<S>& all) {
  bool singular = false;
  for (int i = 0; i < 2; ++i) {
    if (line.s[i] == S(0) && line.c[i] != S(0)) return;
    singular = singular || (line.s[i] == S(0) && line.b[i] != S(0));
  }
  ConePoint<S> at = cone_point(line, S(0));
  if (singular) take_least(line, at);
  const bool inside = at.phi <= ConeTolerances<S>::sticking * at.terms;
  if (!inside || !(at.p_n > least)) return;
  all.unique_impulse = !singular;
  add_answer(all, answer_at(line, at, S(0)));
}

/// Slip on wₙ = 0.
template <class S>
CAROM_HD constexpr void add_slips(const ConeLine<S>& line, const S& least,
                                  SpatialConeAnswers<S>& all) {
  if (line.c[0] == S(0) && line.c[1] == S(0)) return;
  const S sum = line.s[0] + line.s[1];
  const S unit = sum > S(0) ? sum : line.nn;
  const Roots<S, 4> roots = positive_roots(cone_quartic(line, unit));
  const auto try_root = [&](const S& lambda) {
    const ConePoint<S> at = cone_point(line, lambda);
    if (abs_of(at.phi) <= ConeTolerances<S>::root * at.terms && at.p_n > least)
      add_answer(all, answer_at(line, at, lambda));
  };
  for (int i = 0; i < roots.count; ++i) try_root(polished(line, unit * roots.x[i]));
  if (all.count == 0 && line.qn < S(0)) try_root(polished(line, bisected(line, unit)));
}

/// Without friction.
template <class S>
CAROM_HD constexpr void add_frictionless(const SpatialConeProblem<S>& P, const ConeLine<S>& line,
                                         SpatialConeAnswers<S>& all) {
  const S p_n = -(P.q.n / P.W.nn);
  if (!(p_n > P.least)) return;
  const Tangent2<S> slip = line.axes.out_of({line.c[0], line.c[1]});
  const bool sticks = slip.x == S(0) && slip.y == S(0);
  add_answer<S>(all, {{{}, p_n}, {slip, S(0)}, sticks});
}

/// pₙ = l: x minimises ½ xᵀA x + c·x in the disc |x| ≤ μ l, c = qₜ + b l, by the secular equation
///
///     |(A + λ)⁻¹ c| = μ l                                                                 (T16.7)
///
/// on whose reciprocal Newton's method is monotone. An answer if wₙ ≥ 0.
template <class S>
CAROM_HD constexpr void add_at_least(const SpatialConeProblem<S>& P, SpatialConeAnswers<S>& all) {
  using std::sqrt;
  const S l = P.least;
  const S r = P.friction * l;
  const TangentAxes<S> axes = axes_of(P.W.tt);
  const Tangent2<S> c = axes.into(P.q.t + l * P.W.tn);
  const S largest = max_of(axes.value[0], axes.value[1]);
  const auto at = [&](const S& lambda) {
    return Tangent2<S>{c.x == S(0) ? S(0) : -(c.x / (axes.value[0] + lambda)),
                       c.y == S(0) ? S(0) : -(c.y / (axes.value[1] + lambda))};
  };
  S lambda = S(0);
  Tangent2<S> x = at(lambda);
  const bool sticks = dot(x, x) <= r * r * (S(1) + ConeTolerances<S>::sticking);
  if (!sticks && r > S(0)) {
    lambda = max_of(S(0), sqrt(dot(c, c)) / r - largest);
    for (int i = 0; i < ConeTolerances<S>::most_steps; ++i) {
      x = at(lambda);
      const S size = sqrt(dot(x, x));
      const S curl = x.x * x.x / (axes.value[0] + lambda) + x.y * x.y / (axes.value[1] + lambda);
      const S step = (size - r) / r * (size * size / curl);
      lambda = lambda + step;
      if (!(step > ConeTolerances<S>::sticking * lambda)) break;
    }
    x = at(lambda);
  }
  if (!sticks && !(r > S(0))) x = {};
  const Tangent2<S> p_t = axes.out_of(x);
  const Tangent2<S> free = axes.out_of(c);
  const Tangent2<S> slip = r > S(0) ? -lambda * p_t : free;
  const S w_n = P.q.n + dot(P.W.tn, p_t) + P.W.nn * l;
  if (w_n >= S(0)) add_answer<S>(all, {{p_t, l}, {sticks ? Tangent2<S>{} : slip, w_n}, sticks});
}

}  // namespace detail

template <class S>
CAROM_HD constexpr SpatialConeAnswers<S> cone_answers(const SpatialConeProblem<S>& problem) {
  SpatialConeAnswers<S> all;
  if (problem.least > S(0)) detail::add_at_least(problem, all);
  const detail::ConeLine<S> line = detail::cone_line(problem);
  if (!(problem.friction > S(0))) {
    detail::add_frictionless(problem, line, all);
    return all;
  }
  detail::add_stick(line, problem.least, all);
  detail::add_slips(line, problem.least, all);
  return all;
}

}  // namespace carom
