#include <carom/io/sweep_variable.hpp>
#include <carom/io/tree/tree.hpp>
#include <carom/io/tree/units.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

namespace carom {
namespace {

/// Steele, Lea & Flood's SplitMix64: a bijection that spreads every bit of x over all of the result.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// In [0, 1), a multiple of 2⁻⁵³; `which` tells numbers of one draw apart.
double fraction(const DrawPlace& place, std::uint64_t which) {
  const std::uint64_t stream = mixed(mixed(place.seed) ^ (place.variable * 2 + which));
  return static_cast<double>(mixed(stream ^ mixed(place.draw)) >> 11U) * 0x1p-53;
}

constexpr std::string_view forms =
    "expected FROM:TO:STEPS, FROM:TO:STEPS:log, A,B,C, uniform:LOW:HIGH or normal:MEAN:DEVIATION";

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

/// What --vary says, read piece by piece.
struct Wish {
  ObjectionPath where{};
  int line = 0;

  [[noreturn]] void refuse(const std::string& message) const {
    throw TreeError(where, message, line);
  }
  double number(std::string_view text, SweepVariable& variable) const {
    const std::string copy(text);
    char* end = nullptr;
    const double x = copy.empty() ? 0 : std::strtod(copy.c_str(), &end);
    if (!copy.empty() && *end == '\0' && std::isfinite(x)) return x;
    const ParsedQuantity parsed = parse_quantity(text);
    if (!parsed.quantity) refuse(fmt::format("{} is no number; {}", in_quotes(text), forms));
    const std::string unit(si_unit(parsed.quantity->dimension));
    if (!variable.unit.empty() && variable.unit != unit)
      refuse(fmt::format("{} is in {}, another value in {}", in_quotes(text), unit, variable.unit));
    variable.unit = unit;
    return parsed.quantity->value;
  }
  std::size_t count(const std::string& text) const {
    std::size_t n = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, n);
    if (error != std::errc{} || rest != end)
      refuse(fmt::format("{} is no number of steps; {}", in_quotes(text), forms));
    return n;
  }
};

bool is_word(std::string_view text) {
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  const auto inner = [&](char c) {
    return letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
  };
  return !text.empty() && letter(text.front()) && text != "nan" && text != "inf" &&
         std::all_of(text.begin(), text.end(), inner);
}

void read_list(const Wish& wish, std::string_view text, SweepVariable& variable) {
  const std::vector<std::string_view> parts = split(text, ',');
  const bool words = std::all_of(parts.begin(), parts.end(), is_word);
  variable.spread = words ? Spread::words : Spread::list;
  for (const std::string_view part : parts)
    if (words)
      variable.words.emplace_back(part);
    else
      variable.values.push_back(wish.number(part, variable));
  variable.steps = parts.size();
}

void read_values(const Wish& wish, std::string_view text, SweepVariable& variable) {
  const std::vector<std::string_view> parts = split(text, ':');
  const bool drawn = parts[0] == "uniform" || parts[0] == "normal";
  if (parts.size() == 1) return read_list(wish, text, variable);
  const bool log = parts.size() == 4 && parts[3] == "log";
  if (parts.size() != 3 && !log) wish.refuse(fmt::format("got {}; {}", in_quotes(text), forms));
  variable.a = wish.number(parts[drawn ? 1 : 0], variable);
  variable.b = wish.number(parts[drawn ? 2 : 1], variable);
  if (drawn) {
    if (log) wish.refuse(std::string(forms));
    variable.spread = parts[0] == "uniform" ? Spread::uniform : Spread::normal;
    return;
  }
  variable.steps = wish.count(std::string(parts[2]));
  if (log) variable.spread = Spread::logarithmic;
}

/// "K1,K2=normal:M1,M2:C11,C21,C22": covariances are plain numbers in SI.
std::vector<SweepVariable> read_joint(const Wish& wish, std::string_view names,
                                      std::string_view text) {
  const std::vector<std::string_view> keys = split(names, ',');
  const std::vector<std::string_view> parts = split(text, ':');
  const std::vector<std::string_view> means = split(parts.at(1), ',');
  const std::size_t size = keys.size();
  if (parts.size() != 3 || means.size() != size)
    wish.refuse(fmt::format("expected normal:M1,M2,...:C11,C21,C22,... with {} means", size));
  std::vector<SweepVariable> variables;
  for (std::size_t i = 0; i < size; ++i) {
    SweepVariable& v = variables.emplace_back();
    v.name = keys[i];
    v.keys.push_back({.path = v.name});
    v.a = wish.number(means[i], v);
  }
  std::vector<double> covariance;
  SweepVariable plain;
  for (const std::string_view part : split(parts[2], ','))
    covariance.push_back(wish.number(part, plain));
  if (covariance.size() != size * (size + 1) / 2 || !plain.unit.empty())
    wish.refuse(fmt::format(
        "expected {} plain numbers of the covariance, its lower triangle row by row, got {}",
        size * (size + 1) / 2, in_quotes(parts[2])));
  join(variables, covariance, wish.where, wish.line);
  return variables;
}

}  // namespace

