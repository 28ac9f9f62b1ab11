/// @file
/// The inner loop of a batch, for N lanes. Each of the files batch_kernel_*.cpp compiles it for one set
/// of instructions; batch.cpp chooses among them at run time.
#pragma once

#include <carom/core/lanes/lane_path.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace carom::detail {

/// The arrays of PlanarBatch and PlanarBatchResult, from some contact on. Plain pointers: code that is
/// compiled for newer processors must not leave inline functions of the library behind, or the linker
/// might take them for everybody.
struct BatchArrays {
  const double* W_tt;
  const double* W_tn;
  const double* W_nn;
  const double* u_t;
  const double* u_n;
  const double* friction;
  const double* static_friction;
  const double* restitution;
  double* p_t;
  double* p_n;
  ImpactMode* mode;
};

/// A kernel takes a multiple of this many contacts: two vectors of the longest kind.
inline constexpr std::size_t batch_block = 16;

/// Resolves `count` contacts, a multiple of batch_block, and says whether the results stand.
/// False: some of them may be special and must be resolved again: W is singular, something is no finite
/// number, or uₙ⁻ = 0 and slip drives the bodies together (T2.13).
using BatchKernel = bool(const BatchArrays& arrays, std::size_t count, Restitution rule);

BatchKernel batch_kernel_baseline;
BatchKernel batch_kernel_avx2;
BatchKernel batch_kernel_avx512;

// ------------------------------------------------------------------------------------------------

#if defined(__GNUC__) && !defined(__CUDACC__)

template <int N>
inline Lanes<N> load(const double* numbers) {
  Lanes<N> lanes;
  std::memcpy(&lanes.x, numbers, sizeof lanes.x);
  return lanes;
}

template <int N>
inline void store(const Lanes<N>& lanes, double* numbers) {
  std::memcpy(numbers, &lanes.x, sizeof lanes.x);
}

template <int N>
inline void store(const EnumLanes<ImpactMode, N>& lanes, ImpactMode* modes) {
  std::memcpy(modes, &lanes.codes, N);
}

/// What was met on the way that tells of special contacts.
template <int N>
struct Met {
  Lanes<N> regular{-1.0};  ///< the sign of every narrowness(W): with it, none was narrow
  Lanes<N> sum{};          ///< of pₙ: what is not finite stays in it
  std::uint32_t stops{};   ///< not 0: slip stopped somewhere where uₙ⁻ is 0, or no number
};

/// N contacts half-way: where slip stops is known, not yet where the impact ends.
template <int N>
struct HalfWay {
  LanePath<N> path{};
  ContactLaw<Lanes<N>> law{};
  Mask<N> approaches{};
};

/// The first half of contacts i to i + N − 1, and their modes: they do not depend on the law (Prop. 2.4).
template <int N, Restitution rule>
inline HalfWay<N> start(const BatchArrays& a, std::size_t i, Met<N>& met) {
  using S = Lanes<N>;
  const Sym2<S> W{load<N>(a.W_tt + i), load<N>(a.W_tn + i), load<N>(a.W_nn + i)};
  const Vec2<S> u{load<N>(a.u_t + i), load<N>(a.u_n + i)};
  HalfWay<N> half;
  half.law = {load<N>(a.friction + i), load<N>(a.static_friction + i), load<N>(a.restitution + i),
              rule};
  half.path = routh_path(W, u, half.law);
  half.approaches = u.n < S(0);
  const PackedMask<N> approaches = packed(half.approaches);
  store(only_if(approaches, classify(half.path)), a.mode + i);  // none is 0
  if (const auto odd = packed(half.path.bends) & !approaches; !is_never(odd)) [[unlikely]]
    met.stops |= (odd & !packed(abs_of(u.n) > S(0))).bits;
  met.regular = bits_and(met.regular, narrowness(W));
  return half;
}

/// The second half. What it needs of the arrays it loads again: the registers do not hold it until then.
template <int N>
inline void finish(HalfWay<N> half, const BatchArrays& a, std::size_t i, Met<N>& met) {
  half.path.unit = load<N>(a.W_tt + i);
  half.path.u0.n = load<N>(a.u_n + i);
  half.law.restitution = load<N>(a.restitution + i);
  const Vec2<Lanes<N>> impulse = impulse_at(half.path, end_of(half.path, half.law));
  const Lanes<N> p_n = only_if(half.approaches, impulse.n);
  store(only_if(half.approaches, impulse.t), a.p_t + i);
  store(p_n, a.p_n + i);
  met.sum = met.sum + p_n;
}

/// Each contact is a long chain of operations that wait for one another, with two divisions in it. So
/// two vectors are always on their way, one in its first half and one in its second.
template <int N, Restitution rule>
inline bool resolve_blocks(const BatchArrays& arrays, std::size_t count) {
  constexpr std::size_t n = N;
  const BatchArrays a = arrays;  // no store can change a copy: the pointers stay in registers
  const std::size_t last = count - 2 * n;
  Met<N> met;
  HalfWay<N> even = start<N, rule>(a, 0, met);
  for (std::size_t i = 0; i < last; i += 2 * n) {
    const HalfWay<N> odd = start<N, rule>(a, i + n, met);
    finish(even, a, i, met);
    even = start<N, rule>(a, i + 2 * n, met);
    finish(odd, a, i + n, met);
  }
  const HalfWay<N> odd = start<N, rule>(a, last + n, met);
  finish(even, a, last, met);
  finish(odd, a, last + n, met);
  const Lanes<N> zero(0);
  const Mask<N> regular = along(Lanes<N>(1), met.regular) < zero;
  const Mask<N> ordinary = regular & (met.sum - met.sum == zero);
  return is_never(!packed(ordinary)) && met.stops == 0;
}

template <int N>
inline bool resolve_blocks(const BatchArrays& a, std::size_t count, Restitution rule) {
  switch (rule) {
    case Restitution::newton: return resolve_blocks<N, Restitution::newton>(a, count);
    case Restitution::poisson: return resolve_blocks<N, Restitution::poisson>(a, count);
    case Restitution::stronge: return resolve_blocks<N, Restitution::stronge>(a, count);
  }
  return false;
}

#endif

}  // namespace carom::detail
