#include <carom/study/sweep/plan.hpp>

#include <carom/impact/resolve.hpp>
#include <carom/io/statement.hpp>
#include <carom/io/tree/checksum.hpp>
#include <carom/io/tree/utf8.hpp>
#include <carom/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace carom {
namespace {

/// Points that are tried before a sweep starts; if none of them can be computed, the sweep is refused.
constexpr std::uint64_t tried_points = 33;

/// "W[1][0]" for "W[0][1]": an entry of a symmetric matrix has a twin; "" for everything else.
std::string twin_of(const std::string& path) {
  for (const std::string matrix : {"W", "mass"}) {
    if (path.compare(0, matrix.size() + 1, matrix + "[") != 0) continue;
    const std::size_t middle = path.find("][");
    if (middle == std::string::npos || path.back() != ']') continue;
    const std::string row = path.substr(matrix.size() + 1, middle - matrix.size() - 1);
    const std::string column = path.substr(middle + 2, path.size() - middle - 3);
    if (row != column) return fmt::format("{}[{}][{}]", matrix, column, row);
  }
  return "";
}

/// Values that were given with a unit must be in that of the key.
void require_unit(const SweepVariable& variable, const TreeKey& key) {
  if (variable.unit.empty() || key.unit.empty() || variable.unit == key.unit) return;
  throw TreeError(
      {"vary", variable.name},
      fmt::format("its values are in {}; {} wants {}", variable.unit, key.path, key.unit), 0);
}

/// Finds the keys of all variables in the problem.
/// @throws TreeError
void find_keys(SweepPlan& plan) {
  std::set<std::string> driven;
  for (const SweepVariable& variable : plan.variables)
    for (const DrivenKey& key : variable.keys)
      if (!driven.insert(key.path).second)
        throw TreeError({key.path}, "is driven twice; one variable may drive it", 0);
  for (const SweepVariable& variable : plan.variables) {
    std::vector<DrivenTreeKey>& keys = plan.keys.emplace_back();
    for (const DrivenKey& key : variable.keys) {
      if (has_words(variable)) {
        keys.push_back({find_word(plan.problem, key.path), key.factor, key.offset});
        continue;
      }
      keys.push_back({find_number(plan.problem, key.path), key.factor, key.offset});
      require_unit(variable, keys.back().key);
      const std::string twin = twin_of(key.path);
      if (!twin.empty() && driven.count(twin) == 0 && value_of(plan.problem, "bodies") == nullptr)
        keys.push_back({find_number(plan.problem, twin), key.factor, key.offset});
    }
  }
}

void count_points(const StatedSweep& sweep, SweepPlan& plan) {
  plan.draws = std::max<std::uint64_t>(sweep.draws, 1);
  double points = static_cast<double>(plan.draws);  // to see products that no integer holds
  plan.points = plan.draws;
  for (const SweepVariable& variable : plan.variables) {
    if (is_random(variable)) continue;
    points *= static_cast<double>(variable.steps);
    plan.points *= variable.steps;
  }
  if (points > static_cast<double>(max_sweep_points))
    throw TreeError({"vary"},
                    fmt::format("{:.3g} points; want at most {:.0e}", points,
                                static_cast<double>(max_sweep_points)),
                    0);
}

/// The word of a variable whose value is its place.
const std::string& word_at(const SweepVariable& variable, double value) {
  return variable.words[static_cast<std::size_t>(value)];
}

void set_numbers(const SweepPlan& plan, const std::vector<double>& values, TreeNode& problem) {
  for (std::size_t i = 0; i < values.size(); ++i)
    for (const DrivenTreeKey& driven : plan.keys[i])
      if (!has_words(plan.variables[i]))
        set_number(problem, driven.key, driven.factor * values[i] + driven.offset);
}

/// The laws and the shape of the results, from a point that can be computed.
/// @throws std::invalid_argument if this one cannot.
void learn_from(const StatedSweep& sweep, const std::vector<double>& values, SweepPlan& plan) {
  set_words(plan, values, plan.problem);
  set_numbers(plan, values, plan.problem);
  const auto wished = [&](const std::optional<LawChoice>& own) {
    if (sweep.law) return *sweep.law;
    if (!own) throw TreeError({"law"}, "missing; give a name, a list of names or \"all\"", 0);
    return *own;
  };
  const Statement stated = read_statement(plan.problem, plan.source);
  plan.shape = std::visit([](const auto& problem) { return shape_of(problem); }, stated.problem);
  const LawChoice choice = wished(stated.law);
  try {
    plan.laws = laws_for(stated.problem, choice);
  } catch (const std::invalid_argument& objection) {
    throw problem_objection(plan.problem, stated.problem, objection);
  }
}

/// Learns from the first of some points that can be computed; what is wrong with all of them is wrong
/// with the sweep.
void learn(const StatedSweep& sweep, SweepPlan& plan) {
  std::string first;
  const std::uint64_t count = std::min(tried_points, plan.points);
  std::vector<double> values;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto share =
        static_cast<double>(i) / static_cast<double>(std::max<std::uint64_t>(count - 1, 1));
    values_at(plan, static_cast<std::uint64_t>(share * static_cast<double>(plan.points - 1)),
              values);
    try {
      learn_from(sweep, values, plan);
      return;
    } catch (const TreeError& error) {
      if (first.empty()) first = located_message(sweep.source, error);
    } catch (const std::invalid_argument& objection) {
      if (first.empty()) first = fmt::format("{}: {}", sweep.source, objection.what());
    }
  }
  if (count > 1) first += fmt::format(" (and none of {} other points can be computed)", count - 1);
  throw std::invalid_argument(first);
}

