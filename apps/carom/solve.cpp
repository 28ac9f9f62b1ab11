// carom solve: problems in, results out, in the same order.

#include "output.hpp"
#include "page.hpp"
#include "problem_stream.hpp"

#include <algorithm>
#include <carom/io/result/json.hpp>
#include <carom/io/tree/text.hpp>
#include <carom/multibody/problem.hpp>
#include <carom/report/table/scene.hpp>
#include <carom/report/table/summary.hpp>
#include <carom/report/table/vehicle.hpp>
#include <cstddef>
#include <exception>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>
#include <thread>

namespace carom::app {
namespace {

/// Below this many problems a second thread costs more than it saves.
constexpr std::size_t problems_worth_a_thread = 64;

/// What one problem came to.
struct Answer {
  int number = 0;
  std::string text{};                   ///< as it is written
  std::string error{};                  ///< "" if the problem is fine
  std::vector<ImpactResult> results{};  ///< kept for tables, which end in a summary
};

/// How answers are written.
struct Writing {
  ResultFormat format = ResultFormat::jsonl;
  TextStyle style{};
  bool vehicle = false;       ///< the report on vehicles is asked for
  std::optional<int> path{};  ///< points between events in space

  /// For people: tables, on a terminal or in LaTeX.
  bool tables() const { return format == ResultFormat::table || format == ResultFormat::latex; }
};

ResultFormat format_for(const SolveOptions& options, const Output& output) {
  if (options.format) return *options.format;
  const std::string_view path = options.output;
  if (path.ends_with(".json")) return ResultFormat::json;
  if (path.ends_with(".txt")) return ResultFormat::table;
  if (path.ends_with(".tex")) return ResultFormat::latex;
  return output.is_terminal() ? ResultFormat::table : ResultFormat::jsonl;
}

void append_line(std::string& text, const std::string& line, ResultFormat format) {
  if (format == ResultFormat::json && !text.empty()) text += ",\n";
  text += line;
  if (format == ResultFormat::jsonl) text += '\n';
}

std::string error_text(const ProblemEntry& entry, const Writing& writing) {
  if (writing.tables())
    return tinted(fmt::format("problem {}: refused", entry.number), Tint::alarm, writing.style) +
           "\n" + paragraph(entry.error, writing.style, 2, 2);
  std::string text;
  append_line(text, error_json(entry.number, name_of(entry.problem), entry.error), writing.format);
  return text;
}

/// The scene in the plane that a report on vehicles is about.
const Scene& scene_of_vehicles(const Problem& problem) {
  if (std::holds_alternative<ImpactProblem>(problem))
    throw std::invalid_argument("a report on vehicles needs a scene: bodies, not matrices");
  if (const auto* scene = std::get_if<Scene>(&problem)) return *scene;
  throw std::invalid_argument("a report on vehicles needs a scene in the plane");
}

/// Fills in the text, and for a table the results.
void resolve_entry(const ProblemEntry& entry, const Writing& writing, Answer& answer) {
  const Scene* vehicles = writing.vehicle ? &scene_of_vehicles(entry.problem) : nullptr;
  const std::vector<SceneResult> results = resolve(entry.problem, entry.laws);
  if (writing.tables()) {
    answer.text = vehicles ? vehicle_table(*vehicles, entry.number, results, writing.style)
                           : problem_table(entry.problem, entry.number, results, writing.style);
    answer.results = impacts_of(results);
    return;
  }
  for (const SceneResult& result : results) {
    const bool wanted = vehicles != nullptr && has_answer(result.impact.status);
    const auto report = wanted ? std::optional(vehicle_report(*vehicles, result)) : std::nullopt;
    append_line(answer.text, to_json(result, entry.number, report), writing.format);
  }
}

Answer answer(ProblemEntry entry, const std::string& source, const Writing& writing) {
  Answer answer{.number = entry.number};
  try {
    if (writing.path) set_path_points(entry.problem, *writing.path);
    if (entry.error.empty()) resolve_entry(entry, writing, answer);
  } catch (const std::invalid_argument& objection) {
    entry.error = fmt::format("{}: problem {}: {}", source, entry.number, objection.what());
  }
  answer.error = entry.error;
  if (!entry.error.empty()) answer.text = error_text(entry, writing);
  return answer;
}

/// How many threads answer: fewer from the first that cannot be started on.
struct Crew {
  std::size_t size = std::max(1U, std::thread::hardware_concurrency());
};

/// Starts `count` − 1 threads with work(1), work(2), ...; those that cannot be started are left out.
template <class Work>
std::vector<std::jthread> started(std::size_t count, const Work& work, Crew& crew) {
  std::vector<std::jthread> others;
  others.reserve(count);
  try {
    for (std::size_t i = 1; i < count; ++i) others.emplace_back(work, i);
  } catch (const std::system_error&) {
    complain(fmt::format("{} of {} threads could be started; going on with these",
                         others.size() + 1, crew.size));
    crew.size = others.size() + 1;
  }
  return others;
}

/// The answers to a batch, in order; large batches are shared among threads.
std::vector<Answer> answers_to(const ProblemBatch& batch, const Writing& writing, Crew& crew) {
  std::vector<Answer> answers(size(batch));
  const std::size_t useful = 1 + answers.size() / problems_worth_a_thread;
  const std::size_t count = std::min(crew.size, useful);
  const std::size_t share = (answers.size() + count - 1) / count;
  std::vector<std::exception_ptr> errors(count);
  const auto work = [&](std::size_t part) {
    try {
      for (std::size_t i = part * share; i < std::min((part + 1) * share, answers.size()); ++i)
        answers[i] = answer(entry_at(batch, i), batch.options.source, writing);
    } catch (...) {
      errors[part] = std::current_exception();
    }
  };
  std::vector<std::jthread> others = started(count, work, crew);
  work(0);
  for (std::size_t part = others.size() + 1; part < count; ++part) work(part);
  others.clear();  // waits
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
  return answers;
}

/// Writes the answers of a whole run, and what stands before, between and after them.
class AnswerWriter {
 public:
  AnswerWriter(Output& output, const Writing& writing) : output_(output), writing_(writing) {
    if (writing_.format == ResultFormat::json) output_.write("[");
    if (writing_.format == ResultFormat::latex)
      output_.write("% carom solve; needs \\usepackage{booktabs,amsmath}\n");
  }

