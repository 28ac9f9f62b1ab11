#include "output.hpp"

#include <array>
#include <atomic>
#include <carom/io/tree/utf8.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace carom::app {
namespace {

constexpr int narrowest_terminal = 60;

/// The unfinished file, for the signal handler: Ctrl-C must not leave it behind.
std::array<char, 4096> unfinished_path{};
std::atomic<bool> has_unfinished{false};

extern "C" void remove_unfinished(int signal) {
  if (has_unfinished) unlink(unfinished_path.data());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// While it lives, the signals that end the program wait.
class HeldSignals {
 public:
  HeldSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
    pthread_sigmask(SIG_BLOCK, &signals, &before_);
  }
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

 private:
  sigset_t before_{};
};

/// Where nobody listens to a signal, it removes the file before it ends the program.
void remember_unfinished(const std::string& path) {
  if (path.size() + 1 > unfinished_path.size()) return;
  path.copy(unfinished_path.data(), path.size());
  unfinished_path[path.size()] = '\0';
  has_unfinished = true;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction current{};
    sigaction(signal, nullptr, &current);
    const bool nohup = signal == SIGHUP && current.sa_handler == SIG_IGN;
    const bool heard = current.sa_handler != SIG_DFL && current.sa_handler != SIG_IGN;
    if (!nohup && !heard) std::signal(signal, remove_unfinished);
  }
}

bool wants_color(Color color, bool terminal) {
  if (color != Color::automatic) return color == Color::always;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool dumb = term != nullptr && std::strcmp(term, "dumb") == 0;
  return terminal && !dumb && (no_color == nullptr || *no_color == '\0');
}

}  // namespace

void write_all(int descriptor, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count >= 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EPIPE) {
      throw ReaderGone();
    } else if (errno != EINTR) {
      fail_to_write(path, errno);
    }
  }
}

Output::Output() : descriptor_(STDOUT_FILENO) {}

Output::Output(const std::string& path, const std::vector<std::string>& inputs,
               Unfinished unfinished)
    : place_(place_of(path, inputs)), unfinished_(unfinished) {
  if (path.empty()) {
    descriptor_ = STDOUT_FILENO;
  } else if (place_.target.empty()) {
    descriptor_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail_to_write(path, errno);
  } else if (unfinished == Unfinished::kept) {
    descriptor_ = open_part(place_);
    written_ = part_of(place_);
    if (ftruncate(descriptor_, 0) != 0) fail_to_write(written_, errno);
  } else {
    const HeldSignals held;  // a signal finds no file that nobody would remove
    descriptor_ = open_beside(place_, written_);
    remember_unfinished(written_);
  }
}

Output::~Output() {
  const bool remove = unfinished_ == Unfinished::removed || !any_;
  if (!written_.empty() && remove) unlink(written_.c_str());
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) close(descriptor_);
  has_unfinished = false;
}

void Output::write(std::string_view text) {
  write_all(descriptor_, text, place_.path);
  any_ = any_ || !text.empty();
}

void Output::finish() {
  if (written_.empty()) return;
  put_in_place(std::exchange(descriptor_, -1), written_, place_);
  has_unfinished = false;
  written_.clear();
}

std::string Output::leave_part() {
  if (written_.empty()) return place_.path;
  flush_to_disk(descriptor_, written_);
  return place_.path + ".part";
}

bool Output::is_terminal() const { return isatty(descriptor_) == 1; }

TextStyle Output::style(Color color) const {
  TextStyle style{.color = wants_color(color, is_terminal())};
  winsize size{};
  if (is_terminal() && ioctl(descriptor_, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    style.width = std::max<int>(size.ws_col, narrowest_terminal);
  return style;
}

std::string_view word_of(ResultFormat format) {
  switch (format) {
    case ResultFormat::table: return "table";
    case ResultFormat::latex: return "latex";
    case ResultFormat::json: return "json";
    case ResultFormat::jsonl: return "jsonl";
  }
  return "";
}

std::string_view word_of(MotionFormat format) {
  switch (format) {
    case MotionFormat::table: return "table";
    case MotionFormat::csv: return "csv";
    case MotionFormat::json: return "json";
  }
  return "";
}

void end_by_broken_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  sigset_t broken;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  pthread_sigmask(SIG_UNBLOCK, &broken, nullptr);
  std::raise(SIGPIPE);
  std::_Exit(128 + SIGPIPE);
}

void complain(std::string_view message) { complain_about_input(fmt::format("carom: {}", message)); }

void complain_about_input(std::string_view message) {
  // One write, so that lines of several programs do not mix.
  std::string text;
  while (true) {
    const std::size_t end = std::min(message.find('\n'), message.size());
    text += printable(message.substr(0, end), std::string::npos) + "\n";
    if (end >= message.size()) break;
    message.remove_prefix(end + 1);
  }
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace carom::app
