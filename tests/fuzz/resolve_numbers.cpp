// Any numbers as a problem in order: whatever their scale and signs, it is refused in words or resolved
// by every law, and every result keeps its promises.
//
// The input is a byte of wishes and up to 14 numbers, each a byte that says how to read the 8 bytes
// after it, so that ordinary numbers come up as often as 1e300.

#include <carom/io/problem_file.hpp>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "tests/fuzz/promises.hpp"

namespace {

/// What the bits of the first byte ask for.
enum Wish : std::uint8_t {
  generalized = 1,
  tangent = 2,
  static_friction = 4,
  impulse_ratio = 8,
  touching = 16,
  negative_restitution = 32,
  definite = 64,
};

using Numbers = std::array<double, 14>;

double number_in(std::uint8_t how, const std::array<std::uint8_t, 8>& bytes) {
  double x = 0;
  std::memcpy(&x, bytes.data(), sizeof x);
  if (!std::isfinite(x)) x = 1;
  int exponent = 0;
  switch (how % 4) {
    case 0: return x;                                                   // of any scale
    case 1: return std::fmod(x, 4.0);                                   // at most 4
    case 2: return std::ldexp(std::frexp(x, &exponent), how / 4 - 32);  // 2^-32 to 2^31
    default: return (static_cast<int>(bytes[0]) - 128) / 4.0;           // quarters, often the same
  }
}

/// The numbers of the input; those that are not there are zero.
Numbers numbers_in(std::string_view input) {
  Numbers numbers{};
  for (double& x : numbers) {
    if (input.empty()) break;
    const auto how = static_cast<std::uint8_t>(input.front());
    input.remove_prefix(1);
    std::array<std::uint8_t, 8> bytes{};
    const std::size_t count = input.copy(reinterpret_cast<char*>(bytes.data()), bytes.size());
    input.remove_prefix(count);
    x = number_in(how, bytes);
  }
  return numbers;
}

std::string contact_text(const Numbers& x, unsigned wishes) {
  std::string text = fmt::format(R"("restitution": {}, "friction": {})", x[0], std::abs(x[1]));
  if (wishes & static_friction) text += fmt::format(R"(, "static_friction": {})", x[2]);
  if (wishes & impulse_ratio) text += fmt::format(R"(, "impulse_ratio": {})", x[3]);
  if (wishes & touching) text += R"(, "touching": true)";
  if (wishes & negative_restitution) text += R"(, "allow_negative_restitution": true)";
  if (!(wishes & generalized)) return text;
  text += fmt::format(R"(, "normal": [{}, {}])", x[4], x[5]);
  if (wishes & tangent)
    text += fmt::format(R"(, "tangent": [{}, {}], "surface_velocity": [{}, {}])", x[6], x[7], x[8],
                        x[9]);
  return text;
}

std::string problem_text(const Numbers& x, unsigned wishes) {
  const std::string contact = contact_text(x, wishes);
  const double a = std::abs(x[10]);
  const double c = std::abs(x[11]);
  const double b = wishes & definite ? std::sqrt(a) * std::sqrt(c) * std::fmod(x[12], 1.0) : x[12];
  if (wishes & generalized)
    return fmt::format(
        R"({{"mass": [[{}, {}], [{}, {}]], "velocity": [{}, {}], "contacts": [{{{}}}]}})", a, b, b,
        c, x[13], x[9], contact);
  return fmt::format(R"({{"W": [[{}, {}], [{}, {}]], "u": [{}, {}], "contacts": [{{{}}}]}})", a, b,
                     b, c, x[13], x[9], contact);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string input(data, data + size);
  const unsigned wishes = data[0];
  const std::string text = problem_text(numbers_in(std::string_view(input).substr(1)), wishes);
  const carom::ReadOptions options{.source = "input", .laws = {{"all"}}};
  carom::fuzz::results_of(carom::read_problem_line(text, 1, options));
  return 0;
}
