/// @file
/// Several numbers side by side as one scalar: what resolves a contact for S = double resolves N of
/// them for S = Lanes<N>, in the vector registers of the processor.
///
/// A law that may be given lanes decides without `if`: a comparison yields one truth value per lane,
/// and select() takes, lane by lane, one of two computed answers. With S = double the same code is
/// ordinary arithmetic, and every lane carries its very bits.
#pragma once

#include <carom/core/scalar.hpp>
#include <cstdint>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace carom {

/// What a comparison of two S yields: bool, or one truth value per lane.
template <class S>
using Condition = decltype(S() < S());

/// `yes` where the condition holds, else `no`; both have been computed.
template <class T>
CAROM_HD constexpr T select(bool condition, const T& yes, const T& no) {
  return condition ? yes : no;
}

/// x where the condition holds, else 0.
template <class S>
CAROM_HD constexpr S only_if(bool condition, const S& x) {
  return condition ? x : S(0);
}

/// x times the sign of a direction; where that is zero, x or −x.
template <class S>
CAROM_HD constexpr S along(const S& x, const S& direction) {
  return direction < S(0) ? -x : x;
}

/// −x times the sign of a direction; where that is zero, x or −x.
template <class S>
CAROM_HD constexpr S against(const S& x, const S& direction) {
  return direction < S(0) ? x : -x;
}

namespace detail {

template <class S, class E>
struct EachOf {
  using type = E;
};

}  // namespace detail

/// One enumerator for each number in S: E itself, or one per lane.
template <class S, class E>
using Each = typename detail::EachOf<S, E>::type;

/// N numbers of double precision.
template <int N>
struct Lanes;

}  // namespace carom

// ------------------------------------------------------------------------------------------------

// The vectors of GCC and Clang: + − × ÷, comparisons and bit operations act on each element. `typedef`,
// because `using` drops an attribute that depends on N.
#if defined(__GNUC__) && !defined(__CUDACC__)

namespace carom {

/// N truth values.
template <int N>
struct Mask {
  typedef std::int64_t Bits __attribute__((vector_size(8 * N)));
  Bits bits{};  ///< all ones, or none, in each lane
};

template <int N>
struct Lanes {
  typedef double Numbers __attribute__((vector_size(8 * N)));
  Numbers x{};

  constexpr Lanes() = default;
  /// The same number in every lane. (x − 0 is x for every x, −0 included.)
  constexpr explicit Lanes(double value) : x(value - Numbers{}) {}
};

/// N enumerators.
template <class E, int N>
struct EnumLanes {
  typename Mask<N>::Bits code{};

