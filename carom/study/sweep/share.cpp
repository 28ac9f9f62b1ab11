#include <carom/study/sweep/share.hpp>

#include <carom/study/sweep/table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>

namespace carom {
namespace {

constexpr std::string_view csv_start = "# carom sweep ";
constexpr std::string_view json_start = "{\"sweep\": \"";
constexpr std::string_view points_mark = "# points ";
constexpr std::string_view tables_mark = "# tables: ";
constexpr std::size_t identity_length = 16;
constexpr std::size_t merged_bytes = 1U << 18;  ///< of the finished text

/// A line without its end; absent where the text breaks off.
std::optional<std::string> whole_line(std::istream& text) {
  std::string line;
  if (!std::getline(text, line) || text.eof()) return std::nullopt;
  return line;
}

[[noreturn]] void refuse_share() {
  throw std::invalid_argument("is no share of a sweep (carom sweep --part I/N -o OUT)");
}

/// The number that follows `key` in a text; absent if there is none.
std::optional<std::uint64_t> number_behind(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  std::uint64_t number = 0;
  const char* begin = text.data() + at + key.size();
  const auto [rest, error] = std::from_chars(begin, text.data() + text.size(), number);
  if (error != std::errc{} || rest == begin) return std::nullopt;
  return number;
}

/// Reads the head; without one the content stays empty.
void read_share_head(std::istream& text, ShareContent& share) {
  const auto first = whole_line(text);
  if (!first) return;
  const bool json = first->starts_with(json_start);
  if (!json && !first->starts_with(csv_start)) refuse_share();
  std::string head = *first + "\n";
  bool tables = false;
  for (bool comment = !json;
       comment;) {  // the names of the columns are the first line that is none
    const auto line = whole_line(text);
    if (!line) return;
    head += *line + "\n";
    comment = line->starts_with('#');
    tables = tables || line->starts_with(tables_mark);
  }
  const auto points = number_behind(*first, json ? "\"points\": " : ": ");
  if (!points) refuse_share();
  share.format = json ? RowFormat::json : (tables ? RowFormat::tables : RowFormat::csv);
  share.identity = first->substr((json ? json_start : csv_start).size(), identity_length);
  share.points = *points;
  share.end = head.size();
  share.head = std::move(head);
}

/// The line behind a block; its checksum is that of the rows and of the points.
std::string mark_of(const PointRange& points, Checksum rows) {
  const std::string range = fmt::format("{} to {}", points.first + 1, points.last);
  rows.add(range);
  return fmt::format("{}{}: checksum {}\n", points_mark, range, to_string(rows));
}

/// The points that a mark speaks of.
std::optional<PointRange> points_in_mark(std::string_view line) {
  const auto first =
      line.starts_with(points_mark) ? number_behind(line, points_mark) : std::nullopt;
  const auto last = number_behind(line, " to ");
  if (!first || !last || *first == 0 || *first > *last) return std::nullopt;
  return PointRange{*first - 1, *last};
}

/// The head of the finished text: that of the shares, with the checksum of what follows.
std::string finished_head(const ShareContent& share, const Checksum& checksum) {
  std::string head = share.head;
  if (share.format != RowFormat::json) {
    head.insert(head.find('\n'), ", checksum " + to_string(checksum));
    return head;
  }
  head.pop_back();  // the end of the line stands before the first row
  const std::string points = fmt::format("\"points\": {}", share.points);
  head.insert(head.find(points) + points.size(),
              fmt::format(", \"checksum\": \"{}\"", to_string(checksum)));
  return head;
}

/// A block and the share that holds it.
struct Source {
  const OpenShare* share = nullptr;
  ShareBlock block{};
};

/// Blocks that cover all points once, in order; where several hold a point, the longest one goes on.
std::vector<Source> chosen_blocks(std::span<const OpenShare> shares) {
  std::vector<Source> all;
  for (const OpenShare& share : shares)
    for (const ShareBlock& block : share.content.blocks) all.push_back({&share, block});
  std::sort(all.begin(), all.end(), [](const Source& a, const Source& b) {
    const PointRange& x = a.block.points;
    const PointRange& y = b.block.points;
    return x.first != y.first ? x.first < y.first : x.last > y.last;
  });
  std::vector<Source> chosen;
  std::uint64_t covered = 0;
  for (const Source& source : all) {
    if (source.block.points.last <= covered) continue;
    chosen.push_back(source);
    covered = source.block.points.last;
  }
  return chosen;
}

void require_one_sweep(std::span<const OpenShare> shares) {
  if (shares.empty()) throw std::invalid_argument("no shares; give at least one");
  std::vector<ShareContent> contents;
  for (const OpenShare& share : shares) {
    if (share.content.head != shares.front().content.head)
      throw std::invalid_argument("the shares are of different sweeps, or formats");
    contents.push_back(share.content);
  }
  const std::uint64_t points = shares.front().content.points;
  const std::vector<PointRange> missing = missing_points(contents, {0, points});
  if (missing.empty()) return;
  std::uint64_t count = 0;
  for (const PointRange& range : missing) count += range.last - range.first;
  throw std::invalid_argument(fmt::format("{} of {} points are missing, the first of them {}",
                                          count, points, missing.front().first + 1));
}

/// The lines of a block from point `from` on.
std::string lines_of(const Source& source, std::uint64_t from) {
  const ShareBlock& block = source.block;
  std::string lines(block.end - block.begin, '\0');
  std::istream& text = *source.share->text;
  text.clear();
  text.seekg(static_cast<std::streamoff>(block.begin));
  text.read(lines.data(), static_cast<std::streamsize>(lines.size()));
  const std::uint64_t points = block.points.last - block.points.first;
  const auto rows = static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n'));
  std::uint64_t skipped = (from - block.points.first) * (rows / std::max<std::uint64_t>(points, 1));
  std::size_t at = 0;
  for (; skipped > 0; --skipped) at = lines.find('\n', at) + 1;
  return lines.substr(at);
}

/// Every piece of the rows as they stand in the finished text.
bool for_each_piece(std::span<const OpenShare> shares, const std::vector<Source>& blocks,
                    const std::function<bool(std::string_view)>& take) {
  const RowFormat format = shares.front().content.format;
  std::string text;
  std::uint64_t covered = 0;
  for (const Source& source : blocks) {
    const std::uint64_t from = std::max(covered, source.block.points.first);
    text += sweep_text(lines_of(source, from), format, covered == 0);
    covered = source.block.points.last;
    if (text.size() < merged_bytes) continue;
    if (!take(text)) return false;
    text.clear();
  }
  return take(text) && take(sweep_foot(format));
}

/// The blocks that make up the sweep. @throws std::invalid_argument as write_merged()
std::vector<Source> blocks_of(std::span<const OpenShare> shares) {
  require_one_sweep(shares);
  return chosen_blocks(shares);
}

}  // namespace

std::string share_block(const PointRange& points, std::string_view lines) {
  Checksum checksum;
  checksum.add(lines);
  return std::string(lines) + mark_of(points, checksum);
}

ShareContent read_share(std::istream& text) {
  ShareContent share;
  read_share_head(text, share);
  if (share.head.empty()) return share;
  std::uint64_t begin = share.end;
  std::uint64_t at = begin;
  Checksum checksum;
  while (const auto line = whole_line(text)) {
    if (!line->starts_with('#')) {
      checksum.add(*line + "\n");
      at += line->size() + 1;
      continue;
    }
    const auto points = points_in_mark(*line);
    if (!points || points->last > share.points)
      throw std::invalid_argument(fmt::format("the mark at byte {} is damaged", at + 1));
    if (mark_of(*points, checksum) != *line + "\n")
      throw std::invalid_argument(
          fmt::format("points {} to {} are damaged: they do not add up to their checksum",
                      points->first + 1, points->last));
    share.blocks.push_back({*points, begin, at});
    at += line->size() + 1;
    begin = share.end = at;
    checksum = {};
  }
  return share;
}

std::vector<PointRange> missing_points(std::span<const ShareContent> shares, PointRange of) {
  std::vector<PointRange> held;
  for (const ShareContent& share : shares)
    for (const ShareBlock& block : share.blocks) held.push_back(block.points);
  std::sort(held.begin(), held.end(),
            [](const PointRange& a, const PointRange& b) { return a.first < b.first; });
  std::vector<PointRange> missing;
  std::uint64_t covered = of.first;
  for (const PointRange& range : held) {
    if (range.first > covered && covered < of.last)
      missing.push_back({covered, std::min(range.first, of.last)});
    covered = std::max(covered, range.last);
  }
  if (covered < of.last) missing.push_back({covered, of.last});
  return missing;
}

bool merged_rows(std::span<const OpenShare> shares,
                 const std::function<bool(std::string_view)>& take) {
  return for_each_piece(shares, blocks_of(shares), take);
}

bool write_merged(std::span<const OpenShare> shares,
                  const std::function<bool(std::string_view)>& write) {
  const std::vector<Source> blocks = blocks_of(shares);
  Checksum checksum;
  for_each_piece(shares, blocks, [&](std::string_view text) {
    checksum.add(text);
    return true;
  });
  if (!write(finished_head(shares.front().content, checksum))) return false;
  Checksum again;
  const bool whole = for_each_piece(shares, blocks, [&](std::string_view text) {
    again.add(text);
    return write(text);
  });
  if (whole && again != checksum) throw std::invalid_argument("changed while it was read");
  return whole;
}

}  // namespace carom
