#include <carom/study/sweep/record.hpp>

#include <carom/impact/laws.hpp>
#include <carom/io/tree/utf8.hpp>
#include <carom/study/store/stored_sweep.hpp>

#include <fmt/format.h>

#include <optional>
#include <stdexcept>

namespace carom {
namespace {

constexpr char mark_start = '#';               ///< no row starts so
constexpr std::size_t piece_bytes = 1U << 18;  ///< of the finished text
constexpr const char* another_sweep =
    "holds another sweep; --resume goes on with the same file, keys, laws and columns only";

/// A line without its end; absent at the end of the text and where the text breaks off in the line.
std::optional<std::string> next_line(std::istream& text) {
  std::string line;
  if (!std::getline(text, line) || text.eof()) return std::nullopt;
  return line;
}

/// What every row must begin with, one after the other: the values of its point, and its law.
class RowOrder {
 public:
  RowOrder(const SweepPlan& plan, RowFormat format)
      : plan_(plan), format_(format), writer_(sweep_columns(plan), format) {}

  /// "" if the line is the next row of the plan as far as variables and law go.
  std::string objection_to(std::string_view line) {
    if (row_ == plan_.points * plan_.laws.size()) return "there are more rows than the sweep has";
    const std::size_t law = row_ % plan_.laws.size();
    if (law == 0) values_at(plan_, row_ / plan_.laws.size(), values_);
    ++row_;
    const std::string start = start_of_row(law);
    if (line.starts_with(start)) return "";
    return fmt::format("row {} is damaged: it begins with {}; want {}", row_,
                       in_quotes(line.substr(0, start.size())), in_quotes(start));
  }

  std::uint64_t rows() const { return row_; }

 private:
  std::string start_of_row(std::size_t law) {
    std::string start;
    writer_.begin(start, true);
    for (std::size_t i = 0; i < values_.size(); ++i)
      writer_.cell(start, shown_value(plan_.variables[i], values_[i]));
    writer_.cell(start, std::string_view(law_of(plan_.laws[law]).name));
    if (format_ == RowFormat::json) start.erase(0, 1);  // the end of the line before
    return start + ",";
  }

  const SweepPlan& plan_;
  RowFormat format_;
  RowWriter writer_;
  std::vector<double> values_{};
  std::uint64_t row_ = 0;
};

/// Computes rows again to find the first that is not what it should be; marks are skipped.
/// @param rows  how many before `text`
std::string damage_found(const SweepPlan& plan, std::istream& text, std::uint64_t rows,
                         RowFormat format) {
  PointSolver solver(plan);
  for (std::uint64_t point = rows / plan.laws.size(); point < plan.points; ++point) {
    std::string_view expected;
    const std::string lines = sweep_lines(plan, solver, point, point + 1, format);
    for (expected = lines; !expected.empty(); expected.remove_prefix(expected.find('\n') + 1)) {
      auto line = next_line(text);
      while (line && line->starts_with(mark_start)) line = next_line(text);
      ++rows;
      if (line && format == RowFormat::json && line->ends_with(',')) line->pop_back();
      if (!line || *line != expected.substr(0, expected.find('\n')))
        return fmt::format("row {} is damaged: computed again it is another", rows);
    }
  }
  return "a checksum is damaged, or what stands between the rows; the rows are right";
}

/// Refuses a text of another sweep, or one whose head is damaged.
void refuse_head(const SweepPlan& plan, std::string_view text) {
  const bool same = text.find(plan.identity) != std::string_view::npos;
  throw std::invalid_argument(same ? "its head is damaged" : another_sweep);
}

std::string read_bytes(std::istream& text, std::size_t count) {
  std::string bytes(count, '\0');
  text.read(bytes.data(), static_cast<std::streamsize>(count));
  bytes.resize(static_cast<std::size_t>(text.gcount()));
  return bytes;
}

/// The row as it stands in the finished text.
void add_row(std::string& text, std::string_view line, RowFormat format, bool first_of_all) {
  if (format == RowFormat::json) text += first_of_all ? "\n" : ",\n";
  text += line;
  if (format != RowFormat::json) text += '\n';
}

/// Reads the head of a finished text; returns the checksum that it states.
std::string stated_checksum(const SweepPlan& plan, std::istream& file, RowFormat format) {
  const std::string plain = sweep_head(plan, format);
  const std::string model = sweep_head(plan, format, Checksum());
  const std::string found = read_bytes(file, model.size());
  if (found.starts_with(plain) || plain.starts_with(found))
    throw std::invalid_argument(
        "has no checksum, or breaks off in its head, so it cannot be checked; "
        "only files written with -o can");
  const std::size_t at = model.find(to_string(Checksum()));
  std::string claimed = found;
  claimed.replace(std::min(at, found.size()), 16, to_string(Checksum()));
  if (claimed != model) refuse_head(plan, found);
  return found.substr(at, 16);
}

}  // namespace

SweepMark mark_behind(SweepMark mark, std::string_view lines, RowFormat format) {
  std::string row;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    row.clear();
    add_row(row, lines.substr(0, end), format, mark.rows == 0);
    mark.checksum.add(row);
    ++mark.rows;
    lines.remove_prefix(end + 1);
  }
  return mark;
}

