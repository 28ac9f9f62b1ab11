#include <algorithm>
#include <array>
#include <carom/multibody/planar/least_solution.hpp>
#include <carom/papers/reproduction_chain.hpp>
#include <carom/papers/reproduction_quantity.hpp>
#include <carom/papers/reproduction_random.hpp>
#include <carom/papers/reproduction_result.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace carom {

namespace {

using Json = nlohmann::ordered_json;
using Value = std::vector<Part>;

/// Numbers that differ by less than this share of the larger one (or of 1) are the same.
constexpr double same_number = 1e-12;

bool same(double x, double y) {
  return std::abs(x - y) <= same_number * std::max({1.0, std::abs(x), std::abs(y)});
}

bool same(const Part& x, const Part& y) {
  if (x.number && y.number) return same(*x.number, *y.number);
  return !x.number && !y.number && x.word == y.word;
}

bool same(const Value& x, const Value& y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                    [](const Part& a, const Part& b) { return same(a, b); });
}

double only_number(const Value& value) {
  if (value.size() != 1 || !value[0].number)
    throw std::invalid_argument("a single number is needed here");
  return *value[0].number;
}

// --- the problem --------------------------------------------------------------------------------

/// True for what a scene's contact may be given as well: "/contacts/0/friction".
bool is_material(const std::string& pointer) {
  return pointer.starts_with("/contacts/0/") && !pointer.ends_with("tangent") &&
         !pointer.ends_with("normal");
}

void change(Json& problem, const Json& set) {
  for (const auto& [pointer, value] : set.items()) {
    if (!is_material(pointer)) problem.erase("scene");
    const Json::json_pointer at(pointer);
    if (value.is_null())
      problem.at(at.parent_pointer()).erase(at.back());
    else
      problem[at] = value;
  }
}

/// The problems of the file by name. One that is derived from another stands after it. What a problem
/// has besides its own keys is `route`, and `scene` where it has one.
Json problems_of(const Json& definitions, Route route) {
  const Json entries = definitions.value("problems", Json::object());
  Json problems = Json::object();
  for (const auto& [name, entry] : entries.items()) {
    if (entry.contains("problem")) {
      problems[name] = entry.at("problem");
    } else {
      problems[name] = problems.at(entry.at("from").get<std::string>());
      change(problems[name], entry.at("set"));
    }
    if (entry.contains("scene")) problems[name]["scene"] = entry.at("scene");
    problems[name]["route"] = route == Route::scenes ? "scenes" : "matrices";
  }
  return problems;
}

/// The problem after what `quantity` says of its context.
Json in_context(const Json& definitions, const Json& quantity, Json problem) {
  if (quantity.contains("problem"))
    problem = definitions.at("problems").at(quantity.at("problem").get<std::string>());
  if (quantity.contains("law")) problem["law"] = quantity.at("law");
  if (quantity.contains("set")) change(problem, quantity.at("set"));
  return problem;
}

// --- the result ---------------------------------------------------------------------------------

Json result_of(const Json& problem) { return Json::parse(result_document(problem.dump())); }

Value value_at(const Json& result, const std::string& pointer) {
  const Json::json_pointer at(pointer);
  if (!result.contains(at)) throw std::invalid_argument("the result has no " + pointer);
  const Json& found = result.at(at);
  Value value;
  for (const Json& part : found.is_array() ? found : Json::array({found})) {
    if (part.is_number())
      value.push_back({.number = part.get<double>()});
    else if (part.is_string())
      value.push_back({.word = part.get<std::string>()});
    else
      throw std::invalid_argument(pointer + " is neither number nor word");
  }
  return value;
}

// --- sources ------------------------------------------------------------------------------------

Value evaluate(const Json& definitions, Json quantity, Json problem);

double number_of(const Json& definitions, const Json& quantity, const Json& problem) {
  return only_number(evaluate(definitions, quantity, problem));
}

Value list_of(const Json& definitions, const Json& quantities, const Json& problem) {
  Value all;
  for (const Json& quantity : quantities) {
    const Value value = evaluate(definitions, quantity, problem);
    all.insert(all.end(), value.begin(), value.end());
  }
  return all;
}

