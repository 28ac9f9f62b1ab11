#include "sweep_share.hpp"

#include "cluster.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "table_file.hpp"

#include <algorithm>
#include <carom/study/run/ordered_run.hpp>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <list>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

namespace carom::app {
namespace {

using Clock = std::chrono::steady_clock;

/// Points that a thread takes at a time, as in a sweep by one process.
constexpr std::uint64_t share_portion = 64;
/// Rows that are lost if the machine stops: as many, or as long, whichever comes first.
constexpr std::size_t share_bytes = 4U << 20;
constexpr std::chrono::milliseconds share_time{500};
/// Claims per rank: enough that all end at the same time, few enough for the counter of rank 0.
constexpr std::uint64_t claims_per_rank = 200;
constexpr std::uint64_t least_claim = 64;
constexpr std::uint64_t most_claim = 65536;

constexpr std::uint64_t most_parts = 1'000'000;

/// A share on disk: what it holds is checked, and further blocks are added behind it.
class ShareFile {
 public:
  ShareFile(FilePlace place, const SweepPlan& plan, RowFormat format, bool anew)
      : place_(std::move(place)), head_(part_head(plan, format)), descriptor_(open_part(place_)) {
    if (!anew) read(plan);
    const auto end = static_cast<off_t>(content_.end);
    if (ftruncate(descriptor_, end) != 0 || lseek(descriptor_, end, SEEK_SET) != end)
      fail_to_write(part_of(place_), errno);
  }
  ~ShareFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  ShareFile(const ShareFile&) = delete;
  ShareFile& operator=(const ShareFile&) = delete;

  const ShareContent& content() const { return content_; }

  void add(const PointRange& points, const std::string& lines) {
    if (pending_.empty()) points_.first = points.first;
    pending_ += lines;
    points_.last = points.last;
    if (pending_.size() > share_bytes || Clock::now() - flushed_ > share_time) flush();
  }

  /// Rows, then the mark that vouches for them, then on to the disk.
  void flush() {
    if (!pending_.empty() || content_.end == 0) {
      const std::string head = content_.end == 0 ? head_ : "";
      write_all(descriptor_, head + (pending_.empty() ? "" : share_block(points_, pending_)),
                part_of(place_));
      flush_to_disk(descriptor_, part_of(place_));
      content_.end = head_.size();  // there is a head now
      pending_.clear();
    }
    flushed_ = Clock::now();
  }

  /// Takes its final name.
  void put_into_place() {
    flush();
    put_in_place(std::exchange(descriptor_, -1), part_of(place_), place_);
  }

 private:
  void read(const SweepPlan& plan) {
    std::ifstream text(part_of(place_), std::ios::binary);
    try {
      content_ = read_share(text);
      if (!content_.head.empty() && content_.head != head_)
        throw std::invalid_argument(content_.identity == plan.identity ? "its head is damaged"
                                                                       : "holds another sweep");
    } catch (const std::invalid_argument& objection) {
      throw std::invalid_argument(
          fmt::format("{}: {}; --force makes it anew", part_of(place_), objection.what()));
    }
  }

