#include <carom/io/problem/trees.hpp>
#include <carom/io/scene/reader.hpp>
#include <carom/io/sweep_file.hpp>
#include <carom/io/sweep_variable_file.hpp>
#include <carom/io/tree/decode.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace carom {
namespace {

constexpr std::array<std::string_view, 9> sweep_keys{
    "name", "problem", "number", "law", "vary", "draws", "seed", "sampling", "columns"};
constexpr std::array<RefusedKey, 4> refused_sweep_keys{{
    {"laws", "unknown key; did you mean law?"},
    {"scene", "unknown key; did you mean problem? A scene is a problem"},
    {"keys", "unknown key; it belongs to a variable: vary.NAME.keys"},
    {"count", "unknown key; did you mean draws?"},
}};

// --- the problem --------------------------------------------------------------------------------

std::string text_of(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (!file || !text) throw TreeError({}, "cannot be read", 0);
  return text.str();
}

/// The problem that a file names, beside the sweep's own.
void read_problem_file(const Place& place, std::optional<int> number, StatedSweep& sweep) {
  const std::filesystem::path beside = std::filesystem::path(sweep.source).parent_path();
  const std::string path = (beside / string_at(place)).string();
  const auto format = format_of(path);
  if (!format) refuse(place, "unknown ending; a problem file ends in .yaml, .yml, .json or .jsonl");
  if (!std::filesystem::is_regular_file(path))
    refuse(place, fmt::format("there is no file {}", in_quotes(path, std::string::npos)));
  sweep.source = path;
  sweep.problem = chosen_problem(problem_trees(text_of(path), *format), number);
}

// --- the whole ----------------------------------------------------------------------------------

bool is_sweep(const std::vector<TreeNode>& documents) {
  return documents.size() == 1 && (value_of(documents[0], "problem") != nullptr ||
                                   value_of(documents[0], "vary") != nullptr);
}

Sampling decode_sampling(const std::string& name, const ObjectionPath& where, int line) {
  if (const auto sampling = sampling_named(name)) return *sampling;
  throw TreeError(
      where, fmt::format("expected independent, latin_hypercube or sobol, got {}", in_quotes(name)),
      line);
}

/// A variable of that name gets other values, for the keys that the file lets it drive; a new one is added.
void put(SweepVariable variable, StatedSweep& sweep) {
  if (variable.name == "law") {
    if (!has_words(variable)) throw TreeError({"vary", "law"}, "wants names of laws", 0);
    sweep.law = law_choice(variable.words, {"vary", "law"});
    return;
  }
  const auto same = std::find_if(sweep.variables.begin(), sweep.variables.end(),
                                 [&](const auto& v) { return v.name == variable.name; });
  if (same == sweep.variables.end()) {
    sweep.variables.push_back(std::move(variable));
    return;
  }
  if (!same->loads.empty() || !variable.loads.empty())
    throw TreeError({"vary", variable.name},
                    "stated twice; one of a joint normal distribution cannot be replaced alone", 0);
  const bool own_keys = variable.keys.size() > 1 || variable.keys.front().path != variable.name;
  if (!own_keys) variable.keys = std::move(same->keys);
  *same = std::move(variable);
}

void decode_vary(const Place& vary, StatedSweep& sweep) {
  for (std::size_t i = 0; i < vary.node->items.size(); ++i)
    for (SweepVariable& variable : decode_variables(
             {.node = &vary.node->items[i], .parent = &vary, .key = &vary.node->keys[i]}))
      put(std::move(variable), sweep);
}

void decode_wishes(const Place& root, StatedSweep& sweep) {
  if (const auto law = field(root, "law")) sweep.law = decode_law(*law);
  if (const auto vary = field(root, "vary")) {
    if (vary->node->kind != NodeKind::map)
      refuse_kind(*vary, "a map: contacts.hit.friction: {from: 0, to: 1, steps: 101}");
    decode_vary(*vary, sweep);
  }
  if (const auto draws = field(root, "draws")) sweep.draws = count_at(*draws, "number of draws");
  if (const auto seed = field(root, "seed")) sweep.seed = count_at(*seed, "seed");
  if (const auto sampling = field(root, "sampling"))
    sweep.sampling =
        decode_sampling(string_at(*sampling), path_to(*sampling), sampling->node->line);
  if (const auto columns = field(root, "columns")) {
    const std::size_t size = size_at(*columns, "a list of columns");
    for (std::size_t i = 0; i < size; ++i) sweep.columns.push_back(string_at(item(*columns, i)));
  }
}

void decode_sweep(const TreeNode& node, std::optional<int> number, StatedSweep& sweep) {
  const Place root{.node = &node};
  require_keys(root, {.accepted = sweep_keys, .refused = refused_sweep_keys});
  if (const auto name = field(root, "name")) string_at(*name);
  decode_wishes(root, sweep);
  if (const auto which = field(root, "number"))
    if (!number)
      number = static_cast<int>(std::min<std::uint64_t>(count_at(*which, "number"), 1U << 30U));
  if (number && *number < 1) refuse(root, "number: problems count from 1");
  const Place problem = required_field(root, "problem", "a file, or the problem itself");
  if (problem.node->kind == NodeKind::string)
    read_problem_file(problem, number, sweep);
  else if (problem.node->kind == NodeKind::map)
    sweep.problem = *problem.node;
  else
    refuse_kind(problem, "a file's name or a problem (a map)");
}

void apply(const SweepOverrides& overrides, StatedSweep& sweep) {
  for (const std::string& wish : overrides.vary)
    for (SweepVariable& variable : parse_variables(wish)) put(std::move(variable), sweep);
  if (overrides.variables.kind == NodeKind::map) {
    const Place root{};
    const NodeKey name{"vary", 0};
    decode_vary({.node = &overrides.variables, .parent = &root, .key = &name}, sweep);
  }
  if (overrides.laws) sweep.law = law_choice(*overrides.laws, {"--law"});
  if (!overrides.columns.empty()) sweep.columns = overrides.columns;
  sweep.draws = overrides.draws.value_or(sweep.draws);
  sweep.seed = overrides.seed.value_or(sweep.seed);
  if (overrides.sampling) sweep.sampling = decode_sampling(*overrides.sampling, {"--sampling"}, 0);
}

void check_sweep(const StatedSweep& sweep) {
  if (sweep.variables.empty())
    throw TreeError({"vary"},
                    "nothing varies; give a key and its values (or --vary KEY=FROM:TO:STEPS)", 0);
  const bool random = std::any_of(sweep.variables.begin(), sweep.variables.end(), is_random);
  if (random && sweep.draws == 0)
    throw TreeError({"draws"}, "missing; how often are the random values drawn? (or --draws N)", 0);
  const auto variables = std::count_if(sweep.variables.begin(), sweep.variables.end(), is_random);
  if (sweep.sampling == Sampling::sobol &&
      static_cast<std::size_t>(variables) > most_sobol_variables)
    throw TreeError({"sampling"},
                    fmt::format("{} random variables; sobol takes at most {}, latin_hypercube any",
                                variables, most_sobol_variables),
                    0);
  if (!random && sweep.draws > 0)
    throw TreeError({"draws"}, "given, but no variable is random (uniform or normal)", 0);
}

}  // namespace

StatedSweep read_sweep(std::string_view text, FileFormat format, const SweepOverrides& overrides) {
  try {
    return read_sweep(problem_trees(text, format), overrides);
  } catch (const TreeError& error) {
    throw std::invalid_argument(located_message(overrides.source, error));
  }
}

StatedSweep read_sweep(std::vector<TreeNode> documents, const SweepOverrides& overrides) {
  StatedSweep sweep{.source = overrides.source};
  try {
    if (is_sweep(documents))
      decode_sweep(documents[0], overrides.number, sweep);
    else
      sweep.problem = chosen_problem(std::move(documents), overrides.number);
    apply(overrides, sweep);
    check_sweep(sweep);
  } catch (const TreeError& error) {
    throw std::invalid_argument(located_message(sweep.source, error));
  }
  return sweep;
}

}  // namespace carom
