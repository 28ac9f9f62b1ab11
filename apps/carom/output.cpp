#include "output.hpp"

#include <array>
#include <atomic>
#include <carom/io/utf8.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace carom::app {
namespace {

constexpr int narrowest_terminal = 60;

/// The unfinished file, for the signal handler: Ctrl-C must not leave it behind.
std::array<char, 4096> unfinished{};
std::atomic<bool> has_unfinished{false};

extern "C" void remove_unfinished(int signal) {
  if (has_unfinished) unlink(unfinished.data());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void remember_unfinished(const std::string& path) {
  if (path.size() + 1 > unfinished.size()) return;
  path.copy(unfinished.data(), path.size());
  unfinished[path.size()] = '\0';
  has_unfinished = true;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, remove_unfinished);
}

/// The file that a path means at the end of all links; itself if there is none yet.
std::string resolved(const std::string& path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::weakly_canonical(path, error);
  return error ? path : real.string();
}

/// The permissions that the new file should have: the old one's, or what the umask leaves.
mode_t permissions_for(const std::string& target) {
  struct stat old{};
  if (stat(target.c_str(), &old) == 0) return old.st_mode & 07777U;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666U & ~mask;
}

bool wants_color(Color color, bool terminal) {
  if (color != Color::automatic) return color == Color::always;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool dumb = term != nullptr && std::strcmp(term, "dumb") == 0;
  return terminal && !dumb && (no_color == nullptr || *no_color == '\0');
}

}  // namespace

void fail_to_write(const std::string& path, int error) {
  const std::string shown = path.empty() ? "standard output" : path;
  throw std::runtime_error(fmt::format("{}: cannot be written: {}",
                                       printable(shown, std::string::npos), std::strerror(error)));
}

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

Output::Output(const std::string& path) : path_(path) {
  if (path.empty()) {
    descriptor_ = STDOUT_FILENO;
    return;
  }
  struct stat there{};
  const bool exists = stat(path.c_str(), &there) == 0;
  if (exists && S_ISDIR(there.st_mode)) fail_to_write(path, EISDIR);
  if (exists && !S_ISREG(there.st_mode)) {  // a device or a pipe: nothing to rename
    descriptor_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail_to_write(path, errno);
    return;
  }
  if (exists && access(path.c_str(), W_OK) != 0) fail_to_write(path, errno);
  target_ = resolved(path);
  temporary_ = target_ + ".XXXXXX";
  descriptor_ = mkostemp(temporary_.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail_to_write(path, errno);
  remember_unfinished(temporary_);
  fchmod(descriptor_, permissions_for(target_));
}

Output::~Output() {
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
  has_unfinished = false;
}

void Output::write(std::string_view text) { write_all(descriptor_, text, path_); }

void Output::finish() {
  if (target_.empty()) return;
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (close(descriptor) != 0) fail_to_write(path_, errno);
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail_to_write(path_, errno);
  has_unfinished = false;
  temporary_.clear();
}

bool Output::is_terminal() const { return isatty(descriptor_) == 1; }

TextStyle Output::style(Color color) const {
  TextStyle style{.color = wants_color(color, is_terminal())};
  winsize size{};
  if (is_terminal() && ioctl(descriptor_, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    style.width = std::max<int>(size.ws_col, narrowest_terminal);
  return style;
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
