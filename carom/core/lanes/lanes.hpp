/// @file
/// Several numbers side by side as one scalar, in the vector registers of the processor.
///
/// Code for lanes decides without `if`: a comparison yields one truth value per lane, and select() takes, lane by lane,
/// one of two computed answers. lane_path.hpp is the text of core/planar in these words; every lane carries the very bits of
/// the plain text.
#pragma once

#include <array>
#include <carom/core/scalar.hpp>
#include <cstdint>
#include <type_traits>

namespace carom {

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

/// The opposite of N truth values, not worked out: most uses have an operation that inverts as it goes.
template <int N>
struct Inverse {
  Mask<N> mask{};

  constexpr operator Mask<N>() const {  // NOLINT(google-explicit-constructor): it is a Mask
    Mask<N> inverted;
    inverted.bits = static_cast<decltype(mask.bits)>(~mask.bits);
    return inverted;
  }
};

template <int N>
struct Lanes {
  typedef double Numbers __attribute__((vector_size(8 * N)));
  Numbers x{};

  constexpr Lanes() = default;
  /// The same number in every lane. (x − 0 is x for every x, −0 included.)
  constexpr explicit Lanes(double value) : x(value - Numbers{}) {}
};

/// N truth values, a bit each, in a register for integers: logic there leaves the vectors' ports to the numbers.
template <int N>
struct PackedMask {
  static_assert(N <= 8);
  static constexpr std::uint32_t all = (1U << N) - 1;
  std::uint32_t bits{};  ///< lane k in bit k
};

/// The opposite, as Inverse.
template <int N>
struct InversePacked {
  PackedMask<N> mask{};
};

/// N enumerators, a byte each.
template <class E, int N>
struct EnumLanes {
  using Codes = std::conditional_t<(N > 4), std::uint64_t, std::uint32_t>;
  Codes codes{};  ///< lane k in byte k

