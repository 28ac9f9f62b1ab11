/// @file
/// The inner loop of a batch, for N lanes. Each of the files batch_kernel_*.cpp compiles it for one set
/// of instructions; batch.cpp chooses among them at run time.
#pragma once

#include <carom/core/planar_impact.hpp>
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
/// False: at least one of them is special (W singular, uₙ⁻ = 0, or no finite number) and must be resolved
/// again.
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
  for (int k = 0; k < N; ++k)
    modes[k] = static_cast<ImpactMode>(lanes.codes >> 8 * k & 0xFFU);  // one store of N bytes
}

/// N contacts half-way: where slip stops is known, not yet where the impact ends.
template <int N>
struct HalfWay {
  RouthPath<Lanes<N>> path{};
  ContactLaw<Lanes<N>> law{};
  Mask<N> ordinary{};  ///< not special
};

template <int N, Restitution rule>
inline HalfWay<N> start(const BatchArrays& a, std::size_t i) {
  using S = Lanes<N>;
  const Sym2<S> W{load<N>(a.W_tt + i), load<N>(a.W_tn + i), load<N>(a.W_nn + i)};
  const Vec2<S> u{load<N>(a.u_t + i), load<N>(a.u_n + i)};
  HalfWay<N> half;
  half.law = {load<N>(a.friction + i), load<N>(a.static_friction + i), load<N>(a.restitution + i),
              rule};
  half.path = routh_path(W, u, half.law);
  half.ordinary = (u.n != S(0)) & !is_singular(W);
  return half;
}

/// Returns pₙ.
template <int N>
inline Lanes<N> finish(const HalfWay<N>& half, const BatchArrays& a, std::size_t i) {
  const End<Lanes<N>> end = end_of(half.path, half.law);
  const PlanarImpact<Lanes<N>> impact = arrive(half.path, end);
  const Mask<N> separates = half.path.u0.n > Lanes<N>(0);
  const Lanes<N> p_n = only_if(!separates, impact.impulse.n);
  store(only_if(!separates, impact.impulse.t), a.p_t + i);
  store(p_n, a.p_n + i);
  store(only_if(!packed(separates), impact.mode), a.mode + i);  // none is 0
  return p_n;
}

/// Each contact is a long chain of operations that wait for one another, with two divisions in it. So
/// two vectors are always on their way, one in its first half and one in its second.
template <int N, Restitution rule>
inline bool resolve_blocks(const BatchArrays& arrays, std::size_t count) {
  constexpr std::size_t n = N;
  const BatchArrays a = arrays;  // no store can change a copy: the pointers stay in registers
  const std::size_t last = count - n;
  HalfWay<N> even = start<N, rule>(a, 0);
  Mask<N> ordinary = even.ordinary;
  Lanes<N> sum(0);  // of pₙ: what is not finite stays in it
  for (std::size_t i = 0; i < count; i += 2 * n) {
    const HalfWay<N> odd = start<N, rule>(a, i + n);
    sum = sum + finish(even, a, i);
    even = start<N, rule>(a, i + 2 * n < last ? i + 2 * n : last);  // in vain at the very end
    sum = sum + finish(odd, a, i + n);
    ordinary = ordinary & odd.ordinary & even.ordinary;
  }
  bool all = true;
  for (int k = 0; k < N; ++k) all = all && ordinary.bits[k] != 0 && is_finite(sum.x[k]);
  return all;
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
