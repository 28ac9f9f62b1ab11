/// The batch for processors with AVX-512. As batch_kernel_avx2.cpp, GCC only.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,bmi2")

#include <carom/study/batch/batch_kernel.hpp>
#include <immintrin.h>

namespace carom {

/// The processor has registers for truth values.
template <>
struct Mask<8> {
  __mmask8 bits{};
};

namespace detail {

template <int predicate>
inline Mask<8> compare(const Lanes<8>& a, const Lanes<8>& b) {
  return {_mm512_cmp_pd_mask(a.x, b.x, predicate)};
}

/// What ternary logic makes of a, b and the signs: a ^ (b & signs), and a ^ (~b & signs).
inline constexpr int sign_of_b = 0xF0 ^ (0xCC & 0xAA);
inline constexpr int sign_against_b = 0xF0 ^ (0x33 & 0xAA);

template <int table>
inline Lanes<8> signed_by(const Lanes<8>& a, const Lanes<8>& b) {
  const __m512i bits = _mm512_ternarylogic_epi64(_mm512_castpd_si512(a.x), _mm512_castpd_si512(b.x),
                                                 _mm512_castpd_si512(Lanes<8>(-0.0).x), table);
  return lanes_of<8>(_mm512_castsi512_pd(bits));
}

}  // namespace detail

inline Mask<8> operator<(const Lanes<8>& a, const Lanes<8>& b) {
  return detail::compare<_CMP_LT_OQ>(a, b);
}
inline Mask<8> operator>(const Lanes<8>& a, const Lanes<8>& b) {
  return detail::compare<_CMP_GT_OQ>(a, b);
}
inline Mask<8> operator<=(const Lanes<8>& a, const Lanes<8>& b) {
  return detail::compare<_CMP_LE_OQ>(a, b);
}
inline Mask<8> operator==(const Lanes<8>& a, const Lanes<8>& b) {
  return detail::compare<_CMP_EQ_OQ>(a, b);
}
inline Mask<8> operator!=(const Lanes<8>& a, const Lanes<8>& b) {
  return detail::compare<_CMP_NEQ_UQ>(a, b);
}
inline Mask<8> not_above(const Lanes<8>& a, const Lanes<8>& b) {
  return detail::compare<_CMP_NGT_UQ>(a, b);
}
inline PackedMask<8> packed(const Mask<8>& mask) {
  std::uint32_t bits = mask.bits;
  asm("" : "+r"(bits));  // GCC would take the logic that follows back to the registers of masks
  return {bits};
}
inline PackedMask<8> operator&(const PackedMask<8>& a, const InversePacked<8>& b) {
  return {a.bits & (b.mask.bits ^ PackedMask<8>::all)};  // with ~ GCC would take it back there, too
}
inline std::uint64_t spread(const PackedMask<8>& mask) {
  return _pdep_u64(mask.bits, 0x0101'0101'0101'0101U);
}
inline Mask<8> operator&(const Mask<8>& a, const Mask<8>& b) {
  return {_kand_mask8(a.bits, b.bits)};
}
inline Mask<8> operator|(const Mask<8>& a, const Mask<8>& b) {
  return {_kor_mask8(a.bits, b.bits)};
}
inline Mask<8> operator&(const Mask<8>& a, const Inverse<8>& b) {
  return {_kandn_mask8(b.mask.bits, a.bits)};
}
inline Lanes<8> only_if(const Mask<8>& condition, const Lanes<8>& x) {
  return detail::lanes_of<8>(_mm512_maskz_mov_pd(condition.bits, x.x));
}
inline Lanes<8> only_if(const Inverse<8>& condition, const Lanes<8>& x) {
  return detail::lanes_of<8>(_mm512_mask_mov_pd(x.x, condition.mask.bits, Lanes<8>::Numbers{}));
}
inline Lanes<8> select(const Mask<8>& condition, const Lanes<8>& yes, const Lanes<8>& no) {
  return detail::lanes_of<8>(_mm512_mask_mov_pd(no.x, condition.bits, yes.x));
}
inline Lanes<8> bits_and(const Lanes<8>& a, const Lanes<8>& b) {
  return detail::lanes_of<8>(_mm512_and_pd(a.x, b.x));
}
inline Lanes<8> abs_of(const Lanes<8>& x) { return detail::lanes_of<8>(_mm512_abs_pd(x.x)); }
inline Lanes<8> max_of(const Lanes<8>& a, const Lanes<8>& b) {
  // b > a ? b : a. (Of _mm512_max_pd GCC 12 believes that it reads what nobody has set.)
  return detail::lanes_of<8>(_mm512_mask_max_pd(a.x, 0xFF, b.x, a.x));
}
inline Lanes<8> along(const Lanes<8>& x, const Lanes<8>& direction) {
  return detail::signed_by<detail::sign_of_b>(x, direction);
}
inline Lanes<8> against(const Lanes<8>& x, const Lanes<8>& direction) {
  return detail::signed_by<detail::sign_against_b>(x, direction);
}

namespace detail {

[[gnu::flatten]] bool batch_kernel_avx512(const BatchArrays& arrays, std::size_t count,
                                          Restitution rule) {
  return resolve_blocks<8>(arrays, count, rule);
}

}  // namespace detail
}  // namespace carom

#endif