  constexpr EnumLanes() = default;
  constexpr explicit EnumLanes(E e)
      : codes(static_cast<Codes>(e) * static_cast<Codes>(0x0101'0101'0101'0101U)) {}
};

namespace detail {

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

template <int N>
inline Lanes<N> lanes_of_mask(const Mask<N>& mask) {
  return lanes_of_bits<N>(mask.bits);
}
template <int N>
inline Mask<N> mask_of_lanes(const Lanes<N>& a) {
  return mask_of<N>(bits_of(a));
}

}  // namespace detail

// Bit by bit. Everything below that chooses or changes signs is made of these four.
template <int N>
inline Lanes<N> bits_and(const Lanes<N>& a, const Lanes<N>& b) {
  return detail::lanes_of_bits<N>(detail::bits_of(a) & detail::bits_of(b));
}
template <int N>
inline Lanes<N> bits_and_not(const Lanes<N>& a, const Lanes<N>& b) {
  return detail::lanes_of_bits<N>(detail::bits_of(a) & ~detail::bits_of(b));
}
template <int N>
inline Lanes<N> bits_or(const Lanes<N>& a, const Lanes<N>& b) {
  return detail::lanes_of_bits<N>(detail::bits_of(a) | detail::bits_of(b));
}
template <int N>
inline Lanes<N> bits_xor(const Lanes<N>& a, const Lanes<N>& b) {
  return detail::lanes_of_bits<N>(detail::bits_of(a) ^ detail::bits_of(b));
}

template <int N>
inline Mask<N> operator&(const Mask<N>& a, const Mask<N>& b) {
  return detail::mask_of_lanes(bits_and(detail::lanes_of_mask(a), detail::lanes_of_mask(b)));
}
template <int N>
inline Mask<N> operator|(const Mask<N>& a, const Mask<N>& b) {
  return detail::mask_of_lanes(bits_or(detail::lanes_of_mask(a), detail::lanes_of_mask(b)));
}
template <int N>
constexpr Inverse<N> operator!(const Mask<N>& a) {
  return {a};
}
template <int N>
inline Mask<N> operator&(const Mask<N>& a, const Inverse<N>& b) {
  return detail::mask_of_lanes(
      bits_and_not(detail::lanes_of_mask(a), detail::lanes_of_mask(b.mask)));
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
inline Mask<N> not_above(const Lanes<N>& a, const Lanes<N>& b) {
  return !(a > b);
}
template <int N>
inline PackedMask<N> packed(const Mask<N>& mask) {
  PackedMask<N> packed;
  for (int i = 0; i < N; ++i) packed.bits |= static_cast<std::uint32_t>(mask.bits[i] & 1) << i;
  return packed;
}
template <int N>
constexpr PackedMask<N> operator&(const PackedMask<N>& a, const PackedMask<N>& b) {
  return {a.bits & b.bits};
}
template <int N>
constexpr PackedMask<N> operator&(const PackedMask<N>& a, const InversePacked<N>& b) {
  return {a.bits & ~b.mask.bits};
}
template <int N>
constexpr PackedMask<N> operator|(const PackedMask<N>& a, const PackedMask<N>& b) {
  return {a.bits | b.bits};
}
template <int N>
constexpr InversePacked<N> operator!(const PackedMask<N>& a) {
  return {a};
}
template <int N>
constexpr bool is_never(const PackedMask<N>& condition) {
  return condition.bits == 0;
}
template <int N>
constexpr bool is_never(const InversePacked<N>& condition) {
  return condition.mask.bits == PackedMask<N>::all;
}

template <int N>
inline Lanes<N> only_if(const Mask<N>& condition, const Lanes<N>& x) {
  return bits_and(detail::lanes_of_mask(condition), x);
}
template <int N>
inline Lanes<N> only_if(const Inverse<N>& condition, const Lanes<N>& x) {
  return bits_and_not(x, detail::lanes_of_mask(condition.mask));
}
template <int N>
inline Lanes<N> select(const Mask<N>& condition, const Lanes<N>& yes, const Lanes<N>& no) {
  const Lanes<N> mask = detail::lanes_of_mask(condition);
  return bits_or(bits_and(mask, yes), bits_and_not(no, mask));
}

namespace detail {

/// Four bits as four bytes, 0 or 1.
inline constexpr std::array<std::uint32_t, 16> four_bytes{
    0x00000000, 0x00000001, 0x00000100, 0x00000101, 0x00010000, 0x00010001, 0x00010100, 0x00010101,
    0x01000000, 0x01000001, 0x01000100, 0x01000101, 0x01010000, 0x01010001, 0x01010100, 0x01010101};

}  // namespace detail

/// A bit each as a byte each, 0 or 1. (Eight lanes bring their own.)
template <int N>
inline std::uint32_t spread(const PackedMask<N>& mask) {
  static_assert(N <= 4);
  return detail::four_bytes[mask.bits];
}

template <class E, int N>
inline EnumLanes<E, N> advance_if(const PackedMask<N>& condition, EnumLanes<E, N> e, int steps) {
  e.codes += spread(condition) * static_cast<typename EnumLanes<E, N>::Codes>(steps);
  return e;
}
/// E(0) where the condition does not hold.
template <class E, int N>
inline EnumLanes<E, N> only_if(const PackedMask<N>& condition, EnumLanes<E, N> e) {
  e.codes &= spread(condition) * 0xFFU;
  return e;
}

template <int N>
inline Lanes<N> along(const Lanes<N>& x, const Lanes<N>& direction) {
  return bits_xor(x, bits_and(direction, Lanes<N>(-0.0)));
}
template <int N>
inline Lanes<N> against(const Lanes<N>& x, const Lanes<N>& direction) {
  return bits_xor(x, bits_and_not(Lanes<N>(-0.0), direction));
}
template <int N>
inline Lanes<N> abs_of(const Lanes<N>& x) {
  return bits_and_not(x, Lanes<N>(-0.0));
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

}  // namespace carom

#if defined(__SSE2__)
#include <carom/core/lanes/sse2.hpp>
#endif

#endif