  void write(const std::vector<Answer>& answers) {
    std::string text;
    for (const Answer& answer : answers) {
      if (!answer.error.empty()) ++summary_.errors;
      if (!answer.results.empty()) add_to(summary_, answer.number, answer.results);
      text += separator() + answer.text;
      any_ = true;
    }
    output_.write(text);
  }

  void finish() {
    if (writing_.format == ResultFormat::json) output_.write(any_ ? "\n]\n" : "]\n");
    if (writing_.tables()) {
      const std::string summary = summary_text(summary_, writing_.style);
      if (!summary.empty()) output_.write("\n" + summary);
      if (writing_.vehicle && summary_.problems > 0)
        output_.write("\n" + vehicle_legend(writing_.style));
    }
    output_.finish();
  }

  int errors() const { return summary_.errors; }

 private:
  const char* separator() const {
    switch (writing_.format) {
      case ResultFormat::table:
      case ResultFormat::latex: return any_ ? "\n" : "";
      case ResultFormat::json: return any_ ? ",\n" : "\n";
      case ResultFormat::jsonl: return "";
    }
    return "";
  }

  Output& output_;
  Writing writing_;
  ResultSummary summary_{};
  bool any_ = false;
};

/// The law of a problem, or the command line's instead.
void set_laws(TreeNode& problem, const std::vector<std::string>& laws) {
  TreeNode list{.kind = NodeKind::sequence};
  for (const std::string& law : laws) list.items.push_back(text_node(law));
  set_field(problem, "law", std::move(list));
}

/// The problems and what came of them as a page; a problem that is refused does not stop the others.
int write_page(const SolveOptions& options) {
  const std::vector<std::string> files =
      options.files.empty() ? std::vector<std::string>{"-"} : options.files;
  PageData data{.kind = "solve", .title = title_of(files), .documents = documents_of(files)};
  std::string results;
  int status = success;
  for (std::size_t i = 0; i < data.documents.size(); ++i) {
    if (options.laws) set_laws(data.documents[i], *options.laws);
    const int number = static_cast<int>(i) + 1;
    const auto entries =
        read_problems(json_text(data.documents[i]), FileFormat::json,
                      {.source = data.title, .command_line = true, .first_number = number});
    const Answer answer_text =
        answer(entries.front(), data.title, {.format = ResultFormat::json, .path = options.path});
    if (!answer_text.error.empty()) complain_about_input(answer_text.error);
    if (!answer_text.error.empty()) status = bad_input;
    append_line(results, answer_text.text, ResultFormat::json);
  }
  data.more = ", \"results\": [" + results + "]";
  Output output(options.html, with_page(options.files));
  output.write(page_with(data));
  output.finish();
  return status;
}

}  // namespace

int solve(const SolveOptions& options) {
  if (!options.html.empty()) return write_page(options);
  Output output(options.output, options.files);
  Writing writing{format_for(options, output), output.style(options.color), options.vehicle};
  check_ending(options.output, word_of(writing.format));
  writing.style.units = options.units;
  writing.path = options.path;
  if (writing.format == ResultFormat::latex) writing.style.markup = Markup::latex;
  ProblemStream problems(options.files, {.laws = options.laws});
  AnswerWriter writer(output, writing);
  Crew crew;
  int status = success;
  while (const auto batch = problems.next()) {
    const std::vector<Answer> answers = answers_to(*batch, writing, crew);
    for (const Answer& answer : answers)
      if (!answer.error.empty()) complain_about_input(answer.error);
    writer.write(answers);
  }
  writer.finish();
  if (writer.errors() > 0 || problems.unreadable() > 0) status = bad_input;
  return status;
}

}  // namespace carom::app