double value_of(const SweepVariable& v, std::size_t index) {
  if (v.spread == Spread::words) return static_cast<double>(index);
  if (v.spread == Spread::list) return v.values[index];
  if (index == 0) return v.a;
  if (index + 1 == v.steps) return v.b;
  const double share = static_cast<double>(index) / static_cast<double>(v.steps - 1);
  if (v.spread == Spread::logarithmic) return v.a * std::pow(v.b / v.a, share);
  return v.a + (v.b - v.a) * share;
}

double draw_of(const SweepVariable& v, const DrawPlace& place) {
  const double x = fraction(place, 0);
  if (v.spread == Spread::uniform) return v.a + (v.b - v.a) * x;
  const double radius = std::sqrt(-2 * std::log(1 - x));  // 1 − x is in (0, 1]
  return v.a + v.b * radius * std::cos(2 * std::numbers::pi * fraction(place, 1));
}

void check_variable(const SweepVariable& v, const ObjectionPath& where, int line) {
  const auto refuse = [&](const std::string& why) { throw TreeError(where, why, line); };
  if (v.spread == Spread::uniform && !(v.a < v.b))
    refuse(fmt::format("{} is not below {}; want uniform: [low, high]", v.a, v.b));
  if (v.spread == Spread::normal && !(v.b >= 0))
    refuse(fmt::format("a standard deviation of {} is negative", v.b));
  if (is_random(v)) return;
  if (v.steps == 0) refuse("no values; give at least one");
  if (v.steps > max_sweep_steps)
    refuse(fmt::format("{} values; want at most {}", v.steps, max_sweep_steps));
  if (v.spread == Spread::list || v.spread == Spread::words) return;
  if (v.steps == 1 && v.a != v.b) refuse("one step cannot reach from one value to another");
  if (v.spread == Spread::logarithmic && !(v.a * v.b > 0))
    refuse(fmt::format("a logarithmic range from {} to {}; want both positive, or both negative",
                       v.a, v.b));
  if (!std::isfinite(v.b - v.a)) refuse("the range is too wide for a double");
}

void join(std::vector<SweepVariable>& variables, const std::vector<double>& covariance,
          const ObjectionPath& where, int line) {
  constexpr double rounding = 1e-12;  // of a variance: below it nothing is left to be drawn
  const auto C = [&](std::size_t i, std::size_t j) { return covariance[i * (i + 1) / 2 + j]; };
  for (std::size_t i = 0; i < variables.size(); ++i) {
    SweepVariable& v = variables[i];
    v.spread = Spread::normal;
    v.b = std::sqrt(std::max(C(i, i), 0.0));
    for (std::size_t j = 0; j <= i; ++j) {  // Cholesky, row by row
      const std::vector<double>& other = variables[j].loads;
      double rest = C(i, j);
      for (std::size_t k = 0; k < j; ++k) rest -= v.loads[k] * (j == i ? v.loads[k] : other[k]);
      const double scale = v.b * (j == i ? v.b : variables[j].b);
      const bool nothing = std::abs(rest) <= rounding * scale;
      const bool impossible = j == i ? !(rest >= 0) : !(other[j] > 0);
      if (!nothing && impossible)
        throw TreeError(
            where, "the covariance is not positive semidefinite; check its signs and sizes", line);
      const double pivot = j == i ? std::sqrt(std::max(rest, 0.0)) : other[j];
      v.loads.push_back(nothing ? 0 : (j == i ? pivot : rest / pivot));
    }
  }
}

double covariance_of(const SweepVariable& a, const SweepVariable& b) {
  double sum = 0;
  for (std::size_t k = 0; k < std::min(a.loads.size(), b.loads.size()); ++k)
    sum += a.loads[k] * b.loads[k];
  return sum;
}

std::vector<SweepVariable> parse_variables(const std::string& key, std::string_view values,
                                           const ObjectionPath& where, int line) {
  const Wish wish{where, line};
  constexpr std::string_view normal = "normal:";
  const std::size_t comma = values.find(',');
  if (values.starts_with(normal) && comma < values.find(':', normal.size()))
    return read_joint(wish, key, values);
  SweepVariable variable{.name = key};
  variable.keys.push_back({.path = key});
  read_values(wish, values, variable);
  check_variable(variable, where, line);
  return {std::move(variable)};
}

std::vector<SweepVariable> parse_variables(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos || equals == 0)
    throw TreeError(
        {"--vary"},
        fmt::format("got {}; expected KEY=VALUES, such as contacts.hit.friction=0:1:101",
                    in_quotes(text)),
        0);
  const std::string key(text.substr(0, equals));
  return parse_variables(key, text.substr(equals + 1), {"--vary " + key}, 0);
}

}  // namespace carom
