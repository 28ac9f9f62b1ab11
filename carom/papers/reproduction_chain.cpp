#include <carom/papers/reproduction_chain.hpp>

#include <carom/impact/laws.hpp>
#include <carom/papers/chain_curve.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <string_view>

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

/// What counts as above zero: far above rounding (1e-16 of unit quantities), far below what is claimed.
constexpr double usual_limit = 1e-12;
constexpr int usual_cells = 600;

void refuse_unknown_keys_along(const Json& along) {
  static constexpr std::array<std::string_view, 6> known{"curve",  "laws",  "find",
                                                         "within", "cells", "above"};
  for (const auto& [key, value] : along.items())
    if (std::find(known.begin(), known.end(), key) == known.end())
      throw std::invalid_argument("along: unknown key " + key);
}

ThreeLinkChain chain_in(const Json& problem) {
  const Json& friction = problem.at("friction");
  return {.rates = problem.at("rates").get<std::array<double, 3>>(),
          .friction_0 = friction.at(0).get<double>(),
          .friction_c = friction.at(1).get<double>(),
          .restitution = problem.at("restitution").get<double>()};
}

ChainCurve curve_in(const Json& along) {
  const auto name = along.at("curve").get<std::string>();
  const std::optional<ChainQuantity> quantity = find_chain_quantity(name);
  if (!quantity) throw std::invalid_argument("no curve \"" + name + "\"");
  ChainCurve curve{*quantity, {}};
  for (const Json& law : along.at("laws")) {
    const std::optional<LawId> found = find_law(law.get<std::string>());
    if (!found) throw std::invalid_argument("no law " + law.dump());
    curve.laws.push_back(*found);
  }
  return curve;
}

ChainRange range_in(const Json& along) {
  ChainRange range{.cells = along.value("cells", usual_cells)};
  if (!along.contains("within")) return range;
  range.low = along.at("within").at(0).get<double>();
  range.high = along.at("within").at(1).get<double>();
  return range;
}

double summary_of(const std::vector<double>& values, const std::string& find) {
  const auto count = static_cast<double>(values.size());
  if (find == "least") return *std::min_element(values.begin(), values.end());
  if (find == "largest") return *std::max_element(values.begin(), values.end());
  if (find == "mean") return std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (find == "rms")
    return std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0) / count);
  throw std::invalid_argument("along: nothing to find under \"" + find + "\"");
}

std::string where_above(const std::vector<double>& values, double limit) {
  const auto above =
      std::count_if(values.begin(), values.end(), [limit](double value) { return value > limit; });
  if (above == 0) return "nowhere";
  return above == static_cast<std::ptrdiff_t>(values.size()) ? "everywhere" : "somewhere";
}

}  // namespace

std::vector<Part> value_along_chain(const std::string& along_text, const std::string& chain_text) {
  const Json along = Json::parse(along_text);
  refuse_unknown_keys_along(along);
  const ThreeLinkChain chain = chain_in(Json::parse(chain_text));
  const ChainCurve curve = curve_in(along);
  const ChainRange range = range_in(along);
  const auto find = along.at("find").get<std::string>();
  const double limit = along.value("above", usual_limit);

  if (find != "intervals" && find != "count") {
    const std::vector<double> values = values_of(curve, chain, angles_of(range));
    if (find == "where") return {{.word = where_above(values, limit)}};
    return {{.number = summary_of(values, find)}};
  }
  const std::vector<ChainInterval> intervals = intervals_above(curve, chain, range, limit);
  if (find == "count") return {{.word = std::to_string(intervals.size())}};
  std::vector<Part> ends;
  for (const ChainInterval& interval : intervals) {
    ends.push_back({.number = interval.from});
    ends.push_back({.number = interval.to});
  }
  return ends;
}

}  // namespace carom
