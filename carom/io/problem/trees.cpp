#include <carom/io/problem/trees.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace carom {

std::vector<TreeNode> problem_trees(std::string_view text, FileFormat format) {
  std::vector<TreeNode> documents;
  if (format == FileFormat::json) documents.push_back(parse_json(text));
  if (format == FileFormat::yaml) {
    ParsedDocuments parsed = parse_yaml(text);
    if (parsed.error) throw TreeError(*parsed.error);
    documents = std::move(parsed.documents);
  }
  for (int line = 1; format == FileFormat::jsonl && !text.empty(); ++line) {
    const std::string_view first = text.substr(0, text.find('\n'));
    if (first.find_first_not_of(" \t\r") != std::string_view::npos)
      documents.push_back(parse_json(first, line));
    text.remove_prefix(std::min(first.size() + 1, text.size()));
  }
  std::vector<TreeNode> problems;
  for (TreeNode& document : documents) {
    if (document.kind == NodeKind::sequence)
      std::move(document.items.begin(), document.items.end(), std::back_inserter(problems));
    else
      problems.push_back(std::move(document));
  }
  return problems;
}

TreeNode chosen_problem(std::vector<TreeNode> problems, std::optional<int> number) {
  if (problems.empty()) throw TreeError({}, "empty; expected a problem", 0);
  if (!number && problems.size() > 1)
    throw TreeError(
        {}, fmt::format("holds {} problems; say which one, such as --problem 1", problems.size()),
        0);
  const std::size_t index = static_cast<std::size_t>(number.value_or(1)) - 1;
  if (index >= problems.size())
    throw TreeError(
        {}, fmt::format("there is no problem {}; the file holds {}", *number, problems.size()), 0);
  return std::move(problems[index]);
}

}  // namespace carom
