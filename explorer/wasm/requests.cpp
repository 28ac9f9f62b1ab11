#include "requests.hpp"

#include "motion_request.hpp"

#include <algorithm>
#include <array>
#include <carom/impact/energy_steps.hpp>
#include <carom/impact/laws.hpp>
#include <carom/io/problem_file.hpp>
#include <carom/io/result/contact_space_json.hpp>
#include <carom/io/result/json.hpp>
#include <carom/io/tree/decode.hpp>
#include <carom/io/tree/json_line.hpp>
#include <carom/io/tree/numbers.hpp>
#include <carom/io/tree/text.hpp>
#include <carom/report/diagram_json.hpp>
#include <carom/report/law_color.hpp>
#include <carom/report/load_sharing.hpp>
#include <carom/report/picture/impact_film.hpp>
#include <carom/report/picture/mechanism_json.hpp>
#include <carom/report/show/show.hpp>
#include <carom/report/spatial_diagram_json.hpp>
#include <carom/report/table/table.hpp>
#include <carom/study/sweep/boundaries.hpp>
#include <carom/study/sweep/table.hpp>
#include <cmath>
#include <stdexcept>

namespace carom::page {
namespace {

/// How long the film shows a mechanism before and after, as a share of the picture's arrows: speed_scale is
/// the length of an arrow per speed, a time.
constexpr double film_share = 0.8;

// --- reading a request --------------------------------------------------------------------------

std::string text_at(const Place& request, std::string_view key) {
  return string_at(required_field(request, key, "a text"));
}

/// The strings of a list; none where the key is absent.
std::vector<std::string> texts_at(const Place& request, std::string_view key) {
  std::vector<std::string> texts;
  const auto list = field(request, key);
  if (!list) return texts;
  const std::size_t size = size_at(*list, "a list of texts");
  for (std::size_t i = 0; i < size; ++i) texts.push_back(string_at(item(*list, i)));
  return texts;
}

std::optional<double> number_at(const Place& request, std::string_view key) {
  const auto place = field(request, key);
  return place ? std::optional(carom::number_at(*place)) : std::nullopt;
}

std::optional<std::vector<std::string>> wished_laws(const Place& request) {
  std::vector<std::string> laws = texts_at(request, "laws");
  return laws.empty() ? std::nullopt : std::optional(std::move(laws));
}

ProblemEntry problem_at(const Place& request, std::optional<std::vector<std::string>> laws) {
  auto entries = read_problems(text_at(request, "problem"), FileFormat::json,
                               {.source = "problem", .laws = std::move(laws)});
  if (!entries.front().error.empty()) throw std::invalid_argument(entries.front().error);
  return std::move(entries.front());
}

// --- the calls ----------------------------------------------------------------------------------

void write_raw(JsonLine& json, std::string_view name, const std::string& value) {
  json.key(name);
  json.out += value;
}

std::string laws_call(const Place&) {
  JsonLine json;
  json.begin('[');
  for (const Law& law : laws()) {
    json.next();
    json.begin('{');
    json.field("name", law.name);
    json.field("title", law.title);
    json.field("statement", law.statement);
    json.field("guarantees", law.guarantees);
    json.field("use", law.use);
    json.field("reference", law.reference);
    write_raw(json, "follows_path", law.follows_path ? "true" : "false");
    json.field("color", color_of(law.id));
    json.end('}');
  }
  json.end(']');
  return std::move(json.out);
}

std::vector<LawId> laws_that_answer(const std::vector<SceneResult>& results) {
  std::vector<LawId> laws;
  for (const SceneResult& result : results)
    if (has_answer(result.impact.status)) laws.push_back(result.impact.law);
  return laws;
}

void write_diagram(JsonLine& json, const ProblemEntry& entry,
                   const std::vector<SceneResult>& results) {
  const Contacts contact = contact_problem(entry.problem);
  const std::vector<Contact> materials = materials_of(entry.problem);
  if (materials.size() != 1 || contact.rows.front().tangents == 0) return;
  if (contact.rows.front().tangents == 2) {
    write_raw(json, "swerve",
              to_json(spatial_diagram(name_of(entry.problem), materials, contact,
                                      laws_that_answer(results))));
    return;
  }
  write_raw(json, "diagram", to_json(impact_diagram(materials, contact, impacts_of(results))));
}

/// The steps of the energy by the name of the law; laws without an answer have none.
void write_energy_steps(JsonLine& json, const std::vector<SceneResult>& results) {
  json.key("energy_steps");
  json.begin('{');
  for (const SceneResult& result : results) {
    json.key(law_of(result.impact.law).name);
    json.list(energy_steps(result.impact), [&](const EnergyStep& step) {
      json.begin('{');
      json.field("step", to_string(step.kind));
      json.field("change", step.change);
      json.field("start", step.start);
      json.field("end", step.end);
      json.end('}');
    });
  }
  json.end('}');
}

std::string impact_call(const Place& request) {
  const ProblemEntry entry = problem_at(request, wished_laws(request));
  const std::vector<SceneResult> results = resolve(entry.problem, entry.laws);
  JsonLine json;
  json.begin('{');
  json.key("results");
  json.begin('[');
  for (const SceneResult& result : results) {
    json.next();
    json.out += to_json(result, 1);
  }
  json.end(']');
  write_raw(json, "shown", shown_json(entry));
  json.key("defined");
  json.begin('[');
  for (const LawId law : defined_laws(entry.problem)) {
    json.next();
    append_json(json.out, law_of(law).name);
  }
  json.end(']');
  write_diagram(json, entry, results);
  json.key("created");
  json.begin('[');
  for (const SceneResult& result : results) {
    if (!creates_energy(result.impact)) continue;
    json.next();
    append_json(json.out, law_of(result.impact.law).name);
  }
  json.end(']');
  write_energy_steps(json, results);
  json.end('}');
  return std::move(json.out);
}

/// null where the law has no answer.
std::string sharing_call(const Place& request) {
  const ProblemEntry entry = problem_at(request, std::vector{text_at(request, "law")});
  const Contacts contact = contact_problem(entry.problem);
  const auto sharing = load_sharing(name_of(entry.problem), materials_of(entry.problem), contact,
                                    entry.laws.front());
  return sharing ? to_json(*sharing, contact) : "null";
}

std::string picture_call(const Place& request) {
  const ProblemEntry entry = problem_at(request, std::vector<std::string>{"all"});
  const auto* scene = std::get_if<Scene>(&entry.problem);
  if (scene == nullptr)
    throw std::invalid_argument("problem: without `bodies` there is nothing to draw");
  return to_json(mechanism_picture(*scene), *scene);
}

std::string film_call(const Place& request) {
  const ProblemEntry entry = problem_at(request, std::vector{text_at(request, "law")});
  const SceneResult result = resolve(entry.problem, entry.laws).front();
  FilmOptions options;
  const auto* scene = std::get_if<Scene>(&entry.problem);
  if (scene == nullptr)
    return to_json(impact_film(contact_problem(entry.problem), result.impact, options));
  options.time = film_share * mechanism_picture(*scene).speed_scale;
  return to_json(impact_film(*scene, result, options));
}

std::string contact_space_call(const Place& request) {
  const ProblemEntry entry = problem_at(request, std::vector<std::string>{"all"});
  return contact_space_json(entry.problem, contact_problem(entry.problem));
}

std::string numbers_call(const Place& request) {
  JsonLine json;
  json.list(numbers_of(parse_json(text_at(request, "problem"))), [&](const TreeNumber& number) {
    json.begin('{');
    json.field("path", number.path);
    json.field("value", number.value);
    json.field("unit", number.unit);
    json.end('}');
  });
  return std::move(json.out);
}

SweepPlan plan_at(const Place& request) {
  SweepOverrides overrides{.source = "problem",
                           .vary = texts_at(request, "vary"),
                           .laws = wished_laws(request),
                           .columns = texts_at(request, "columns")};
  if (const auto number = number_at(request, "number"))
    overrides.number = static_cast<int>(*number);
  return plan_sweep(read_sweep(text_at(request, "problem"), FileFormat::json, overrides));
}

struct PointRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  ///< not included
};

/// Which of `count` are wanted: a page asks for a long sweep in pieces, and stays alive between them.
PointRange range_at(const Place& request, std::uint64_t count) {
  const auto point = [&](std::string_view key, std::uint64_t otherwise) {
    const auto x = number_at(request, key);
    return x && *x >= 0 ? std::min(static_cast<std::uint64_t>(*x), count) : otherwise;
  };
  const std::uint64_t first = point("first", 0);
  return {first, std::max(first, point("last", count))};
}

std::string sweep_call(const Place& request) {
  const SweepPlan plan = plan_at(request);
  const PointRange range = range_at(request, plan.points);
  PointSolver solver(plan);
  std::string rows = sweep_rows(plan, solver, range.first, range.last, RowFormat::json);
  if (range.first > 0 && !rows.empty()) rows.front() = ' ';  // the comma after what came before
  return sweep_head(plan, RowFormat::json) + rows + std::string(sweep_foot(RowFormat::json));
}

/// Modes by name, each once, in the order in which they appear.
class ModeNames {
 public:
  std::size_t index_of(std::string_view name) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
    names_.emplace_back(name);
    return names_.size() - 1;
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_{};
};

/// What one contact does in some points of a sweep by one law: the mode, or why there is none; a + where
/// energy is created.
std::string map_call(const Place& request) {
  const SweepPlan plan = plan_at(request);
  const auto contact = static_cast<std::size_t>(number_at(request, "contact").value_or(0));
  const PointRange range = range_at(request, plan.points);
  PointSolver solver(plan);
  ModeNames modes;
  std::vector<double> values;
  JsonLine json;
  json.begin('{');
  json.key("cells");
  json.begin('[');
  for (std::uint64_t point = range.first; point < range.last; ++point) {
    values_at(plan, point, values);
    const PointAnswer& answer = solver.solve(values).front();
    const ImpactResult& impact = answer.result.impact;
    std::string name = "refused";
    if (answer.error.empty())
      name = has_answer(impact.status) && contact < impact.contacts.size()
                 ? to_string(impact.contacts[contact].mode)
                 : to_string(impact.status);
    if (answer.error.empty() && creates_energy(impact)) name += '+';
    json.next();
    json.out += std::to_string(modes.index_of(name));
  }
  json.end(']');
  json.key("modes");
  json.begin('[');
  for (const std::string& name : modes.names()) {
    json.next();
    append_json(json.out, name);
  }
  json.end(']');
  json.end('}');
  return std::move(json.out);
}

std::string boundaries_call(const Place& request) {
  const SweepPlan plan = plan_at(request);
  const double tolerance = number_at(request, "tolerance").value_or(1e-9);
  BoundaryFinder finder(plan, tolerance, RowFormat::json);
  const PointRange range = range_at(request, boundary_stretches(plan));
  std::string rows = finder.rows(range.first, range.last);
  if (!rows.empty()) rows.front() = ' ';
  return boundary_head(plan, tolerance, RowFormat::json) + rows +
         std::string(boundary_foot(RowFormat::json));
}

std::string yaml_call(const Place& request) {
  std::string text;
  append_json(text, yaml_text(parse_json(text_at(request, "problem"))));
  return text;
}

struct Call {
  std::string_view name{};
  std::string (*function)(const Place&) = nullptr;
};

constexpr std::array calls{
    Call{"laws", laws_call},         Call{"impact", impact_call},
    Call{"picture", picture_call},   Call{"contact_space", contact_space_call},
    Call{"film", film_call},         Call{"sweep", sweep_call},
    Call{"map", map_call},           Call{"boundaries", boundaries_call},
    Call{"numbers", numbers_call},   Call{"yaml", yaml_call},
    Call{"simulate", simulate_call}, Call{"sharing", sharing_call}};

std::string error_answer(std::string_view what) {
  JsonLine json;
  json.begin('{');
  json.field("error", what);
  json.end('}');
  return std::move(json.out);
}

}  // namespace

std::string answer(const std::string& request) {
  try {
    const TreeNode root = parse_json(request);
    const Place place{.node = &root};
    const std::string name = text_at(place, "call");
    const auto* const call =
        std::find_if(calls.begin(), calls.end(), [&](const Call& c) { return c.name == name; });
    if (call == calls.end()) throw std::invalid_argument("call: unknown: " + name);
    return call->function(place);
  } catch (const TreeError& error) {
    return error_answer(located_message("request", error));
  } catch (const std::exception& error) {
    return error_answer(error.what());
  }
}

}  // namespace carom::page