  FilePlace place_;
  std::string head_;
  int descriptor_;
  ShareContent content_{};
  PointRange points_{};
  std::string pending_{};
  Clock::time_point flushed_ = Clock::now();
};

/// Computes points into a share. @returns false if it was interrupted
bool compute(const PointRange& points, const SweepPlan& plan, RowFormat format, unsigned threads,
             ShareFile& share, const std::function<void(std::uint64_t)>& shown) {
  std::uint64_t at = points.first;
  const std::uint64_t end = run_in_order(
      {points.first, points.last, share_portion, threads, interruption()},
      [&] {
        const auto solver = std::make_shared<PointSolver>(plan);
        return [&plan, solver, format](std::uint64_t first, std::uint64_t last) {
          return std::optional(sweep_lines(plan, *solver, first, last, format));
        };
      },
      [&](const std::string& lines, std::uint64_t last) {
        share.add({at, last}, lines);
        at = last;
        shown(last);
      });
  share.flush();
  return end == points.last;
}

/// The result, in the format of the shares.
void write_result(const std::vector<OpenShare>& shares, const std::string& output,
                  const std::vector<std::string>& inputs) {
  if (!shares.empty() && shares.front().content.format == RowFormat::tables) {
    write_table_file(output, inputs, tables_of(shares.front().content.head),
                     [&](const auto& take) { return merged_rows(shares, take); });
    return;
  }
  Output result(output, inputs);
  write_merged(shares, [&](std::string_view text) {
    result.write(text);
    return true;
  });
  result.finish();
}

/// Makes the result of shares that are complete, and removes them.
void merge_and_remove(const std::vector<std::string>& paths, const std::string& output,
                      const std::vector<std::string>& inputs) {
  std::list<std::ifstream> texts;
  std::vector<OpenShare> shares;
  for (const std::string& path : paths) {
    std::ifstream& text = texts.emplace_back(path, std::ios::binary);
    ShareContent content = read_share(text);
    if (!content.head.empty()) shares.push_back({std::move(content), &text});
  }
  write_result(shares, output, inputs);
  for (const std::string& path : paths) unlink(path.c_str());
}

/// OUT.rank-*.part, in order.
std::vector<std::string> shares_of_ranks(const std::string& output) {
  const std::filesystem::path path(output);
  const std::string start = path.filename().string() + ".rank-";
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(start) && name.ends_with(".part"))
      found.push_back((folder / name).string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// What is missing in the shares of an earlier run, as text: "0 64\n192 256\n".
std::string missing_in_shares(const SweepOptions& options, const SweepPlan& plan) {
  std::vector<ShareContent> contents;
  for (const std::string& path : shares_of_ranks(options.output)) {
    if (options.force) {
      unlink(path.c_str());
      continue;
    }
    if (!options.resume)
      throw std::invalid_argument(fmt::format(
          "{}: holds an unfinished sweep; --resume goes on with it, --force starts anew", path));
    std::ifstream text(path, std::ios::binary);
    try {
      contents.push_back(read_share(text));
    } catch (const std::invalid_argument& objection) {
      throw std::invalid_argument(
          fmt::format("{}: {}; --force makes it anew", path, objection.what()));
    }
    if (!contents.back().head.empty() && contents.back().identity != plan.identity)
      throw std::invalid_argument(fmt::format("{}: holds another sweep", path));
  }
  std::string text;
  for (const PointRange& range : missing_points(contents, {0, plan.points}))
    text += fmt::format("{} {}\n", range.first, range.last);
  return text;
}

/// Says instead of what is missing that the result is there.
constexpr const char* done_already = "done";

/// True if --resume finds the result complete, and as it should be; a damaged one is refused.
bool is_done(const SweepOptions& options, const std::vector<std::string>& inputs,
             const SweepPlan& plan, RowFormat format) {
  if (!options.resume || !place_of(options.output, inputs).taken) return false;
  if (!shares_of_ranks(options.output).empty()) return false;
  const SweepOutput output({options.output, inputs, true, false}, plan, format);
  if (output.is_complete())
    complain(fmt::format("{}: is complete and as it should be", options.output));
  return output.is_complete();
}

/// The missing points in claims of about the same size.
std::vector<PointRange> claims_of(const std::string& missing, int ranks, std::uint64_t points) {
  const std::uint64_t size = std::clamp(
      points / (static_cast<std::uint64_t>(ranks) * claims_per_rank), least_claim, most_claim);
  std::vector<PointRange> claims;
  std::istringstream text(missing);
  PointRange range;
  while (text >> range.first >> range.last)
    for (std::uint64_t at = range.first; at < range.last; at += size)
      claims.push_back({at, std::min(range.last, at + size)});
  return claims;
}

/// What stands in the way of a result of several processes.
void require_file(const SweepOptions& options, const char* who) {
  if (options.output.empty())
    throw std::invalid_argument(
        fmt::format("{}: say which file the result goes to, with -o OUT", who));
  if (options.boundaries || !options.html.empty())
    throw std::invalid_argument(
        fmt::format("{}: boundaries and pages are made by one process", who));
}

}  // namespace

SweepPart sweep_part(const std::string& text) {
  SweepPart part;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, part.index);
  const bool slash = first.ec == std::errc{} && first.ptr != end && *first.ptr == '/';
  const auto second = slash ? std::from_chars(first.ptr + 1, end, part.count) : first;
  if (!slash || second.ec != std::errc{} || second.ptr != end || part.index < 1 ||
      part.index > part.count || part.count > most_parts)
    throw std::invalid_argument(
        fmt::format("--part: got '{}'; want I/N, such as 2/8, with I from 1 to N", text));
  return part;
}

int run_part(const SweepOptions& options, const std::vector<std::string>& inputs,
             const SweepPlan& plan, RowFormat format) {
  const SweepPart part = sweep_part(options.part);
  require_file(options, "--part");
  SweepPlace wishes{fmt::format("{}.{}-of-{}", options.output, part.index, part.count), inputs,
                    options.resume, options.force};
  const FilePlace place = place_of(wishes.path, inputs);
  if (options.resume && place.taken) {
    complain(fmt::format("{}: is complete", wishes.path));
    return success;
  }
  refuse_taken(wishes);
  ShareFile share(place, plan, format, options.force || !options.resume);
  const auto begin = [&](std::uint64_t i) {  // ⌊points · i/count⌋, every product below 2⁶⁴
    return plan.points / part.count * i + plan.points % part.count * i / part.count;
  };
  const PointRange whole{begin(part.index - 1), begin(part.index)};
  Progress progress("points", whole.first, whole.last, false);
  for (const PointRange& range : missing_points({&share.content(), 1}, whole))
    if (!compute(range, plan, format, options.threads, share,
                 [&](std::uint64_t last) { progress.show(last); })) {
      progress.clear();
      complain(fmt::format("interrupted; the same command with --resume goes on with {}.part",
                           wishes.path));
      return interrupted;
    }
  progress.clear();
  share.put_into_place();
  return success;
}

int run_member(const SweepOptions& options, const std::vector<std::string>& inputs,
               const SweepPlan& plan, RowFormat format) {
  const Cluster& all = *cluster();
  require_file(options, "mpirun");
  const bool leads = all.rank == 0;
  if (leads && !options.resume) refuse_taken({options.output, inputs, false, options.force});
  const std::string missing = all.from_first(leads ? (is_done(options, inputs, plan, format)
                                                          ? done_already
                                                          : missing_in_shares(options, plan))
                                                   : "");
  if (missing == done_already) return success;
  const std::vector<PointRange> claims = claims_of(missing, all.ranks, plan.points);
  const std::string path = fmt::format("{}.rank-{}", options.output, all.rank);
  const unsigned threads = options.threads > 0 ? options.threads : 1;
  Progress progress("portions", 0, claims.size(), !leads);
  bool whole = true;
  {
    ShareFile share(place_of(path, inputs), plan, format, false);
    share.flush();
    for (std::uint64_t i = all.next(); whole && i < claims.size(); i = all.next()) {
      whole = compute(claims[i], plan, format, threads, share, [](std::uint64_t) {});
      if (leads) progress.show(i + 1);
    }
  }
  progress.clear();
  all.wait_for_all();
  if (!leads) return whole ? success : interrupted;
  if (!whole || *interruption()) {
    complain("interrupted; the same command with --resume goes on");
    return interrupted;
  }
  merge_and_remove(shares_of_ranks(options.output), options.output, inputs);
  return success;
}

int merge(const MergeOptions& options) {
  std::list<std::ifstream> texts;
  std::vector<OpenShare> shares;
  for (const std::string& path : options.shares) {
    std::ifstream& text = texts.emplace_back(path, std::ios::binary);
    if (!text) throw std::invalid_argument(fmt::format("{}: cannot be read", path));
    try {
      shares.push_back({read_share(text), &text});
      if (shares.back().content.head.empty()) throw std::invalid_argument("breaks off in its head");
    } catch (const std::invalid_argument& objection) {
      throw std::invalid_argument(fmt::format("{}: {}", path, objection.what()));
    }
  }
  refuse_taken({options.output, options.shares, false, options.force});
  check_ending(options.output, word_of(shares.front().content.format));
  if (shares.front().content.format == RowFormat::tables) require_table_store();
  write_result(shares, options.output, options.shares);
  return success;
}

}  // namespace carom::app