SceneParts parts_read_by(const std::vector<ResultColumn>& columns) {
  const auto any = [&](std::string_view start) {
    return std::any_of(columns.begin(), columns.end(), [&](const ResultColumn& column) {
      return std::string_view(column.path).substr(0, start.size()) == start;
    });
  };
  return {.bodies = any("bodies."),
          .joints = any("joints."),
          .energies = any("energy.before") || any("energy.after")};
}

bool reads_thresholds(const std::vector<ResultColumn>& columns) {
  return std::any_of(columns.begin(), columns.end(), [](const ResultColumn& column) {
    return column.path.find(".friction.to_stick") != std::string::npos;
  });
}

/// A column that asks for the friction that holds asks the problem for it.
void ask_for_required_friction(const std::vector<std::string>& columns, TreeNode& problem) {
  const bool asked =
      std::find(columns.begin(), columns.end(), "required_friction") != columns.end();
  if (!asked || problem.kind != NodeKind::map || value_of(problem, "required_friction") != nullptr)
    return;
  problem.keys.push_back({.text = "required_friction"});
  problem.items.push_back({.kind = NodeKind::boolean, .truth = true});
}

/// Everything that the bytes of the output depend on.
std::string identity_of(const SweepPlan& plan, const TreeNode& problem,
                        const std::vector<std::string>& files) {
  std::string text = fmt::format("carom {} sweep 1\n", version);
  append_canonical(text, problem);
  if (!files.empty()) text += input_hash(problem, files);
  const auto out = std::back_inserter(text);
  for (const SweepVariable& v : plan.variables) {
    fmt::format_to(out, "\n{} {} {} {} {} {}", v.name, static_cast<int>(v.spread), v.a, v.b,
                   v.steps, fmt::join(v.values, " "));
    if (has_words(v)) fmt::format_to(out, " {}", fmt::join(v.words, " "));
    if (!v.loads.empty()) fmt::format_to(out, " joint {}", fmt::join(v.loads, " "));
    for (const DrivenKey& key : v.keys)
      fmt::format_to(out, "\n  {} {} {}", key.path, key.factor, key.offset);
  }
  for (const LawId law : plan.laws) fmt::format_to(out, "\n{}", law_of(law).name);
  for (const ResultColumn& column : plan.columns) fmt::format_to(out, "\n{}", column.path);
  fmt::format_to(out, "\n{} {}\n", plan.draws, plan.seed);
  if (plan.sampling != Sampling::independent) text += to_string(plan.sampling);
  Checksum checksum;
  checksum.add(text);
  return to_string(checksum);
}

}  // namespace