std::string mark_line(const SweepMark& mark) {
  return fmt::format("{} rows 1 to {}: checksum {}\n", mark_start, mark.rows,
                     to_string(mark.checksum));
}

std::string part_head(const SweepPlan& plan, RowFormat format) {
  std::string head = sweep_head(plan, format) + (format == RowFormat::json ? "\n" : "");
  if (format == RowFormat::tables)  // before the names of the columns
    head.insert(head.rfind('\n', head.size() - 2) + 1, stored_line(plan));
  return head;
}

SweepRemains remains_of(const SweepPlan& plan, std::istream& part, RowFormat format) {
  const std::string head = part_head(plan, format);
  const std::string found = read_bytes(part, head.size());
  if (found.size() < head.size() && head.starts_with(found)) return {};
  if (found != head) refuse_head(plan, found);
  SweepRemains remains{.bytes = head.size()};
  RowOrder order(plan, format);
  SweepMark here;
  std::string objection;
  std::uint64_t bytes = head.size();
  while (const auto line = next_line(part)) {
    bytes += line->size() + 1;
    if (!line->starts_with(mark_start)) {
      if (objection.empty()) objection = order.objection_to(*line);
      here = mark_behind(here, *line + "\n", format);
      continue;
    }
    if (objection.empty() && mark_line(here) == *line + "\n" && here.rows % plan.laws.size() == 0) {
      remains = {here, bytes};
      continue;
    }
    if (objection.empty()) {
      part.clear();
      part.seekg(static_cast<std::streamoff>(remains.bytes));
      objection = damage_found(plan, part, remains.mark.rows, format);
    }
    throw std::invalid_argument(objection);
  }
  return remains;
}

void check_finished(const SweepPlan& plan, std::istream& file, RowFormat format) {
  const std::string stated = stated_checksum(plan, file, format);
  const bool json = format == RowFormat::json;
  const std::uint64_t rows = plan.points * plan.laws.size();
  const std::streamoff start = file.tellg();
  RowOrder order(plan, format);
  Checksum checksum;
  if (json) checksum.add(read_bytes(file, 1));  // the end of the head's line
  while (order.rows() < rows) {
    const auto line = next_line(file);
    if (!line)
      throw std::invalid_argument(
          fmt::format("breaks off in row {} of {}", order.rows() + 1, rows));
    const std::string objection = order.objection_to(*line);
    if (!objection.empty()) throw std::invalid_argument(objection);
    checksum.add(*line + "\n");
  }
  const std::string rest = json ? "]}\n" : "";
  if (read_bytes(file, rest.size() + 1) != rest)
    throw std::invalid_argument(fmt::format("does not end as it should behind row {}", rows));
  checksum.add(rest);
  if (to_string(checksum) == stated) return;
  file.clear();
  file.seekg(start + (json ? 1 : 0));
  throw std::invalid_argument(damage_found(plan, file, 0, format));
}

bool part_rows(const SweepPlan& plan, std::istream& part, const SweepMark& mark, RowFormat format,
               const std::function<bool(std::string_view)>& take) {
  part.clear();
  part.seekg(0);
  read_bytes(part, part_head(plan, format).size());
  std::string text;
  SweepMark here;
  while (const auto line = next_line(part)) {
    if (line->starts_with(mark_start)) continue;
    const std::string row = *line + "\n";
    here = mark_behind(here, row, format);
    text += row;
    if (text.size() < piece_bytes) continue;
    if (!take(text)) return false;
    text.clear();
  }
  if (here.rows != mark.rows || here.checksum != mark.checksum)
    throw std::invalid_argument("was damaged while the sweep ran");
  return take(text);
}

bool write_finished(const SweepPlan& plan, std::istream& part, const SweepMark& mark,
                    RowFormat format, const std::function<bool(std::string_view)>& write) {
  Checksum whole = mark.checksum;
  whole.add(sweep_foot(format));
  std::string text = sweep_head(plan, format, whole);
  read_bytes(part, part_head(plan, format).size());
  SweepMark here;
  while (const auto line = next_line(part)) {
    if (line->starts_with(mark_start)) continue;
    add_row(text, *line, format, here.rows == 0);
    here = mark_behind(here, *line + "\n", format);
    if (text.size() < piece_bytes) continue;
    if (!write(text)) return false;
    text.clear();
  }
  if (here.rows != mark.rows || here.checksum != mark.checksum)
    throw std::invalid_argument("was damaged while the sweep ran");
  return write(text + std::string(sweep_foot(format)));
}

}  // namespace carom