  constexpr EnumLanes() = default;
  constexpr explicit EnumLanes(E e)
      : code(static_cast<std::int64_t>(e) - typename Mask<N>::Bits{}) {}
};

namespace detail {

template <int N, class E>
struct EachOf<Lanes<N>, E> {
  using type = EnumLanes<E, N>;
};

inline constexpr std::int64_t sign_bit = std::numeric_limits<std::int64_t>::min();

template <int N>
constexpr Mask<N> mask_of(typename Mask<N>::Bits bits) {
  Mask<N> mask;
  mask.bits = bits;
  return mask;
}
template <int N>
constexpr Lanes<N> lanes_of(typename Lanes<N>::Numbers x) {
  Lanes<N> lanes;
  lanes.x = x;
  return lanes;
}
template <int N>
inline Lanes<N> lanes_of_bits(typename Mask<N>::Bits bits) {
  return lanes_of<N>(reinterpret_cast<typename Lanes<N>::Numbers>(bits));
}
template <int N>
inline typename Mask<N>::Bits bits_of(const Lanes<N>& a) {
  return reinterpret_cast<typename Mask<N>::Bits>(a.x);
}

}  // namespace detail

template <int N>
constexpr Mask<N> operator&(const Mask<N>& a, const Mask<N>& b) {
  return detail::mask_of<N>(a.bits & b.bits);
}
template <int N>
constexpr Mask<N> operator|(const Mask<N>& a, const Mask<N>& b) {
  return detail::mask_of<N>(a.bits | b.bits);
}
template <int N>
constexpr Mask<N> operator!(const Mask<N>& a) {
  return detail::mask_of<N>(~a.bits);
}

template <int N>
constexpr Lanes<N> operator-(const Lanes<N>& a) {
  return detail::lanes_of<N>(-a.x);
}
template <int N>
constexpr Lanes<N> operator+(const Lanes<N>& a, const Lanes<N>& b) {
  return detail::lanes_of<N>(a.x + b.x);
}
template <int N>
constexpr Lanes<N> operator-(const Lanes<N>& a, const Lanes<N>& b) {
  return detail::lanes_of<N>(a.x - b.x);
}
template <int N>
constexpr Lanes<N> operator*(const Lanes<N>& a, const Lanes<N>& b) {
  return detail::lanes_of<N>(a.x * b.x);
}
template <int N>
constexpr Lanes<N> operator/(const Lanes<N>& a, const Lanes<N>& b) {
  return detail::lanes_of<N>(a.x / b.x);
}

template <int N>
constexpr Mask<N> operator<(const Lanes<N>& a, const Lanes<N>& b) {
  return detail::mask_of<N>(a.x < b.x);
}
template <int N>
constexpr Mask<N> operator>(const Lanes<N>& a, const Lanes<N>& b) {
  return detail::mask_of<N>(a.x > b.x);
}
template <int N>
constexpr Mask<N> operator<=(const Lanes<N>& a, const Lanes<N>& b) {
  return detail::mask_of<N>(a.x <= b.x);
}
template <int N>
constexpr Mask<N> operator==(const Lanes<N>& a, const Lanes<N>& b) {
  return detail::mask_of<N>(a.x == b.x);
}
template <int N>
constexpr Mask<N> operator!=(const Lanes<N>& a, const Lanes<N>& b) {
  return detail::mask_of<N>(a.x != b.x);
}

template <int N>
inline Lanes<N> only_if(const Mask<N>& condition, const Lanes<N>& x) {
  return detail::lanes_of_bits<N>(condition.bits & detail::bits_of(x));
}
template <int N>
inline Lanes<N> select(const Mask<N>& condition, const Lanes<N>& yes, const Lanes<N>& no) {
  return detail::lanes_of_bits<N>((condition.bits & detail::bits_of(yes)) |
                                  (~condition.bits & detail::bits_of(no)));
}
template <class E, int N>
constexpr EnumLanes<E, N> select(const Mask<N>& condition, const EnumLanes<E, N>& yes,
                                 const EnumLanes<E, N>& no) {
  EnumLanes<E, N> chosen;
  chosen.code = (condition.bits & yes.code) | (~condition.bits & no.code);
  return chosen;
}

template <int N>
inline Lanes<N> along(const Lanes<N>& x, const Lanes<N>& direction) {
  return detail::lanes_of_bits<N>(detail::bits_of(x) ^
                                  (detail::bits_of(direction) & detail::sign_bit));
}
template <int N>
inline Lanes<N> against(const Lanes<N>& x, const Lanes<N>& direction) {
  return detail::lanes_of_bits<N>(detail::bits_of(x) ^
                                  (~detail::bits_of(direction) & detail::sign_bit));
}
template <int N>
inline Lanes<N> abs_of(const Lanes<N>& x) {
  return detail::lanes_of_bits<N>(detail::bits_of(x) & ~detail::sign_bit);
}
template <int N>
inline Lanes<N> max_of(const Lanes<N>& a, const Lanes<N>& b) {
  return select(a < b, b, a);
}
template <int N>
inline Lanes<N> sqrt(const Lanes<N>& a) {
  Lanes<N> root;
  for (int i = 0; i < N; ++i) root.x[i] = __builtin_sqrt(a.x[i]);
  return root;
}

// Two lanes on any x86: GCC would take these operations apart, as SSE2 has no 64-bit comparison.
#if defined(__SSE2__)
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
inline Lanes<2> max_of(const Lanes<2>& a, const Lanes<2>& b) {
  return detail::lanes_of<2>(_mm_max_pd(b.x, a.x));  // b > a ? b : a
}
inline Lanes<2> sqrt(const Lanes<2>& a) { return detail::lanes_of<2>(_mm_sqrt_pd(a.x)); }
#endif

}  // namespace carom

#endif
