// Any numbers as a problem in order: whatever their scale and signs, it is refused in words or resolved
// by every law, and every result keeps its promises.
//
// The input is a byte of wishes and up to 34 numbers, each a byte that says how to read the 8 bytes
// after it, so that ordinary numbers come up as often as 1e300. One contact needs 14 of them.

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
  several = 128,  ///< two or three contacts of a body in the plane, the first of which collides
};

using Numbers = std::array<double, 34>;

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
  const auto share = [&](std::size_t i) { return std::abs(std::fmod(x[i], 1.0)); };
  if (x[14] != 0)
    text += fmt::format(R"(, "tangential_restitution": {}, "friction_recovery": {})", share(14),
                        share(15));
  if (!(wishes & generalized)) return text;
  if (x[16] != 0)
    text +=
        fmt::format(R"(, "moment_compression": {}, "moment_restitution": {}, "spin_row": [{}, {}])",
                    -share(16), -share(17), x[18], x[19]);
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

/// One of several contacts: numbers from `at` on are its rows and its friction. Rows are turned so that
/// the first contact approaches and the others leave, unless they are taken as touching.
std::string one_of_several(const Numbers& x, std::size_t at, unsigned wishes) {
  const bool first = at == 7;
  double u_n = 0;
  for (std::size_t i = 0; i < 3; ++i) u_n += x[at + i] * x[4 + i];
  const double turn = (u_n < 0) == first ? 1 : -1;
  std::string text = fmt::format(
      R"({{"normal": [{}, {}, {}], "tangent": [{}, {}, {}], "friction": {})", turn * x[at],
      turn * x[at + 1], turn * x[at + 2], x[at + 3], x[at + 4], x[at + 5], std::abs(x[at + 6]));
  if (wishes & static_friction)
    text += fmt::format(R"(, "static_friction": {})", std::abs(x[at + 6]) + std::abs(x[at + 7]));
  if (first) text += fmt::format(R"(, "restitution": {})", std::abs(std::fmod(x[0], 1.0)));
  if (!first && (wishes & touching)) text += R"(, "touching": true)";
  return text + "}";
}

/// Two contacts, or three where `generalized` is wished for.
std::string several_text(const Numbers& x, unsigned wishes) {
  std::string contacts = one_of_several(x, 7, wishes) + ", " + one_of_several(x, 15, wishes);
  if (wishes & generalized) contacts += ", " + one_of_several(x, 23, wishes);
  return fmt::format(
      R"({{"mass": [[{}, 0, 0], [0, {}, 0], [0, 0, {}]], "velocity": [{}, {}, {}], "contacts": [{}]}})",
      std::abs(x[1]), std::abs(x[2]), std::abs(x[3]), x[4], x[5], x[6], contacts);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string input(data, data + size);
  const unsigned wishes = data[0];
  const Numbers numbers = numbers_in(std::string_view(input).substr(1));
  const std::string text =
      wishes & several ? several_text(numbers, wishes) : problem_text(numbers, wishes);
  const carom::ReadOptions options{.source = "input", .laws = {{"all"}}};
  carom::fuzz::results_of(carom::read_problem_line(text, 1, options));
  return 0;
}
