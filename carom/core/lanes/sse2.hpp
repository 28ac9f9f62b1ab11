/// @file
/// Two lanes on any x86. GCC would take comparisons apart, as SSE2 has none of 64 bits, and do the rest as if the
/// bits were integers, which costs a cycle on the way there and another one on the way back.
///
/// Internal part of lanes.hpp.
#pragma once

#include <carom/core/lanes/lanes.hpp>
#include <emmintrin.h>

namespace carom {
namespace detail {

inline Mask<2> mask_of_two(__m128d bits) {
  return mask_of<2>(reinterpret_cast<Mask<2>::Bits>(bits));
}

}  // namespace detail

inline Mask<2> operator<(const Lanes<2>& a, const Lanes<2>& b) {
  return detail::mask_of_two(_mm_cmplt_pd(a.x, b.x));
}
inline Mask<2> operator>(const Lanes<2>& a, const Lanes<2>& b) {
  return detail::mask_of_two(_mm_cmpgt_pd(a.x, b.x));
}
inline Mask<2> operator<=(const Lanes<2>& a, const Lanes<2>& b) {
  return detail::mask_of_two(_mm_cmple_pd(a.x, b.x));
}
inline Mask<2> operator==(const Lanes<2>& a, const Lanes<2>& b) {
  return detail::mask_of_two(_mm_cmpeq_pd(a.x, b.x));
}
inline Mask<2> operator!=(const Lanes<2>& a, const Lanes<2>& b) {
  return detail::mask_of_two(_mm_cmpneq_pd(a.x, b.x));
}
inline Mask<2> not_above(const Lanes<2>& a, const Lanes<2>& b) {
  return detail::mask_of_two(_mm_cmpngt_pd(a.x, b.x));
}
inline PackedMask<2> packed(const Mask<2>& mask) {
  return {static_cast<std::uint32_t>(_mm_movemask_pd(reinterpret_cast<__m128d>(mask.bits)))};
}
inline Lanes<2> bits_and(const Lanes<2>& a, const Lanes<2>& b) {
  return detail::lanes_of<2>(_mm_and_pd(a.x, b.x));
}
inline Lanes<2> bits_and_not(const Lanes<2>& a, const Lanes<2>& b) {
  return detail::lanes_of<2>(_mm_andnot_pd(b.x, a.x));
}
inline Lanes<2> bits_or(const Lanes<2>& a, const Lanes<2>& b) {
  return detail::lanes_of<2>(_mm_or_pd(a.x, b.x));
}
inline Lanes<2> bits_xor(const Lanes<2>& a, const Lanes<2>& b) {
  return detail::lanes_of<2>(_mm_xor_pd(a.x, b.x));
}
inline Lanes<2> max_of(const Lanes<2>& a, const Lanes<2>& b) {
  return detail::lanes_of<2>(_mm_max_pd(b.x, a.x));  // b > a ? b : a
}
inline Lanes<2> sqrt(const Lanes<2>& a) { return detail::lanes_of<2>(_mm_sqrt_pd(a.x)); }

}  // namespace carom