std::string unit_of(const std::vector<DrivenTreeKey>& keys) {
  const auto agrees = [&](const DrivenTreeKey& driven) {
    return std::abs(driven.factor) == 1 && driven.key.unit == keys.front().key.unit;
  };
  return std::all_of(keys.begin(), keys.end(), agrees) ? keys.front().key.unit : "";
}

SweepPlan plan_sweep(const StatedSweep& sweep) {
  SweepPlan plan{.source = sweep.source,
                 .problem = sweep.problem,
                 .variables = sweep.variables,
                 .seed = sweep.seed,
                 .sampling = sweep.sampling};
  ask_for_required_friction(sweep.columns, plan.problem);
  try {
    find_keys(plan);
    count_points(sweep, plan);
    learn(sweep, plan);
  } catch (const TreeError& error) {
    throw std::invalid_argument(located_message(sweep.source, error));
  }
  plan.columns =
      chosen_columns(plan.shape, sweep.columns.empty() ? usual_columns(plan.shape) : sweep.columns);
  plan.vehicle = std::any_of(plan.columns.begin(), plan.columns.end(),
                             [](const ResultColumn& column) { return column.read_vehicle; });
  plan.thresholds = reads_thresholds(plan.columns);
  plan.parts = plan.vehicle ? SceneParts() : parts_read_by(plan.columns);
  const std::vector<std::string> files = files_named_in(sweep.problem, sweep.source);
  plan.identity = identity_of(plan, sweep.problem, files);
  plan.provenance = {.input = input_hash(sweep.problem, files),
                     .seed = plan.seed,
                     .tolerances = {{"residual", residual_limit}}};
  for (const LawId law : plan.laws) plan.provenance.laws.emplace_back(law_of(law).name);
  return plan;
}

namespace {

/// Draw number `draw` of the random variable at this place.
double drawn(const SweepPlan& plan, std::size_t i, std::uint64_t draw) {
  const auto sample = [&](const SweepVariable& variable, std::size_t place) {
    const auto before =
        std::count_if(plan.variables.begin(),
                      plan.variables.begin() + static_cast<std::ptrdiff_t>(place), is_random);
    return sample_of(variable, plan.sampling,
                     {.place = {.seed = plan.seed, .variable = place, .draw = draw},
                      .draws = plan.draws,
                      .dimension = static_cast<std::size_t>(before)});
  };
  const SweepVariable& variable = plan.variables[i];
  if (variable.loads.empty()) return sample(variable, i);
  static const SweepVariable standard{.spread = Spread::normal, .a = 0, .b = 1};
  const std::size_t first = i + 1 - variable.loads.size();  // of the members of the distribution
  double x = variable.a;
  for (std::size_t j = 0; j < variable.loads.size(); ++j)
    if (variable.loads[j] != 0) x += variable.loads[j] * sample(standard, first + j);
  return x;
}

}  // namespace

void set_words(const SweepPlan& plan, const std::vector<double>& values, TreeNode& problem) {
  for (std::size_t i = 0; i < values.size(); ++i)
    for (const DrivenTreeKey& driven : plan.keys[i])
      if (has_words(plan.variables[i]))
        set_word(problem, driven.key, word_at(plan.variables[i], values[i]));
}

ResultValue shown_value(const SweepVariable& variable, double value) {
  if (has_words(variable)) return std::string_view(word_at(variable, value));
  return value;
}

void values_at(const SweepPlan& plan, std::uint64_t point, std::vector<double>& values) {
  values.resize(plan.variables.size());
  const std::uint64_t draw = point % plan.draws;
  std::uint64_t rest = point / plan.draws;
  for (std::size_t i = values.size(); i-- > 0;) {
    const SweepVariable& variable = plan.variables[i];
    if (is_random(variable)) {
      values[i] = drawn(plan, i, draw);
    } else {
      values[i] = value_of(variable, rest % variable.steps);
      rest /= variable.steps;
    }
  }
}

}  // namespace carom
