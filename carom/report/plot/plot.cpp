#include <array>
#include <carom/io/tree/utf8.hpp>
#include <carom/report/plot/plot.hpp>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace carom {
namespace {

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error(what); }

/// A stream to or from another program. Sockets rather than pipes: writing to a program that has gone
/// is then an error, not a signal.
class Channel {
 public:
  Channel() {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_.data()) != 0)
      fail(fmt::format("socketpair: {}", std::strerror(errno)));
  }
  ~Channel() {
    close_ours();
    close_theirs();
  }
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  int ours() const { return ends_[0]; }
  int theirs() const { return ends_[1]; }
  void close_ours() { close_end(ends_[0]); }
  void close_theirs() { close_end(ends_[1]); }

 private:
  static void close_end(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
  std::array<int, 2> ends_{-1, -1};
};

/// What a program wrote and how it ended.
struct Finished {
  int status = 0;  ///< as waitpid gives it
  std::string output{};
  std::string messages{};
};

/// gnuplot's three standard streams.
struct Streams {
  Channel input{};
  Channel output{};
  Channel messages{};
};

/// Starts gnuplot on the streams; 0 if it is not installed.
pid_t start_gnuplot(const Streams& streams) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, streams.input.theirs(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, streams.output.theirs(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, streams.messages.theirs(), STDERR_FILENO);
  // -d: no ~/.gnuplot, which could change the picture. The last dash reads the script from stdin.
  std::string program = "gnuplot";
  std::string defaults = "-d";
  std::string from_stdin = "-";
  std::array<char*, 4> arguments{program.data(), defaults.data(), from_stdin.data(), nullptr};
  pid_t child = 0;
  const int error = posix_spawnp(&child, "gnuplot", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT) return 0;
  if (error != 0) fail(fmt::format("gnuplot cannot be started: {}", std::strerror(error)));
  return child;
}

/// Writes a piece; false when everything is written or the reader is gone.
bool write_some(int end, std::string_view& rest) {
  const ssize_t count = send(end, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  rest.remove_prefix(static_cast<std::size_t>(count));
  return !rest.empty();
}

/// Reads a piece; false at the end.
bool read_some(int end, std::string& text) {
  std::array<char, 65536> buffer{};
  const ssize_t count = read(end, buffer.data(), buffer.size());
  if (count < 0) return errno == EINTR;
  text.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0;
}

/// Feeds the script and collects both outputs at the same time, so that no stream can fill up.
void exchange(std::string_view script, Streams& streams, Finished& result) {
  auto& [input, output, messages] = streams;
  while (output.ours() >= 0 || messages.ours() >= 0) {
    std::array<pollfd, 3> ends{{{input.ours(), POLLOUT, 0},
                                {output.ours(), POLLIN, 0},
                                {messages.ours(), POLLIN, 0}}};  // poll skips ends below 0
    if (poll(ends.data(), ends.size(), -1) < 0) continue;
    if (ends[0].revents != 0 && !write_some(input.ours(), script)) input.close_ours();
    if (ends[1].revents != 0 && !read_some(output.ours(), result.output)) output.close_ours();
    if (ends[2].revents != 0 && !read_some(messages.ours(), result.messages)) messages.close_ours();
  }
}

/// Absent if gnuplot is not installed.
std::optional<Finished> run_gnuplot(std::string_view script) {
  Streams streams;
  const pid_t child = start_gnuplot(streams);
  if (child == 0) return std::nullopt;
  streams.input.close_theirs();
  streams.output.close_theirs();
  streams.messages.close_theirs();
  Finished result;
  exchange(script, streams, result);
  while (waitpid(child, &result.status, 0) < 0 && errno == EINTR) {
  }
  return result;
}

/// The picture without the time at which it was made, which PDF records: digits only, so that nothing
/// in the file moves.
std::string undated(std::string picture) {
  constexpr std::string_view key = "/CreationDate (D:";
  constexpr std::string_view epoch = "19700101000000";
  const std::size_t found = picture.starts_with("%PDF") ? picture.rfind(key) : std::string::npos;
  if (found != std::string::npos && found + key.size() + epoch.size() < picture.size())
    picture.replace(found + key.size(), epoch.size(), epoch);
  return picture;
}

}  // namespace

std::optional<PictureFormat> picture_format_of(std::string_view path) {
  if (path.ends_with(".svg")) return PictureFormat::svg;
  if (path.ends_with(".pdf")) return PictureFormat::pdf;
  if (path.ends_with(".png")) return PictureFormat::png;
  if (path.ends_with(".gp")) return PictureFormat::script;
  return std::nullopt;
}

// SVG's terminal draws text smaller and points larger than the cairo ones: the scales make up for it.
std::string gnuplot_terminal(PictureFormat format, const PictureSize& size) {
  const auto [width, height] = size;
  switch (format) {
    case PictureFormat::svg:
    case PictureFormat::script:
      return fmt::format(
          "set terminal svg size {},{} dynamic enhanced font 'Helvetica,Arial,sans-serif,15' "
          "fontscale 1.25 background '#ffffff' linewidth 1 rounded\n",
          width, height);
    case PictureFormat::pdf:
      return fmt::format(
          "set terminal pdfcairo size {:.4f}in,{:.4f}in enhanced font 'Helvetica,15' "
          "background '#ffffff' linewidth 1 pointscale 1.6 rounded\n",
          width / 72.0, height / 72.0);
    case PictureFormat::png:
      return fmt::format(
          "set terminal pngcairo size {},{} enhanced font 'Helvetica,15' "
          "background '#ffffff' linewidth 1 pointscale 1.6 rounded\n",
          width, height);
  }
  return "";
}

double round_number(double x) {
  const double power = std::pow(10, std::floor(std::log10(x)));
  return power * (x / power >= 5 ? 5 : x / power >= 2 ? 2 : 1);
}

std::string gnuplot_string(std::string_view text) {
  std::string literal = "'";
  for (const char c : printable(text, std::string_view::npos))
    literal += c == '\'' ? "''" : std::string(1, c);
  return literal + "'";
}

std::string drawn_by_gnuplot(std::string_view script) {
  const std::optional<Finished> run = run_gnuplot(script);
  if (!run)
    fail(
        "pictures are drawn by gnuplot, which is not installed; install it (Debian and Ubuntu: "
        "apt install gnuplot-nox), or write the script with the ending .gp");
  if (!WIFEXITED(run->status) || WEXITSTATUS(run->status) != 0 || run->output.empty())
    fail("gnuplot failed:\n" + (run->messages.empty() ? "it said nothing" : run->messages));
  return undated(run->output);
}

}  // namespace carom
