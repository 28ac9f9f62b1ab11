#include <carom/study/store/stored_sweep.hpp>

#include <carom/io/result/column_words.hpp>
#include <carom/io/tree/decode.hpp>
#include <carom/io/tree/json_line.hpp>
#include <carom/io/tree/tree.hpp>
#include <carom/study/sweep/table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>

namespace carom {
namespace {

constexpr std::string_view line_start = "# tables: ";
/// Rows of a table that are passed on together: whole chunks of the store.
constexpr std::uint64_t rows_together = 65536;
constexpr std::string_view law_column = "law";

/// The next field of a line of CSV, without its quotes; `line` goes on behind its comma.
std::string_view next_field(std::string_view& line, std::string& quoted) {
  if (!line.starts_with('"')) {
    const std::size_t end = std::min(line.find(','), line.size());
    const std::string_view field = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return field;
  }
  quoted.clear();
  std::size_t at = 1;
  for (; at < line.size(); ++at) {
    if (line[at] == '"' && (at + 1 == line.size() || line[at + 1] != '"')) break;
    if (line[at] == '"') ++at;
    quoted += line[at];
  }
  line.remove_prefix(std::min(at + 2, line.size()));
  return quoted;
}

double number_in(std::string_view field) {
  if (field.empty()) return std::numeric_limits<double>::quiet_NaN();
  double x = 0;
  const auto [rest, error] = std::from_chars(field.data(), field.data() + field.size(), x);
  if (error != std::errc{} || rest != field.data() + field.size())
    throw std::invalid_argument(fmt::format("'{}' is no number", field));
  return x;
}

/// Calls take(line) for each line.
template <class Take>
void for_each_line(std::string_view lines, Take take) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    take(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

std::string text_of(const TreeNode& node, std::string_view key) {
  const TreeNode* value = value_of(node, key);
  return value != nullptr ? value->text : "";
}

}  // namespace

std::string stored_line(const SweepPlan& plan) {
  JsonLine json;
  json.begin('{');
  json.field("sweep", std::string_view(plan.identity));
  json.field("points", static_cast<double>(plan.points));
  json.key("attributes");
  json.begin('{');
  json.field("points", std::string_view(fmt::format("{}", plan.points)));
  for (const auto& [name, value] : provenance_texts(plan.provenance))
    json.field(name, std::string_view(value));
  json.end('}');
  json.key("laws");
  json.words(plan.provenance.laws);
  json.key("columns");
  json.list(sweep_columns(plan), [&](const RowColumn& column) {
    json.begin('{');
    json.field("name", std::string_view(column.name));
    json.field("unit", std::string_view(column.unit));
    json.field("description", std::string_view(column_words(column.name)));
    json.flag("number", column.is_number);
    json.end('}');
  });
  json.field("document", std::string_view(plan.document));
  json.end('}');
  return std::string(line_start) + json.out + "\n";
}

StoredTables tables_of(std::string_view head) {
  const std::size_t at = head.find(line_start);
  if (at == std::string_view::npos)
    throw std::invalid_argument("its head does not say what a file of tables needs");
  const std::size_t begin = at + line_start.size();
  const TreeNode root = parse_json(head.substr(begin, head.find('\n', begin) - begin));
  StoredTables tables{.document = text_of(root, "document"), .identity = text_of(root, "sweep")};
  tables.rows = static_cast<std::uint64_t>(value_of(root, "points")->number);
  const TreeNode& attributes = *value_of(root, "attributes");
  tables.attributes.emplace_back("sweep", tables.identity);
  for (std::size_t i = 0; i < attributes.items.size(); ++i)
    tables.attributes.emplace_back(attributes.keys[i].text, attributes.items[i].text);
  for (const TreeNode& law : value_of(root, "laws")->items) tables.laws.push_back(law.text);
  for (const TreeNode& column : value_of(root, "columns")->items)
    if (text_of(column, "name") != law_column)
      tables.columns.push_back({.name = text_of(column, "name"),
                                .unit = text_of(column, "unit"),
                                .description = text_of(column, "description"),
                                .is_number = value_of(column, "number")->truth});
    else
      tables.columns.push_back({.name = std::string(law_column), .is_number = false});
  return tables;
}

void StoredSweep::measure(std::string_view lines) {
  std::string quoted;
  for_each_line(lines, [&](std::string_view line) {
    for (StoredColumn& column : tables_.columns) {
      const std::size_t width = next_field(line, quoted).size();
      if (!column.is_number) column.width = std::max(column.width, width);
    }
  });
}

void StoredSweep::take(std::string_view lines,
                       const std::function<void(const StoredRows&)>& append) {
  const std::size_t laws = tables_.laws.size();
  if (pending_.empty()) {
    pending_.resize(laws);
    for (std::size_t law = 0; law < laws; ++law) {
      pending_[law].law = law;
      pending_[law].numbers.resize(tables_.columns.size());
      pending_[law].words.resize(tables_.columns.size());
    }
  }
  std::string quoted;
  for_each_line(lines, [&](std::string_view line) {
    StoredRows& rows = pending_[rows_ % laws];
    for (std::size_t i = 0; i < tables_.columns.size(); ++i) {
      const std::string_view field = next_field(line, quoted);
      if (tables_.columns[i].is_number) {
        rows.numbers[i].push_back(number_in(field));
      } else {
        rows.words[i] += field;
        rows.words[i].append(tables_.columns[i].width - field.size(), '\0');
      }
    }
    ++rows.count;
    if (++rows_ % laws == 0 && rows.count == rows_together) pass_on(append);
  });
}

void StoredSweep::pass_on(const std::function<void(const StoredRows&)>& append) {
  for (StoredRows& rows : pending_) {
    append(rows);
    rows.first += rows.count;
    rows.count = 0;
    for (auto& column : rows.numbers) column.clear();
    for (auto& column : rows.words) column.clear();
  }
}

void StoredSweep::finish(const std::function<void(const StoredRows&)>& append) {
  if (rows_ != tables_.rows * tables_.laws.size())
    throw std::invalid_argument(
        fmt::format("{} of {} rows are there", rows_, tables_.rows * tables_.laws.size()));
  pass_on(append);
}

}  // namespace carom
