#include <carom/io/motion_file.hpp>
#include <carom/io/problem/decoder.hpp>
#include <carom/io/problem/reader.hpp>
#include <carom/io/problem_file.hpp>
#include <carom/io/scene/reader.hpp>
#include <carom/io/spatial/reader.hpp>
#include <carom/io/statement.hpp>
#include <carom/io/tree/tree.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace carom {
namespace {

std::string message(const ReadOptions& options, Numbering numbering, const TreeError& error) {
  const bool numbered = numbering == Numbering::by_number;
  return located_message(options.source, error,
                         numbered ? fmt::format("problem {}: ", options.first_number) : "");
}

/// What the command line or else the file asks for.
LawChoice wished_laws(const std::optional<LawChoice>& stated, const ReadOptions& options,
                      int line) {
  if (options.laws) return law_choice(*options.laws, {options.command_line ? "--law" : "law"});
  if (!stated)
    throw TreeError({"law"},
                    fmt::format("missing; give a name, a list of names or \"all\"{}",
                                options.command_line ? " (or --law)" : ""),
                    line);
  return *stated;
}

/// A problem of which only the impact is asked for.
void read_impact(const TreeNode& node, const ReadOptions& options, ProblemEntry& entry) {
  Statement stated = read_statement(node, options.source);
  const LawChoice choice = wished_laws(stated.law, options, node.line);
  try {
    entry.laws = laws_for(stated.problem, choice);
  } catch (const std::invalid_argument& objection) {
    throw problem_objection(node, stated.problem, objection);
  }
  entry.problem = std::move(stated.problem);
}

/// A scene that moves on: what simulate() would refuse of it is refused.
void read_moving(const TreeNode& node, const ReadOptions& options, ProblemEntry& entry) {
  StatedMotion motion = read_motion(node, {.source = options.source, .several_laws = true});
  try {
    for (const LawId law : motion.laws) {
      SimulationOptions by_law = motion.options;
      by_law.law = law;
      check_motion(motion.scene, by_law);
    }
  } catch (const std::invalid_argument& objection) {
    throw scene_objection(node, motion.scene, objection);
  }
  entry.laws = motion.laws;
  entry.motion = motion.options;
  entry.problem = std::move(motion.scene);
}

std::vector<ProblemEntry> empty_text(const ReadOptions& options) {
  return {
      {.number = options.first_number, .error = options.source + ": empty; expected a problem"}};
}

/// The problems of whole documents: each is one problem or a list of them.
std::vector<ProblemEntry> read_documents(const ParsedDocuments& parsed,
                                         const ReadOptions& options) {
  std::vector<const TreeNode*> problems;
  for (const TreeNode& document : parsed.documents) {
    if (document.kind == NodeKind::sequence)
      for (const TreeNode& problem : document.items) problems.push_back(&problem);
    else
      problems.push_back(&document);
  }
  ReadOptions now = options;
  const bool several = problems.size() + (parsed.error ? 1 : 0) > 1;
  const Numbering numbering = several ? Numbering::by_number : Numbering::by_line;
  if (parsed.documents.empty() && !parsed.error) return empty_text(options);
  std::vector<ProblemEntry> entries;
  entries.reserve(problems.size() + 1);
  for (const TreeNode* problem : problems) {
    entries.push_back(read_problem(*problem, now, numbering));
    ++now.first_number;
  }
  if (parsed.error)
    entries.push_back(
        {.number = now.first_number, .error = message(now, numbering, *parsed.error)});
  return entries;
}

ParsedDocuments parse_json_document(std::string_view text) {
  ParsedDocuments parsed;
  try {
    parsed.documents.push_back(parse_json(text));
  } catch (const TreeError& error) {
    parsed.error = error;
  }
  return parsed;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

std::vector<ProblemEntry> read_lines(std::string_view text, const ReadOptions& options) {
  std::vector<ProblemEntry> entries;
  ReadOptions now = options;
  int line = 1;
  while (!text.empty()) {
    const std::string_view first = text.substr(0, text.find('\n'));
    if (!is_blank(first)) {
      entries.push_back(read_problem_line(first, line, now));
      ++now.first_number;
    }
    text.remove_prefix(std::min(first.size() + 1, text.size()));
    ++line;
  }
  return entries;
}

bool ends_with(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

}  // namespace

std::optional<FileFormat> format_of(std::string_view path) {
  if (ends_with(path, ".yaml") || ends_with(path, ".yml")) return FileFormat::yaml;
  if (ends_with(path, ".json")) return FileFormat::json;
  if (ends_with(path, ".jsonl")) return FileFormat::jsonl;
  return std::nullopt;
}

std::vector<ProblemEntry> read_problems(std::string_view text, FileFormat format,
                                        const ReadOptions& options) {
  if (format != FileFormat::jsonl && is_blank(text)) return empty_text(options);
  switch (format) {
    case FileFormat::yaml: return read_documents(parse_yaml(text), options);
    case FileFormat::json: return read_documents(parse_json_document(text), options);
    case FileFormat::jsonl: return read_lines(text, options);
  }
  return {};
}

ProblemEntry read_problem_line(std::string_view text, int line, const ReadOptions& options) {
  try {
    return read_problem(parse_json(text, line), options);
  } catch (const TreeError& error) {
    return {.number = options.first_number, .error = message(options, Numbering::by_line, error)};
  }
}

ProblemEntry read_problem(const TreeNode& problem, const ReadOptions& options,
                          Numbering numbering) {
  ProblemEntry entry{.number = options.first_number};
  try {
    const bool moves = options.motions && is_scene(problem) && !is_spatial_scene(problem) &&
                       value_of(problem, "simulation") != nullptr;
    (moves ? read_moving : read_impact)(problem, options, entry);
  } catch (const TreeError& error) {
    entry.error = message(options, numbering, error);
    entry.problem = ImpactProblem{.name = stated_name(problem)};
  }
  return entry;
}

}  // namespace carom
