#include "problem_stream.hpp"

#include "output.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace carom::app {
namespace {

/// As much is read while there is more to read; results of it are in memory together.
constexpr std::size_t batch_bytes = 262'144;

std::string_view without_blanks(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text;
}

bool can_read_now(int descriptor) {
  pollfd state{descriptor, POLLIN, 0};
  return poll(&state, 1, 0) > 0;
}

bool is_blank(std::string_view line) { return without_blanks(line).empty(); }

}  // namespace

std::size_t size(const ProblemBatch& batch) { return batch.lines.size() + batch.entries.size(); }

ProblemEntry entry_at(const ProblemBatch& batch, std::size_t index) {
  if (index < batch.entries.size()) return batch.entries[index];
  const ProblemLine& line = batch.lines[index - batch.entries.size()];
  ReadOptions options = batch.options;
  options.first_number = line.number;
  return read_problem_line(std::string_view(batch.text).substr(line.offset, line.length), line.line,
                           options);
}

ProblemStream::ProblemStream(std::vector<std::string> files, ReadOptions wishes)
    : files_(files.begin(), files.end()), options_(std::move(wishes)) {
  options_.command_line = true;
  if (files_.empty()) files_.emplace_back("-");
}

ProblemStream::~ProblemStream() { close_input(); }

void ProblemStream::refuse(std::string_view message) {
  complain_about_input(fmt::format("{}: {}", options_.source, message));
  ++unreadable_;
}

bool ProblemStream::open_next() {
  const std::string path = files_.front();
  files_.pop_front();
  const bool standard_input = path == "-";
  options_.source = standard_input ? "standard input" : path;
  descriptor_ = standard_input ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat file{};
  format_ = standard_input ? std::nullopt : format_of(path);
  if (descriptor_ < 0 || fstat(descriptor_, &file) != 0)
    refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
  else if (S_ISDIR(file.st_mode))
    refuse("is a directory; give a file");
  else if (!standard_input && !format_ && S_ISREG(file.st_mode))
    refuse("unknown ending; a problem file ends in .yaml, .yml, .json or .jsonl");
  else
    return true;
  close_input();
  return false;
}

void ProblemStream::close_input() {
  if (descriptor_ > STDIN_FILENO) close(descriptor_);
  descriptor_ = -1;
  format_.reset();
  beginning_ = {};
  text_.clear();
  complete_ = false;
  line_ = 0;
}

/// Waits for something to read, then takes what is there, up to about a batch. False on an error.
bool ProblemStream::read_more() {
  std::array<char, 65536> buffer;  // NOLINT: filled by read
  const std::size_t before = text_.size();
  do {
    const ssize_t count = read(descriptor_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
      return false;
    }
    complete_ = count == 0;
    text_.append(buffer.data(), static_cast<std::size_t>(count));
  } while (!complete_ && text_.size() - before < batch_bytes && can_read_now(descriptor_));
  return true;
}

bool ProblemStream::find_format() {
  while (!format_) {
    format_ = beginning_.format(text_, complete_);
    if (!format_ && !read_more()) return false;
  }
  return true;
}

ProblemBatch ProblemStream::take_document() {
  ProblemBatch batch{.options = options_};
  batch.options.first_number = number_ + 1;
  batch.entries = read_problems(text_, *format_, batch.options);
  number_ += static_cast<int>(batch.entries.size());
  return batch;
}

/// The complete lines that have been read; the rest stays for the next time.
ProblemBatch ProblemStream::take_lines() {
  ProblemBatch batch{.options = options_, .text = std::move(text_)};
  const std::size_t last = complete_ ? std::string::npos : batch.text.rfind('\n');
  const std::size_t end =
      last == std::string::npos ? (complete_ ? batch.text.size() : 0) : last + 1;
  text_ = batch.text.substr(end);
  batch.text.resize(end);
  for (std::size_t begin = 0; begin < end;) {
    const std::size_t length = std::min(batch.text.find('\n', begin), end) - begin;
    ++line_;
    if (!is_blank(std::string_view(batch.text).substr(begin, length)))
      batch.lines.push_back({begin, length, line_, ++number_});
    begin += length + 1;
  }
  return batch;
}

/// Reads on until there is something to hand out: a line, or the whole document. False on an error.
bool ProblemStream::fill() {
  const bool lines = *format_ == FileFormat::jsonl;
  std::size_t seen = 0;
  while (!complete_ && !(lines && text_.find('\n', seen) != std::string::npos)) {
    seen = text_.size();
    if (!read_more()) return false;
  }
  return true;
}

std::optional<ProblemBatch> ProblemStream::next() {
  while (descriptor_ >= 0 || !files_.empty()) {
    if (descriptor_ < 0 && !open_next()) continue;
    if (!find_format() || !fill()) {
      close_input();
      continue;
    }
    ProblemBatch batch = *format_ == FileFormat::jsonl ? take_lines() : take_document();
    if (complete_) close_input();
    if (size(batch) > 0) return batch;
  }
  return std::nullopt;
}

std::optional<ProblemEntry> chosen_problem(const std::vector<std::string>& files,
                                           const ReadOptions& wishes, int number) {
  ProblemStream problems(files, wishes);
  int count = 0;
  while (const auto batch = problems.next()) {
    for (std::size_t i = 0; i < size(*batch); ++i) {
      if (++count != number) continue;
      ProblemEntry entry = entry_at(*batch, i);
      if (entry.error.empty()) return entry;
      complain_about_input(entry.error);
      return std::nullopt;
    }
  }
  if (problems.unreadable() == 0)
    complain(fmt::format("{}: has {} problem{}; --problem {} does not exist",
                         fmt::join(files, ", "), count, count == 1 ? "" : "s", number));
  return std::nullopt;
}

}  // namespace carom::app