/// "same" or "differs": the results of the problem and of `other` at the pointers `values`.
Value comparison(const Json& values, const Json& problem, const Json& other) {
  const Json mine = result_of(problem);
  const Json theirs = result_of(other);
  const bool agree = std::all_of(values.begin(), values.end(), [&](const Json& pointer) {
    return same(value_at(mine, pointer), value_at(theirs, pointer));
  });
  return {{.word = agree ? "same" : "differs"}};
}

Value random_tally(const Json& random) {
  const auto name = random.at("family").get<std::string>();
  const std::optional<RandomFamily> family = find_random_family(name);
  if (!family) throw std::invalid_argument("no random family \"" + name + "\"");
  const Tally tally = compare_on_random_problems({.family = *family,
                                                  .count = random.at("count").get<int>(),
                                                  .seed = random.at("seed").get<std::uint64_t>()});
  return {{.word = std::to_string(tally.same) + "/" + std::to_string(tally.of)}};
}

Value source(const Json& definitions, const Json& quantity, const Json& problem) {
  if (quantity.contains("value")) return value_at(result_of(problem), quantity.at("value"));
  if (quantity.contains("list")) return list_of(definitions, quantity.at("list"), problem);
  if (quantity.contains("random")) return random_tally(quantity.at("random"));
  if (quantity.contains("along"))
    return value_along_chain(quantity.at("along").dump(), problem.dump());
  if (quantity.contains("sum")) {
    double sum = 0;
    for (const Json& term : quantity.at("sum")) sum += number_of(definitions, term, problem);
    return {{.number = sum}};
  }
  if (quantity.contains("quotient")) {
    const Json& terms = quantity.at("quotient");
    return {{.number = number_of(definitions, terms.at(0), problem) /
                       number_of(definitions, terms.at(1), problem)}};
  }
  if (quantity.contains("same_as"))
    return comparison(quantity.at("values"), problem,
                      in_context(definitions, quantity.at("same_as"), problem));
  throw std::invalid_argument("nothing to compute");
}

// --- steps --------------------------------------------------------------------------------------

Part after_step(Part part, const Json& step) {
  if (step.is_object() && step.contains("words")) {
    if (part.number) throw std::invalid_argument("words: the value is a number");
    const Json& words = step.at("words");
    return {.word = words.contains(part.word) ? words.at(part.word).get<std::string>() : part.word};
  }
  if (!part.number) throw std::invalid_argument("a number is needed for " + step.dump());
  const double x = *part.number;
  if (step == "abs") return {.number = std::abs(x)};
  if (step == "negate") return {.number = -x};
  if (step.is_object() && step.contains("scale"))
    return {.number = x * step.at("scale").get<double>()};
  if (step.is_object() && step.contains("sense"))
    return {.word = step.at("sense").at(x < 0 ? 0 : (x > 0 ? 2 : 1)).get<std::string>()};
  throw std::invalid_argument("unknown step " + step.dump());
}

Value after_steps(Value value, const Json& quantity) {
  if (quantity.contains("as"))
    for (const Json& step : quantity.at("as"))
      for (Part& part : value) part = after_step(std::move(part), step);
  return value;
}

// --- variations ---------------------------------------------------------------------------------

/// A quantity as a function of one input of the problem.
struct Varied {
  const Json& definitions;
  Json quantity;  ///< without its context and the variation
  Json problem;
  Json::json_pointer input;

  Value operator()(double x) const {
    Json varied = problem;
    change(varied, {{input.to_string(), x}});
    return evaluate(definitions, quantity, std::move(varied));
  }
};

Value for_each(const Varied& varied, const Json& inputs) {
  Value first = varied(inputs.at(0).get<double>());
  for (const Json& x : inputs)
    if (!same(first, varied(x.get<double>()))) return {{.word = "varies"}};
  return first;
}

/// c₀ + c₁ x + ..., by Horner's rule.
double polynomial_at(const std::vector<double>& coefficients, double x) {
  return std::accumulate(coefficients.rbegin(), coefficients.rend(), 0.0,
                         [x](double sum, double c) { return sum * x + c; });
}

