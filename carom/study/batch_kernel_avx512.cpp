/// The batch for processors with AVX-512. As batch_kernel_avx2.cpp, GCC only.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,bmi2")

#include <carom/study/batch_kernel.hpp>
#include <immintrin.h>

namespace carom {

inline PackedMask<8> packed(const Mask<8>& mask) {
  return {_mm512_movepi64_mask(reinterpret_cast<__m512i>(mask.bits))};
}

}  // namespace carom

namespace carom::detail {

[[gnu::flatten]] bool batch_kernel_avx512(const BatchArrays& arrays, std::size_t count,
                                          Restitution rule) {
  return resolve_blocks<8>(arrays, count, rule);
}

}  // namespace carom::detail

#endif
