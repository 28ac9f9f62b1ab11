#include "sweep_output.hpp"

#include "output.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
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

SweepOutput::~SweepOutput() {
  if (descriptor_ > STDOUT_FILENO) close(descriptor_);
}

void SweepOutput::open_file(bool anew) {
  if (path_.empty()) {
    descriptor_ = STDOUT_FILENO;
    return;
  }
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (anew ? O_TRUNC : 0);
  descriptor_ = open(path_.c_str(), flags, 0666);
  if (descriptor_ < 0) fail_to_write(path_, errno);
}

std::uint64_t SweepOutput::resume(const SweepPlan& plan, RowFormat format) {
  struct stat file{};
  if (stat(path_.c_str(), &file) != 0) return 0;
  if (!S_ISREG(file.st_mode)) throw std::invalid_argument(path_ + ": is no file; cannot resume");
  const std::string text = read_whole(path_);
  SweepRemains remains;
  try {
    remains = remains_of(plan, text, format);
  } catch (const std::invalid_argument& objection) {
    throw std::invalid_argument(fmt::format("{}: {}", path_, objection.what()));
  }
  if (remains.points == 0) return 0;
  open_file(false);
  const auto end = static_cast<off_t>(remains.bytes);
  if (ftruncate(descriptor_, end) != 0 || lseek(descriptor_, end, SEEK_SET) != end)
    fail_to_write(path_, errno);
  return remains.points;
}

void SweepOutput::restart(std::string_view text) {
  open_file(true);
  write(text);
}

void SweepOutput::write(std::string_view text) { write_all(descriptor_, text, path_); }

void SweepOutput::finish() {
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (descriptor > STDOUT_FILENO && close(descriptor) != 0) fail_to_write(path_, errno);
}

bool SweepOutput::is_terminal() const { return isatty(descriptor_) == 1; }

void catch_interruption() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, ask_to_stop);
}

const std::atomic<bool>* interruption() { return &stop_wanted; }

}  // namespace carom::app