/// The polynomial through equidistant points of [0, 1]; two points between must lie on it.
Value polynomial(const Varied& varied, const Json& shape) {
  const auto degree = shape.at("degree").get<int>();
  const auto over = shape.value("over", std::vector<double>{1.0});
  const auto f = [&](double x) { return only_number(varied(x)) * polynomial_at(over, x); };

  Eigen::MatrixXd powers(degree + 1, degree + 1);
  Eigen::VectorXd values(degree + 1);
  for (int i = 0; i <= degree; ++i) {
    const double x = degree > 0 ? static_cast<double>(i) / degree : 0.0;
    values(i) = f(x);
    for (int k = 0; k <= degree; ++k) powers(i, k) = std::pow(x, k);
  }
  const Eigen::VectorXd solution = least_solution(powers, values).x;
  const std::vector<double> coefficients(solution.begin(), solution.end());
  for (const double x : {0.3, 0.9})
    if (!same(f(x), polynomial_at(coefficients, x)))
      throw std::invalid_argument("not a polynomial of degree " + std::to_string(degree));

  Value value;
  for (const double c : coefficients) value.push_back({.number = c});
  return value;
}

/// The least input of [low, high] at which the word or the sign is that of `high`, by bisection down to
/// neighbouring numbers; there must be one change only.
Value changing_point(const Varied& varied, double low, double high) {
  const auto word = [&](double x) {
    const Part part = varied(x).at(0);
    return part.number ? std::to_string(std::signbit(*part.number)) : part.word;
  };
  const std::string at_high = word(high);
  if (word(low) == at_high) throw std::invalid_argument("nothing changes between the two inputs");
  for (double middle = std::midpoint(low, high); middle != low && middle != high;
       middle = std::midpoint(low, high))
    (word(middle) == at_high ? high : low) = middle;
  return {{.number = high}};
}

// --- all together -------------------------------------------------------------------------------

void refuse_unknown_keys(const Json& quantity) {
  static constexpr std::array<std::string_view, 16> known{
      "problem", "law",    "set",   "value",    "sum",        "quotient", "list",     "same_as",
      "values",  "random", "along", "quantity", "polynomial", "changes",  "for_each", "as"};
  for (const auto& [key, value] : quantity.items())
    if (std::find(known.begin(), known.end(), key) == known.end())
      throw std::invalid_argument("unknown key " + key);
}

/// The named quantity, with the keys given beside the name in place of its own.
Json expanded(const Json& definitions, Json quantity) {
  if (!quantity.contains("quantity")) return quantity;
  Json named = definitions.at("quantities").at(quantity.at("quantity").get<std::string>());
  quantity.erase("quantity");
  named.update(quantity);
  return expanded(definitions, std::move(named));
}

Value evaluate(const Json& definitions, Json quantity, Json problem) {
  if (quantity.is_number()) return {{.number = quantity.get<double>()}};
  quantity = expanded(definitions, std::move(quantity));
  refuse_unknown_keys(quantity);
  problem = in_context(definitions, quantity, std::move(problem));
  for (const char* key : {"problem", "law", "set"}) quantity.erase(key);

  for (const char* key : {"for_each", "polynomial", "changes"}) {
    if (!quantity.contains(key)) continue;
    const Json variation = quantity.at(key);
    quantity.erase(key);
    const Varied varied{definitions, quantity, problem,
                        Json::json_pointer(variation.at("in").get<std::string>())};
    if (key == std::string_view("for_each")) return for_each(varied, variation.at("at"));
    if (key == std::string_view("polynomial")) return polynomial(varied, variation);
    const Json& between = variation.at("between");
    return changing_point(varied, between.at(0).get<double>(), between.at(1).get<double>());
  }
  return after_steps(source(definitions, quantity, problem), quantity);
}

/// True if some result is looked at: a bare sum of numbers needs none.
bool needs_result(const Json& definitions, const Json& quantity) {
  if (quantity.is_array())
    return std::any_of(quantity.begin(), quantity.end(),
                       [&](const Json& q) { return needs_result(definitions, q); });
  if (!quantity.is_object()) return false;
  const Json all = expanded(definitions, quantity);
  if (all.contains("value") || all.contains("values")) return true;
  return std::any_of(all.begin(), all.end(),
                     [&](const Json& q) { return needs_result(definitions, q); });
}

}  // namespace

std::optional<std::vector<Part>> evaluate_quantity(std::string_view quantity,
                                                   std::string_view definitions, Route route) {
  Json defined = Json::parse(definitions);
  defined["problems"] = problems_of(defined, route);
  const Json wanted = Json::parse(quantity);
  if (route == Route::scenes && !needs_result(defined, wanted)) return std::nullopt;
  try {
    return evaluate(defined, wanted, nullptr);
  } catch (const NoScene&) {
    return std::nullopt;
  }
}

}  // namespace carom
