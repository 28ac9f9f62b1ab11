/// The batch for processors with AVX2. The pragma, not a flag, says so, and only GCC follows it; in the
/// work of other compilers this file is empty and is_available() false.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#pragma GCC target("avx2,bmi,bmi2")

#include <carom/study/batch/batch_kernel.hpp>
#include <immintrin.h>

namespace carom {
namespace detail {

/// GCC finds the best code for the generic operations on eight lanes, not on four.
template <int predicate>
inline Mask<4> compare(const Lanes<4>& a, const Lanes<4>& b) {
  return mask_of<4>(reinterpret_cast<Mask<4>::Bits>(_mm256_cmp_pd(a.x, b.x, predicate)));
}

}  // namespace detail

inline Mask<4> operator<(const Lanes<4>& a, const Lanes<4>& b) {
  return detail::compare<_CMP_LT_OQ>(a, b);
}
inline Mask<4> operator>(const Lanes<4>& a, const Lanes<4>& b) {
  return detail::compare<_CMP_GT_OQ>(a, b);
}
inline Mask<4> operator<=(const Lanes<4>& a, const Lanes<4>& b) {
  return detail::compare<_CMP_LE_OQ>(a, b);
}
inline Mask<4> operator==(const Lanes<4>& a, const Lanes<4>& b) {
  return detail::compare<_CMP_EQ_OQ>(a, b);
}
inline Mask<4> operator!=(const Lanes<4>& a, const Lanes<4>& b) {
  return detail::compare<_CMP_NEQ_UQ>(a, b);
}
inline Mask<4> not_above(const Lanes<4>& a, const Lanes<4>& b) {
  return detail::compare<_CMP_NGT_UQ>(a, b);
}
inline PackedMask<4> packed(const Mask<4>& mask) {
  return {static_cast<std::uint32_t>(_mm256_movemask_pd(reinterpret_cast<__m256d>(mask.bits)))};
}
inline Lanes<4> bits_and(const Lanes<4>& a, const Lanes<4>& b) {
  return detail::lanes_of<4>(_mm256_and_pd(a.x, b.x));
}
inline Lanes<4> bits_and_not(const Lanes<4>& a, const Lanes<4>& b) {
  return detail::lanes_of<4>(_mm256_andnot_pd(b.x, a.x));
}
inline Lanes<4> bits_or(const Lanes<4>& a, const Lanes<4>& b) {
  return detail::lanes_of<4>(_mm256_or_pd(a.x, b.x));
}
inline Lanes<4> bits_xor(const Lanes<4>& a, const Lanes<4>& b) {
  return detail::lanes_of<4>(_mm256_xor_pd(a.x, b.x));
}
inline Lanes<4> max_of(const Lanes<4>& a, const Lanes<4>& b) {
  return detail::lanes_of<4>(_mm256_max_pd(b.x, a.x));  // b > a ? b : a
}
inline Lanes<4> select(const Mask<4>& condition, const Lanes<4>& yes, const Lanes<4>& no) {
  return detail::lanes_of<4>(
      _mm256_blendv_pd(no.x, yes.x, reinterpret_cast<__m256d>(condition.bits)));
}

namespace detail {

[[gnu::flatten]] bool batch_kernel_avx2(const BatchArrays& arrays, std::size_t count,
                                        Restitution rule) {
  return resolve_blocks<4>(arrays, count, rule);
}

}  // namespace detail
}  // namespace carom

#endif
