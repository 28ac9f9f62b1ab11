/// @file
/// What the batch is measured against: three bare divisions per contact, with the same instructions.
/// The textbook formulas have three quotients (T2.4, T2.5, T2.7); the code gets by with two (T2.17).
#pragma once

#include <carom/study/batch/batch.hpp>
#include <cstddef>

namespace carom::bench {

/// Reads three arrays and writes one; `count` is a multiple of 8.
using Divide = void(const double* a, const double* b, const double* c, double* out,
                    std::size_t count);

// The vectors of GCC and Clang; aligned(8): the arrays need not be aligned more than doubles are.
typedef double Two __attribute__((vector_size(16), aligned(8), may_alias));
typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));
typedef double Eight __attribute__((vector_size(64), aligned(8), may_alias));

inline void divide_baseline(const double* a, const double* b, const double* c, double* out,
                            std::size_t count) {
  for (std::size_t i = 0; i < count; i += 2) {
    const Two x = *reinterpret_cast<const Two*>(a + i);
    const Two y = *reinterpret_cast<const Two*>(b + i);
    const Two z = *reinterpret_cast<const Two*>(c + i);
    *reinterpret_cast<Two*>(out + i) = x / y + y / z + z / x;
  }
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] inline void divide_avx2(const double* a, const double* b, const double* c,
                                                double* out, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 4) {
    const Four x = *reinterpret_cast<const Four*>(a + i);
    const Four y = *reinterpret_cast<const Four*>(b + i);
    const Four z = *reinterpret_cast<const Four*>(c + i);
    *reinterpret_cast<Four*>(out + i) = x / y + y / z + z / x;
  }
}

[[gnu::target("avx512f")]] inline void divide_avx512(const double* a, const double* b,
                                                     const double* c, double* out,
                                                     std::size_t count) {
  for (std::size_t i = 0; i < count; i += 8) {
    const Eight x = *reinterpret_cast<const Eight*>(a + i);
    const Eight y = *reinterpret_cast<const Eight*>(b + i);
    const Eight z = *reinterpret_cast<const Eight*>(c + i);
    *reinterpret_cast<Eight*>(out + i) = x / y + y / z + z / x;
  }
}
#endif

inline Divide* divide_with(BatchIsa isa) {
  switch (isa) {
    case BatchIsa::baseline: return divide_baseline;
#if defined(__x86_64__)
    case BatchIsa::avx2: return divide_avx2;
    case BatchIsa::avx512: return divide_avx512;
#else
    case BatchIsa::avx2:
    case BatchIsa::avx512: break;
#endif
  }
  return divide_baseline;
}

}  // namespace carom::bench
