#include "sweep_output.hpp"

#include "output.hpp"
#include "table_file.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace carom::app {
namespace {

std::atomic<bool> stop_wanted{false};

extern "C" void ask_to_stop(int signal) {
  stop_wanted = true;
  std::signal(signal, SIG_DFL);  // the next one does not ask
}

/// Everything that can be read; false on an error.
bool read_all(int descriptor, std::string& text) {
  std::array<char, 65536> buffer;  // NOLINT: filled by read
  while (true) {
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

using Clock = std::chrono::steady_clock;

/// Rows that are lost if the machine stops: as much, or as long, whichever comes first.
constexpr std::size_t portion_bytes = 4U << 20;
constexpr std::chrono::milliseconds portion_time{500};

bool holds_something(const std::string& path) {
  struct stat file{};
  return stat(path.c_str(), &file) == 0 && file.st_size > 0;
}

[[noreturn]] void refuse_unfinished(const FilePlace& place) {
  throw std::invalid_argument(fmt::format(
      "{}.part: holds an unfinished sweep; --resume goes on with it, --force starts anew",
      place.path));
}

/// Objections get the name of the file, and the way out.
void with_name(const std::string& path, const std::function<void()>& work) {
  try {
    work();
  } catch (const std::invalid_argument& objection) {
    throw std::invalid_argument(
        fmt::format("{}: {}; --force makes it anew", path, objection.what()));
  }
}

}  // namespace

std::string read_whole(const std::string& path) {
  std::string text;
  const bool standard_input = path == "-";
  const int descriptor = standard_input ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool read = descriptor >= 0 && read_all(descriptor, text);
  const int error = errno;
  if (descriptor > STDIN_FILENO) close(descriptor);
  if (!read)
    throw std::invalid_argument(fmt::format(
        "{}: cannot be read: {}", standard_input ? "standard input" : path, std::strerror(error)));
  return text;
}

std::string_view word_of(RowFormat format) {
  switch (format) {
    case RowFormat::csv: return "csv";
    case RowFormat::json: return "json";
    case RowFormat::tables: return "hdf5";
  }
  return "";
}

void refuse_taken(const SweepPlace& wishes) {
  if (wishes.resume || wishes.force) return;
  const FilePlace place = place_of(wishes.path, wishes.inputs);
  if (place.target.empty()) return;
  if (holds_something(part_of(place))) {
    close(open_part(place));  // refused in other words if somebody writes it
    refuse_unfinished(place);
  }
  if (place.taken)
    throw std::invalid_argument(fmt::format(
        "{}: is there already; --resume checks and completes it, --force replaces it", place.path));
}

SweepOutput::SweepOutput(const SweepPlace& wishes, const SweepPlan& plan, RowFormat format)
    : wishes_(wishes),
      plan_(plan),
      format_(format),
      place_(place_of(wishes.path, wishes.inputs)),
      part_(!place_.target.empty()) {
  refuse_taken(wishes);
  if (!part_) {
    open_for_rows();
    return;
  }
  if (wishes.resume && place_.taken && !holds_something(part_of(place_))) {
    std::ifstream file(place_.target, std::ios::binary);
    with_name(place_.path, [&] {
      if (format_ == RowFormat::tables)
        check_table_file(place_.target, plan_.identity);
      else
        check_finished(plan_, file, format_);
    });
    complete_ = true;
    return;
  }
  descriptor_ = open_part(place_);
  if (wishes.resume) {
    resume_part();
    return;
  }
  if (!wishes.force && holds_something(part_of(place_))) refuse_unfinished(place_);
  if (ftruncate(descriptor_, 0) != 0) fail_to_write(part_of(place_), errno);
}

SweepOutput::~SweepOutput() {
  if (part_ && descriptor_ >= 0 && !holds_something(part_of(place_)))
    unlink(part_of(place_).c_str());
  if (descriptor_ > STDOUT_FILENO) close(descriptor_);
}

/// Where rows go as they come: standard output, a device, a pipe.
void SweepOutput::open_for_rows() {
  if (format_ == RowFormat::tables)
    throw std::invalid_argument(fmt::format("{}: HDF5 needs a file, not a device", place_.path));
  if (wishes_.resume)
    throw std::invalid_argument(fmt::format("{}: is no file; cannot resume", place_.path));
  descriptor_ =
      place_.path.empty() ? STDOUT_FILENO : open(place_.path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail_to_write(place_.path, errno);
}

void SweepOutput::resume_part() {
  std::ifstream part(part_of(place_), std::ios::binary);
  SweepRemains remains;
  with_name(place_.path + ".part", [&] { remains = remains_of(plan_, part, format_); });
  const auto end = static_cast<off_t>(remains.bytes);
  if (ftruncate(descriptor_, end) != 0 || lseek(descriptor_, end, SEEK_SET) != end)
    fail_to_write(part_of(place_), errno);
  mark_ = remains.mark;
  has_head_ = end > 0;
}

void SweepOutput::write(const std::string& lines) {
  const bool first = mark_.rows == 0;
  mark_ = mark_behind(mark_, lines, format_);
  if (part_) {
    pending_ += lines;
    if (pending_.size() > portion_bytes || Clock::now() - flushed_ > portion_time) flush();
    return;
  }
  if (!has_head_) write_all(descriptor_, sweep_head(plan_, format_), place_.path);
  has_head_ = true;
  write_all(descriptor_, sweep_text(lines, format_, first), place_.path);
}

/// Rows, then the mark that vouches for them, then on to the disk.
void SweepOutput::flush() {
  if (!pending_.empty()) {
    const std::string head = has_head_ ? "" : part_head(plan_, format_);
    write_all(descriptor_, head + pending_ + mark_line(mark_), part_of(place_));
    flush_to_disk(descriptor_, part_of(place_));
    has_head_ = true;
    pending_.clear();
  }
  flushed_ = Clock::now();
}

bool SweepOutput::make_result() {
  std::ifstream part(part_of(place_), std::ios::binary);
  if (format_ == RowFormat::tables) {
    const bool whole = write_table_file(
        place_.path, wishes_.inputs, tables_of(part_head(plan_, format_)), [&](const auto& take) {
          return part_rows(plan_, part, mark_, format_,
                           [&](std::string_view lines) { return !*interruption() && take(lines); });
        });
    if (whole) unlink(part_of(place_).c_str());
    return whole;
  }
  Output result(place_.path, wishes_.inputs);
  bool whole = false;
  with_name(place_.path + ".part", [&] {
    whole = write_finished(plan_, part, mark_, format_, [&](std::string_view text) {
      result.write(text);
      return !*interruption();
    });
  });
  if (!whole) return false;
  result.finish();
  unlink(part_of(place_).c_str());
  return true;
}

bool SweepOutput::finish() {
  const bool all = first_point() == plan_.points;
  if (!part_) {
    if (!has_head_) write_all(descriptor_, sweep_head(plan_, format_), place_.path);
    write_all(descriptor_, sweep_foot(format_), place_.path);
    return all;
  }
  flush();
  return all && make_result();
}

bool SweepOutput::is_terminal() const { return isatty(descriptor_) == 1; }

void catch_interruption() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction current{};
    sigaction(signal, nullptr, &current);
    const bool nohup = signal == SIGHUP && current.sa_handler == SIG_IGN;
    if (!nohup) std::signal(signal, ask_to_stop);
  }
}

const std::atomic<bool>* interruption() { return &stop_wanted; }

}  // namespace carom::app
